-- The office: the stage of each lead, its history, sign-in, and the ledger of consents. Tokens are stored as SHA-256
-- digests in hexadecimal. JSON is stored as text. See package office.

-- +goose Up
ALTER TABLE leads ADD COLUMN stage TEXT NOT NULL DEFAULT 'new';
-- revision counts the changes of a lead in the office, so that nobody overwrites a change unseen.
ALTER TABLE leads ADD COLUMN revision BIGINT NOT NULL DEFAULT 0;
ALTER TABLE leads ADD COLUMN changed_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE leads ADD COLUMN answered_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE leads ADD COLUMN closed_at BIGINT NOT NULL DEFAULT 0;
-- overdue_at is when the office was notified that the answer is overdue.
ALTER TABLE leads ADD COLUMN overdue_at BIGINT NOT NULL DEFAULT 0;
-- job has the price, the slots that were offered, the one that was booked, and why a job was lost.
ALTER TABLE leads ADD COLUMN job TEXT NOT NULL DEFAULT '{}';
-- slot is the beginning of the booked slot, price the agreed or quoted price in US dollars.
ALTER TABLE leads ADD COLUMN slot BIGINT NOT NULL DEFAULT 0;
ALTER TABLE leads ADD COLUMN price BIGINT NOT NULL DEFAULT 0;
-- token is the digest of the token in the address of the customer's page; phone_key is that of the phone's digits.
ALTER TABLE leads ADD COLUMN token TEXT NOT NULL DEFAULT '';
ALTER TABLE leads ADD COLUMN phone_key TEXT NOT NULL DEFAULT '';
CREATE INDEX leads_stage ON leads (stage, received_at);
CREATE INDEX leads_slot ON leads (slot) WHERE slot > 0;
CREATE INDEX leads_token ON leads (token) WHERE token <> '';
CREATE INDEX leads_phone ON leads (phone_key) WHERE phone_key <> '';

-- What people did with a lead, in the order of number. actor is a user's address, or 'customer'.
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

-- +goose Down
DROP TABLE consents;
DROP TABLE push_subscriptions;
DROP TABLE sessions;
DROP TABLE sign_in_links;
DROP TABLE events;
DROP INDEX leads_phone;
DROP INDEX leads_token;
DROP INDEX leads_slot;
DROP INDEX leads_stage;
ALTER TABLE leads DROP COLUMN phone_key;
ALTER TABLE leads DROP COLUMN token;
ALTER TABLE leads DROP COLUMN price;
ALTER TABLE leads DROP COLUMN slot;
ALTER TABLE leads DROP COLUMN job;
ALTER TABLE leads DROP COLUMN overdue_at;
ALTER TABLE leads DROP COLUMN closed_at;
ALTER TABLE leads DROP COLUMN answered_at;
ALTER TABLE leads DROP COLUMN changed_at;
ALTER TABLE leads DROP COLUMN revision;
ALTER TABLE leads DROP COLUMN stage;
