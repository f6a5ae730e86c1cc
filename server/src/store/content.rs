//! The content that staff edit: revisions, which are complete sets of files, the pointer to the published one, and drafts.

mod drafts;
mod history;
mod publish;
mod revision;

pub use drafts::{ChangeCounts, Draft, DraftError, NO_DOCUMENT};
pub use history::{FileChange, RevisionInfo};
pub use publish::{NewRevision, PublishRefused};
pub use revision::{ContentFile, Files, PublishedContent, Revision, files_of, folder_of};

use sqlx::AnyConnection;

use super::StoreError;

/// Locks the pointer until the end of the transaction, so that changes of the content wait for each other, and returns the
/// number of the published revision.
async fn lock_published(connection: &mut AnyConnection) -> Result<i64, StoreError> {
    let statement = "INSERT INTO content_published (id, revision) VALUES (1, 0)
         ON CONFLICT (id) DO UPDATE SET revision = content_published.revision RETURNING revision";
    Ok(sqlx::query_scalar(statement).fetch_one(connection).await?)
}
