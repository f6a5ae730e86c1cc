-- The screen says whether it counted an answer, and only then is the phone told that it was sent. Rows live for half an hour at
-- most, so the old ones are not carried over.
DROP TABLE sight_remotes;

CREATE TABLE sight_remotes (
    screen TEXT PRIMARY KEY,
    -- The one-time code in the QR code. NULL after a phone has used it.
    code TEXT UNIQUE,
    -- NULL before a phone has joined and after it has left.
    phone TEXT UNIQUE,
    -- The number of the newest listener. Earlier ones stop.
    listener BIGINT NOT NULL DEFAULT 0,
    listened_at BIGINT NOT NULL DEFAULT 0,
    -- Of the last answer. The phone counts, so one that is sent twice is counted once.
    number BIGINT NOT NULL DEFAULT 0,
    -- The last answer, until the screen has taken it.
    answer TEXT,
    -- What became of the last answer: waiting, counted, ignored or withdrawn.
    outcome TEXT NOT NULL DEFAULT 'withdrawn',
    expires_at BIGINT NOT NULL
);

CREATE INDEX sight_remotes_by_expiry ON sight_remotes (expires_at);
