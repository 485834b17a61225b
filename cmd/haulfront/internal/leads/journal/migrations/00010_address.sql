-- +goose Up
-- Where the job is: the street with the unit, and how to get in, such as the code of a gate.
ALTER TABLE leads ADD COLUMN address TEXT NOT NULL DEFAULT '';
ALTER TABLE leads ADD COLUMN access TEXT NOT NULL DEFAULT '';
