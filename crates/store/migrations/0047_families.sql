-- Who books for the patient and brings them, such as the mother of a child. The phone number and the email address are then theirs.
ALTER TABLE appointments ADD COLUMN brought_by TEXT;
ALTER TABLE recalls ADD COLUMN brought_by TEXT;
