-- A finished game is kept as a row only while a code can be claimed with it. The purge then adds it to these counts, so
-- that the statistics of the past stay the same.

CREATE TABLE game_counts (
    day BIGINT PRIMARY KEY,
    finished BIGINT NOT NULL,
    perfect BIGINT NOT NULL
);

-- Games that had this level. Levels are counted from 0.
CREATE TABLE level_counts (
    day BIGINT NOT NULL,
    level BIGINT NOT NULL,
    plays BIGINT NOT NULL,
    PRIMARY KEY (day, level)
);

CREATE TABLE spot_counts (
    day BIGINT NOT NULL,
    level BIGINT NOT NULL,
    spot BIGINT NOT NULL,
    found BIGINT NOT NULL,
    PRIMARY KEY (day, level, spot)
);
