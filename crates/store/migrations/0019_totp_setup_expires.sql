-- When the set-up of two-step verification that an account has begun expires. One that began before has expired.
ALTER TABLE staff ADD COLUMN totp_pending_until BIGINT;
