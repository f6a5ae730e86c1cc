-- What "Undo" leads back to, for a day: the state before the last press, and what the patient did not know then.
ALTER TABLE appointments ADD COLUMN state_before TEXT;
ALTER TABLE appointments ADD COLUMN untold_before TEXT;
ALTER TABLE appointments ADD COLUMN state_changed_at BIGINT;

UPDATE appointments SET state_changed_at = changed_at,
    state_before = CASE WHEN state = 'done' THEN 'arrived' ELSE 'confirmed' END
WHERE state IN ('arrived', 'missed', 'done');
