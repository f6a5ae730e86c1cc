-- Appointments, and what belongs to them.

CREATE TABLE appointments (
    id TEXT PRIMARY KEY,
    reference TEXT NOT NULL UNIQUE,
    -- A hash of the request, so that a repeated one is the same appointment.
    request TEXT NOT NULL UNIQUE,
    -- The slug and the title of the service.
    service TEXT NOT NULL,
    title TEXT NOT NULL,
    chair BIGINT NOT NULL,
    starts_at BIGINT NOT NULL,
    -- The day of the visit in clinic time.
    day BIGINT NOT NULL,
    minutes BIGINT NOT NULL,
    buffer BIGINT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('requested', 'confirmed', 'arrived', 'done', 'missed', 'cancelled')),
    source TEXT NOT NULL CHECK (source IN ('online', 'phone', 'walk-in')),
    name TEXT NOT NULL,
    phone TEXT NOT NULL,
    email TEXT,
    note TEXT NOT NULL,
    -- Keys of the person, so that erasure finds the appointment by phone number and by email address.
    phone_person TEXT NOT NULL,
    email_person TEXT,
    -- Rises with every change, for calendars.
    sequence BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    changed_at BIGINT NOT NULL,
    -- When the patient was last told about the time.
    told_at BIGINT NOT NULL,
    -- The number of the last reminder by email.
    reminder BIGINT NOT NULL,
    -- When staff reminded the patient by phone, and who.
    reminded_at BIGINT,
    reminded_by TEXT,
    -- 1 when a mail server rejected the address.
    email_failed BIGINT NOT NULL,
    cancel_reason TEXT,
    -- 1 when the patient was asked to come back and booked.
    from_recall BIGINT NOT NULL
);
CREATE INDEX appointments_by_start ON appointments (starts_at);
CREATE INDEX appointments_by_day ON appointments (day, service);
CREATE INDEX appointments_by_state ON appointments (state, starts_at);
CREATE INDEX appointments_by_phone ON appointments (phone_person);
CREATE INDEX appointments_by_email ON appointments (email_person);

-- One row for each five minutes that a chair is taken, by an appointment or by blocked time. The primary key makes two
-- appointments in the same chair at the same time impossible. The tick comes first, for looking up a range of days.
CREATE TABLE chair_ticks (
    tick BIGINT NOT NULL,
    chair BIGINT NOT NULL,
    held_by TEXT NOT NULL,
    PRIMARY KEY (tick, chair)
);
CREATE INDEX chair_ticks_by_holder ON chair_ticks (held_by);

-- A row to lock while the appointments of a service on one day are counted.
CREATE TABLE booking_days (
    day BIGINT NOT NULL,
    service TEXT NOT NULL,
    requests BIGINT NOT NULL,
    PRIMARY KEY (day, service)
);

CREATE TABLE blocked_times (
    id TEXT PRIMARY KEY,
    chair BIGINT NOT NULL,
    starts_at BIGINT NOT NULL,
    ends_at BIGINT NOT NULL,
    reason TEXT NOT NULL,
    created_by TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX blocked_times_by_start ON blocked_times (starts_at);

CREATE TABLE recalls (
    id TEXT PRIMARY KEY,
    service TEXT NOT NULL,
    name TEXT NOT NULL,
    phone TEXT NOT NULL,
    email TEXT,
    phone_person TEXT NOT NULL,
    email_person TEXT,
    reason TEXT NOT NULL,
    due_day BIGINT NOT NULL,
    -- When and to whom the patient agreed to be reminded.
    agreed_at BIGINT NOT NULL,
    agreed_with TEXT NOT NULL,
    -- When the patient was asked to come back.
    asked_at BIGINT
);
CREATE INDEX recalls_by_due ON recalls (due_day);
CREATE INDEX recalls_by_phone ON recalls (phone_person);
CREATE INDEX recalls_by_email ON recalls (email_person);

-- How many recalls were agreed and how they ended, per day, for the statistics.
CREATE TABLE recall_counts (
    day BIGINT NOT NULL,
    outcome TEXT NOT NULL,
    n BIGINT NOT NULL,
    PRIMARY KEY (day, outcome)
);
