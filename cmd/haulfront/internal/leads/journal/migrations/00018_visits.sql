-- +goose Up
-- The times at which a crew comes to the customer of a lead. number counts those of the lead, from 1, begins_at is 0
-- while the time is to be agreed, and hours 0 for the length of a slot; amount is the final one in US cents, paid how it
-- was paid, closed_by who ended the visit.
CREATE TABLE visits (
    lead_id   TEXT NOT NULL REFERENCES leads (id) ON DELETE CASCADE,
    number    BIGINT NOT NULL,
    kind      TEXT NOT NULL CHECK (kind IN ('pickup', 'estimate')),
    state     TEXT NOT NULL CHECK (state IN ('planned', 'done', 'no-show', 'called off')),
    begins_at BIGINT NOT NULL DEFAULT 0,
    hours     BIGINT NOT NULL DEFAULT 0,
    truck     BIGINT NOT NULL DEFAULT 0,
    amount    BIGINT NOT NULL DEFAULT 0,
    paid      TEXT NOT NULL DEFAULT '',
    paid_at   BIGINT NOT NULL DEFAULT 0,
    closed_at BIGINT NOT NULL DEFAULT 0,
    closed_by TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (lead_id, number)
);
CREATE INDEX visits_begin ON visits (begins_at);
CREATE INDEX visits_planned ON visits (begins_at) WHERE state = 'planned';
CREATE INDEX visits_owed ON visits (closed_at) WHERE state = 'done' AND kind = 'pickup' AND paid IN ('', 'unpaid', 'net30');
DROP INDEX leads_slot;
