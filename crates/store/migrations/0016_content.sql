-- The content that staff edit at the desk, as revisions. A revision is a complete set of files and never changes.

CREATE TABLE content_blobs (
    -- SHA-256 of the bytes, as hex digits.
    hash TEXT PRIMARY KEY,
    bytes BYTEA NOT NULL
);

CREATE TABLE content_revisions (
    number BIGINT PRIMARY KEY,
    author TEXT NOT NULL,
    note TEXT NOT NULL,
    published_at BIGINT NOT NULL
);

CREATE TABLE content_files (
    revision BIGINT NOT NULL REFERENCES content_revisions (number),
    path TEXT NOT NULL,
    hash TEXT NOT NULL REFERENCES content_blobs (hash),
    PRIMARY KEY (revision, path)
);

-- One row, or none before the first change. Revision 0 is the content that is part of the program; its files are stored
-- at the first publication. Every change of the content writes this row first, so that changes wait for each other.
CREATE TABLE content_published (
    id BIGINT PRIMARY KEY CHECK (id = 1),
    revision BIGINT NOT NULL
);

CREATE TABLE content_drafts (
    path TEXT PRIMARY KEY,
    -- The hash of the bytes, or 'none' when the draft deletes the document.
    version TEXT NOT NULL,
    -- The hash of the published file when the draft was begun, NULL for a new document.
    base TEXT,
    bytes BYTEA,
    author TEXT NOT NULL,
    saved_at BIGINT NOT NULL
);

-- The one-time link with which the first owner creates the account. One row at most.
CREATE TABLE owner_setup (
    id BIGINT PRIMARY KEY CHECK (id = 1),
    token_hash TEXT NOT NULL,
    expires_at BIGINT NOT NULL
);

-- There is a third role. SQLite cannot change a CHECK, but it can drop a column together with it.
ALTER TABLE staff RENAME COLUMN role TO old_role;
ALTER TABLE staff ADD COLUMN role TEXT NOT NULL DEFAULT 'desk' CHECK (role IN ('desk', 'editor', 'owner'));
UPDATE staff SET role = old_role;
ALTER TABLE staff DROP COLUMN old_role;
