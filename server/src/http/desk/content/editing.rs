//! What the handlers of the content share: the published revision, the drafts on top of it, and checking both.

use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;
use jiff::Timestamp;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use crate::content::model::Content;
use crate::content::picture::usage;
use crate::content::{self, Problems};
use crate::http::problem::{ContentProblem, ErrorCode, Problem};
use crate::site::{Publisher, load_to_publish};
use crate::store::{ChangeCounts, ContentFile, Draft, Files, PublishedContent, Revision, Store, StoreError, folder_of};

/// Loading and rendering content uses a core and a lot of memory, so one at a time does.
const WAIT_FOR_TURN: Duration = Duration::from_secs(10);

pub struct ContentEditing {
    pub published: PublishedContent,
    pub publisher: Arc<Publisher>,
    turn: Arc<Semaphore>,
}

/// The content as it would be with all drafts.
pub struct Edition {
    pub base: Arc<Revision>,
    pub drafts: Vec<Draft>,
    pub files: Files,
    counts: ChangeCounts,
}

impl ContentEditing {
    #[must_use]
    pub fn new(store: Store, publisher: Arc<Publisher>) -> Self {
        Self { published: PublishedContent::new(store), publisher, turn: Arc::new(Semaphore::new(1)) }
    }

    /// The permit is kept until the work is done, also when its request is gone.
    pub async fn wait_for_turn(&self) -> Result<OwnedSemaphorePermit, Problem> {
        match timeout(WAIT_FOR_TURN, Arc::clone(&self.turn).acquire_owned()).await {
            Ok(Ok(permit)) => Ok(permit),
            _ => Err(busy()),
        }
    }
}

pub fn busy() -> Problem {
    let message = "The server is busy with other changes of the content. Please try again in a few seconds.";
    Problem::new(StatusCode::SERVICE_UNAVAILABLE, ErrorCode::Busy, message).with_retry_after(Duration::from_secs(5))
}

impl Edition {
    pub async fn read(editing: &ContentEditing, store: &Store) -> Result<Self, StoreError> {
        let (base, drafts, counts) =
            (editing.published.read().await?, store.drafts().await?, store.change_counts().await?);
        let mut files = base.files.clone();
        for draft in &drafts {
            match &draft.file {
                Some(file) => files.insert(draft.path.clone(), file.clone()),
                None => files.remove(&draft.path),
            };
        }
        Ok(Self { base, drafts, files, counts })
    }

    pub fn draft(&self, path: &str) -> Option<&Draft> {
        self.drafts.iter().find(|draft| draft.path == path)
    }

    /// The published files with one document changed, and with all pictures of the drafts.
    pub fn with_only(&self, path: &str, file: &ContentFile) -> Files {
        let mut files = self.base.files.clone();
        files.extend(
            self.files
                .iter()
                .filter(|(path, _)| path.starts_with("pictures/"))
                .map(|(path, file)| (path.clone(), file.clone())),
        );
        files.insert(path.to_owned(), file.clone());
        files
    }

    /// To be named by the next save of a document.
    pub fn version(&self, path: &str) -> String {
        self.counts.version(path, self.draft(path), self.base.files.get(path))
    }

    /// The documents that use a picture.
    pub fn used_in(&self, picture: &str) -> Vec<String> {
        usage::used_in(picture, self.files.iter().map(|(path, file)| (path.as_str(), &*file.bytes)))
    }
}

/// Loads a set of files as the site does, and refuses what `clinic check` refuses.
pub async fn check(
    editing: &ContentEditing,
    files: &Files,
    now: Timestamp,
) -> Result<Result<Content, Problems>, Problem> {
    let permit = editing.wait_for_turn().await?;
    let folder = folder_of(files);
    let loaded = tokio::task::spawn_blocking(move || {
        let loaded = load_to_publish(&folder, now);
        drop(permit);
        loaded
    });
    loaded.await.map_err(|panic| Problem::internal(&panic))
}

pub fn describe(problems: Vec<content::Problem>) -> Vec<ContentProblem> {
    problems
        .into_iter()
        .map(|content::Problem { file, line, message }| ContentProblem { file, line, message })
        .collect()
}

pub fn invalid(problems: Problems) -> Problem {
    let message = "The content has mistakes that must be corrected first. Nothing was published.";
    Problem::new(StatusCode::UNPROCESSABLE_ENTITY, ErrorCode::InvalidContent, message)
        .with_content_problems(describe(problems.0))
}
