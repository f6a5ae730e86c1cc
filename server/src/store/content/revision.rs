//! Reads revisions of the content. Revision 0 is the content that is part of the program.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use arc_swap::ArcSwapOption;
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

use crate::content::{Folder, new_pages};
use crate::store::{Store, StoreError, retry};

/// By path, for example `articles/first-aid.md`.
pub type Files = BTreeMap<String, ContentFile>;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContentFile {
    /// SHA-256 of the bytes, as hex digits.
    pub hash: String,
    pub bytes: Arc<[u8]>,
}

impl ContentFile {
    pub fn new(bytes: impl Into<Arc<[u8]>>) -> Self {
        let bytes = bytes.into();
        Self { hash: HEXLOWER.encode(&Sha256::digest(&bytes)), bytes }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Revision {
    pub number: i64,
    pub files: Files,
}

impl Revision {
    pub fn folder(&self) -> Folder {
        folder_of(&self.files)
    }
}

pub fn folder_of(files: &Files) -> Folder {
    let mut folder = Folder::default();
    for (path, file) in files {
        folder.insert(path, &file.bytes);
    }
    folder
}

pub fn files_of(folder: &Folder) -> Files {
    folder.files().map(|(path, bytes)| (path.to_owned(), ContentFile::new(bytes))).collect()
}

/// The published revision. It is read again only when another one was published, and then only the changed files.
#[derive(Debug, Clone)]
pub struct PublishedContent {
    store: Store,
    current: Arc<ArcSwapOption<Revision>>,
}

impl PublishedContent {
    pub fn new(store: Store) -> Self {
        Self { store, current: Arc::default() }
    }

    /// # Errors
    /// When the database does not answer.
    pub async fn read(&self) -> Result<Arc<Revision>, StoreError> {
        let number = self.store.published_revision().await?;
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
                let embedded = || Revision { number, files: files_of(&Folder::embedded()) };
                return Ok((number == 0).then(embedded));
            }
            let known_files = known.iter().flat_map(|revision| revision.files.values());
            let mut blobs: HashMap<&str, Arc<[u8]>> =
                known_files.map(|file| (file.hash.as_str(), Arc::clone(&file.bytes))).collect();
            let mut files = Files::new();
            for (path, hash) in &paths {
                let bytes = match blobs.get(hash.as_str()) {
                    Some(bytes) => Arc::clone(bytes),
                    None => self.blob(hash).await?,
                };
                blobs.insert(hash, Arc::clone(&bytes));
                files.insert(path.clone(), ContentFile { hash: hash.clone(), bytes });
            }
            add_new_pages(&mut files);
            Ok(Some(Revision { number, files }))
        })
        .await
    }

    pub(super) async fn blob(&self, hash: &str) -> Result<Arc<[u8]>, StoreError> {
        let bytes: Vec<u8> = sqlx::query_scalar("SELECT bytes FROM content_blobs WHERE hash = $1")
            .bind(hash)
            .fetch_one(&self.reader)
            .await?;
        Ok(bytes.into())
    }
}

fn add_new_pages(files: &mut Files) {
    for (path, bytes) in new_pages::missing(|path| files.contains_key(path)) {
        files.insert(path, ContentFile::new(bytes));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn page_of_a_newer_program_is_added_with_its_pictures() {
        let mut files = files_of(&Folder::embedded());
        files.remove("pages/privacy.md");
        files.remove("pictures/hero-privacy.svg");
        files.insert("pages/home.md".to_owned(), ContentFile::new(*b"edited"));
        files.remove("articles/first-aid-for-the-eye.md");
        add_new_pages(&mut files);
        assert!(files.contains_key("pages/privacy.md") && files.contains_key("pictures/hero-privacy.svg"));
        assert_eq!(&*files["pages/home.md"].bytes, b"edited");
        assert!(!files.contains_key("articles/first-aid-for-the-eye.md"), "a deleted article came back");
    }

    #[test]
    fn content_of_a_release_without_urgent_questions_gets_those_of_the_program() {
        let mut files = files_of(&Folder::embedded());
        let shipped = files.remove("urgent.toml").expect("the questions");
        files.remove("pages/urgent.md");
        add_new_pages(&mut files);
        assert_eq!(files["urgent.toml"].bytes, shipped.bytes);
        assert!(files.contains_key("pages/urgent.md"));
        let edited = ContentFile::new(*b"edited");
        files.insert("urgent.toml".to_owned(), edited.clone());
        add_new_pages(&mut files);
        assert_eq!(files["urgent.toml"].bytes, edited.bytes);
    }

    #[test]
    fn deleted_picture_stays_deleted_when_no_page_is_missing() {
        let mut files = files_of(&Folder::embedded());
        files.remove("pictures/hero-privacy.svg");
        add_new_pages(&mut files);
        assert!(!files.contains_key("pictures/hero-privacy.svg"));
    }
}
