-- Failed sign-ins: the audit log counts them per account and hour, and the account sees their number at its next sign-in.

-- How often it happened. More than once only for entries that count an hour.
ALTER TABLE audit ADD COLUMN times BIGINT NOT NULL DEFAULT 1;
-- Since the last sign-in that succeeded.
ALTER TABLE staff ADD COLUMN failed_sign_ins BIGINT NOT NULL DEFAULT 0;
-- Before this session, since the one before it.
ALTER TABLE sessions ADD COLUMN failed_sign_ins BIGINT NOT NULL DEFAULT 0;
