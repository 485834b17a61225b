-- What a lead has besides the fields of its form, as JSON (see Extra): an estimate, for one.

-- +goose Up
ALTER TABLE leads ADD COLUMN extra TEXT NOT NULL DEFAULT '{}';

-- +goose Down
ALTER TABLE leads DROP COLUMN extra;
