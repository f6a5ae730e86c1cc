-- Two more states of a message: replaced by a newer one, and expired before it could be sent. On SQLite a CHECK can only be
-- changed by rebuilding the table.

CREATE TABLE outbox_with_states (
    id TEXT PRIMARY KEY,
    -- The message as JSON; `kind` repeats its tag for queries.
    kind TEXT NOT NULL,
    payload TEXT NOT NULL,
    -- The record that the message belongs to: for a discount code, the code.
    record_key TEXT NOT NULL,
    -- The person whom the message is about, NULL for none.
    person TEXT,
    address TEXT NOT NULL,
    message_id TEXT NOT NULL UNIQUE,
    state TEXT NOT NULL CHECK (state IN ('queued', 'sent', 'rejected', 'failed', 'replaced', 'expired')),
    queued_at BIGINT NOT NULL,
    attempts BIGINT NOT NULL DEFAULT 0,
    next_at BIGINT NOT NULL,
    lease_until BIGINT NOT NULL DEFAULT 0,
    fence BIGINT NOT NULL DEFAULT 0,
    last_error TEXT,
    -- The staff member who discarded the message; its state is then 'rejected'.
    discarded_by TEXT,
    settled_at BIGINT
);

-- Until now, replaced messages had the state 'rejected' and one of these reasons.
INSERT INTO outbox_with_states (id, kind, payload, record_key, person, address, message_id, state, queued_at, attempts,
    next_at, lease_until, fence, last_error, discarded_by, settled_at)
SELECT id, kind, payload, record_key, person, address, message_id,
    CASE
        WHEN state = 'rejected' AND last_error IN ('replaced by a newer email', 'the address was changed') THEN 'replaced'
        ELSE state
    END,
    queued_at, attempts, next_at, lease_until, fence, last_error, discarded_by, settled_at
FROM outbox;

DROP TABLE outbox;
ALTER TABLE outbox_with_states RENAME TO outbox;

CREATE INDEX outbox_by_due ON outbox (state, next_at);
CREATE INDEX outbox_by_record ON outbox (kind, record_key, queued_at);
CREATE INDEX outbox_by_person ON outbox (person);
CREATE INDEX outbox_by_state ON outbox (state, queued_at);
