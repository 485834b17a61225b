-- What is broken on the way of leads, as long as it lasts, and whether the owner has been told (package alert).

-- +goose Up
CREATE TABLE troubles (
    name          TEXT PRIMARY KEY,
    summary       TEXT NOT NULL,
    since         BIGINT NOT NULL,
    told_at       BIGINT NOT NULL DEFAULT 0,
    claimed_until BIGINT NOT NULL DEFAULT 0
);
-- Few deliveries are open, and they are looked for every few seconds.
CREATE INDEX deliveries_open ON deliveries (lead_id) WHERE status IN ('queued', 'dead', 'unsure');

-- +goose Down
DROP INDEX deliveries_open;
DROP TABLE troubles;
