"""The wait before the next attempt to connect, or to ask again.

After a restart thousands of clients come back, and they must not all come at once.
"""

from __future__ import annotations

#: The shortest wait, in milliseconds.
SHORTEST_MS = 250
#: The longest wait without a hint of the server, in milliseconds.
LONGEST_MS = 10_000
#: The longest hint that is honoured, in milliseconds.
LONGEST_HINT_MS = 600_000


def wait_ms(failures: int, hint_ms: int | None, chance: float) -> float:
    """Returns the wait in milliseconds after a number of failures in a row, counted from 1.

    It lies in the upper half of a range that doubles each time. A hint is never undercut; up to a quarter
    of it is added. `chance` is a random number from 0 to 1.
    """
    top = min(SHORTEST_MS << min(failures, 16), LONGEST_MS)
    own = max(top / 2 + top / 2 * chance, SHORTEST_MS)
    if hint_ms is None:
        return own
    hint = min(max(hint_ms, 0), LONGEST_HINT_MS)
    return max(own, hint + hint / 4 * chance)
