//! What the person who runs the site has to know besides that it answers: a list of checks, each with what to do. For owners
//! at the desk, and for monitoring at `/healthz` of the listener for metrics. Visitors get neither.

mod backups;
mod checks;
mod write_probe;

use std::path::Path;

use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

pub use write_probe::WriteProbe;

use super::services::Services;
use crate::clock_check::ClockState;
use clinic_runtime::clock::{Clock, System};
use clinic_runtime::machine::{free_disk_bytes, without_error_numbers};
use clinic_site::ContentStatus;

#[derive(Debug, Serialize, ToSchema)]
pub struct Health {
    /// The time by the clock of the server.
    now: Timestamp,
    checks: Vec<HealthCheck>,
}

#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HealthCheck {
    subject: HealthSubject,
    is_good: bool,
    /// What was found, as a sentence.
    message: String,
    /// What to do. Null when nothing has to be done.
    #[schema(required)]
    advice: Option<String>,
    /// The single problems.
    details: Vec<String>,
    /// An owner can do what the advice says with one press at the desk. Null for most checks.
    #[schema(required)]
    action: Option<HealthAction>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum HealthAction {
    ConfirmClock,
    ReleaseMail,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum HealthSubject {
    Clock,
    Database,
    Schema,
    Disk,
    Mail,
    Certificate,
    Jobs,
    Content,
    Backups,
}

impl HealthCheck {
    fn good(subject: HealthSubject, message: impl Into<String>) -> Self {
        Self { subject, is_good: true, message: message.into(), advice: None, details: Vec::new(), action: None }
    }

    fn bad(subject: HealthSubject, message: impl Into<String>, advice: impl Into<String>) -> Self {
        Self {
            subject,
            is_good: false,
            message: without_error_numbers(&message.into()),
            advice: Some(advice.into()),
            details: Vec::new(),
            action: None,
        }
    }
}

impl Health {
    pub async fn of(services: &Services) -> Self {
        let Services { store, metrics, outbox, .. } = services;
        let clock = services.clock_check.check().await;
        let is_clock_trusted = clock.as_ref().is_ok_and(ClockState::is_trusted);
        let now = services.clock.now();
        let checks = vec![
            checks::content(&(services.content_status)()),
            checks::clock(clock),
            checks::database(services.write_probe.check(store).await, store.database_bytes().await.ok()),
            checks::schema(store.schemas().await),
            checks::disk(free_disk_bytes(&services.settings.data_folder)),
            checks::mail(store.mail_held_since().await, store.outbox_backlog(now).await, outbox.own_problem()),
            checks::backups(backups::State::of(services, now), now),
            checks::certificate(metrics.certificate_days_left(), metrics.has_certificate_attempt_failed()),
            checks::jobs(is_clock_trusted, |job| metrics.since_success(job)),
        ];
        Self { now, checks }
    }

    /// While the database does not answer: each look at it would take seconds.
    pub fn without_answer(services: &Services, message: String) -> Self {
        let metrics = &services.metrics;
        let checks = vec![
            checks::content(&(services.content_status)()),
            checks::missing_database(message),
            checks::disk(free_disk_bytes(&services.settings.data_folder)),
            checks::certificate(metrics.certificate_days_left(), metrics.has_certificate_attempt_failed()),
        ];
        Self { now: services.clock.now(), checks }
    }

    /// Until the database was opened for the first time. `problem`: why it could not be. `content`: what the pages show.
    pub fn before_database(problem: Option<String>, content: Option<&ContentStatus>, data_folder: &Path) -> Self {
        let opening = || "The database is being opened.".to_owned();
        let database = checks::missing_database(problem.unwrap_or_else(opening));
        let others = [Some(database), Some(checks::disk(free_disk_bytes(data_folder)))];
        let checks = [content.map(checks::content)].into_iter().chain(others).flatten().collect();
        Self { now: System.now(), checks }
    }
}
