-- Mails are deliveries too, and there may be other kinds: the program checks them, not the table. A mail may be skipped.
-- unknowns counts the attempts whose end is unknown. Both databases replace the table, because SQLite cannot change a CHECK.

-- +goose Up
CREATE TABLE new_deliveries (
    lead_id     TEXT NOT NULL REFERENCES leads (id) ON DELETE CASCADE,
    kind        TEXT NOT NULL CHECK (kind <> ''),
    status      TEXT NOT NULL CHECK (status IN
                    ('queued', 'waiting', 'delivered', 'dead', 'unsure', 'kept', 'quarantined', 'skipped')),
    body        TEXT NOT NULL,
    due_at      BIGINT NOT NULL DEFAULT 0,
    lease       TEXT NOT NULL DEFAULT '',
    lease_until BIGINT NOT NULL DEFAULT 0,
    cut         BIGINT NOT NULL DEFAULT 0,
    failures    BIGINT NOT NULL DEFAULT 0,
    unknowns    BIGINT NOT NULL DEFAULT 0,
    attempts    TEXT NOT NULL DEFAULT '[]',
    PRIMARY KEY (lead_id, kind)
);
INSERT INTO new_deliveries (lead_id, kind, status, body, due_at, lease, lease_until, cut, failures, attempts)
    SELECT lead_id, kind, status, body, due_at, lease, lease_until, cut, failures, attempts FROM deliveries;
DROP TABLE deliveries;
ALTER TABLE new_deliveries RENAME TO deliveries;
CREATE INDEX deliveries_due ON deliveries (due_at) WHERE status = 'queued';
CREATE INDEX deliveries_status ON deliveries (kind, status);

-- +goose Down
DELETE FROM deliveries WHERE kind NOT IN ('webhook', 'email');
CREATE TABLE old_deliveries (
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
INSERT INTO old_deliveries (lead_id, kind, status, body, due_at, lease, lease_until, cut, failures, attempts)
    SELECT lead_id, kind, status, body, due_at, lease, lease_until, cut, failures, attempts FROM deliveries;
DROP TABLE deliveries;
ALTER TABLE old_deliveries RENAME TO deliveries;
CREATE INDEX deliveries_due ON deliveries (due_at) WHERE status = 'queued';
CREATE INDEX deliveries_status ON deliveries (kind, status);
