-- +goose Up
-- The photographs that changes of the site put up, as JPEGs. A change has the ID in its value.
CREATE TABLE site_photos (
    id   TEXT PRIMARY KEY,
    data BYTEA NOT NULL
);
