//! Content that is to be published: it is loaded, its pictures are made and its pages rendered before it is. So a publication
//! that was answered with success can be shown by every instance.

use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;
use jiff::Timestamp;

use super::editing_state::{ContentEditing, invalid};
use crate::api_error::{ApiError, ErrorCode};
use clinic_content::{Folder, Problems};
use clinic_site::{PublishError, load_candidate};

enum Refusal {
    Content(Problems),
    Publish(PublishError),
}

/// `base` is what is published now. One at a time, because rendering needs a core and a lot of memory.
///
/// # Errors
/// When a set of files cannot be published, with what to do.
pub async fn check(editing: &ContentEditing, files: &Folder, base: &Folder, now: Timestamp) -> Result<(), ApiError> {
    let permit = editing.wait_for_turn().await?;
    let (folder, base) = (files.clone(), base.clone());
    let (publisher, limit) = (Arc::clone(&editing.publisher), editing.candidate_time);
    let work = tokio::task::spawn_blocking(move || {
        let content = load_candidate(&folder, &base, now).map_err(Refusal::Content)?;
        publisher.check(&content, now, limit).map_err(Refusal::Publish)?;
        drop(permit);
        Ok(())
    });
    match work.await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(Refusal::Content(problems) | Refusal::Publish(PublishError::Pictures(problems)))) => {
            Err(invalid(problems))
        }
        Ok(Err(Refusal::Publish(PublishError::TooSlow { limit }))) => {
            tracing::warn!("content was not published: its pages were not ready after {} seconds", limit.as_secs_f32());
            let message = "The pages were not ready in time, so nothing was published. Your drafts are kept. Please try again \
                           in a minute, and tell the person who runs the site if it happens again.";
            Err(ApiError::new(StatusCode::SERVICE_UNAVAILABLE, ErrorCode::Busy, message)
                .with_retry_after(Duration::from_mins(1)))
        }
        Ok(Err(Refusal::Publish(error))) => Err(not_rendered(&error.to_string())),
        Err(panic) => Err(not_rendered(&panic.to_string())),
    }
}

fn not_rendered(reason: &str) -> ApiError {
    tracing::error!("content was not published, because it cannot be rendered: {reason}");
    let message = format!(
        "The site cannot be rendered with these changes, so nothing was published. Your drafts are kept. Please undo the last \
         edit, or show this to the person who runs the site: {reason}."
    );
    ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, ErrorCode::InvalidContent, message)
}
