-- +goose Up
-- The lead that one and the same request is kept as, of a lead that repeats it; '' of any other lead.
ALTER TABLE leads ADD COLUMN merged_into TEXT NOT NULL DEFAULT '';
CREATE INDEX leads_merged ON leads (merged_into) WHERE merged_into <> '';
DROP INDEX leads_stage;
CREATE INDEX leads_stage ON leads (stage, received_at, id, merged_into);
CREATE INDEX leads_recurring ON leads (stage, received_at) WHERE job LIKE '%"every":%';
DROP INDEX leads_phone;
CREATE INDEX leads_phone ON leads (phone_key, received_at) WHERE phone_key <> '';
