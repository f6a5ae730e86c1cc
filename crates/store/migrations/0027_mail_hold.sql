-- While this table has a row, no email is sent: the database was restored from a backup, and somebody has to decide.
CREATE TABLE mail_hold (
    id BIGINT PRIMARY KEY CHECK (id = 1),
    since BIGINT NOT NULL
);
