-- +goose Up
-- The number of the visit at which the crew took a photograph, 0 of a customer's, and when: '' is not known.
ALTER TABLE photos ADD COLUMN visit BIGINT NOT NULL DEFAULT 0;
ALTER TABLE photos ADD COLUMN taken TEXT NOT NULL DEFAULT '' CHECK (taken IN ('', 'before', 'after'));
-- Until now, no photograph of a job that had been booked was shown to its customer, since it could be the crew's.
UPDATE photos SET visit = 1 WHERE lead_id IN (SELECT lead_id FROM visits);
