-- +goose Up
-- Prices are in US cents: the final amount once a job is done, before that the low end of the price.
UPDATE leads SET price = price * 100;
