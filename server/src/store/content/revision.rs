//! Reads revisions of the content. Revision 0 is the content that is part of the program.

use std::collections::HashMap;
use std::sync::Arc;

use arc_swap::ArcSwapOption;
use bytes::Bytes;

use crate::content::{ContentFile, Folder, new_pages};
use crate::store::{Store, StoreError, retry};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Revision {
    pub number: i64,
    pub files: Folder,
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

    /// # Errors
    /// When the database does not answer.
    pub async fn read(&self) -> Result<Arc<Revision>, StoreError> {
        self.read_number(self.store.published_revision().await?).await
    }

    /// The revision with a number that was just read as the published one.
    pub(super) async fn read_number(&self, number: i64) -> Result<Arc<Revision>, StoreError> {
        let previous = self.current.load_full();
        if let Some(previous) = previous.as_ref().filter(|previous| previous.number == number) {
            return Ok(Arc::clone(previous));
        }
        let revision = self.store.content_revision(number, previous.as_deref()).await?;
        let revision = Arc::new(revision.ok_or(StoreError::Corrupt("no files of the published content"))?);
        self.current.store(Some(Arc::clone(&revision)));
        Ok(revision)
    }
}

impl Store {
    /// The number of the published revision.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn published_revision(&self) -> Result<i64, StoreError> {
        retry(|| async {
            let statement = "SELECT revision FROM content_published WHERE id = 1";
            let number: Option<i64> = sqlx::query_scalar(statement).fetch_optional(&self.reader).await?;
            Ok(number.unwrap_or(0))
        })
        .await
    }

    /// A revision with all its files. Those that `known` has as well are taken from there.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn content_revision(
        &self,
        number: i64,
        known: Option<&Revision>,
    ) -> Result<Option<Revision>, StoreError> {
        retry(|| async {
            // Revisions are never changed, so these statements need no common transaction.
            let paths: Vec<(String, String)> =
                sqlx::query_as("SELECT path, hash FROM content_files WHERE revision = $1")
                    .bind(number)
                    .fetch_all(&self.reader)
                    .await?;
            if paths.is_empty() {
                let embedded = || Revision { number, files: Folder::embedded() };
                return Ok((number == 0).then(embedded));
            }
            let known_files = known.iter().flat_map(|revision| revision.files.files());
            let mut by_hash: HashMap<&str, ContentFile> =
                known_files.map(|(_, file)| (file.hash.as_str(), file.clone())).collect();
            let mut files = Folder::default();
            for (path, hash) in &paths {
                let file = match by_hash.get(hash.as_str()) {
                    Some(file) => file.clone(),
                    None => ContentFile::with_hash(hash.clone(), self.blob(hash).await?),
                };
                by_hash.insert(hash, file.clone());
                files.insert(path, file);
            }
            add_new_pages(&mut files);
            Ok(Some(Revision { number, files }))
        })
        .await
    }

    pub(super) async fn blob(&self, hash: &str) -> Result<Bytes, StoreError> {
        let bytes: Vec<u8> = sqlx::query_scalar("SELECT bytes FROM content_blobs WHERE hash = $1")
            .bind(hash)
            .fetch_one(&self.reader)
            .await?;
        Ok(bytes.into())
    }
}

fn add_new_pages(files: &mut Folder) {
    for (path, file) in new_pages::missing(|path| files.contains(path)) {
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
        assert_eq!(&*files["pages/home.md"], b"edited");
        assert!(!files.contains("articles/first-aid-for-the-eye.md"), "a deleted article came back");
    }

    #[test]
    fn content_of_a_release_without_urgent_questions_gets_those_of_the_program() {
        let mut files = Folder::embedded();
        let shipped = files["urgent.toml"].clone();
        files.remove("urgent.toml");
        files.remove("pages/urgent.md");
        add_new_pages(&mut files);
        assert_eq!(&*files["urgent.toml"], &*shipped);
        assert!(files.contains("pages/urgent.md"));
        files.insert("urgent.toml", "edited");
        add_new_pages(&mut files);
        assert_eq!(&*files["urgent.toml"], b"edited");
    }

    #[test]
    fn deleted_picture_stays_deleted_when_no_page_is_missing() {
        let mut files = Folder::embedded();
        files.remove("pictures/hero-privacy.svg");
        add_new_pages(&mut files);
        assert!(!files.contains("pictures/hero-privacy.svg"));
    }
}
