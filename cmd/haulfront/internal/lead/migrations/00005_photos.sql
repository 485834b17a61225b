-- The photographs of leads. PostgreSQL keeps them here; with SQLite data is NULL and a photograph is a file (see photofiles.go),
-- but in a backup, which has all of them in one file. No foreign key: what a lead leaves behind is removed by the program, files
-- first. SQLite gives BYTEA no meaning and keeps blobs as they are. secrets are made once and stay as they are.

-- +goose Up
CREATE TABLE photos (
    id      TEXT PRIMARY KEY,
    lead_id TEXT NOT NULL,
    place   BIGINT NOT NULL,
    width   BIGINT NOT NULL,
    height  BIGINT NOT NULL,
    bytes   BIGINT NOT NULL,
    data    BYTEA
);
CREATE INDEX photos_lead ON photos (lead_id);
CREATE TABLE secrets (
    name  TEXT PRIMARY KEY,
    value TEXT NOT NULL
);

-- +goose Down
DROP TABLE secrets;
DROP TABLE photos;
