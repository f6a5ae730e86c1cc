-- The outbox holds any kind of message, not only discount codes. Its foreign key to claims can only be removed on
-- SQLite by rebuilding the table.

CREATE TABLE outbox_new (
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
    state TEXT NOT NULL CHECK (state IN ('queued', 'sent', 'rejected', 'failed')),
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

INSERT INTO outbox_new (id, kind, payload, record_key, person, address, message_id, state, queued_at, attempts, next_at,
    lease_until, fence, last_error, discarded_by, settled_at)
SELECT outbox.id,
    'discount-code',
    '{"kind":"discount-code","code":"' || outbox.code || '","valid_until":' || CAST(claims.valid_until AS TEXT)
        || CASE WHEN outbox.play IS NULL THEN '' ELSE ',"play":"' || outbox.play || '"' END || '}',
    outbox.code,
    claims.person,
    outbox.address,
    outbox.message_id,
    CASE outbox.state WHEN 'refused' THEN 'rejected' WHEN 'parked' THEN 'failed' ELSE outbox.state END,
    outbox.queued_at,
    outbox.attempts,
    outbox.next_at,
    outbox.lease_until,
    outbox.fence,
    CASE WHEN outbox.last_error LIKE 'dropped at the desk by %' THEN NULL ELSE outbox.last_error END,
    -- The name follows the 23 characters of 'dropped at the desk by '.
    CASE WHEN outbox.last_error LIKE 'dropped at the desk by %' THEN SUBSTR(outbox.last_error, 24) END,
    outbox.settled_at
FROM outbox JOIN claims ON claims.code = outbox.code;

DROP TABLE outbox;
ALTER TABLE outbox_new RENAME TO outbox;

CREATE INDEX outbox_by_due ON outbox (state, next_at);
CREATE INDEX outbox_by_queue ON outbox (queued_at);
CREATE INDEX outbox_by_record ON outbox (kind, record_key, queued_at);
CREATE INDEX outbox_by_person ON outbox (person);

ALTER TABLE guesses RENAME TO login_attempts;
ALTER TABLE erased RENAME TO erased_claims;
