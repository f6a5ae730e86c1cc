//! What the person who runs the site has to know besides that it answers: a list of checks, each with what to do. For owners
//! at the desk, and for monitoring at `/healthz` of the listener for metrics. Visitors get neither.

use jiff::Timestamp;
use serde::Serialize;
use ts_rs::TS;
use utoipa::ToSchema;

use super::services::Services;
use crate::clinic_time;
use crate::clock_check::{self, ClockState};
use crate::site::ContentStatus;
use crate::store::StoreError;

#[derive(Debug, Serialize, ToSchema, TS)]
pub struct Health {
    /// The time by the clock of the server.
    #[ts(type = "string")]
    now: Timestamp,
    checks: Vec<HealthCheck>,
}

#[derive(Debug, PartialEq, Eq, Serialize, ToSchema, TS)]
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
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema, TS)]
#[serde(rename_all = "lowercase")]
pub enum HealthSubject {
    Clock,
    Content,
}

impl Health {
    pub async fn of(services: &Services) -> Self {
        let checks = vec![clock(services.clock_check.check().await), content((services.content_status)())];
        Self { now: services.clock.now(), checks }
    }
}

fn clock(state: Result<ClockState, StoreError>) -> HealthCheck {
    let subject = HealthSubject::Clock;
    let bad = |message, advice: &str| HealthCheck {
        subject,
        is_good: false,
        message,
        advice: Some(advice.to_owned()),
        details: Vec::new(),
    };
    match state {
        Ok(ClockState { now, doubt: None }) => {
            let message = format!("The clock of the server says {}.", clinic_time::format_date_time(now));
            HealthCheck { subject, is_good: true, message, advice: None, details: Vec::new() }
        }
        Ok(ClockState { now, doubt: Some(doubt) }) => {
            let effect = "Until then nothing is deleted, and no reminder and no recall is sent.";
            bad(clock_check::explain(now, doubt), &format!("{} {effect}", clock_check::ADVICE))
        }
        Err(error) => {
            let message = format!("Whether the clock is right is not known: {error}.");
            bad(message, "Correct the problem of the database first.")
        }
    }
}

fn content(status: ContentStatus) -> HealthCheck {
    let subject = HealthSubject::Content;
    if let Some(message) = status.explanation() {
        let advice = Some(status.advice().to_owned());
        return HealthCheck { subject, is_good: false, message, advice, details: status.problems };
    }
    let message = match status.published {
        Some(number) => format!("The site shows revision {number} of the content, which is published."),
        None => "The site shows the content folder.".to_owned(),
    };
    HealthCheck { subject, is_good: true, message, advice: None, details: Vec::new() }
}
