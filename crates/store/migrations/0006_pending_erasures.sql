-- What is left to do after a transaction has erased a person: it survives a crash between the commit and the work.

-- Files of deleted messages in the mail folder.
CREATE TABLE pending_file_erasures (
    message_id TEXT PRIMARY KEY
);

-- One row while deleted rows may still be in the write-ahead log (SQLite) or be dead rows (PostgreSQL). `requests` tells
-- whether another erasure came while the last one was scrubbed.
CREATE TABLE pending_scrub (
    id BIGINT PRIMARY KEY CHECK (id = 1),
    requests BIGINT NOT NULL
);
