-- Whether an email that was sent came back to the clinic: nothing more is sent to that address.
ALTER TABLE appointments ADD COLUMN email_returned BIGINT NOT NULL DEFAULT 0;
-- What the patient did not know before the last email that told something, and which state of the appointment it was about: it is to
-- be told by phone when that email comes back.
ALTER TABLE appointments ADD COLUMN untold_before_sent TEXT;
ALTER TABLE appointments ADD COLUMN known_before_sent BIGINT;
ALTER TABLE appointments ADD COLUMN sent_sequence BIGINT;
