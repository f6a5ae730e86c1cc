//! Deletes personal data at the end of its retention time, including message files in the mail folder.

use std::path::Path;
use std::time::Duration;

use jiff::Timestamp;

use super::repeated_job::Done;
use clinic_http::clock_check::ClockCheck;
use clinic_store::Store;

const INTERVAL: Duration = Duration::from_hours(6);

/// When a running read still needs the log with erased rows, or the database does not answer.
const RETRY_INTERVAL: Duration = Duration::from_mins(1);

/// While the clock cannot be trusted, nothing is deleted because of its age; erasures that a person has asked for do not depend on
/// it. When the server stops, the batch that is being deleted is rolled back.
pub async fn purge(store: &Store, clock_check: &ClockCheck, mail_folder: &Path) -> Done {
    match clock_check.trusted_now().await {
        Ok(Some(now)) if purge_before(store, mail_folder, now).await => Done::Succeeded(INTERVAL),
        Ok(Some(_)) => Done::Failed(RETRY_INTERVAL),
        Ok(None) => {
            tracing::debug!("deleting nothing by age: the clock cannot be trusted");
            finish_erasures(store, mail_folder).await;
            Done::Skipped(RETRY_INTERVAL)
        }
        Err(error) => {
            tracing::warn!(%error, "could not purge expired records; trying again in a minute");
            Done::Failed(RETRY_INTERVAL)
        }
    }
}

/// Also finishes erasures that an earlier run, a command or the desk could not finish. `false` when something is left.
async fn purge_before(store: &Store, mail_folder: &Path, now: Timestamp) -> bool {
    match store.purge(now).await {
        Ok(purged) => {
            for (category, records) in purged.categories {
                tracing::info!(category, records, "purged expired records");
            }
        }
        Err(error) => {
            tracing::warn!(%error, "could not purge expired records; trying again in a minute");
            return false;
        }
    }
    let is_finished = finish_erasures(store, mail_folder).await;
    if let Err(error) = store.purge_erased_people(now).await {
        tracing::warn!(%error, "could not shorten the list of erased people; trying again in a minute");
        return false;
    }
    match store.delete_orphaned_message_files(mail_folder, now).await {
        Ok(0) => {}
        Ok(files) => tracing::info!(files, "deleted files of emails that no longer exist"),
        Err(error) => {
            tracing::warn!(%error, "could not delete files of emails that no longer exist; trying again in a minute");
            return false;
        }
    }
    is_finished
}

async fn finish_erasures(store: &Store, mail_folder: &Path) -> bool {
    store.finish_erasures(Some(mail_folder)).await.unwrap_or_else(|error| {
        tracing::warn!(%error, "could not finish the erasure of personal data; trying again in a minute");
        false
    })
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use jiff::SignedDuration;

    use super::*;
    use clinic_runtime::clock::{Clock, Machine, System};
    use clinic_store::Actor;

    /// A clock that the test sets, on a machine without NTP that was started a moment ago.
    struct SetClock(Mutex<Timestamp>);

    impl Clock for SetClock {
        fn now(&self) -> Timestamp {
            *self.0.lock().expect("the time")
        }
    }

    impl Machine for SetClock {
        fn synchronized_time(&self) -> Option<Timestamp> {
            None
        }

        fn since_boot(&self) -> Option<Duration> {
            Some(Duration::from_secs(1))
        }
    }

    #[tokio::test]
    async fn nothing_is_deleted_by_a_clock_that_is_years_ahead() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let start: Timestamp = "2026-03-02T08:00:00Z".parse().expect("a time");
        let url = format!("sqlite:{}", folder.path().join("clinic.db").display());
        let store = Store::open(&url, start).await.expect("a store");
        let actor = |now| Actor { name: "Tonye", random: &System, now };
        store.record_forbidden_call(actor(start), "an old entry").await.expect("stored");
        let clock = Arc::new(SetClock(Mutex::new(start)));
        let check = || ClockCheck::new(store.clone(), clock.clone(), clock.clone());
        let entries = async || store.audit(None, 100).await.expect("entries").len();

        *clock.0.lock().expect("the time") = start + SignedDuration::from_hours(3 * 365 * 24);
        let again_soon = Done::Skipped(RETRY_INTERVAL);
        assert_eq!(purge(&store, &check(), folder.path()).await, again_soon);
        assert_eq!(entries().await, 1);
        // Others go on working, and their entries have the wrong time too.
        store.record_forbidden_call(actor(clock.now()), "a new entry").await.expect("stored");
        assert_eq!(purge(&store, &check(), folder.path()).await, again_soon);
        assert_eq!(entries().await, 2);

        check().confirm(actor(clock.now())).await.expect("confirmed");
        assert_eq!(purge(&store, &check(), folder.path()).await, Done::Succeeded(INTERVAL));
        assert_eq!(entries().await, 2, "the new entry and the confirmation");
        store.close().await;
    }
}
