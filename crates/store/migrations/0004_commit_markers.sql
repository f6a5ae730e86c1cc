-- One row per transaction on PostgreSQL, so that a server whose connection broke during a commit can ask whether the
-- transaction was committed. 0 means that somebody asked first: such a transaction can no longer be committed.

CREATE TABLE commit_markers (
    id TEXT PRIMARY KEY,
    at BIGINT NOT NULL,
    committed BIGINT NOT NULL CHECK (committed IN (0, 1))
);
CREATE INDEX commit_markers_by_time ON commit_markers (at);
