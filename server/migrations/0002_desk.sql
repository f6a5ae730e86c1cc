-- The staff desk. The key of a name is the name in lower case.

CREATE TABLE staff (
    name_key TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    role TEXT NOT NULL CHECK (role IN ('desk', 'owner')),
    password TEXT NOT NULL,
    added_at BIGINT NOT NULL,
    disabled_at BIGINT,
    last_seen BIGINT,
    totp_key TEXT,
    -- Shown to its owner, who has not yet proved that an app computes the same codes.
    totp_pending TEXT,
    -- The last half minute whose code was used: no code is good twice.
    totp_step BIGINT NOT NULL DEFAULT 0
);

CREATE TABLE recovery_codes (
    fingerprint TEXT PRIMARY KEY,
    staff TEXT NOT NULL REFERENCES staff (name_key) ON DELETE CASCADE
);
CREATE INDEX recovery_codes_by_staff ON recovery_codes (staff);

CREATE TABLE sessions (
    -- A hash of what the browser holds.
    id TEXT PRIMARY KEY,
    staff TEXT NOT NULL REFERENCES staff (name_key) ON DELETE CASCADE,
    made_at BIGINT NOT NULL,
    seen_at BIGINT NOT NULL
);
CREATE INDEX sessions_by_staff ON sessions (staff);

-- Who guesses, as fingerprints: an account, a network, and the two together.
CREATE TABLE guesses (
    who TEXT PRIMARY KEY,
    n BIGINT NOT NULL,
    last_at BIGINT NOT NULL,
    wait_until BIGINT NOT NULL
);

-- What erased claims add to the picture of a day, so that forgetting a person does not rewrite the past.
CREATE TABLE erased (
    day BIGINT PRIMARY KEY,
    claimed BIGINT NOT NULL DEFAULT 0,
    redeemed BIGINT NOT NULL DEFAULT 0
);

CREATE INDEX claims_by_use ON claims (redeemed_at);
CREATE INDEX outbox_by_queue ON outbox (queued_at);
