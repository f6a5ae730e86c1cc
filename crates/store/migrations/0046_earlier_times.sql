-- Patients who want an earlier time: with a visit that is to come, and without one, because all times were taken when they called or
-- walked in. Which of them are in the list is read from this and from the appointments.

CREATE TABLE earlier_times (
    -- The id of the visit. For a patient without one, a hash of the request that added them: the same request again adds nobody.
    id TEXT PRIMARY KEY,
    added_at BIGINT NOT NULL,
    -- When the visit began when the patient asked: after a move to an earlier time they have what they wanted. NULL without a visit.
    visit_at BIGINT,
    -- The days on which the patient can come, and "morning" or "afternoon". A patient without a visit always has a last day.
    from_day BIGINT,
    last_day BIGINT,
    part TEXT,
    -- The latest day that the patient has declined, and when staff tried to reach them last.
    declined_day BIGINT,
    tried_at BIGINT,
    -- When the patient said that they do not want an earlier time any more.
    ended_at BIGINT,
    -- Only of a patient without a visit.
    service TEXT,
    title TEXT,
    name TEXT,
    name_key TEXT,
    phone TEXT,
    email TEXT,
    note TEXT,
    phone_person TEXT,
    email_person TEXT,
    -- The visit that staff have given the patient.
    given TEXT
);
CREATE INDEX earlier_times_phone_person ON earlier_times (phone_person);
CREATE INDEX earlier_times_email_person ON earlier_times (email_person);
