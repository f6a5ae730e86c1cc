-- The same statements run on SQLite and on PostgreSQL. Times are milliseconds since 1970, booleans are 0 and 1, keys
-- and hashes are text.

CREATE TABLE secrets (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL,
    made_at BIGINT NOT NULL
);

CREATE TABLE plays (
    id TEXT PRIMARY KEY,
    started_at BIGINT NOT NULL,
    finished_at BIGINT NOT NULL,
    -- The spots found per level, as JSON.
    spots TEXT NOT NULL,
    found BIGINT NOT NULL,
    total BIGINT NOT NULL,
    perfect BIGINT NOT NULL CHECK (perfect IN (0, 1)),
    -- The person whose claim used the proof of this play.
    claimed_by TEXT
);
CREATE INDEX plays_by_end ON plays (finished_at);
CREATE INDEX plays_by_person ON plays (claimed_by);

CREATE TABLE claims (
    code TEXT PRIMARY KEY,
    person TEXT NOT NULL UNIQUE,
    address TEXT NOT NULL,
    issued_at BIGINT NOT NULL,
    valid_until BIGINT NOT NULL,
    times_asked BIGINT NOT NULL DEFAULT 1,
    redeemed_at BIGINT,
    redeemed_by TEXT,
    void_at BIGINT
);
CREATE INDEX claims_by_issue ON claims (issued_at);

CREATE TABLE outbox (
    id TEXT PRIMARY KEY,
    code TEXT NOT NULL REFERENCES claims (code) ON DELETE CASCADE,
    -- The play whose proof was used; the proof is released when the mail server rejects the address.
    play TEXT,
    address TEXT NOT NULL,
    message_id TEXT NOT NULL UNIQUE,
    state TEXT NOT NULL CHECK (state IN ('queued', 'sent', 'refused', 'parked')),
    queued_at BIGINT NOT NULL,
    attempts BIGINT NOT NULL DEFAULT 0,
    next_at BIGINT NOT NULL,
    lease_until BIGINT NOT NULL DEFAULT 0,
    fence BIGINT NOT NULL DEFAULT 0,
    last_error TEXT,
    settled_at BIGINT
);
CREATE INDEX outbox_by_due ON outbox (state, next_at);
CREATE INDEX outbox_by_code ON outbox (code, queued_at);

CREATE TABLE counters (
    name TEXT NOT NULL,
    window_start BIGINT NOT NULL,
    n BIGINT NOT NULL,
    PRIMARY KEY (name, window_start)
);

-- Number of games started per day. One row per game would let anyone fill the disk.
CREATE TABLE starts (
    day BIGINT PRIMARY KEY,
    n BIGINT NOT NULL
);

CREATE TABLE audit (
    id TEXT PRIMARY KEY,
    at BIGINT NOT NULL,
    actor TEXT NOT NULL,
    action TEXT NOT NULL,
    subject TEXT NOT NULL
);
CREATE INDEX audit_by_time ON audit (at);
