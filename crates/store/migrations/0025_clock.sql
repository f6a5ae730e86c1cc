-- The last time at which an instance trusted its clock. A clock that is far from it must not delete anything.
CREATE TABLE clock (
    id BIGINT PRIMARY KEY CHECK (id = 1),
    trusted_at BIGINT NOT NULL,
    -- How often somebody confirmed that the clock is right.
    confirmations BIGINT NOT NULL DEFAULT 0,
    -- 1 when it was confirmed although an outside clock disagreed, until they agree again.
    outside_ignored BIGINT NOT NULL DEFAULT 0
);
