-- Indexes for what the purge and the desk read, so that neither reads a whole table when there are a million claims.
--
-- COLLATE "C" compares bytes, so that a range finds a prefix in any locale of PostgreSQL. SQLite compares bytes anyway and
-- does not know this name, so the text is removed there (see migrate.rs).

-- When a code was used, was cancelled or expires: the purge.
CREATE INDEX claims_by_end ON claims ((COALESCE(redeemed_at, void_at, valid_until)));
-- The eight characters after the prefix, and the last four of them: the search at the desk.
CREATE INDEX claims_by_characters ON claims ((REPLACE(SUBSTR(code, LENGTH(code) - 8), '-', '')) COLLATE "C");
CREATE INDEX claims_by_last_characters ON claims ((SUBSTR(code, LENGTH(code) - 3)) COLLATE "C");
-- The list of emails in one state, newest first. The list of all emails is put together from these. With an index on the
-- time alone, PostgreSQL may read all emails to find the few in one state.
CREATE INDEX outbox_by_state ON outbox (state, queued_at);
DROP INDEX outbox_by_queue;
-- The purge.
CREATE INDEX counters_by_window ON counters (window_start);
CREATE INDEX login_attempts_by_time ON login_attempts (last_at);
