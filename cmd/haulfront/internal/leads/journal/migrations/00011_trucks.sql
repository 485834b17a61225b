-- +goose Up
-- The hours of trucks that booked jobs have, each with its beginning: the primary key gives no hour of a truck to two
-- jobs, whoever books them.
CREATE TABLE truck_hours (
    truck   BIGINT NOT NULL,
    at      BIGINT NOT NULL,
    lead_id TEXT NOT NULL REFERENCES leads (id) ON DELETE CASCADE,
    PRIMARY KEY (truck, at)
);
CREATE INDEX truck_hours_lead ON truck_hours (lead_id);
-- Jobs from before have the first truck for two hours. Of two at the same time, the second keeps its time and has no
-- hours until the office changes it.
INSERT INTO truck_hours (truck, at, lead_id)
    SELECT 1, MIN(slot), MIN(id) FROM leads WHERE stage = 'booked' AND slot > 0 GROUP BY slot;
INSERT INTO truck_hours (truck, at, lead_id)
    SELECT 1, at + 3600000, lead_id FROM truck_hours WHERE TRUE ON CONFLICT DO NOTHING;
