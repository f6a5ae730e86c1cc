//! Reads revisions of the content. Revision 0 is the content that is part of the program.

use std::collections::HashMap;
use std::sync::Arc;

use arc_swap::ArcSwapOption;
use bytes::Bytes;
use sqlx::AnyConnection;

use crate::{Store, StoreError};
use clinic_content::{ContentFile, Folder, new_pages};

/// Of a revision that was not read as the published one.
const UNKNOWN: i64 = -1;

/// There are hardly two removals while a revision is read.
const ATTEMPTS: usize = 3;

/// Which content is published. A removal changes files of revisions, so the number of the revision alone does not tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PublishedId {
    pub revision: i64,
    /// The number of the newest removal.
    pub removals: i64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Revision {
    pub number: i64,
    pub files: Folder,
    /// The number of the newest removal when it was read.
    removals: i64,
}

impl Revision {
    /// The content that is part of the program.
    pub fn embedded() -> Self {
        Self { number: 0, files: Folder::embedded(), removals: UNKNOWN }
    }

    pub(super) fn id(&self) -> PublishedId {
        PublishedId { revision: self.number, removals: self.removals }
    }
}

/// The published revision. It is read again only when another one was published, and then only the changed files. Copies
/// share it.
#[derive(Debug, Clone)]
pub struct PublishedContent {
    store: Store,
    current: Arc<ArcSwapOption<Revision>>,
}

impl PublishedContent {
    pub fn new(store: Store) -> Self {
        Self { store, current: Arc::default() }
    }

    /// Files of this revision are not read again.
    #[must_use]
    pub fn with_known(self, revision: Arc<Revision>) -> Self {
        self.current.store(Some(revision));
        self
    }

    /// Drops what is in memory: it may contain what was removed for good.
    pub(super) fn forget(&self) {
        self.current.store(None);
    }

    pub async fn read(&self) -> Result<Arc<Revision>, StoreError> {
        self.read_id(self.store.published_id().await?).await
    }

    /// The content that was just found to be the published one.
    pub(super) async fn read_id(&self, id: PublishedId) -> Result<Arc<Revision>, StoreError> {
        let previous = self.current.load_full();
        if let Some(previous) = previous.as_ref().filter(|previous| previous.id() == id) {
            return Ok(Arc::clone(previous));
        }
        let revision = self.store.content_revision(id.revision, previous.as_deref()).await?;
        let mut revision = revision.ok_or(StoreError::Corrupt("no files of the published content"))?;
        revision.removals = id.removals;
        let revision = Arc::new(revision);
        self.current.store(Some(Arc::clone(&revision)));
        Ok(revision)
    }
}

impl Store {
    /// The number of the published revision.
    pub async fn published_revision(&self) -> Result<i64, StoreError> {
        self.read(async |mut connection| {
            let statement = "SELECT revision FROM content_published WHERE id = 1";
            let number: Option<i64> = sqlx::query_scalar(statement).fetch_optional(&mut *connection).await?;
            Ok(number.unwrap_or(0))
        })
        .await
    }

    async fn published_id(&self) -> Result<PublishedId, StoreError> {
        self.read(async |mut connection| {
            let (revision, removals) = sqlx::query_as(
                "SELECT COALESCE((SELECT revision FROM content_published WHERE id = 1), 0),
                     (SELECT COALESCE(MAX(number), 0) FROM content_removals)",
            )
            .fetch_one(&mut *connection)
            .await?;
            Ok(PublishedId { revision, removals })
        })
        .await
    }

    /// A revision with all its files. Those that `known` has as well are taken from there.
    pub async fn content_revision(
        &self,
        number: i64,
        known: Option<&Revision>,
    ) -> Result<Option<Revision>, StoreError> {
        self.read(async |mut connection| {
            // A removal between these statements takes a file away. Then they are repeated.
            for _ in 0..ATTEMPTS {
                if let Some(revision) = read_files(&mut connection, number, known).await? {
                    return Ok(revision);
                }
            }
            Err(StoreError::Corrupt("a revision without one of its files"))
        })
        .await
    }

    /// `None` when it was removed for good.
    pub(super) async fn blob(&self, hash: &str) -> Result<Option<Bytes>, StoreError> {
        self.read(async |mut connection| read_blob(&mut connection, hash).await).await
    }
}

/// `None` when a file is missing.
async fn read_files(
    connection: &mut AnyConnection,
    number: i64,
    known: Option<&Revision>,
) -> Result<Option<Option<Revision>>, StoreError> {
    let paths: Vec<(String, String)> = sqlx::query_as("SELECT path, hash FROM content_files WHERE revision = $1")
        .bind(number)
        .fetch_all(&mut *connection)
        .await?;
    if paths.is_empty() {
        return Ok(Some((number == 0).then(Revision::embedded)));
    }
    let known_files = known.iter().flat_map(|revision| revision.files.files());
    let mut by_hash: HashMap<&str, ContentFile> =
        known_files.map(|(_, file)| (file.hash.as_str(), file.clone())).collect();
    let mut files = Folder::default();
    for (path, hash) in &paths {
        let file = match by_hash.get(hash.as_str()) {
            Some(file) => file.clone(),
            None => match read_blob(connection, hash).await? {
                Some(bytes) => ContentFile::with_hash(hash.clone(), bytes),
                None => return Ok(None),
            },
        };
        by_hash.insert(hash, file.clone());
        files.insert(path, file);
    }
    add_new_pages(&mut files);
    Ok(Some(Some(Revision { number, files, removals: UNKNOWN })))
}

/// `None` when it was removed for good.
pub(super) async fn read_blob(connection: &mut AnyConnection, hash: &str) -> Result<Option<Bytes>, StoreError> {
    let bytes: Option<Vec<u8>> = sqlx::query_scalar("SELECT bytes FROM content_blobs WHERE hash = $1")
        .bind(hash)
        .fetch_optional(connection)
        .await?;
    Ok(bytes.map(Into::into))
}

fn add_new_pages(files: &mut Folder) {
    for (path, file) in new_pages::missing(files, |path| files.contains(path)) {
        files.insert(path, file);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn page_of_a_newer_program_is_added_with_its_pictures() {
        let mut files = Folder::embedded();
        files.remove("pages/privacy.md");
        files.remove("pictures/hero-privacy.svg");
        files.insert("pages/home.md", "edited");
        files.remove("articles/first-aid-for-the-eye.md");
        add_new_pages(&mut files);
        assert!(files.contains("pages/privacy.md") && files.contains("pictures/hero-privacy.svg"));
        assert_eq!(&*files["pages/home.md"].bytes, b"edited");
        assert!(!files.contains("articles/first-aid-for-the-eye.md"), "a deleted article came back");
    }

    #[test]
    fn content_of_a_release_without_urgent_questions_gets_those_of_the_program() {
        let mut files = Folder::embedded();
        let shipped = files["urgent.toml"].clone();
        files.remove("urgent.toml");
        files.remove("pages/urgent.md");
        add_new_pages(&mut files);
        assert_eq!(files["urgent.toml"], shipped);
        assert!(files.contains("pages/urgent.md"));
        files.insert("urgent.toml", "edited");
        add_new_pages(&mut files);
        assert_eq!(&*files["urgent.toml"].bytes, b"edited");
    }

    #[test]
    fn deleted_picture_stays_deleted_when_no_page_is_missing() {
        let mut files = Folder::embedded();
        files.remove("pictures/hero-privacy.svg");
        add_new_pages(&mut files);
        assert!(!files.contains("pictures/hero-privacy.svg"));
    }
}
