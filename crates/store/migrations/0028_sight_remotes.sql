-- Phones that answer for a screen of the sight self-check. A row lives for the check, 30 minutes at most. It has hashes of the
-- keys that the two devices hold, and the answers that the screen has not fetched yet: directions, and nothing about anybody.
CREATE TABLE sight_remotes (
    screen TEXT PRIMARY KEY,
    -- The one-time code in the QR code. NULL after a phone has used it.
    code TEXT UNIQUE,
    phone TEXT UNIQUE,
    -- Answers are numbered by the phone: one that is sent twice is passed on once.
    last_number BIGINT NOT NULL DEFAULT 0,
    -- Separated by commas. Emptied when the screen fetches them.
    answers TEXT NOT NULL DEFAULT '',
    listened_at BIGINT NOT NULL DEFAULT 0,
    expires_at BIGINT NOT NULL
);

CREATE INDEX sight_remotes_by_expiry ON sight_remotes (expires_at);
