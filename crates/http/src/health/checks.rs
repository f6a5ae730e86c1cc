//! One function for each check: what was found as a sentence, and what to do.

use std::time::Duration;

use jiff::Timestamp;

use super::backups::State;
use super::{HealthAction, HealthCheck, HealthSubject};
use crate::clock_check::{self, ClockState};
use crate::outbox::OWN_PROBLEM_ADVICE;
use clinic_rules::clinic_time;
use clinic_runtime::jobs::Job;
use clinic_runtime::metrics::OutboxBacklog;
use clinic_site::{ContentStatus, ShownContent};
use clinic_store::StoreError;
use strum::VariantArray;

const MEGABYTE: u64 = 1_000_000;
/// An upgrade copies the database, and pictures are made at each publication.
const MIN_FREE_DISK: u64 = 500 * MEGABYTE;
const MIN_CERTIFICATE_DAYS: i64 = 14;
const MAX_EMAIL_AGE: Duration = Duration::from_mins(15);

pub fn clock(state: Result<ClockState, StoreError>) -> HealthCheck {
    let subject = HealthSubject::Clock;
    match state {
        Ok(ClockState { now, doubt: None }) => {
            HealthCheck::good(subject, format!("The clock of the server says {}.", clinic_time::format_with_zone(now)))
        }
        Ok(ClockState { now, doubt: Some(doubt) }) => {
            let effect = "Until then nothing is deleted, and no reminder and no recall is sent.";
            let advice = format!("{} {effect}", clock_check::ADVICE);
            let check = HealthCheck::bad(subject, clock_check::explain(now, doubt), advice);
            HealthCheck { action: Some(HealthAction::ConfirmClock), ..check }
        }
        Err(error) => {
            let message = format!("Whether the clock is right is not known: {error}.");
            HealthCheck::bad(subject, message, "Correct the problem of the database first.")
        }
    }
}

pub fn database(written: Result<(), String>, bytes: Option<u64>) -> HealthCheck {
    let subject = HealthSubject::Database;
    match written {
        Ok(()) => {
            let size = bytes.map_or_else(String::new, |bytes| format!(" Its size is {}.", megabytes(bytes)));
            HealthCheck::good(subject, format!("The database can be read and written.{size}"))
        }
        Err(error) => {
            let message = format!("The database cannot be written: {error}.");
            let advice = "Pages are shown, but nobody can book, play or sign in. Free space on the disk of the database, and \
                          check that it is not read-only. The site goes on by itself then.";
            HealthCheck::bad(subject, message, advice)
        }
    }
}

/// `message` says why it does not answer.
pub fn missing_database(message: String) -> HealthCheck {
    let advice = "Pages are shown, but nobody can book, play or sign in. Check that the database is running, and that its disk \
                  is neither full nor read-only. The site goes on by itself then.";
    HealthCheck::bad(HealthSubject::Database, message, advice)
}

pub fn schema(schemas: Result<(i64, i64), StoreError>) -> HealthCheck {
    let subject = HealthSubject::Schema;
    match schemas {
        Ok((found, known)) if found == known => {
            HealthCheck::good(subject, format!("The database has schema {found}, the one of this version."))
        }
        Ok((found, known)) => {
            let message =
                format!("The database has schema {found}, and this version of the program has schema {known}.");
            HealthCheck::bad(
                subject,
                message,
                "Another version has updated the database. Install it here too, and restart.",
            )
        }
        Err(error) => {
            let message = format!("The schema of the database is not known: {error}.");
            HealthCheck::bad(subject, message, "Correct the problem of the database first.")
        }
    }
}

pub fn disk(free: Option<u64>) -> HealthCheck {
    let subject = HealthSubject::Disk;
    match free {
        Some(free) if free < MIN_FREE_DISK => HealthCheck::bad(
            subject,
            format!("The disk of the data folder has only {} left.", megabytes(free)),
            "Delete what is not needed, such as old backups and copies of the database, or get a larger disk.",
        ),
        Some(free) => HealthCheck::good(subject, format!("The disk of the data folder has {} left.", megabytes(free))),
        None => HealthCheck::bad(
            subject,
            "The disk of the data folder does not say how much of it is free.",
            "Check that the data folder is there and can be read.",
        ),
    }
}

/// `own_problem`: what the last of several mail servers said that rejected our emails.
pub fn mail(
    held_since: Result<Option<Timestamp>, StoreError>,
    backlog: Result<OutboxBacklog, StoreError>,
    own_problem: Option<String>,
) -> HealthCheck {
    let subject = HealthSubject::Mail;
    let backlog = match (held_since, backlog) {
        (Ok(Some(since)), Ok(backlog)) => {
            let (since, waiting) = (clinic_time::format_with_zone(since), backlog.waiting);
            let message = format!(
                "Since {since} no email is sent: a backup was restored, or clinic mail hold was run. Emails that wait: {waiting}."
            );
            let advice = "Discard those that were sent before on the screen Emails. Then send the others.";
            let check = HealthCheck::bad(subject, message, advice);
            return HealthCheck { action: Some(HealthAction::ReleaseMail), ..check };
        }
        (Ok(None), Ok(backlog)) => backlog,
        (Err(error), _) | (_, Err(error)) => {
            let message = format!("Whether emails are sent is not known: {error}.");
            return HealthCheck::bad(subject, message, "Correct the problem of the database first.");
        }
    };
    if let Some(reason) = own_problem {
        let message = format!("Mail servers of several domains rejected our last emails. The last one said: {reason}");
        return HealthCheck::bad(subject, message, format!("The problem is our own. {OWN_PROBLEM_ADVICE}"));
    }
    if backlog.waiting > 0 && backlog.oldest >= MAX_EMAIL_AGE {
        let (waiting, minutes) = (backlog.waiting, backlog.oldest.as_secs() / 60);
        let message = format!("Emails that wait: {waiting}. The oldest has waited for {minutes} minutes.");
        let advice = "Check the mail server. The screen Emails shows its last replies, and sends a test email.";
        return HealthCheck::bad(subject, message, advice);
    }
    if backlog.failed > 0 {
        let message = format!("Emails that were not delivered within 3 days: {}.", backlog.failed);
        return HealthCheck::bad(subject, message, "Retry or discard each of them on the screen Emails.");
    }
    HealthCheck::good(subject, format!("Emails that wait to be sent: {}.", backlog.waiting))
}

pub fn certificate(days_left: Option<i64>, has_failed: bool) -> HealthCheck {
    let subject = HealthSubject::Certificate;
    match days_left {
        None if has_failed => HealthCheck::bad(
            subject,
            "There is no certificate yet: the last attempt to get one failed.",
            "Browsers warn visitors. The log says why it failed and what to do.",
        ),
        None => HealthCheck::good(subject, "This server has no certificate of its own."),
        Some(days) if days < MIN_CERTIFICATE_DAYS => HealthCheck::bad(
            subject,
            format!("The certificate is valid for {days} more days."),
            "It was not renewed in time. The log says why and what to do.",
        ),
        Some(days) => HealthCheck::good(subject, format!("The certificate is valid for {days} more days.")),
    }
}

/// `since_success`: how long ago a job last ended without a failure.
pub fn jobs(is_clock_trusted: bool, since_success: impl Fn(Job) -> Option<Duration>) -> HealthCheck {
    let subject = HealthSubject::Jobs;
    let late: Vec<String> = Job::VARIANTS
        .iter()
        // They have a check of their own.
        .filter(|job| !matches!(job, Job::Backup))
        .filter(|job| is_clock_trusted || !matches!(job, Job::Reminders | Job::Purge))
        .filter(|job| since_success(**job).is_some_and(|since| since > longest_pause(**job)))
        .map(|job| format!("{} last succeeded too long ago.", job.name()))
        .collect();
    if !late.is_empty() {
        let advice = "The log says why. Correct it, or restart the program.";
        return HealthCheck {
            details: late,
            ..HealthCheck::bad(subject, "A job of the program does not get on.", advice)
        };
    }
    let message = if is_clock_trusted {
        "Reminders are sent, and old data is deleted."
    } else {
        "Reminders and the deletion of old data wait for the clock."
    };
    HealthCheck::good(subject, message)
}

/// Several times the interval of the job, and longer than it may take.
fn longest_pause(job: Job) -> Duration {
    match job {
        Job::Reminders | Job::ClockCheck | Job::OutboxAge | Job::Certificate => Duration::from_mins(15),
        // Drawing all sets takes minutes on a slow machine.
        Job::Backup | Job::Puzzles => Duration::from_hours(2),
        Job::Purge => Duration::from_hours(13),
    }
}

pub fn backups(state: State, now: Timestamp) -> HealthCheck {
    let subject = HealthSubject::Backups;
    let time = clinic_time::format_with_zone;
    match state {
        State::Postgres => HealthCheck::good(
            subject,
            "The database is PostgreSQL. Its backups are made with pg_dump, and this program does not see them.",
        ),
        State::Off { is_public: false } => {
            HealthCheck::good(subject, "The site makes no backups, and it is not public.")
        }
        State::Off { is_public: true } => HealthCheck::bad(
            subject,
            "The site makes no backups.",
            "Name a folder for them with --backup (CLINIC_BACKUP), and copy it to another machine.",
        ),
        State::On { newest, problem: Some(problem), .. } => {
            let last =
                newest.map_or_else(|| "There is none.".to_owned(), |at| format!("The last one is of {}.", time(at)));
            let message = format!("A backup could not be made: {problem}. {last}");
            HealthCheck::bad(subject, message, "Correct the problem. The next attempt is made within 15 minutes.")
        }
        State::On { newest: None, .. } => HealthCheck::good(subject, "The first backup is being made."),
        State::On { newest: Some(at), every, .. } if now > at + 2 * every => HealthCheck::bad(
            subject,
            format!("The last backup is of {}.", time(at)),
            "The next one is late. The log says why; if it does not, restart the program.",
        ),
        State::On { newest: Some(at), folder, .. } => HealthCheck::good(
            subject,
            format!("The last backup is of {}, in {folder}. It was opened and is whole.", time(at)),
        ),
    }
}

pub fn content(status: &ContentStatus) -> HealthCheck {
    let subject = HealthSubject::Content;
    if let Some(message) = status.explanation() {
        return HealthCheck { details: status.problems.clone(), ..HealthCheck::bad(subject, message, status.advice()) };
    }
    HealthCheck::good(
        subject,
        match status.published {
            Some(0) => "The site shows the content that came with the program.".to_owned(),
            Some(number) => format!("The site shows revision {number} of the content, which is published."),
            None if status.shown == ShownContent::Copy => "The site shows the content that it showed last.".to_owned(),
            None => "The site shows the content folder.".to_owned(),
        },
    )
}

fn megabytes(bytes: u64) -> String {
    match bytes / MEGABYTE {
        0 => "less than 1 MB".to_owned(),
        megabytes @ 1..10_000 => format!("{megabytes} MB"),
        megabytes => format!("{} GB", megabytes / 1000),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_good(check: &HealthCheck) -> bool {
        assert_eq!(check.is_good, check.advice.is_none(), "what is wrong says what to do: {check:?}");
        check.is_good
    }

    #[test]
    fn full_disk_is_told_before_it_is_full() {
        assert!(is_good(&disk(Some(20_000 * MEGABYTE))));
        let check = disk(Some(499 * MEGABYTE));
        assert!(!is_good(&check));
        assert_eq!(check.message, "The disk of the data folder has only 499 MB left.");
        assert!(!is_good(&disk(None)));
    }

    #[test]
    fn database_that_cannot_be_written_says_why() {
        assert!(is_good(&database(Ok(()), Some(12 * MEGABYTE))));
        let check = database(Err("the disk is full".to_owned()), None);
        assert!(!is_good(&check) && check.message.contains("the disk is full"), "{check:?}");
    }

    #[test]
    fn mail_names_our_own_problem_first() {
        let backlog = |oldest, failed| Ok(OutboxBacklog { waiting: 2, oldest: Duration::from_mins(oldest), failed });
        let mail = |backlog, own_problem| super::mail(Ok(None), backlog, own_problem);
        assert!(is_good(&mail(backlog(14, 0), None)));
        assert!(!is_good(&mail(backlog(15, 0), None)));
        assert!(!is_good(&mail(backlog(1, 1), None)));
        let check = mail(backlog(60, 3), Some("550 blocked".to_owned()));
        assert!(!is_good(&check) && check.message.ends_with("550 blocked"), "{check:?}");
        let check = super::mail(Ok(Some(Timestamp::UNIX_EPOCH)), backlog(60, 3), None);
        assert_eq!((is_good(&check), check.action), (false, Some(HealthAction::ReleaseMail)), "{check:?}");
    }

    #[test]
    fn backup_that_is_late_failed_or_missing_is_told() {
        let (at, every) = (Timestamp::UNIX_EPOCH, Duration::from_hours(24));
        let on = |newest, problem: Option<&str>| State::On {
            newest,
            every,
            problem: problem.map(str::to_owned),
            folder: "/backups".to_owned(),
        };
        assert!(is_good(&backups(on(Some(at), None), at + 2 * every)));
        assert!(!is_good(&backups(on(Some(at), None), at + 2 * every + Duration::from_secs(1))));
        let check = backups(on(Some(at), Some("the disk is full")), at);
        assert!(!is_good(&check) && check.message.contains("the disk is full"), "{check:?}");
        assert!(is_good(&backups(on(None, None), at)), "just started");
        assert!(is_good(&backups(State::Postgres, at)) && is_good(&backups(State::Off { is_public: false }, at)));
        assert!(!is_good(&backups(State::Off { is_public: true }, at)));
    }

    #[test]
    fn certificate_is_renewed_two_weeks_before_it_expires() {
        assert!(is_good(&certificate(None, false)), "another program serves HTTPS");
        assert!(!is_good(&certificate(None, true)));
        assert!(is_good(&certificate(Some(14), true)), "there is time for the next attempts");
        assert!(!is_good(&certificate(Some(13), false)));
    }

    #[test]
    fn late_job_is_named() {
        let since = |reminders: u64| {
            move |job: Job| match job {
                Job::Reminders => Some(Duration::from_mins(reminders)),
                Job::Purge => Some(Duration::from_hours(6)),
                _ => None,
            }
        };
        assert!(is_good(&jobs(true, since(2))));
        assert!(is_good(&jobs(true, |_| None)), "just started");
        let check = jobs(true, since(16));
        assert!(!is_good(&check));
        assert_eq!(check.details, ["Sending reminders last succeeded too long ago."]);
        assert!(is_good(&jobs(false, since(16))), "the clock is named instead");
    }

    #[test]
    fn schema_of_another_version_is_named() {
        assert!(is_good(&schema(Ok((25, 25)))));
        assert!(!is_good(&schema(Ok((26, 25)))));
    }
}
