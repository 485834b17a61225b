-- The baseline. For both SQLite and PostgreSQL, to which TEXT and BIGINT mean the same; SQLite gives BYTEA no meaning
-- and keeps blobs as they are. Times are milliseconds since 1970 in UTC; 0 and '' mean none. Digests are SHA-256 in
-- hexadecimal. JSON is stored as text.

-- +goose Up
-- extra has what a lead has besides the fields of its form (see quote.Extra). The columns from stage to price are the
-- office's: revision counts its changes of a lead, so that nobody overwrites a change unseen; overdue_at is when it was
-- notified that the answer is overdue; job has the price, the slots that were offered, the one that was booked, and why
-- a job was lost; slot is the beginning of the booked slot, price the agreed or quoted price in US dollars. token is the
-- digest of the token in the address of the customer's page, phone_key that of the phone's digits.
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
    suspect           TEXT NOT NULL,
    extra             TEXT NOT NULL DEFAULT '{}',
    stage             TEXT NOT NULL DEFAULT 'new',
    revision          BIGINT NOT NULL DEFAULT 0,
    changed_at        BIGINT NOT NULL DEFAULT 0,
    answered_at       BIGINT NOT NULL DEFAULT 0,
    closed_at         BIGINT NOT NULL DEFAULT 0,
    overdue_at        BIGINT NOT NULL DEFAULT 0,
    job               TEXT NOT NULL DEFAULT '{}',
    slot              BIGINT NOT NULL DEFAULT 0,
    price             BIGINT NOT NULL DEFAULT 0,
    token             TEXT NOT NULL DEFAULT '',
    phone_key         TEXT NOT NULL DEFAULT ''
);
CREATE INDEX leads_received ON leads (received_at);
-- The end of an ID, of which its reference is made.
CREATE INDEX leads_reference ON leads (substr(id, 30));
CREATE INDEX leads_stage ON leads (stage, received_at);
CREATE INDEX leads_slot ON leads (slot) WHERE slot > 0;
CREATE INDEX leads_token ON leads (token) WHERE token <> '';
CREATE INDEX leads_phone ON leads (phone_key) WHERE phone_key <> '';

-- unknowns counts the attempts whose end is unknown.
CREATE TABLE deliveries (
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
-- Only a few deliveries are still to be sent, and they are looked for every few seconds.
CREATE INDEX deliveries_due ON deliveries (due_at) WHERE status = 'queued';
CREATE INDEX deliveries_status ON deliveries (kind, status);
CREATE INDEX deliveries_open ON deliveries (lead_id) WHERE status IN ('queued', 'dead', 'unsure');

-- The photographs of leads, as JPEGs.
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

-- Secrets are made once and never change.
CREATE TABLE secrets (
    name  TEXT PRIMARY KEY,
    value TEXT NOT NULL
);

-- What is done once for all instances: the last time, and since when it has been done regularly.
CREATE TABLE jobs (
    name          TEXT PRIMARY KEY,
    since         BIGINT NOT NULL,
    done_at       BIGINT NOT NULL,
    claimed_until BIGINT NOT NULL DEFAULT 0
);

-- The office. Events are what people did with a lead, in the order of number; actor is a user's address, or 'customer'.
CREATE TABLE events (
    lead_id TEXT NOT NULL REFERENCES leads (id) ON DELETE CASCADE,
    number  BIGINT NOT NULL,
    at      BIGINT NOT NULL,
    actor   TEXT NOT NULL,
    action  TEXT NOT NULL,
    details TEXT NOT NULL,
    PRIMARY KEY (lead_id, number)
);
CREATE TABLE sign_in_links (
    digest     TEXT PRIMARY KEY,
    email      TEXT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE TABLE sessions (
    digest     TEXT PRIMARY KEY,
    email      TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    used_at    BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    device     TEXT NOT NULL
);
CREATE TABLE push_subscriptions (
    endpoint   TEXT PRIMARY KEY,
    email      TEXT NOT NULL,
    keys       TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
-- Consents to text messages, their revocations, and requests not to be contacted. phone_key is a digest; there is no
-- name. Rows outlive their leads, for five years.
CREATE TABLE consents (
    id        TEXT PRIMARY KEY,
    phone_key TEXT NOT NULL,
    at        BIGINT NOT NULL,
    action    TEXT NOT NULL CHECK (action IN ('consent', 'revoke', 'stop')),
    words     TEXT NOT NULL,
    page      TEXT NOT NULL,
    form      TEXT NOT NULL
);
CREATE INDEX consents_phone ON consents (phone_key, at);
