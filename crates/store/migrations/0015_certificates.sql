-- Certificates ordered by ACME. Private keys are encrypted with the key file. `names` are the domain names, separated by
-- spaces; `directory` is the authority.
CREATE TABLE acme_accounts (
    directory TEXT PRIMARY KEY,
    sealed_key TEXT NOT NULL,
    -- NULL until the authority has registered the key.
    url TEXT,
    email TEXT
);

CREATE TABLE certificates (
    names TEXT NOT NULL,
    directory TEXT NOT NULL,
    chain TEXT NOT NULL,
    sealed_key TEXT NOT NULL,
    issued_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    PRIMARY KEY (names, directory)
);

-- The next certificate: the open order, the next step and which instance takes it.
CREATE TABLE acme_orders (
    names TEXT NOT NULL,
    directory TEXT NOT NULL,
    -- NULL when no order is open.
    url TEXT,
    opened_at BIGINT,
    sealed_key TEXT,
    challenge TEXT NOT NULL,
    failures BIGINT NOT NULL,
    last_error TEXT,
    next_at BIGINT NOT NULL,
    -- When the authority suggests to renew the certificate (RFC 9773), and the time chosen between the two.
    window_start BIGINT,
    window_end BIGINT,
    renew_at BIGINT,
    lease_until BIGINT NOT NULL,
    fence BIGINT NOT NULL,
    PRIMARY KEY (names, directory)
);

-- Answers to the challenges of open orders. Every instance can give them.
CREATE TABLE acme_challenges (
    token TEXT PRIMARY KEY,
    domain TEXT NOT NULL,
    names TEXT NOT NULL,
    directory TEXT NOT NULL,
    key_authorization TEXT NOT NULL
);
