//! Drafts: what staff changed and have not published. A draft replaces, adds or deletes one file.
//!
//! A save names the version of the text that it is based on, and is accepted exactly when nobody has changed that text
//! meanwhile, also when it was published in between. A text that was changed and changed back has another version, so a
//! save that was delayed on its way is not accepted.

use jiff::Timestamp;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

use super::lock_published;
use super::revision::{PublishedId, Revision};
use crate::content::{ContentFile, Folder};
use crate::store::{Actor, DeskError, Store, StoreError, retry, to_time};

/// The version of a document that does not exist or that a draft deletes.
pub const NO_DOCUMENT: &str = "none";

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    pub path: String,
    /// `None` deletes the document.
    pub file: Option<ContentFile>,
    /// The hash of the published file when the draft was begun. `None` for a new document.
    pub base: Option<String>,
    pub version: String,
    pub author: String,
    pub saved_at: Timestamp,
}

impl Draft {
    pub(super) fn apply(&self, files: &mut Folder) {
        match &self.file {
            Some(file) => files.insert(&self.path, file.clone()),
            None => files.remove(&self.path),
        }
    }
}

/// The hash is part of the version because a release of the program can change the embedded content.
pub(super) fn version_of(changes: Option<i64>, file: Option<&ContentFile>) -> String {
    match (file, changes) {
        (None, _) => NO_DOCUMENT.to_owned(),
        (Some(file), None) => file.hash.clone(),
        (Some(file), Some(changes)) => format!("{changes}-{}", file.hash),
    }
}

/// What the database has about one document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredDocument {
    pub(super) published: PublishedId,
    changes: Option<i64>,
    pub draft: Option<Draft>,
}

impl StoredDocument {
    /// `published` is the file in the published revision.
    pub fn version(&self, published: Option<&ContentFile>) -> String {
        self.draft.as_ref().map_or_else(|| version_of(self.changes, published), |draft| draft.version.clone())
    }
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DraftError {
    /// Somebody else changed the document since the version that the save is based on.
    #[error("{path} was changed in the meantime.")]
    Stale { path: String, version: String, current: Option<ContentFile>, draft: Option<Box<Draft>> },
    /// The caller's revision is no longer the published one. Read it again.
    #[error("Another revision was published in the meantime. Please try again.")]
    Moved,
}

impl Store {
    /// All drafts, ordered by path.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn drafts(&self) -> Result<Vec<Draft>, StoreError> {
        retry(|| async {
            let statement = "SELECT path, base, bytes, version, author, saved_at FROM content_drafts";
            let rows = sqlx::query(statement).fetch_all(&self.reader).await?;
            let mut drafts = rows.iter().map(to_draft).collect::<Result<Vec<_>, _>>()?;
            // The databases sort text differently.
            drafts.sort_by(|a, b| a.path.cmp(&b.path));
            Ok(drafts)
        })
        .await
    }

    /// One document, with everything of the same moment.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn stored_document(&self, path: &str) -> Result<StoredDocument, StoreError> {
        retry(|| async {
            let row = sqlx::query(
                "SELECT COALESCE((SELECT revision FROM content_published WHERE id = 1), 0) AS revision,
                     (SELECT COALESCE(MAX(number), 0) FROM content_removals) AS removals,
                     (SELECT changes FROM content_versions WHERE path = $1) AS changes,
                     path, base, bytes, version, author, saved_at
                 FROM (SELECT 1 AS one) AS one LEFT JOIN content_drafts ON path = $1",
            )
            .bind(path)
            .fetch_one(&self.reader)
            .await?;
            let has_draft = row.try_get::<Option<String>, _>("path")?.is_some();
            Ok(StoredDocument {
                published: PublishedId { revision: row.try_get("revision")?, removals: row.try_get("removals")? },
                changes: row.try_get("changes")?,
                draft: if has_draft { Some(to_draft(&row)?) } else { None },
            })
        })
        .await
    }

    /// A draft as somebody saved it, or `None` when it was changed since.
    pub(super) async fn draft_version(&self, path: &str, version: &str) -> Result<Option<Draft>, StoreError> {
        retry(|| async {
            let row = sqlx::query(
                "SELECT path, base, bytes, version, author, saved_at FROM content_drafts WHERE path = $1 AND version = $2",
            )
            .bind(path)
            .bind(version)
            .fetch_optional(&self.reader)
            .await?;
            row.as_ref().map(to_draft).transpose()
        })
        .await
    }

    /// Saves a text as a draft, or `None` to delete the document, and returns the new version. A draft that says what is
    /// published is removed. Saving what is saved already succeeds, so that a save whose answer was lost can be repeated.
    ///
    /// # Errors
    /// When the document is no longer the one that the save is based on.
    pub async fn save_draft(
        &self,
        published: &Revision,
        path: &str,
        file: Option<&ContentFile>,
        based_on: &str,
        actor: Actor<'_>,
    ) -> Result<String, DeskError<DraftError>> {
        retry(|| async {
            let mut tx = self.begin().await?;
            if lock_published(&mut tx).await? != published.id() {
                return Err(DeskError::Refused(DraftError::Moved));
            }
            let draft = find(&mut tx, path).await?;
            let published_file = published.files.get(path);
            let current = draft.as_ref().map_or(published_file, |draft| draft.file.as_ref());
            let version = match &draft {
                Some(draft) => draft.version.clone(),
                None => version_of(changes_of(&mut tx, path).await?, published_file),
            };
            if current == file {
                // Committed, because the save that wrote it may be part of the same group and not be on disk yet.
                tx.commit().await?;
                return Ok(version);
            }
            if version != based_on {
                let (path, current, draft) = (path.to_owned(), current.cloned(), draft.map(Box::new));
                return Err(DeskError::Refused(DraftError::Stale { path, version, current, draft }));
            }
            let base = draft.as_ref().map_or(published_file.map(|file| &file.hash), |draft| draft.base.as_ref());
            let version = version_of(Some(count_change(&mut tx, path).await?), file);
            if file == published_file {
                delete(&mut tx, path).await?;
            } else {
                write(&mut tx, path, base, file, &version, actor).await?;
            }
            // A save happens about every second while somebody types.
            actor.record_hourly(&mut tx, "edit content", path).await?;
            tx.commit().await?;
            Ok(version)
        })
        .await
    }

    /// Discards drafts that nobody has saved again since the caller read them, and returns them. Whoever edits one of these
    /// documents gets a conflict with the next save, and keeps the text.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn discard_drafts(&self, drafts: &[Draft], actor: Actor<'_>) -> Result<Vec<Draft>, StoreError> {
        retry(|| async {
            let mut tx = self.begin().await?;
            lock_published(&mut tx).await?;
            let mut discarded = Vec::new();
            for draft in drafts {
                if find(&mut tx, &draft.path).await?.is_some_and(|stored| stored.version == draft.version) {
                    delete(&mut tx, &draft.path).await?;
                    count_change(&mut tx, &draft.path).await?;
                    actor.record(&mut tx, "discard draft", &draft.path).await?;
                    discarded.push(draft.clone());
                }
            }
            tx.commit().await?;
            Ok(discarded)
        })
        .await
    }

    /// Saves a complete set of files as drafts: one for each difference to the published revision. Returns how many.
    ///
    /// # Errors
    /// When one of these documents has a draft with another text.
    pub async fn import_drafts(
        &self,
        published: &Revision,
        files: &Folder,
        actor: Actor<'_>,
    ) -> Result<usize, DeskError<DraftError>> {
        retry(|| async {
            let mut tx = self.begin().await?;
            if lock_published(&mut tx).await? != published.id() {
                return Err(DeskError::Refused(DraftError::Moved));
            }
            let changed = published.files.differences(files);
            for path in &changed {
                let (file, base) = (files.get(path), published.files.get(path).map(|file| &file.hash));
                match find(&mut tx, path).await? {
                    Some(draft) if draft.file.as_ref() == file => {}
                    Some(draft) => {
                        let (path, version, current) = ((*path).to_owned(), draft.version.clone(), draft.file.clone());
                        let draft = Some(Box::new(draft));
                        return Err(DeskError::Refused(DraftError::Stale { path, version, current, draft }));
                    }
                    None => {
                        let version = version_of(Some(count_change(&mut tx, path).await?), file);
                        write(&mut tx, path, base, file, &version, actor).await?;
                    }
                }
            }
            if !changed.is_empty() {
                actor.record(&mut tx, "import content", &format!("{} files", changed.len())).await?;
            }
            tx.commit().await?;
            Ok(changed.len())
        })
        .await
    }
}

async fn changes_of(connection: &mut AnyConnection, path: &str) -> Result<Option<i64>, StoreError> {
    let statement = "SELECT changes FROM content_versions WHERE path = $1";
    Ok(sqlx::query_scalar(statement).bind(path).fetch_optional(connection).await?)
}

/// Called for every change of the text that the next save is based on.
pub(super) async fn count_change(connection: &mut AnyConnection, path: &str) -> Result<i64, StoreError> {
    let statement = "INSERT INTO content_versions (path, changes) VALUES ($1, 1)
         ON CONFLICT (path) DO UPDATE SET changes = content_versions.changes + 1 RETURNING changes";
    Ok(sqlx::query_scalar(statement).bind(path).fetch_one(connection).await?)
}

async fn find(connection: &mut AnyConnection, path: &str) -> Result<Option<Draft>, StoreError> {
    let row = sqlx::query("SELECT path, base, bytes, version, author, saved_at FROM content_drafts WHERE path = $1")
        .bind(path)
        .fetch_optional(connection)
        .await?;
    row.as_ref().map(to_draft).transpose()
}

fn to_draft(row: &AnyRow) -> Result<Draft, StoreError> {
    Ok(Draft {
        path: row.try_get("path")?,
        file: row.try_get::<Option<Vec<u8>>, _>("bytes")?.map(ContentFile::new),
        base: row.try_get("base")?,
        version: row.try_get("version")?,
        author: row.try_get("author")?,
        saved_at: to_time(row.try_get("saved_at")?)?,
    })
}

pub(super) async fn write(
    connection: &mut AnyConnection,
    path: &str,
    base: Option<&String>,
    file: Option<&ContentFile>,
    version: &str,
    actor: Actor<'_>,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO content_drafts (path, version, base, bytes, author, saved_at) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (path) DO UPDATE SET version = excluded.version, base = excluded.base, bytes = excluded.bytes,
             author = excluded.author, saved_at = excluded.saved_at",
    )
    .bind(path)
    .bind(version)
    .bind(base)
    .bind(file.map(|file| file.bytes.to_vec()))
    .bind(actor.name)
    .bind(actor.now.as_millisecond())
    .execute(connection)
    .await?;
    Ok(())
}

pub(super) async fn delete(connection: &mut AnyConnection, path: &str) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM content_drafts WHERE path = $1").bind(path).execute(connection).await?;
    Ok(())
}
