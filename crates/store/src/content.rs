//! The content that staff edit: revisions, which are complete sets of files, the pointer to the published one, and drafts.

mod address_change;
mod drafts;
mod edition;
mod history;
mod not_shown;
mod notes;
mod open_documents;
mod publish;
mod removal;
mod revision;
mod stored_content;

pub use address_change::MovedDocument;
pub use drafts::{
    DescriptionChange, Draft, DraftError, FramingChange, NO_DOCUMENT, PictureChange, PictureRefused, StoredDocument,
};
pub use edition::{ContentState, Edition, Editions, Selection, VersionedEdition};
pub use history::{FileChange, RevisionInfo};
pub use not_shown::{NotShown, REPORT_INTERVAL};
pub use notes::{NOTES_KEPT, NewNote, Note, NoteRefused, OpenNotes, Resolved};
pub use open_documents::{OpenDocument, SHOWN_FOR, close_documents};
pub use publish::{NewRevision, PublishRefused};
pub use removal::{EarlierPicture, FoundContent, Place, Removal, RemoveRefused, Removed};
pub use revision::{PublishedContent, PublishedId, Revision};

use sqlx::AnyConnection;

use super::StoreError;

/// Locks the pointer until the end of the transaction, so that changes of the content wait for each other, and returns which
/// content is published.
async fn lock_published(connection: &mut AnyConnection) -> Result<PublishedId, StoreError> {
    let statement = "INSERT INTO content_published (id, revision) VALUES (1, 0)
         ON CONFLICT (id) DO UPDATE SET revision = content_published.revision RETURNING revision";
    let revision = sqlx::query_scalar(statement).fetch_one(&mut *connection).await?;
    let statement = "SELECT COALESCE(MAX(number), 0) FROM content_removals";
    let removals = sqlx::query_scalar(statement).fetch_one(connection).await?;
    Ok(PublishedId { revision, removals })
}
