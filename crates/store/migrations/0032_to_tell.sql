-- What staff have changed and the patient does not know yet: 'confirmed', 'moved', 'cancelled' or 'expired'. NULL once an email
-- has told the patient, or staff have. Only the latest change: it is what the patient has to know.
ALTER TABLE appointments ADD COLUMN untold TEXT;
-- What staff told the patient last by phone or message, and when, so that a wrong press can be undone.
ALTER TABLE appointments ADD COLUMN phoned TEXT;
ALTER TABLE appointments ADD COLUMN phoned_at BIGINT;
CREATE INDEX appointments_by_untold ON appointments (untold);

-- Of earlier versions: those that were in the list to tell, and those whose email is not sent yet.
UPDATE appointments SET untold = 'expired'
WHERE expired_at IS NOT NULL AND reminded_at IS NULL
    AND (email IS NULL OR email_failed = 1 OR EXISTS (
        SELECT 1 FROM outbox WHERE kind = 'appointment' AND record_key = appointments.id AND outbox.state = 'queued'));
UPDATE appointments SET untold = 'cancelled'
WHERE state = 'cancelled' AND expired_at IS NULL AND cancel_reason IS NOT NULL AND reminded_at IS NULL
    AND (email_failed = 1 OR EXISTS (
        SELECT 1 FROM outbox WHERE kind = 'appointment' AND record_key = appointments.id AND outbox.state = 'queued'));
UPDATE appointments SET untold = 'confirmed'
WHERE state = 'confirmed' AND source = 'online' AND reminded_at IS NULL AND EXISTS (
    SELECT 1 FROM outbox WHERE kind = 'appointment' AND record_key = appointments.id
        AND outbox.state IN ('queued', 'rejected', 'failed') AND payload LIKE '%"notice":"confirmed"%');
UPDATE appointments SET untold = 'moved'
WHERE state IN ('requested', 'confirmed') AND reminded_at IS NULL AND EXISTS (
    SELECT 1 FROM outbox WHERE kind = 'appointment' AND record_key = appointments.id
        AND outbox.state IN ('queued', 'rejected', 'failed') AND payload LIKE '%"notice":"moved"%');
