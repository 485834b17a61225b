-- +goose Up
-- When the office is to call or text again; 0: it is not.
ALTER TABLE leads ADD COLUMN follow_up_at BIGINT NOT NULL DEFAULT 0;
CREATE INDEX leads_follow_up ON leads (stage, follow_up_at) WHERE follow_up_at > 0;

-- A stop can be ended, by a row of its own. SQLite changes no CHECK, so the ledger moves to another table.
CREATE TABLE ledger (
    id        TEXT PRIMARY KEY,
    phone_key TEXT NOT NULL,
    at        BIGINT NOT NULL,
    action    TEXT NOT NULL CHECK (action IN ('consent', 'revoke', 'stop', 'resume')),
    words     TEXT NOT NULL,
    page      TEXT NOT NULL,
    form      TEXT NOT NULL
);
INSERT INTO ledger (id, phone_key, at, action, words, page, form)
    SELECT id, phone_key, at, action, words, page, form FROM consents;
DROP TABLE consents;
ALTER TABLE ledger RENAME TO consents;
CREATE INDEX consents_phone ON consents (phone_key, at);
