-- One-time links with which a staff member chooses a new password. An account has one link at most.

CREATE TABLE password_resets (
    staff TEXT PRIMARY KEY REFERENCES staff (name_key) ON DELETE CASCADE,
    -- A hash of the token in the link.
    token_hash TEXT NOT NULL UNIQUE,
    expires_at BIGINT NOT NULL
);
