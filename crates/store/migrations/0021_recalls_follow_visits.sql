-- A recall ends when the visit for its service is done. Until then a booking only marks it, and whether there is one is read
-- from the appointments: the same phone number or email address, the same name and the same service.

ALTER TABLE appointments ADD COLUMN name_key TEXT NOT NULL DEFAULT '';
UPDATE appointments SET name_key = LOWER(name);

ALTER TABLE recalls ADD COLUMN name_key TEXT NOT NULL DEFAULT '';
-- The visit at which the patient agreed, for which there is one recall; NULL in rows of earlier versions. Its day in clinic
-- time: only visits of later days are the return.
ALTER TABLE recalls ADD COLUMN visit TEXT;
ALTER TABLE recalls ADD COLUMN visit_day BIGINT NOT NULL DEFAULT 0;
-- 1 when the email that asks could not be delivered: staff ask by phone.
ALTER TABLE recalls ADD COLUMN email_failed BIGINT NOT NULL DEFAULT 0;
-- How many emails have asked the patient, and the first day for the next one.
ALTER TABLE recalls ADD COLUMN emails BIGINT NOT NULL DEFAULT 0;
ALTER TABLE recalls ADD COLUMN email_from_day BIGINT NOT NULL DEFAULT 0;
-- When the visit was done that ended the recall, and which. The row is kept for a week, for a wrong press.
ALTER TABLE recalls ADD COLUMN ended_at BIGINT;
ALTER TABLE recalls ADD COLUMN ended_by TEXT;

UPDATE recalls SET
    name_key = LOWER(name),
    visit_day = (agreed_at + 3600000) / 86400000,
    emails = CASE WHEN asked_at IS NOT NULL AND email IS NOT NULL THEN 1 ELSE 0 END;

-- Earlier versions left a recall as asked when its email could not be delivered: staff ask by phone.
UPDATE recalls SET email_failed = 1, asked_at = NULL WHERE EXISTS (
    SELECT 1 FROM outbox WHERE kind = 'recall' AND record_key = recalls.id AND state IN ('rejected', 'failed'));

CREATE UNIQUE INDEX recalls_by_visit ON recalls (visit);
CREATE INDEX recalls_by_ending_visit ON recalls (ended_by);
