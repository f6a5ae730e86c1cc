-- Sets of pictures for the game that the server has drawn, with their spots. A set is drawn once and never changes, so that all
-- instances and later releases show the same.
CREATE TABLE puzzle_sets (
    -- The number of months since January of the year 0.
    month BIGINT NOT NULL,
    -- Which of the candidates of the month it is, from 0.
    candidate BIGINT NOT NULL,
    seed BIGINT NOT NULL,
    -- game.toml and the pictures by name, as a JSON object.
    files TEXT NOT NULL,
    drawn_at BIGINT NOT NULL,
    PRIMARY KEY (month, candidate)
);

-- Which candidate a month shows.
CREATE TABLE puzzle_months (
    month BIGINT PRIMARY KEY,
    candidate BIGINT NOT NULL
);

-- One row, or none before the first set. Every change of the two tables above, and of the pin, is counted here, so that
-- instances see it.
CREATE TABLE puzzle_state (
    id BIGINT PRIMARY KEY CHECK (id = 1),
    changes BIGINT NOT NULL,
    -- The set that is shown in every month. NULL when each month shows its own.
    pinned_month BIGINT,
    pinned_candidate BIGINT
);
