-- Staff accounts. name_key is the name in lower case.

CREATE TABLE staff (
    name_key TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    role TEXT NOT NULL CHECK (role IN ('desk', 'owner')),
    password TEXT NOT NULL,
    added_at BIGINT NOT NULL,
    disabled_at BIGINT,
    last_seen BIGINT,
    totp_key TEXT,
    -- A new key that is not yet confirmed with a code from the app.
    totp_pending TEXT,
    -- The last 30-second step whose code was used, so that no code works twice.
    totp_step BIGINT NOT NULL DEFAULT 0
);

CREATE TABLE recovery_codes (
    fingerprint TEXT PRIMARY KEY,
    staff TEXT NOT NULL REFERENCES staff (name_key) ON DELETE CASCADE
);
CREATE INDEX recovery_codes_by_staff ON recovery_codes (staff);

CREATE TABLE sessions (
    -- A hash of the token in the cookie.
    id TEXT PRIMARY KEY,
    staff TEXT NOT NULL REFERENCES staff (name_key) ON DELETE CASCADE,
    made_at BIGINT NOT NULL,
    seen_at BIGINT NOT NULL
);
CREATE INDEX sessions_by_staff ON sessions (staff);

-- Failed sign-in attempts per account, per client and per pair of both, as hashes.
CREATE TABLE guesses (
    who TEXT PRIMARY KEY,
    n BIGINT NOT NULL,
    last_at BIGINT NOT NULL,
    wait_until BIGINT NOT NULL
);

-- Counts of erased claims per day, so that erasing a person does not change past statistics.
CREATE TABLE erased (
    day BIGINT PRIMARY KEY,
    claimed BIGINT NOT NULL DEFAULT 0,
    redeemed BIGINT NOT NULL DEFAULT 0
);

CREATE INDEX claims_by_use ON claims (redeemed_at);
CREATE INDEX outbox_by_queue ON outbox (queued_at);
