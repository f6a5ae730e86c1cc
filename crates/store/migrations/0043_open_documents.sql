-- Which documents of the site are open on the screens of staff now. A tab writes its row again while it is visible; a row that is
-- not written again is of a tab that was closed without a word.

CREATE TABLE open_documents (
    -- The key of the account.
    staff TEXT NOT NULL,
    -- Chosen at random by the tab.
    tab TEXT NOT NULL,
    path TEXT NOT NULL,
    -- The part of the document, for one that has several screens. Empty for all of it.
    part TEXT NOT NULL,
    seen_at BIGINT NOT NULL,
    PRIMARY KEY (staff, tab)
);
CREATE INDEX open_documents_by_path ON open_documents (path);
CREATE INDEX open_documents_by_time ON open_documents (seen_at);
