-- The end of an ID, of which its reference is made.

-- +goose Up
CREATE INDEX leads_reference ON leads (substr(id, 30));

-- +goose Down
DROP INDEX leads_reference;
