-- Notes of staff to their colleagues on a document of the content ("please check the dose"). A note is open until somebody says that
-- it is done.

CREATE TABLE content_notes (
    -- A hash of the request that wrote it: the same request again is the same note.
    id TEXT PRIMARY KEY,
    path TEXT NOT NULL,
    -- The path before the address was changed, while visitors knew it. The change is a draft that can be discarded.
    earlier_path TEXT,
    -- The title of the document when the note was written or the address changed, for when there is no document any more.
    title TEXT,
    author TEXT NOT NULL,
    text TEXT NOT NULL,
    written_at BIGINT NOT NULL,
    resolved_by TEXT,
    resolved_at BIGINT
);
CREATE INDEX content_notes_path ON content_notes (path);
CREATE INDEX content_notes_earlier_path ON content_notes (earlier_path);
CREATE INDEX content_notes_resolved_at ON content_notes (resolved_at);
