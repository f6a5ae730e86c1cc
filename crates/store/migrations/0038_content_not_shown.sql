-- Instances of the site that do not show the published revision of the content, and why. An instance writes its row again every
-- minute, and deletes it when it shows the revision. A row that is not written again is of an instance that has ended.

CREATE TABLE content_not_shown (
    instance TEXT PRIMARY KEY,
    -- The revision that cannot be shown.
    revision BIGINT NOT NULL,
    -- A sentence about what visitors see instead.
    explanation TEXT NOT NULL,
    -- One line per problem.
    problems TEXT NOT NULL,
    since BIGINT NOT NULL,
    reported_at BIGINT NOT NULL
);
