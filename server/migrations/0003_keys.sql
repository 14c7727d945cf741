-- The server's own keys, each made at the first start that needs it: by them it is known again.
CREATE TABLE keys (
    name     TEXT    NOT NULL PRIMARY KEY,
    secret   BLOB    NOT NULL,
    checksum INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
