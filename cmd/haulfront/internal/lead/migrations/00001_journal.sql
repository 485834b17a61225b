-- For both SQLite and PostgreSQL, to which TEXT and BIGINT mean the same. Times are milliseconds since 1970 in UTC; 0 and
-- '' mean none.

-- +goose Up
CREATE TABLE leads (
    id                TEXT PRIMARY KEY,
    identity          TEXT NOT NULL UNIQUE,
    received_at       BIGINT NOT NULL,
    name              TEXT NOT NULL,
    email             TEXT NOT NULL,
    phone             TEXT NOT NULL,
    service_type      TEXT NOT NULL,
    zip_code          TEXT NOT NULL,
    service_timeframe TEXT NOT NULL,
    message           TEXT NOT NULL,
    source            TEXT NOT NULL,
    page              TEXT NOT NULL,
    suspect           TEXT NOT NULL
);
CREATE INDEX leads_received ON leads (received_at);

CREATE TABLE deliveries (
    lead_id     TEXT NOT NULL REFERENCES leads (id) ON DELETE CASCADE,
    kind        TEXT NOT NULL CHECK (kind IN ('webhook', 'email')),
    status      TEXT NOT NULL CHECK (status IN
                    ('queued', 'waiting', 'delivered', 'dead', 'unsure', 'kept', 'quarantined')),
    body        TEXT NOT NULL,
    due_at      BIGINT NOT NULL DEFAULT 0,
    lease       TEXT NOT NULL DEFAULT '',
    lease_until BIGINT NOT NULL DEFAULT 0,
    cut         BIGINT NOT NULL DEFAULT 0,
    failures    BIGINT NOT NULL DEFAULT 0,
    attempts    TEXT NOT NULL DEFAULT '[]',
    PRIMARY KEY (lead_id, kind)
);
-- Only a few deliveries are still to be sent.
CREATE INDEX deliveries_due ON deliveries (due_at) WHERE status = 'queued';
CREATE INDEX deliveries_status ON deliveries (kind, status);

-- +goose Down
DROP TABLE deliveries;
DROP TABLE leads;
