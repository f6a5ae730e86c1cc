-- What "Undo" leads back to when the last press moved a visit: its time and chair, when the patient was told of it, and the last
-- reminder.
ALTER TABLE appointments ADD COLUMN starts_at_before BIGINT;
ALTER TABLE appointments ADD COLUMN chair_before BIGINT;
ALTER TABLE appointments ADD COLUMN told_at_before BIGINT;
ALTER TABLE appointments ADD COLUMN reminder_before BIGINT;
-- Until when staff could answer, and whether it counted against the limits of what strangers may hold.
ALTER TABLE appointments ADD COLUMN expires_at_before BIGINT;
ALTER TABLE appointments ADD COLUMN unacknowledged_before BIGINT;
