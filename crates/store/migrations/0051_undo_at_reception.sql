-- How staff ended a recall: 'came-back', 'declined' or 'no-answer', with ended_at. The row is kept for a day, for a wrong press.
ALTER TABLE recalls ADD COLUMN ended_as TEXT;
-- When staff asked the patient last. Not when an email did: that cannot be undone.
ALTER TABLE recalls ADD COLUMN asked_by_staff_at BIGINT;
-- Who books for a patient who waits for a time without having a visit, and brings them.
ALTER TABLE earlier_times ADD COLUMN brought_by TEXT;
