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
use crate::{Actor, DeskError, Store, StoreError, to_time};
use clinic_content::picture::descriptions::{self, PictureDescription};
use clinic_content::picture::framing::Framing;
use clinic_content::{ContentFile, Folder};

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
    /// Who saved it last.
    pub author: String,
    /// Everybody whose words are in it, until it is published or discarded: also `author`.
    pub authors: Vec<String>,
    pub saved_at: Timestamp,
}

impl Draft {
    /// Whether another file was published since the draft was begun.
    pub fn is_outdated(&self, published: Option<&ContentFile>) -> bool {
        self.base.as_ref() != published.map(|file| &file.hash)
    }

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

/// What somebody saves about one picture.
#[derive(Debug, Clone, Copy)]
pub struct PictureChange<'a> {
    pub path: &'a str,
    /// `None` when only the description changes.
    pub file: Option<&'a ContentFile>,
    /// The version of the picture that the person has seen.
    pub based_on: &'a str,
    pub description: DescriptionChange<'a>,
}

#[derive(Debug, Clone, Copy)]
pub enum DescriptionChange<'a> {
    /// Of an upload. A picture that is there already keeps its description, which somebody may have changed since: an upload
    /// whose answer was lost is repeated.
    New(&'a str),
    /// `based_on` is the version of all descriptions when the person began.
    Changed { text: &'a str, based_on: &'a str },
}

/// Which part of one picture is shown.
#[derive(Debug, Clone, Copy)]
pub struct FramingChange<'a> {
    pub path: &'a str,
    /// The version of the picture that the person has seen.
    pub based_on: &'a str,
    /// The version of all descriptions when the person began.
    pub descriptions_based_on: &'a str,
    pub framing: Framing,
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

#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum PictureRefused {
    /// Somebody else changed the picture or what belongs to it since the versions that the change is based on.
    #[error("The picture or its description was changed in the meantime.")]
    Stale { version: String, description_version: String, description: Option<String>, framing: Framing },
    #[error("There is no such picture.")]
    Unknown,
    /// Writing one description would delete all others.
    #[error("The file {} cannot be read, so nothing was saved.", descriptions::FILE)]
    UnreadableDescriptions,
    /// The caller's revision is no longer the published one. Read it again.
    #[error("Another revision was published in the meantime. Please try again.")]
    Moved,
}

impl Store {
    /// All drafts, ordered by path.
    pub async fn drafts(&self) -> Result<Vec<Draft>, StoreError> {
        self.read(async |mut connection| {
            let statement = "SELECT path, base, bytes, version, author, authors, saved_at FROM content_drafts";
            let rows = sqlx::query(statement).fetch_all(&mut *connection).await?;
            let mut drafts = rows.iter().map(to_draft).collect::<Result<Vec<_>, _>>()?;
            // The databases sort text differently.
            drafts.sort_by(|a, b| a.path.cmp(&b.path));
            Ok(drafts)
        })
        .await
    }

    /// One document, with everything of the same moment.
    pub async fn stored_document(&self, path: &str) -> Result<StoredDocument, StoreError> {
        self.read(async |mut connection| {
            let row = sqlx::query(
                "SELECT COALESCE((SELECT revision FROM content_published WHERE id = 1), 0) AS revision,
                     (SELECT COALESCE(MAX(number), 0) FROM content_removals) AS removals,
                     (SELECT changes FROM content_versions WHERE path = $1) AS changes,
                     path, base, bytes, version, author, authors, saved_at
                 FROM (SELECT 1 AS one) AS one LEFT JOIN content_drafts ON path = $1",
            )
            .bind(path)
            .fetch_one(&mut *connection)
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
        self.read(async |mut connection| {
            let row = sqlx::query(
                "SELECT path, base, bytes, version, author, authors, saved_at FROM content_drafts WHERE path = $1 AND version = $2",
            )
            .bind(path)
            .bind(version)
            .fetch_optional(&mut *connection)
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
        self.transaction(async |mut tx| {
            if lock_published(&mut tx).await? != published.id() {
                return Err(DeskError::Refused(DraftError::Moved));
            }
            let stored = current(&mut tx, published, path).await?;
            if stored.file.as_ref() != file && stored.version != based_on {
                let Current { version, file, draft } = stored;
                let (path, draft) = (path.to_owned(), draft.map(Box::new));
                return Err(DeskError::Refused(DraftError::Stale { path, version, current: file, draft }));
            }
            let version = save(&mut tx, published, path, stored, file, actor).await?;
            // Also when it was saved before: the save that wrote it may be part of the same group and not be on disk yet.
            Ok(version)
        })
        .await
    }

    /// Saves a picture and its description, both or neither. Saving what is saved already succeeds, as for other drafts.
    ///
    /// # Errors
    /// When the picture or its description is no longer the one that the change is based on.
    pub async fn save_picture(
        &self,
        published: &Revision,
        change: PictureChange<'_>,
        actor: Actor<'_>,
    ) -> Result<(), DeskError<PictureRefused>> {
        let PictureChange { path, file, based_on, description } = change;
        let name = path.trim_start_matches("pictures/");
        self.transaction(async |mut tx| {
            if lock_published(&mut tx).await? != published.id() {
                return Err(DeskError::Refused(PictureRefused::Moved));
            }
            let picture = current(&mut tx, published, path).await?;
            let stored = current(&mut tx, published, descriptions::FILE).await?;
            let mut texts = descriptions::read(stored.file.as_ref().map(|file| &*file.bytes))
                .ok_or(DeskError::Refused(PictureRefused::UnreadableDescriptions))?;
            let known = texts.get(name).cloned().unwrap_or_default();
            let is_same_picture = file.is_some() && picture.file.as_ref() == file;
            let (text, is_seen) = match description {
                DescriptionChange::New(text) => (known.text.clone().unwrap_or_else(|| text.to_owned()), true),
                DescriptionChange::Changed { text, based_on } => {
                    (text.to_owned(), stored.version == based_on || known.text.as_deref() == Some(text))
                }
            };
            if !is_seen || (picture.version != based_on && !is_same_picture) {
                return Err(DeskError::Refused(stale(picture, stored, &known)));
            }
            let mut described = known.clone();
            described.text = Some(text);
            if let Some(file) = file.filter(|_| !is_same_picture) {
                // What was cut from the old picture is another part of the new one.
                described.set_framing(Framing::default(), file);
            }
            if file.is_some() {
                save(&mut tx, published, path, picture, file, actor).await?;
            }
            if known != described {
                texts.insert(name.to_owned(), described);
                let texts = ContentFile::new(descriptions::write(&texts));
                save(&mut tx, published, descriptions::FILE, stored, Some(&texts), actor).await?;
            }
            Ok(())
        })
        .await
    }

    /// Saves which part of a picture is shown. Saving what is saved already succeeds, as for other drafts.
    ///
    /// # Errors
    /// When the picture or what belongs to it is no longer what the change is based on.
    pub async fn save_framing(
        &self,
        published: &Revision,
        change: FramingChange<'_>,
        actor: Actor<'_>,
    ) -> Result<(), DeskError<PictureRefused>> {
        let FramingChange { path, based_on, descriptions_based_on, framing } = change;
        let name = path.trim_start_matches("pictures/");
        self.transaction(async |mut tx| {
            if lock_published(&mut tx).await? != published.id() {
                return Err(DeskError::Refused(PictureRefused::Moved));
            }
            let picture = current(&mut tx, published, path).await?;
            let Some(file) = &picture.file else { return Err(DeskError::Refused(PictureRefused::Unknown)) };
            let stored = current(&mut tx, published, descriptions::FILE).await?;
            let mut texts = descriptions::read(stored.file.as_ref().map(|file| &*file.bytes))
                .ok_or(DeskError::Refused(PictureRefused::UnreadableDescriptions))?;
            let known = texts.get(name).cloned().unwrap_or_default();
            let is_seen = stored.version == descriptions_based_on || known.framing_of(file) == framing;
            if !is_seen || picture.version != based_on {
                return Err(DeskError::Refused(stale(picture, stored, &known)));
            }
            let mut described = known.clone();
            described.set_framing(framing, file);
            if known != described {
                texts.insert(name.to_owned(), described);
                let texts = ContentFile::new(descriptions::write(&texts));
                save(&mut tx, published, descriptions::FILE, stored, Some(&texts), actor).await?;
            }
            Ok(())
        })
        .await
    }

    /// Discards drafts that nobody has saved again since the caller read them, and returns them. Whoever edits one of these
    /// documents gets a conflict with the next save, and keeps the text.
    pub async fn discard_drafts(&self, drafts: &[Draft], actor: Actor<'_>) -> Result<Vec<Draft>, StoreError> {
        self.transaction(async |mut tx| {
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
        self.transaction(async |mut tx| {
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
                        write(&mut tx, path, base, file, &version, &[], actor).await?;
                    }
                }
            }
            if !changed.is_empty() {
                actor.record(&mut tx, "import content", &format!("{} files", changed.len())).await?;
            }
            Ok(changed.len())
        })
        .await
    }
}

/// What the next save of a document is based on.
pub(super) struct Current {
    pub version: String,
    file: Option<ContentFile>,
    draft: Option<Draft>,
}

fn stale(picture: Current, descriptions: Current, known: &PictureDescription) -> PictureRefused {
    PictureRefused::Stale {
        framing: picture.file.as_ref().map_or_else(Framing::default, |file| known.framing_of(file)),
        version: picture.version,
        description_version: descriptions.version,
        description: known.text.clone(),
    }
}

pub(super) async fn current(
    connection: &mut AnyConnection,
    published: &Revision,
    path: &str,
) -> Result<Current, StoreError> {
    let published = published.files.get(path);
    if let Some(draft) = find(connection, path).await? {
        return Ok(Current { version: draft.version.clone(), file: draft.file.clone(), draft: Some(draft) });
    }
    let version = version_of(changes_of(connection, path).await?, published);
    Ok(Current { version, file: published.cloned(), draft: None })
}

/// Writes one draft in place of what is stored, and returns its version.
pub(super) async fn save(
    connection: &mut AnyConnection,
    published: &Revision,
    path: &str,
    stored: Current,
    file: Option<&ContentFile>,
    actor: Actor<'_>,
) -> Result<String, StoreError> {
    if stored.file.as_ref() == file {
        return Ok(stored.version);
    }
    let published_file = published.files.get(path);
    let base = stored.draft.as_ref().map_or(published_file.map(|file| &file.hash), |draft| draft.base.as_ref());
    let version = version_of(Some(count_change(connection, path).await?), file);
    if file == published_file {
        delete(connection, path).await?;
    } else {
        // Nobody's words are in a deletion.
        let authors = stored.draft.as_ref().filter(|_| file.is_some()).map_or(&[][..], |draft| &draft.authors);
        write(connection, path, base, file, &version, authors, actor).await?;
    }
    // A save happens about every second while somebody types.
    actor.record_hourly(connection, "edit content", path).await?;
    Ok(version)
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
    let row =
        sqlx::query("SELECT path, base, bytes, version, author, authors, saved_at FROM content_drafts WHERE path = $1")
            .bind(path)
            .fetch_optional(connection)
            .await?;
    row.as_ref().map(to_draft).transpose()
}

fn to_draft(row: &AnyRow) -> Result<Draft, StoreError> {
    let author: String = row.try_get("author")?;
    Ok(Draft {
        path: row.try_get("path")?,
        file: row.try_get::<Option<Vec<u8>>, _>("bytes")?.map(ContentFile::new),
        base: row.try_get("base")?,
        version: row.try_get("version")?,
        // An earlier release on the same database writes only the last one.
        authors: with_author(&read_authors(row.try_get("authors")?), &author),
        author,
        saved_at: to_time(row.try_get("saved_at")?)?,
    })
}

fn read_authors(authors: Option<String>) -> Vec<String> {
    authors.and_then(|authors| serde_json::from_str(&authors).ok()).unwrap_or_default()
}

fn with_author(authors: &[String], author: &str) -> Vec<String> {
    let others = authors.iter().filter(|other| *other != author).cloned();
    others.chain([author.to_owned()]).collect()
}

/// `authors` are those of what it replaces.
pub(super) async fn write(
    connection: &mut AnyConnection,
    path: &str,
    base: Option<&String>,
    file: Option<&ContentFile>,
    version: &str,
    authors: &[String],
    actor: Actor<'_>,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO content_drafts (path, version, base, bytes, author, saved_at, authors)
         VALUES ($1, $2, $3, $4, $5, $6, $7)
         ON CONFLICT (path) DO UPDATE SET version = excluded.version, base = excluded.base, bytes = excluded.bytes,
             author = excluded.author, saved_at = excluded.saved_at, authors = excluded.authors",
    )
    .bind(path)
    .bind(version)
    .bind(base)
    .bind(file.map(|file| file.bytes.to_vec()))
    .bind(actor.name)
    .bind(actor.now.as_millisecond())
    .bind(serde_json::to_string(&with_author(authors, actor.name)).expect("a list of names always serialises"))
    .execute(connection)
    .await?;
    Ok(())
}

pub(super) async fn delete(connection: &mut AnyConnection, path: &str) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM content_drafts WHERE path = $1").bind(path).execute(connection).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn last_author_of_an_earlier_release_is_one_of_the_authors() {
        let names = |authors: Option<&str>| with_author(&read_authors(authors.map(str::to_owned)), "Chidi");
        assert_eq!(names(None), ["Chidi"]);
        assert_eq!(names(Some("[\"Ngozi\"]")), ["Ngozi", "Chidi"]);
        assert_eq!(names(Some("[\"Chidi\",\"Ngozi\"]")), ["Ngozi", "Chidi"]);
    }
}
