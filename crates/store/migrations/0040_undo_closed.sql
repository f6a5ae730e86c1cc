-- What "Undo" leads back to when the last press moved or cancelled a visit: what staff had decided and said about its earlier time.
ALTER TABLE appointments ADD COLUMN kept_hours_before TEXT;
ALTER TABLE appointments ADD COLUMN closed_told_at_before BIGINT;
ALTER TABLE appointments ADD COLUMN reminded_at_before BIGINT;
ALTER TABLE appointments ADD COLUMN phoned_before TEXT;
ALTER TABLE appointments ADD COLUMN phoned_at_before BIGINT;
-- What else the patient did not know when staff told them that the clinic is closed, in case that was a wrong press.
ALTER TABLE appointments ADD COLUMN untold_before_told TEXT;
