-- Requests beyond the limits of what unconfirmed requests may hold have the state 'waiting': they hold no chair (0) until staff
-- give them a time. SQLite cannot change a CHECK, so the column is replaced.

DROP INDEX appointments_by_state;
ALTER TABLE appointments ADD COLUMN new_state TEXT NOT NULL DEFAULT 'requested'
    CHECK (new_state IN ('waiting', 'requested', 'confirmed', 'arrived', 'done', 'missed', 'cancelled'));
UPDATE appointments SET new_state = state;
ALTER TABLE appointments DROP COLUMN state;
ALTER TABLE appointments RENAME COLUMN new_state TO state;
CREATE INDEX appointments_by_state ON appointments (state, starts_at);

-- 1 while the appointment counts against the limits: booked online, and staff have not acknowledged it.
ALTER TABLE appointments ADD COLUMN unacknowledged BIGINT NOT NULL DEFAULT 0;
-- Until when staff can answer a request; NULL when nothing waits for them.
ALTER TABLE appointments ADD COLUMN expires_at BIGINT;
-- When the request expired; its state is then 'cancelled'.
ALTER TABLE appointments ADD COLUMN expired_at BIGINT;
-- Keyed hashes of the networks that the request came from, until staff have acknowledged it or it has ended.
ALTER TABLE appointments ADD COLUMN network TEXT;
ALTER TABLE appointments ADD COLUMN wider_network TEXT;
ALTER TABLE appointments ADD COLUMN widest_network TEXT;

-- When requests of earlier versions were last asked for is not known, so they expire an hour before the visit.
UPDATE appointments SET unacknowledged = 1, expires_at = starts_at - 3600000
WHERE state = 'requested' AND source = 'online';

CREATE INDEX appointments_by_unacknowledged ON appointments (unacknowledged, day);
CREATE INDEX appointments_by_expiry ON appointments (expires_at);
CREATE INDEX appointments_by_expired ON appointments (expired_at);
CREATE INDEX appointments_by_network ON appointments (network);
CREATE INDEX appointments_by_wider_network ON appointments (wider_network);
CREATE INDEX appointments_by_widest_network ON appointments (widest_network);
