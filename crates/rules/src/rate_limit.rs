//! The limits on plays, claims and emails, and the sentences visitors get when one is reached.
//!
//! The defaults allow for mobile carriers, which put thousands of visitors behind one address, and still stop one
//! script from sending so much mail that mail servers block the clinic.

use std::time::Duration;

use jiff::Timestamp;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// Games started from one client network in an hour.
    pub plays_per_client_hour: u32,
    /// Results reported from one client network in an hour. Higher than the number of plays, because a browser that lost
    /// the answer reports again.
    pub finishes_per_client_hour: u32,
    /// Finished games of one client network in an hour that are counted for the set of pictures they were played with. Further
    /// ones are finished all the same, with their prize, but are counted for no set: one machine must not decide what the desk
    /// says about a difference. Behind a carrier's address the first games of each hour stand for the others.
    pub set_games_per_client_hour: u32,
    /// Claims from one client network in an hour, repeated claims included.
    pub claims_per_client_hour: u32,
    /// Requests for a free time from one client network in an hour. Patients behind one carrier's address share it, so further
    /// ones are accepted as well: they wait for staff, and no email is sent. Also the limit of requests for times that cannot be
    /// booked, which are counted apart and refused beyond it.
    pub bookings_per_client_hour: u32,
    /// Requests for a free time from one client network in an hour beyond that limit. This one only protects the disk: further
    /// ones are refused, except those of patients who have been at the clinic.
    pub bookings_without_email_per_client_hour: u32,
    /// Requests to move or cancel one appointment in an hour.
    pub changes_per_appointment_hour: u32,
    /// Online appointments with one phone number that hold a time and that staff have not confirmed. Further requests wait for staff.
    pub held_per_phone: u32,
    /// Unacknowledged online appointments of one client network that hold a time. Further requests wait for staff.
    pub held_per_client: u32,
    /// How much of a day, and of all days that can be booked, unacknowledged online appointments may hold.
    pub held_percent_of_day: u32,
    pub held_percent_of_calendar: u32,
    /// Emails to one address about appointments within 24 hours. Beyond it, requests from the public send none.
    pub booking_emails_per_recipient_day: u32,
    /// Emails that requests of one client network about appointments cause in an hour.
    pub booking_emails_per_client_hour: u32,
    /// Emails that requests about appointments cause in an hour, for all clients together.
    pub booking_emails_per_hour: u32,
    /// New codes in an hour for all clients together. Higher than the limit per client, so that one client alone
    /// cannot use it up.
    pub new_codes_per_hour: u32,
    /// Games finished in an hour for all clients together. Each one is a row for a day, so this bounds the database.
    pub finished_games_per_hour: u32,
    /// The shortest time between two emails with the same code.
    pub resend_gap: Duration,
    /// How often a code is sent again in a day.
    pub resends_per_day: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            plays_per_client_hour: 3_000,
            finishes_per_client_hour: 6_000,
            set_games_per_client_hour: 30,
            claims_per_client_hour: 120,
            bookings_per_client_hour: 300,
            bookings_without_email_per_client_hour: 4_000,
            changes_per_appointment_hour: 30,
            held_per_phone: 3,
            held_per_client: 20,
            held_percent_of_day: 50,
            held_percent_of_calendar: 10,
            booking_emails_per_recipient_day: 10,
            booking_emails_per_client_hour: 120,
            booking_emails_per_hour: 400,
            new_codes_per_hour: 400,
            finished_games_per_hour: 30_000,
            resend_gap: Duration::from_mins(10),
            resends_per_day: 3,
        }
    }
}

/// A limit was reached. `wait` is the time until the next attempt can succeed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TooMany {
    #[error("Too many games were started from your network. Please try again in {}.", format_minutes(*.wait))]
    Plays { wait: Duration },
    #[error("Too many results were sent from your network. Please try again in {}.", format_minutes(*.wait))]
    Finishes { wait: Duration },
    #[error("Too many codes were requested from your network. Please try again in {}.", format_minutes(*.wait))]
    Claims { wait: Duration },
    #[error("Too many requests for appointments were sent. Please try again in {}, or call us.", format_minutes(*.wait))]
    Bookings { wait: Duration },
    /// Also the answer to a patient who has been at the clinic and whose request is stored: it must not tell who has.
    #[error(
        "Too many requests for appointments were sent from your network. If you have been at the clinic before, we may have \
         received yours, and will answer it. Otherwise please try again in {}, or call us.",
        format_minutes(*.wait)
    )]
    NetworkBookings { wait: Duration },
    /// Another time can be booked at once, whoever else sends requests from the network.
    #[error(
        "This time cannot be booked, like many others that your network has asked for. Please choose another time, or call us."
    )]
    FailedBookings { wait: Duration },
    #[error("Too many phones were connected from your network. Please try again in {}.", format_minutes(*.wait))]
    Remotes { wait: Duration },
    #[error("Very many games were finished in this hour. Please send your result again in {}.", format_minutes(*.wait))]
    FinishedGames { wait: Duration },
    #[error(
        "Many people have won a code in the last hour. You can still claim yours: please try again in {}.",
        format_minutes(*.wait)
    )]
    Codes { wait: Duration },
}

impl TooMany {
    #[must_use]
    pub fn wait(self) -> Duration {
        match self {
            Self::Plays { wait }
            | Self::Finishes { wait }
            | Self::FinishedGames { wait }
            | Self::Claims { wait }
            | Self::Bookings { wait }
            | Self::NetworkBookings { wait }
            | Self::FailedBookings { wait }
            | Self::Remotes { wait }
            | Self::Codes { wait } => wait,
        }
    }
}

fn format_minutes(wait: Duration) -> String {
    match wait.as_secs().div_ceil(60) {
        0 | 1 => "1 minute".to_owned(),
        minutes => format!("{minutes} minutes"),
    }
}

/// How much of a limit a network may use, in halves of what one client may use. A wider network holds more clients, but
/// one customer can have all of it, so its share grows more slowly than its size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Share {
    halves: u32,
}

impl Share {
    pub const ONE_CLIENT: Self = Self { halves: 2 };
    pub const ONE_AND_A_HALF: Self = Self { halves: 3 };
    pub const TWO_CLIENTS: Self = Self { halves: 4 };

    /// The limit of the network, when `limit` is that of one client.
    #[must_use]
    pub fn of(self, limit: u32) -> u32 {
        u32::try_from(u64::from(limit) * u64::from(self.halves) / 2).unwrap_or(u32::MAX)
    }
}

/// The clock hour in which events are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    pub start: Timestamp,
    /// The time left until the hour ends.
    pub rest: Duration,
}

impl Window {
    const MILLISECONDS: i64 = 60 * 60 * 1000;

    #[must_use]
    pub fn around(now: Timestamp) -> Self {
        let elapsed = now.as_millisecond().rem_euclid(Self::MILLISECONDS);
        let start = Timestamp::from_millisecond(now.as_millisecond() - elapsed).unwrap_or(Timestamp::MIN);
        let rest = Duration::from_millis((Self::MILLISECONDS - elapsed).unsigned_abs());
        Self { start, rest }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_client_cannot_use_up_the_limit_for_all_clients() {
        let limits = Limits::default();
        assert!(
            Share::TWO_CLIENTS.of(limits.claims_per_client_hour) < limits.new_codes_per_hour,
            "not even with a /48"
        );
    }

    #[test]
    fn one_client_cannot_use_up_the_finished_games_of_all() {
        let limits = Limits::default();
        assert!(limits.plays_per_client_hour * 10 <= limits.finished_games_per_hour);
    }

    #[test]
    fn one_client_cannot_use_up_the_booking_emails_of_all() {
        let limits = Limits::default();
        assert!(Share::TWO_CLIENTS.of(limits.booking_emails_per_client_hour) < limits.booking_emails_per_hour);
    }

    #[test]
    fn every_play_can_be_reported_twice() {
        let limits = Limits::default();
        assert!(limits.finishes_per_client_hour >= limits.plays_per_client_hour * 2);
    }

    #[test]
    fn window_is_the_clock_hour() {
        let window = Window::around("2026-03-01T10:45:00Z".parse().expect("a timestamp"));
        assert_eq!(window.start.to_string(), "2026-03-01T10:00:00Z");
        assert_eq!(window.rest, Duration::from_mins(15));
    }

    #[test]
    fn message_says_how_long_to_wait() {
        let message = TooMany::Claims { wait: Duration::from_secs(61) }.to_string();
        assert!(message.ends_with("Please try again in 2 minutes."), "{message}");
        assert!(TooMany::Codes { wait: Duration::ZERO }.to_string().ends_with("try again in 1 minute."));
    }
}
