-- Visits at times at which the clinic is closed: the opening hours of the day with which staff have decided that the visit takes place
-- outside of them, and when the patient was told that the clinic is closed.
ALTER TABLE appointments ADD COLUMN kept_hours TEXT;
ALTER TABLE appointments ADD COLUMN closed_told_at BIGINT;
