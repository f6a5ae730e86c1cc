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
