//! What the person who runs the site has to know besides that it answers: a list of checks, each with what to do. For owners
//! at the desk, and for monitoring at `/healthz` of the listener for metrics. Visitors get neither.

use serde::Serialize;
use ts_rs::TS;
use utoipa::ToSchema;

use super::services::Services;
use crate::site::ContentStatus;

#[derive(Debug, Serialize, ToSchema, TS)]
pub struct Health {
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
    Content,
}

impl Health {
    pub fn of(services: &Services) -> Self {
        Self { checks: vec![content((services.content_status)())] }
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
