"""The spaces that all environments of this package have in common."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from . import State

#: The bounds of an entry of an observation. Most lie between 0 and 1; money, troops and the like are divided
#: by 10 or 100 and have no bound that a match could come near.
LOW, HIGH = -1.0, 65_536.0


def observation_space(state: State) -> spaces.Dict:
    """Returns the space of observations: `observation`, and `action_mask` with 1 for each legal action."""
    return spaces.Dict(
        {
            "observation": spaces.Box(LOW, HIGH, (state.observation_size,), np.float32),
            "action_mask": spaces.Box(0, 1, (state.num_actions,), np.int8),
        }
    )


def action_space(state: State) -> spaces.Discrete[Any]:
    """Returns the space of actions."""
    return spaces.Discrete(state.num_actions)
