-- The time that the patient knows, while the visit has another one: staff have moved it, and nobody has told the patient yet. And the
-- same before staff pressed "Told", in case that was a wrong press.
ALTER TABLE appointments ADD COLUMN known_starts_at BIGINT;
ALTER TABLE appointments ADD COLUMN known_before_told BIGINT;
UPDATE appointments SET known_starts_at = starts_at_before WHERE untold IN ('moved', 'closed') AND starts_at_before <> starts_at;
-- The hours of the day, or the closure, with which the patient was told that the clinic is closed: while online booking is off, only
-- closures are known.
ALTER TABLE appointments ADD COLUMN closed_for TEXT;
