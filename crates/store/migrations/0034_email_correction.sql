-- The request with which the patient has corrected the address of the appointment: once is enough for a slip. The same request again
-- gets the same answer.
ALTER TABLE appointments ADD COLUMN email_correction TEXT;
