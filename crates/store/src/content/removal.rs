//! Removing a picture or a passage from the whole history, for example because somebody withdrew a consent. Its bytes leave
//! every revision, every draft and every note to colleagues; what stays is that something was removed, by whom and when.

mod colleague_notes;
mod search;

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use sqlx::{AnyConnection, Row};

use super::drafts::{Draft, count_change, delete, version_of, write};
use super::edition::{Edition, state};
use super::lock_published;
use crate::{Actor, DeskError, Store, StoreError, to_time};
use clinic_content::picture::descriptions;
use clinic_content::{ContentFile, Passage, title_of};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Removed<'a> {
    /// A picture with this hash. A picture that took its place has another one.
    Picture(&'a str),
    Passage(&'a Passage),
}

impl Removed<'_> {
    fn kind(self) -> &'static str {
        match self {
            Self::Picture(_) => "picture",
            Self::Passage(_) => "passage",
        }
    }
}

/// Where something stands, and what its removal would change.
#[derive(Debug, Default)]
pub struct FoundContent {
    /// By the path of the document or picture.
    pub places: BTreeMap<String, Place>,
    /// The notes of revisions, without the passage.
    pub notes: BTreeMap<i64, String>,
    /// How many notes to colleagues contain it.
    pub colleague_notes: usize,
    /// The files by their hash, with what replaces them. `None` for a picture, which is taken out.
    replaced: BTreeMap<String, Option<ContentFile>>,
    /// Lists of descriptions, without those of the picture.
    cleaned: BTreeMap<String, ContentFile>,
    drafts: Vec<(Draft, Option<ContentFile>)>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Place {
    /// Of the document.
    pub title: Option<String>,
    /// The passage with some words around it.
    pub excerpt: Option<String>,
    /// In the published text.
    pub is_shown: bool,
    pub is_draft: bool,
    /// The revisions that contain it, also the published one.
    pub revisions: BTreeSet<i64>,
}

impl FoundContent {
    fn place(&mut self, path: &str) -> &mut Place {
        self.places.entry(path.to_owned()).or_default()
    }

    /// All revisions that change.
    pub fn revisions(&self) -> BTreeSet<i64> {
        let of_files = self.places.values().flat_map(|place| &place.revisions);
        of_files.chain(self.notes.keys()).copied().collect()
    }

    /// The removal must not change what visitors read, so that is changed and published first, by somebody who reads it.
    fn check(&self, edition: &Edition) -> Result<(), RemoveRefused> {
        let shown = self.places.iter().filter(|(_, place)| place.is_shown);
        let shown: Vec<String> = shown.map(|(path, place)| place.title.clone().unwrap_or(path.clone())).collect();
        if !shown.is_empty() {
            return Err(RemoveRefused::StillShown { places: shown });
        }
        let taken_out = self.drafts.iter().filter(|(_, replacement)| replacement.is_none());
        let users: BTreeSet<String> = taken_out
            .filter(|(draft, _)| !edition.base.files.contains(&draft.path))
            .flat_map(|(draft, _)| edition.used_in(&draft.path))
            .collect();
        let title = |path: &String| {
            let text = edition.files.get(path).map(|file| String::from_utf8_lossy(file).into_owned());
            text.and_then(|text| title_of(&text)).unwrap_or_else(|| path.clone())
        };
        let places: Vec<String> = users.iter().map(title).collect();
        if places.is_empty() { Ok(()) } else { Err(RemoveRefused::StillUsed { places }) }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RemoveRefused {
    #[error(
        "Neither the site, nor a draft, nor the history, nor a note to colleagues contains this. Please check it, for example \
         for a typing mistake."
    )]
    NotFound,
    #[error("The site still shows this, in {}. Please take it out there and publish, then remove it here.", .places.join(", "))]
    StillShown { places: Vec<String> },
    #[error("This picture is still used in {}. Please take it out there first.", .places.join(", "))]
    StillUsed { places: Vec<String> },
    #[error("This came with the program and is part of every copy of it, so it cannot be removed.")]
    PartOfTheProgram,
    #[error("Somebody has just saved or published something. Nothing was removed. Please try again.")]
    Moved,
}

/// A removal, as the history shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Removal {
    /// Of the revision.
    pub path: String,
    pub is_picture: bool,
    pub removed_by: String,
    pub removed_at: Timestamp,
}

/// A picture that an earlier revision contains and the site no longer shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EarlierPicture {
    pub hash: String,
    pub path: String,
    pub description: Option<String>,
    /// How many revisions contain it.
    pub revisions: i64,
    pub last_published_at: Timestamp,
}

impl Store {
    /// Removes what was found in the content of this edition. The bytes are gone afterwards, except in backups.
    ///
    /// # Errors
    /// When it is still shown or used, or somebody has saved or published since the edition was read.
    pub async fn remove_content(
        &self,
        edition: &Edition,
        removed: Removed<'_>,
        found: &FoundContent,
        actor: Actor<'_>,
    ) -> Result<(), DeskError<RemoveRefused>> {
        found.check(edition).map_err(DeskError::Refused)?;
        self.transaction(async |mut tx| {
            lock_published(&mut tx).await?;
            if state(&mut tx).await? != edition.state {
                return Err(DeskError::Refused(RemoveRefused::Moved));
            }
            let number: i64 = sqlx::query_scalar("SELECT COALESCE(MAX(number), 0) + 1 FROM content_removals")
                .fetch_one(&mut *tx)
                .await?;
            sqlx::query("INSERT INTO content_removals (number, kind, removed_by, removed_at) VALUES ($1, $2, $3, $4)")
                .bind(number)
                .bind(removed.kind())
                .bind(actor.name)
                .bind(actor.now.as_millisecond())
                .execute(&mut *tx)
                .await?;
            for (hash, replacement) in &found.replaced {
                note_places(&mut tx, number, hash).await?;
                replace_blob(&mut tx, hash, replacement.as_ref()).await?;
            }
            for (hash, cleaned) in &found.cleaned {
                replace_blob(&mut tx, hash, Some(cleaned)).await?;
            }
            if !found.cleaned.is_empty() {
                // The published list may be one of them.
                count_change(&mut tx, descriptions::FILE).await?;
            }
            for (revision, note) in &found.notes {
                sqlx::query("UPDATE content_revisions SET note = $2 WHERE number = $1")
                    .bind(revision)
                    .bind(note)
                    .execute(&mut *tx)
                    .await?;
            }
            if let Removed::Passage(passage) = removed {
                colleague_notes::remove_from_all(&mut tx, passage).await?;
            }
            for (draft, replacement) in &found.drafts {
                replace_draft(&mut tx, draft, replacement.as_ref(), actor).await?;
            }
            actor.record(&mut tx, "remove content", &subject(removed, found)).await?;
            sqlx::query(
                "INSERT INTO pending_scrub (id, requests) VALUES (1, 1)
                 ON CONFLICT (id) DO UPDATE SET requests = pending_scrub.requests + 1",
            )
            .execute(&mut *tx)
            .await?;
            Ok(())
        })
        .await?;
        self.scrub_or_leave_for_later().await;
        Ok(())
    }

    /// The number of the newest removal, 0 when there is none. Another number means that bytes in memory may be removed
    /// ones.
    pub async fn newest_removal(&self) -> Result<i64, StoreError> {
        self.read(async |mut connection| {
            let statement = "SELECT COALESCE(MAX(number), 0) FROM content_removals";
            Ok(sqlx::query_scalar(statement).fetch_one(&mut *connection).await?)
        })
        .await
    }

    /// What was removed from the revisions of a range.
    pub async fn removals(&self, first: i64, last: i64) -> Result<BTreeMap<i64, Vec<Removal>>, StoreError> {
        self.read(async |mut connection| {
            let rows = sqlx::query(
                "SELECT revision, path, kind, removed_by, removed_at
                 FROM content_removed_files JOIN content_removals ON number = removal
                 WHERE revision BETWEEN $1 AND $2",
            )
            .bind(first)
            .bind(last)
            .fetch_all(&mut *connection)
            .await?;
            let mut removals: BTreeMap<i64, Vec<Removal>> = BTreeMap::new();
            for row in rows {
                removals.entry(row.try_get("revision")?).or_default().push(Removal {
                    path: row.try_get("path")?,
                    is_picture: row.try_get::<String, _>("kind")? == "picture",
                    removed_by: row.try_get("removed_by")?,
                    removed_at: to_time(row.try_get("removed_at")?)?,
                });
            }
            for removals in removals.values_mut() {
                removals.sort_by(|a, b| (a.removed_at, &a.path).cmp(&(b.removed_at, &b.path)));
            }
            Ok(removals)
        })
        .await
    }
}

/// Never the passage itself.
fn subject(removed: Removed<'_>, found: &FoundContent) -> String {
    let only_notes = if found.notes.is_empty() { "notes to colleagues" } else { "the notes of the history" };
    let first = found.places.keys().next().map_or(only_notes, String::as_str);
    let what = match removed {
        Removed::Picture(_) => first.to_owned(),
        Removed::Passage(_) => format!("a passage of {first}"),
    };
    match found.places.len() {
        0 | 1 => what,
        places => format!("{what} and {} more", places - 1),
    }
}

async fn note_places(connection: &mut AnyConnection, removal: i64, hash: &str) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO content_removed_files (removal, revision, path)
         SELECT CAST($1 AS BIGINT), revision, path FROM content_files WHERE hash = $2",
    )
    .bind(removal)
    .bind(hash)
    .execute(connection)
    .await?;
    Ok(())
}

async fn replace_blob(
    connection: &mut AnyConnection,
    hash: &str,
    replacement: Option<&ContentFile>,
) -> Result<(), StoreError> {
    if let Some(file) = replacement {
        sqlx::query("INSERT INTO content_blobs (hash, bytes) VALUES ($1, $2) ON CONFLICT (hash) DO NOTHING")
            .bind(&file.hash)
            .bind(file.bytes.to_vec())
            .execute(&mut *connection)
            .await?;
        sqlx::query("UPDATE content_files SET hash = $2 WHERE hash = $1")
            .bind(hash)
            .bind(&file.hash)
            .execute(&mut *connection)
            .await?;
    } else {
        sqlx::query("DELETE FROM content_files WHERE hash = $1").bind(hash).execute(&mut *connection).await?;
    }
    sqlx::query("UPDATE content_drafts SET base = $2 WHERE base = $1")
        .bind(hash)
        .bind(replacement.map(|file| &file.hash))
        .execute(&mut *connection)
        .await?;
    sqlx::query("DELETE FROM content_blobs WHERE hash = $1").bind(hash).execute(connection).await?;
    Ok(())
}

/// Whoever edits the document gets a conflict with the next save, and sees the text without the passage.
async fn replace_draft(
    connection: &mut AnyConnection,
    draft: &Draft,
    replacement: Option<&ContentFile>,
    actor: Actor<'_>,
) -> Result<(), StoreError> {
    let version = version_of(Some(count_change(connection, &draft.path).await?), replacement);
    match replacement {
        Some(file) => {
            let (path, base) = (&draft.path, draft.base.as_ref());
            write(connection, path, base, Some(file), &version, &draft.authors, actor).await
        }
        None => delete(connection, &draft.path).await,
    }
}
