-- Whether the patient has corrected the address of the appointment: once is enough for a slip, and no more is needed.
ALTER TABLE appointments ADD COLUMN email_corrected BIGINT NOT NULL DEFAULT 0;
