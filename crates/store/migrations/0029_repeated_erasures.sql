-- Entries of the list of erased people that were carried out again in this database, after it was restored from a backup. Each
-- is carried out once: whoever comes back afterwards was not erased.
CREATE TABLE repeated_erasures (
    -- A hash of the entry.
    entry TEXT PRIMARY KEY,
    erased_at BIGINT NOT NULL
);
