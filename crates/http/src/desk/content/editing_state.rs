//! What the handlers of the content share: the current edition, who may use much of the machine, and checking content.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;
use jiff::Timestamp;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use super::current_lists::CurrentLists;
use crate::api_error::{ApiError, ContentProblem, ErrorCode};
use clinic_content::model::Content;
use clinic_content::{Folder, GAME_FILE, Problems};
use clinic_site::{Publisher, load_candidate};
use clinic_store::Editions;

/// Rendering content and cleaning pictures uses a core and a lot of memory, so one at a time does.
const WAIT_FOR_TURN: Duration = Duration::from_secs(10);
/// Together with the wait for the turn less than nginx waits for an answer.
const CANDIDATE_TIME: Duration = Duration::from_secs(45);
/// Uploads of pictures whose bytes are in memory, each up to three times 12 MB while its form is read.
const UPLOADS_AT_ONCE: usize = 3;
/// Uploads that wait, still unread.
const UPLOADS_WAITING: usize = 8;

pub struct ContentEditing {
    pub editions: Arc<Editions>,
    pub publisher: Arc<Publisher>,
    pub lists: CurrentLists,
    /// How long a publication is rendered before it is refused.
    pub(super) candidate_time: Duration,
    turn: Arc<Semaphore>,
    uploads: Arc<Semaphore>,
    waiting_uploads: Semaphore,
}

impl ContentEditing {
    #[must_use]
    pub fn new(editions: Arc<Editions>, publisher: Arc<Publisher>) -> Self {
        Self {
            editions,
            publisher,
            lists: CurrentLists::default(),
            candidate_time: CANDIDATE_TIME,
            turn: Arc::new(Semaphore::new(1)),
            uploads: Arc::new(Semaphore::new(UPLOADS_AT_ONCE)),
            waiting_uploads: Semaphore::new(UPLOADS_WAITING),
        }
    }

    #[must_use]
    pub fn with_candidate_time(mut self, limit: Duration) -> Self {
        self.candidate_time = limit;
        self
    }

    /// Before an upload is read. The permit is kept until its bytes are gone.
    pub async fn wait_for_upload(&self) -> Result<OwnedSemaphorePermit, ApiError> {
        if let Ok(permit) = Arc::clone(&self.uploads).try_acquire_owned() {
            return Ok(permit);
        }
        let _waiting = self.waiting_uploads.try_acquire().map_err(|_| busy())?;
        match timeout(WAIT_FOR_TURN, Arc::clone(&self.uploads).acquire_owned()).await {
            Ok(Ok(permit)) => Ok(permit),
            _ => Err(busy()),
        }
    }

    /// The permit is kept until the work is done, also when its request is gone.
    pub async fn wait_for_turn(&self) -> Result<OwnedSemaphorePermit, ApiError> {
        match timeout(WAIT_FOR_TURN, Arc::clone(&self.turn).acquire_owned()).await {
            Ok(Ok(permit)) => Ok(permit),
            _ => Err(busy()),
        }
    }
}

pub fn busy() -> ApiError {
    let message = "The server is busy with other changes of the content. Please try again in a few seconds.";
    ApiError::new(StatusCode::SERVICE_UNAVAILABLE, ErrorCode::Busy, message).with_retry_after(Duration::from_secs(5))
}

/// Loads files that take the place of the published ones, and refuses what publishing refuses.
pub async fn check(
    editing: &ContentEditing,
    files: &Folder,
    published: &Folder,
    now: Timestamp,
) -> Result<Result<Content, Problems>, ApiError> {
    let permit = editing.wait_for_turn().await?;
    let (folder, published) = (files.clone(), published.clone());
    let loaded = tokio::task::spawn_blocking(move || {
        let loaded = load_candidate(&folder, &published, now);
        drop(permit);
        loaded
    });
    loaded.await.map_err(|panic| ApiError::internal(&panic))
}

pub fn describe(problems: Vec<clinic_content::Problem>) -> Vec<ContentProblem> {
    problems
        .into_iter()
        .map(|clinic_content::Problem { file, line, message, plain }| ContentProblem { file, line, message, plain })
        .collect()
}

/// `drafts` are those of the game without which the others cannot be published.
pub fn game_apart(drafts: &BTreeSet<String>) -> Vec<clinic_content::Problem> {
    let message_about = |path: &str| {
        let ticked = if path == GAME_FILE {
            "Tick the game as well, or leave its drawings out."
        } else {
            "Tick this drawing as well, or leave the game out."
        };
        format!(
            "The drawing of a level and its spots are only published together: the spots would be in wrong places. {ticked}"
        )
    };
    drafts.iter().map(|path| clinic_content::Problem::new(path.clone(), 1, message_about(path))).collect()
}

pub fn invalid(problems: Problems) -> ApiError {
    let message = "The content has mistakes that must be corrected first. Nothing was published.";
    ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, ErrorCode::InvalidContent, message)
        .with_content_problems(describe(problems.0))
}
