-- Everybody whose words are in a draft, as a JSON list of names. NULL in rows of earlier releases, which know only the last one.
ALTER TABLE content_drafts ADD COLUMN authors TEXT;
