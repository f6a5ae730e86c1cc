-- Puzzles for practice that the server has drawn, one for each day. Rows that are older than some days are deleted.
CREATE TABLE practice_puzzles (
    -- Days since 1 January 1970, in clinic time.
    day BIGINT PRIMARY KEY,
    -- Which of the candidates of the day it is, from 0.
    candidate BIGINT NOT NULL,
    seed BIGINT NOT NULL,
    -- game.toml and the picture by name, as a JSON object.
    files TEXT NOT NULL,
    drawn_at BIGINT NOT NULL
);

-- The set of pictures that a game was played with. NULL for the pictures of the content.
ALTER TABLE plays ADD COLUMN set_month BIGINT;
ALTER TABLE plays ADD COLUMN set_candidate BIGINT;

-- Like level_counts and spot_counts, but for each set instead of each day.
CREATE TABLE puzzle_level_counts (
    month BIGINT NOT NULL,
    candidate BIGINT NOT NULL,
    level BIGINT NOT NULL,
    plays BIGINT NOT NULL,
    PRIMARY KEY (month, candidate, level)
);

CREATE TABLE puzzle_spot_counts (
    month BIGINT NOT NULL,
    candidate BIGINT NOT NULL,
    level BIGINT NOT NULL,
    spot BIGINT NOT NULL,
    found BIGINT NOT NULL,
    PRIMARY KEY (month, candidate, level, spot)
);
