-- +goose Up
-- What the office changes of the site: each row is the value of an item from then on, JSON of texts; '' is none. actor
-- is a user's address.
CREATE TABLE site_changes (
    number BIGINT PRIMARY KEY,
    at     BIGINT NOT NULL,
    actor  TEXT NOT NULL,
    item   TEXT NOT NULL,
    value  TEXT NOT NULL
);
CREATE INDEX site_changes_item ON site_changes (item, number);
