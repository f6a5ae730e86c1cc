//! How long making the pictures and pages may take.

use std::time::{Duration, Instant};

use super::publish_error::PublishError;
use crate::render::RenderError;

/// When all work has to be done.
#[derive(Debug, Clone, Copy)]
pub struct TimeLimit {
    limit: Duration,
    pub until: Option<Instant>,
}

impl TimeLimit {
    pub fn none() -> Self {
        Self { limit: Duration::MAX, until: None }
    }

    pub fn start(limit: Duration) -> Self {
        Self { limit, until: Some(Instant::now() + limit) }
    }

    pub fn check(self) -> Result<(), PublishError> {
        match self.until {
            Some(until) if Instant::now() >= until => Err(PublishError::TooSlow { limit: self.limit }),
            _ => Ok(()),
        }
    }

    pub fn explain(self, error: RenderError) -> PublishError {
        match error {
            RenderError::OutOfTime => PublishError::TooSlow { limit: self.limit },
            error => error.into(),
        }
    }
}
