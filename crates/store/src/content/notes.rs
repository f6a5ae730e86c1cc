//! Notes of staff to their colleagues on a document, open until somebody says that they are done.
//!
//! A note belongs to the path of its document and follows it to another one. It outlives the document: what somebody asked for may
//! still have to be done.

use std::time::Duration;

use jiff::Timestamp;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe, Row};

use super::edition::Edition;
use crate::{Actor, DeskError, Store, StoreError, to_time};
use clinic_content::{ContentFile, DocumentKind};

/// How long notes are kept after they are done.
pub const NOTES_KEPT: Duration = Duration::from_hours(90 * 24);

/// More than anybody reads. What is not listed is listed when others are done.
const MAX_LISTED: u16 = 200;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    pub id: String,
    /// The document that it is about.
    pub path: String,
    /// Its title, or the last one when there is no such document any more.
    pub title: Option<String>,
    /// Whether there is such a document, published or as a draft.
    pub has_document: bool,
    pub author: String,
    pub text: String,
    pub written_at: Timestamp,
    /// `None` while it is open.
    pub resolved: Option<Resolved>,
}

/// Who said that a note is done, and when.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Resolved {
    pub by: String,
    pub at: Timestamp,
}

#[derive(Debug, Clone, Copy)]
pub struct NewNote<'a> {
    /// A hash of the request. The same request again is the same note.
    pub request: &'a str,
    pub path: &'a str,
    pub text: &'a str,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenNotes {
    /// Newest first.
    pub notes: Vec<Note>,
    /// How many there are, also those that are not listed.
    pub total: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoteRefused {
    #[error("This document no longer exists, so the note was not saved. Please copy your words.")]
    NoDocument,
    #[error("This note no longer exists. Please reload the page.")]
    Unknown,
}

impl Store {
    /// Stores a note, or finds it when the same request has stored it before.
    ///
    /// # Errors
    /// When there is no such document.
    pub async fn add_note(
        &self,
        edition: &Edition,
        new: NewNote<'_>,
        actor: Actor<'_>,
    ) -> Result<Note, DeskError<NoteRefused>> {
        let NewNote { request, path, text } = new;
        self.transaction(async |mut tx| {
            // Also when the document is gone since: its answer may have been lost.
            if let Some(stored) = find(&mut tx, request).await? {
                return Ok(stored.note(edition));
            }
            let file = find_document(edition, path).ok_or(DeskError::Refused(NoteRefused::NoDocument))?;
            let stored = sqlx::query(
                "INSERT INTO content_notes (id, path, title, author, text, written_at) VALUES ($1, $2, $3, $4, $5, $6)
                 ON CONFLICT (id) DO NOTHING",
            )
            .bind(request)
            .bind(path)
            .bind(title_of(path, file))
            .bind(actor.name)
            .bind(text)
            .bind(actor.now.as_millisecond())
            .execute(&mut *tx)
            .await?;
            changed_note(&mut tx, edition, request, stored.rows_affected(), "write note", actor).await
        })
        .await
    }

    /// The open notes on all documents.
    pub async fn open_notes(&self, edition: &Edition) -> Result<OpenNotes, StoreError> {
        self.read(async |mut connection| {
            let condition = "resolved_at IS NULL ORDER BY written_at DESC, id LIMIT $1";
            let rows = sqlx::query(select(condition)).bind(i64::from(MAX_LISTED)).fetch_all(&mut *connection).await?;
            let notes = rows.iter().map(StoredNote::read).collect::<Result<Vec<_>, _>>()?;
            let statement = "SELECT COUNT(*) FROM content_notes WHERE resolved_at IS NULL";
            let total: i64 = sqlx::query_scalar(statement).fetch_one(&mut *connection).await?;
            let notes = notes.into_iter().map(|note| note.note(edition)).collect();
            Ok(OpenNotes { notes, total: u64::try_from(total).unwrap_or_default() })
        })
        .await
    }

    /// The notes on one document: those that are open, then those that are done, newest first.
    pub async fn notes_on(&self, edition: &Edition, path: &str) -> Result<Vec<Note>, StoreError> {
        self.read(async |mut connection| {
            let condition = "(path = $1 OR earlier_path = $1)
                 ORDER BY CASE WHEN resolved_at IS NULL THEN 0 ELSE 1 END, written_at DESC, id";
            let rows = sqlx::query(select(condition)).bind(path).fetch_all(&mut *connection).await?;
            let notes = rows.iter().map(StoredNote::read).collect::<Result<Vec<_>, _>>()?;
            // Those that have followed their document elsewhere must not take the places of others.
            let notes = notes.into_iter().map(|note| note.note(edition)).filter(|note| note.path == path);
            Ok(notes.take(usize::from(MAX_LISTED)).collect())
        })
        .await
    }

    /// Says that a note is done. One that is done already keeps who did it.
    ///
    /// # Errors
    /// When there is no such note.
    pub async fn resolve_note(
        &self,
        edition: &Edition,
        id: &str,
        actor: Actor<'_>,
    ) -> Result<Note, DeskError<NoteRefused>> {
        self.transaction(async |mut tx| {
            let statement =
                "UPDATE content_notes SET resolved_by = $2, resolved_at = $3 WHERE id = $1 AND resolved_at IS NULL";
            let changed = sqlx::query(statement)
                .bind(id)
                .bind(actor.name)
                .bind(actor.now.as_millisecond())
                .execute(&mut *tx)
                .await?;
            changed_note(&mut tx, edition, id, changed.rows_affected(), "resolve note", actor).await
        })
        .await
    }

    /// Says that a note is not done after all.
    ///
    /// # Errors
    /// When there is no such note.
    pub async fn reopen_note(
        &self,
        edition: &Edition,
        id: &str,
        actor: Actor<'_>,
    ) -> Result<Note, DeskError<NoteRefused>> {
        self.transaction(async |mut tx| {
            let statement = "UPDATE content_notes SET resolved_by = NULL, resolved_at = NULL
                 WHERE id = $1 AND resolved_at IS NOT NULL";
            let changed = sqlx::query(statement).bind(id).execute(&mut *tx).await?;
            changed_note(&mut tx, edition, id, changed.rows_affected(), "reopen note", actor).await
        })
        .await
    }
}

/// The notes follow their document to another address. `edition` is what there was before, `file` what is there now.
pub(super) async fn move_notes(
    connection: &mut AnyConnection,
    edition: &Edition,
    from: &str,
    to: &str,
    file: &ContentFile,
) -> Result<(), StoreError> {
    let rows = sqlx::query(select("path = $1 OR earlier_path = $1")).bind(from).fetch_all(&mut *connection).await?;
    for note in rows.iter().map(StoredNote::read).collect::<Result<Vec<_>, _>>()? {
        if note.document(edition) != from {
            continue;
        }
        // A draft that nobody has published is discarded by the move.
        let is_published = edition.base.files.contains(from);
        let earlier_path = note.earlier_path.as_deref().filter(|_| !is_published).unwrap_or(from);
        sqlx::query("UPDATE content_notes SET path = $2, earlier_path = $3, title = $4 WHERE id = $1")
            .bind(&note.id)
            .bind(to)
            .bind(earlier_path)
            .bind(title_of(to, file))
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

/// A row of the table.
struct StoredNote {
    id: String,
    path: String,
    earlier_path: Option<String>,
    title: Option<String>,
    author: String,
    text: String,
    written_at: Timestamp,
    resolved: Option<Resolved>,
}

impl StoredNote {
    fn read(row: &AnyRow) -> Result<Self, StoreError> {
        let resolved: (Option<String>, Option<i64>) = (row.try_get("resolved_by")?, row.try_get("resolved_at")?);
        Ok(Self {
            id: row.try_get("id")?,
            path: row.try_get("path")?,
            earlier_path: row.try_get("earlier_path")?,
            title: row.try_get("title")?,
            author: row.try_get("author")?,
            text: row.try_get("text")?,
            written_at: to_time(row.try_get("written_at")?)?,
            resolved: match resolved {
                (Some(by), Some(at)) => Some(Resolved { by, at: to_time(at)? }),
                _ => None,
            },
        })
    }

    /// Another address is a draft: when that is discarded, or an earlier revision is restored, the document is at its earlier path
    /// again.
    fn document(&self, edition: &Edition) -> &str {
        match &self.earlier_path {
            Some(earlier)
                if find_document(edition, &self.path).is_none() && find_document(edition, earlier).is_some() =>
            {
                earlier
            }
            _ => &self.path,
        }
    }

    fn note(self, edition: &Edition) -> Note {
        let path = self.document(edition).to_owned();
        let file = find_document(edition, &path);
        Note {
            title: file.map_or(self.title, |file| title_of(&path, file).map(str::to_owned)),
            has_document: file.is_some(),
            path,
            id: self.id,
            author: self.author,
            text: self.text,
            written_at: self.written_at,
            resolved: self.resolved,
        }
    }
}

/// As it is edited now, or as it is published when a draft deletes it.
fn find_document<'a>(edition: &'a Edition, path: &str) -> Option<&'a ContentFile> {
    edition.files.get(path).or_else(|| edition.base.files.get(path))
}

fn title_of<'a>(path: &str, file: &'a ContentFile) -> Option<&'a str> {
    let has_head = DocumentKind::of(path).is_some_and(|kind| kind != DocumentKind::Picture);
    if has_head { file.head().title.as_deref() } else { None }
}

fn select(condition: &str) -> AssertSqlSafe<String> {
    AssertSqlSafe(format!(
        "SELECT id, path, earlier_path, title, author, text, written_at, resolved_by, resolved_at FROM content_notes
         WHERE {condition}"
    ))
}

async fn find(connection: &mut AnyConnection, id: &str) -> Result<Option<StoredNote>, StoreError> {
    let row = sqlx::query(select("id = $1")).bind(id).fetch_optional(connection).await?;
    row.as_ref().map(StoredNote::read).transpose()
}

/// The note after a statement that changed so many rows. A repeated call has changed none and is not recorded again.
async fn changed_note(
    connection: &mut AnyConnection,
    edition: &Edition,
    id: &str,
    changed: u64,
    action: &str,
    actor: Actor<'_>,
) -> Result<Note, DeskError<NoteRefused>> {
    let stored = find(connection, id).await?.ok_or(DeskError::Refused(NoteRefused::Unknown))?;
    let note = stored.note(edition);
    if changed > 0 {
        actor.record(connection, action, &note.path).await?;
    }
    Ok(note)
}
