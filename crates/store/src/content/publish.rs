//! Publishing: one transaction adds a revision, moves the pointer to it and removes the drafts that are in it.

use std::collections::BTreeSet;

use sqlx::{AnyConnection, AssertSqlSafe};

use super::drafts::{Draft, count_change};
use super::lock_published;
use super::revision::Revision;
use crate::{Actor, DeskError, Store, StoreError};
use clinic_content::Folder;

/// Three parameters each; PostgreSQL accepts 65,535 in one statement.
const FILES_PER_STATEMENT: usize = 200;

const EMBEDDED_NOTE: &str = "The content that came with the program";

/// A complete set of files, already checked by the caller.
#[derive(Debug, Clone, Copy)]
pub struct NewRevision<'a> {
    /// The published revision that it was made from.
    pub base: &'a Revision,
    pub files: &'a Folder,
    /// The drafts that it contains.
    pub drafts: &'a [Draft],
    pub note: &'a str,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PublishRefused {
    #[error("Somebody else has just published. Please look at the changes and try again.")]
    Moved,
    #[error("There is nothing to publish: the site already shows this content.")]
    NothingChanged,
    #[error("A draft was discarded in the meantime. Nothing was published. Please look at the changes and try again.")]
    Discarded,
}

impl Store {
    /// Publishes a set of files and returns the number of its revision. A draft that was saved again after the caller read
    /// it is not removed.
    ///
    /// # Errors
    /// When another revision was published or a draft was discarded meanwhile, or nothing would change.
    pub async fn publish_content(
        &self,
        new: NewRevision<'_>,
        action: &str,
        actor: Actor<'_>,
    ) -> Result<i64, DeskError<PublishRefused>> {
        if new.base.files == *new.files && new.drafts.is_empty() {
            return Err(DeskError::Refused(PublishRefused::NothingChanged));
        }
        self.transaction(async |mut tx| {
            if lock_published(&mut tx).await? != new.base.id() {
                return Err(DeskError::Refused(PublishRefused::Moved));
            }
            if new.base.number == 0 {
                let embedded = Actor { name: "clinic", ..actor };
                insert_revision(&mut tx, 0, &new.base.files, EMBEDDED_NOTE, embedded).await?;
            }
            let number = new.base.number + 1;
            insert_revision(&mut tx, number, new.files, new.note, actor).await?;
            sqlx::query("UPDATE content_published SET revision = $1 WHERE id = 1")
                .bind(number)
                .execute(&mut *tx)
                .await?;
            for draft in new.drafts {
                if !remove_draft(&mut tx, draft).await? {
                    return Err(DeskError::Refused(PublishRefused::Discarded));
                }
            }
            for path in changed_without_draft(&new) {
                count_change(&mut tx, path).await?;
            }
            actor.record(&mut tx, action, &format!("revision {number}")).await?;
            Ok(number)
        })
        .await
    }
}

/// Their text changes now. A draft keeps its version when it becomes the published text: nobody has to look at it again.
fn changed_without_draft<'a>(new: &NewRevision<'a>) -> Vec<&'a str> {
    let drafts: BTreeSet<&str> = new.drafts.iter().map(|draft| draft.path.as_str()).collect();
    new.base.files.differences(new.files).into_iter().filter(|path| !drafts.contains(path)).collect()
}

async fn insert_revision(
    connection: &mut AnyConnection,
    number: i64,
    files: &Folder,
    note: &str,
    actor: Actor<'_>,
) -> Result<(), StoreError> {
    sqlx::query("INSERT INTO content_revisions (number, author, note, published_at) VALUES ($1, $2, $3, $4)")
        .bind(number)
        .bind(actor.name)
        .bind(note)
        .bind(actor.now.as_millisecond())
        .execute(&mut *connection)
        .await?;
    // The revision before may have pages in memory that this release has added to it: the database does not have their bytes.
    let before = "SELECT hash FROM content_blobs WHERE hash IN (SELECT hash FROM content_files WHERE revision = $1)";
    let known: Vec<String> = sqlx::query_scalar(before).bind(number - 1).fetch_all(&mut *connection).await?;
    let mut known: BTreeSet<&str> = known.iter().map(String::as_str).collect();
    for (_, file) in files.files() {
        if known.insert(&file.hash) {
            sqlx::query("INSERT INTO content_blobs (hash, bytes) VALUES ($1, $2) ON CONFLICT (hash) DO NOTHING")
                .bind(&file.hash)
                .bind(file.bytes.to_vec())
                .execute(&mut *connection)
                .await?;
        }
    }
    let files: Vec<_> = files.files().collect();
    for files in files.chunks(FILES_PER_STATEMENT) {
        let rows = (0..files.len()).map(|row| format!("(${}, ${}, ${})", row * 3 + 1, row * 3 + 2, row * 3 + 3));
        let rows = rows.collect::<Vec<_>>().join(", ");
        let statement = format!("INSERT INTO content_files (revision, path, hash) VALUES {rows}");
        let mut query = sqlx::query(AssertSqlSafe(statement));
        for (path, file) in files {
            query = query.bind(number).bind(*path).bind(&file.hash);
        }
        query.execute(&mut *connection).await?;
    }
    Ok(())
}

/// A draft with another version was saved after the caller read it. It stays, and is now based on what is published. Returns
/// false when there is no draft: somebody has discarded it, so it must not be published.
async fn remove_draft(connection: &mut AnyConnection, draft: &Draft) -> Result<bool, StoreError> {
    let removed = sqlx::query("DELETE FROM content_drafts WHERE path = $1 AND version = $2")
        .bind(&draft.path)
        .bind(&draft.version)
        .execute(&mut *connection)
        .await?;
    let kept = sqlx::query("UPDATE content_drafts SET base = $2 WHERE path = $1")
        .bind(&draft.path)
        .bind(draft.file.as_ref().map(|file| &file.hash))
        .execute(connection)
        .await?;
    Ok(removed.rows_affected() + kept.rows_affected() > 0)
}
