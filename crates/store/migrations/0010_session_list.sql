-- People see where they are signed in.

-- The browser, such as "Chrome on Android". Empty for sessions from before.
ALTER TABLE sessions ADD COLUMN browser TEXT NOT NULL DEFAULT '';
