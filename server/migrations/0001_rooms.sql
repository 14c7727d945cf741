-- Rooms, their match logs, heartbeats of timed matches, component data by digest.
-- Every row carries a CRC-32 over its key and its contents: SQLite itself notices damage to its
-- trees, not to what they hold. Plain constraints only: a flipped bit must cost a room, not the
-- quick_check of the whole file.

CREATE TABLE rooms (
    id       BLOB    NOT NULL PRIMARY KEY,
    code     TEXT    NOT NULL UNIQUE,
    revision INTEGER NOT NULL,
    record   TEXT    NOT NULL,
    checksum INTEGER NOT NULL
) STRICT;

-- WITHOUT ROWID keeps a room's entries side by side: a load reads them in one stretch.
CREATE TABLE entries (
    room     BLOB    NOT NULL REFERENCES rooms (id) ON DELETE CASCADE,
    seq      INTEGER NOT NULL,
    body     TEXT    NOT NULL,
    checksum INTEGER NOT NULL,
    PRIMARY KEY (room, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE heartbeats (
    room     BLOB    NOT NULL PRIMARY KEY REFERENCES rooms (id) ON DELETE CASCADE,
    at_ms    INTEGER NOT NULL,
    checksum INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE data (
    digest    BLOB    NOT NULL PRIMARY KEY,
    canonical TEXT    NOT NULL,
    checksum  INTEGER NOT NULL
) STRICT;

-- Always empty: a row is written and taken away to learn whether a write would succeed.
CREATE TABLE probe (
    id     INTEGER PRIMARY KEY,
    filler BLOB NOT NULL
) STRICT;
