-- What is done once for all instances (see jobs.go): the last time, and since when it has been done regularly.

-- +goose Up
CREATE TABLE jobs (
    name          TEXT PRIMARY KEY,
    since         BIGINT NOT NULL,
    done_at       BIGINT NOT NULL,
    claimed_until BIGINT NOT NULL DEFAULT 0
);

-- +goose Down
DROP TABLE jobs;
