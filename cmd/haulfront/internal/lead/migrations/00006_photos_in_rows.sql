-- SQLite keeps photographs in their rows too; the program imports the files of earlier versions when it starts (see
-- importPhotos). Photographs are now removed in the transaction that removes their lead, and this removes those that
-- an interrupted removal left behind.

-- +goose Up
DELETE FROM photos WHERE lead_id NOT IN (SELECT id FROM leads);

-- +goose Down
SELECT 1;
