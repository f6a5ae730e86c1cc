-- How often the text of a document was changed, so that no two saves have the same version. A text that was changed and
-- changed back would otherwise have the version it had before. Kept when a draft is published or discarded.

CREATE TABLE content_versions (
    path TEXT PRIMARY KEY,
    changes BIGINT NOT NULL
);
