-- Owners need two-step verification from this time on. NULL for other roles, and for owners from before this column: their
-- period begins when they sign in.
ALTER TABLE staff ADD COLUMN two_step_deadline BIGINT;
