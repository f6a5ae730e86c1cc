-- Dangerous actions need a recent proof that the person at the desk is the one who signed in.

-- When the password or the second factor was last entered in this session. Sessions from before have to confirm.
ALTER TABLE sessions ADD COLUMN confirmed_at BIGINT NOT NULL DEFAULT 0;
