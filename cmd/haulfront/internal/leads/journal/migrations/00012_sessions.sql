-- +goose Up
-- The digest of the session in which a browser asked for notifications: they end with it. Those from before have none.
ALTER TABLE push_subscriptions ADD COLUMN session TEXT NOT NULL DEFAULT '';
-- What the server says to commands, such as the address of the site.
CREATE TABLE settings (
    name  TEXT PRIMARY KEY,
    value TEXT NOT NULL
);
