-- What an owner removed from the history for good, for example because somebody withdrew a consent: who did it and when,
-- and which files of which revisions it was part of. Never what was removed.

CREATE TABLE content_removals (
    number BIGINT PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('picture', 'passage')),
    removed_by TEXT NOT NULL,
    removed_at BIGINT NOT NULL
);

CREATE TABLE content_removed_files (
    removal BIGINT NOT NULL REFERENCES content_removals (number),
    revision BIGINT NOT NULL REFERENCES content_revisions (number),
    path TEXT NOT NULL,
    PRIMARY KEY (revision, path, removal)
);
