//! On SQLite a use case may read what another change of its commit group has written (`group_commit`). When it commits
//! something itself, its own commit tells that this is on disk. When it commits nothing, it waits here.

use std::cell::RefCell;
use std::sync::Arc;

use tokio::sync::oneshot;

use crate::StoreError;

pub type CommitResult = Result<(), Arc<sqlx::Error>>;

tokio::task_local! {
    /// The commits that decide whether what this use case has read is true.
    static COMMITS: RefCell<Vec<oneshot::Receiver<CommitResult>>>;
}

/// The use case that is running has read what this commit will store, and has rolled back its own change.
pub fn add(commit: oneshot::Receiver<CommitResult>) {
    // Outside of a use case (migrations) nobody asks.
    let _ = COMMITS.try_with(|commits| commits.borrow_mut().push(commit));
}

/// Runs one attempt of a use case. Its result, success or refusal, is returned only when everything that it has read is on
/// disk. Otherwise an answer could be based on a change that is lost a moment later: "you have booked this already".
pub async fn wait_after<T, E: From<StoreError>>(attempt: impl Future<Output = Result<T, E>>) -> Result<T, E> {
    let attempt_and_commits = async {
        let result = attempt.await;
        for commit in COMMITS.with(RefCell::take) {
            let committed = commit.await.map_err(|_| StoreError::Database(sqlx::Error::WorkerCrashed))?;
            committed.map_err(StoreError::NotCommitted)?;
        }
        result
    };
    COMMITS.scope(RefCell::default(), attempt_and_commits).await
}
