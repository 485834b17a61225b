-- The photographs of leads, as JPEGs. data is NULL in a SQLite journal of an earlier version, which kept them as files,
-- until the program imports the file (see importPhotos). SQLite gives BYTEA no meaning and keeps blobs as they are.
-- secrets are made once and never change.

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
