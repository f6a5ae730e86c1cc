-- Visits that staff have added together ("every 4 weeks, 3 times"): the series of a visit, its number in it, how many visits it has and
-- after how many weeks they follow each other. NULL for a visit of its own.
ALTER TABLE appointments ADD COLUMN series TEXT;
ALTER TABLE appointments ADD COLUMN series_number BIGINT;
ALTER TABLE appointments ADD COLUMN series_visits BIGINT;
ALTER TABLE appointments ADD COLUMN series_weeks BIGINT;
CREATE INDEX appointments_by_series ON appointments (series);
-- Messages to one address with the same value are sent as one email.
ALTER TABLE outbox ADD COLUMN sent_with TEXT;
CREATE INDEX outbox_by_sent_with ON outbox (sent_with);
