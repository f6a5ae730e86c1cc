//! What is deleted at a certain age and has nothing that a visitor could ask for.

use std::time::Duration;

use jiff::Timestamp;
use sqlx::AnyConnection;

use super::{About, Category, Erased, Pending, batch};
use crate::content::{NOTES_KEPT, SHOWN_FOR};
use crate::staff::RECORDS_KEPT;
use clinic_rules::staff::{ABSOLUTE_LIMIT, FORGET_AFTER, IDLE_LIMIT};

/// Deletes a batch of the rows before a time. `key` is the primary key.
macro_rules! delete_batch_before {
    ($table:literal, $key:literal, $time:literal) => {
        concat!(
            "DELETE FROM ",
            $table,
            " WHERE (",
            $key,
            ") IN (SELECT ",
            $key,
            " FROM ",
            $table,
            " WHERE ",
            $time,
            " < $1 LIMIT ",
            batch!(),
            ")"
        )
    };
}

pub struct DeletedByAge {
    about: About,
    /// Statements that delete a batch of what is before a time, and how long ago that time is.
    rules: &'static [(&'static str, Duration)],
}

/// Where the time of a row is the one at which it expires.
const AT_ONCE: Duration = Duration::ZERO;

pub static DELETED_BY_AGE: [DeletedByAge; 10] = [
    // Hashed addresses of clients. The longest window of a rate limit is one hour.
    DeletedByAge {
        about: about("rate limits", &["counters"], "2 hours"),
        rules: &[(delete_batch_before!("counters", "name, window_start", "window_start"), Duration::from_hours(2))],
    },
    // Hashes of random keys.
    DeletedByAge {
        about: about("phones connected to a sight self-check", &["sight_remotes"], "30 minutes"),
        rules: &[(delete_batch_before!("sight_remotes", "screen", "expires_at"), AT_ONCE)],
    },
    // Hashed names and addresses of clients.
    DeletedByAge {
        about: about("sign-in attempts", &["login_attempts"], "24 hours after the last attempt"),
        rules: &[(delete_batch_before!("login_attempts", "who", "last_at"), FORGET_AFTER)],
    },
    DeletedByAge {
        about: about("staff sessions", &["sessions"], "8 hours without use, at most 7 days"),
        rules: &[
            (delete_batch_before!("sessions", "id", "made_at"), ABSOLUTE_LIMIT),
            (delete_batch_before!("sessions", "id", "seen_at"), IDLE_LIMIT),
        ],
    },
    // Which patients' records a staff account has opened, by random ids, for the limits.
    DeletedByAge {
        about: about("opened records", &["opened_records"], "24 hours"),
        rules: &[(delete_batch_before!("opened_records", "staff, record", "opened_at"), RECORDS_KEPT)],
    },
    // By account.
    DeletedByAge {
        about: about(
            "documents open on the screens of staff",
            &["open_documents"],
            "1 minute after the screen was last seen",
        ),
        rules: &[(delete_batch_before!("open_documents", "staff, tab", "seen_at"), SHOWN_FOR)],
    },
    DeletedByAge {
        about: about("password reset links", &["password_resets"], "24 hours, invitations 72 hours"),
        rules: &[(delete_batch_before!("password_resets", "staff", "expires_at"), AT_ONCE)],
    },
    // Random ids. A server asks for a marker within seconds; a lost transaction is ended by PostgreSQL within minutes.
    DeletedByAge {
        about: about("commit markers", &["commit_markers"], "24 hours"),
        rules: &[(delete_batch_before!("commit_markers", "id", "at"), Duration::from_hours(24))],
    },
    // Those that are not done stay: somebody still has to look.
    DeletedByAge {
        about: about("notes to colleagues", &["content_notes"], "90 days after they are done"),
        rules: &[(delete_batch_before!("content_notes", "id", "resolved_at"), NOTES_KEPT)],
    },
    // What staff did, with their names and discount codes, never an address. Long enough to look into a complaint about the year
    // before.
    DeletedByAge {
        about: about("audit log", &["audit"], "2 years"),
        rules: &[(delete_batch_before!("audit", "id", "at"), Duration::from_hours(2 * 366 * 24))],
    },
];

const fn about(name: &'static str, tables: &'static [&'static str], retention: &'static str) -> About {
    About { name, tables, retention, identifies_visitors: false }
}

impl Category for DeletedByAge {
    fn about(&self) -> &About {
        &self.about
    }

    fn purge_batch<'a>(&'a self, connection: &'a mut AnyConnection, now: Timestamp) -> Pending<'a, Erased> {
        Box::pin(async move {
            let mut erased = Erased::default();
            for (statement, age) in self.rules {
                let before = (now - *age).as_millisecond();
                let deleted = sqlx::query(*statement).bind(before).execute(&mut *connection).await?;
                erased.records += deleted.rows_affected();
            }
            Ok(erased)
        })
    }
}
