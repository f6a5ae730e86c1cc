//! What is known about the backups of the site.

use std::time::Duration;

use jiff::Timestamp;

use crate::services::Services;

pub enum State {
    /// `pg_dump` makes them.
    Postgres,
    Off {
        is_public: bool,
    },
    On {
        newest: Option<Timestamp>,
        every: Duration,
        /// Why the last attempt failed.
        problem: Option<String>,
        folder: String,
    },
}

impl State {
    pub fn of(services: &Services, now: Timestamp) -> Self {
        let settings = &services.settings;
        match &settings.backups {
            Some(backups) => Self::On {
                newest: backups.newest(now),
                every: backups.interval(),
                problem: backups.problem(),
                folder: backups.path().display().to_string(),
            },
            None if services.store.is_postgres() => Self::Postgres,
            None => Self::Off { is_public: settings.site_url.starts_with("https://") },
        }
    }
}
