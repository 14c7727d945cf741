-- The notes of rooms that the operator deleted: nothing of a person, and enough to delete them again
-- from a backup that is put in the place of this database.
CREATE TABLE deletions (
    room     BLOB    NOT NULL PRIMARY KEY,
    code     TEXT    NOT NULL,
    at_ms    INTEGER NOT NULL,
    checksum INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
