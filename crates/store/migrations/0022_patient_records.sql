-- How many patients' records an account has opened, who needs two-step verification, and what owners have read about it.

-- The records that an account opened within the last day: one row each, with the time at which it was last counted. The
-- record is the random id of an appointment or a recall.
CREATE TABLE opened_records (
    staff TEXT NOT NULL,
    record TEXT NOT NULL,
    opened_at BIGINT NOT NULL,
    PRIMARY KEY (staff, record)
);
CREATE INDEX opened_records_by_time ON opened_records (opened_at);

-- What an owner has decided for a role. Without a row, the default of the program applies.
CREATE TABLE two_step_roles (
    role TEXT PRIMARY KEY,
    required BIGINT NOT NULL
);

-- Until when an owner has read who reached a limit of records.
ALTER TABLE staff ADD COLUMN record_limits_read_at BIGINT NOT NULL DEFAULT 0;
