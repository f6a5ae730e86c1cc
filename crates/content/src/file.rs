//! One file of the content. Copies share its bytes, and what was found out about the document or picture in it.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use bytes::Bytes;
use clinic_images::PictureError;
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

use super::document_summary::DocumentSummary;
use super::picture::{PictureFile, names_in_text};

#[derive(Clone)]
pub struct ContentFile(Arc<SharedFile>);

/// What the copies of a file share.
pub struct SharedFile {
    /// SHA-256 of the bytes, as hex digits.
    pub hash: String,
    pub bytes: Bytes,
    head: OnceLock<DocumentSummary>,
    picture: OnceLock<NamedPicture>,
    picture_names: OnceLock<BTreeSet<String>>,
}

/// The name is part of a picture's address.
struct NamedPicture {
    name: String,
    picture: Option<Result<Arc<PictureFile>, PictureError>>,
}

impl ContentFile {
    pub fn new(bytes: impl Into<Vec<u8>>) -> Self {
        let bytes = Bytes::from(bytes.into());
        let hash = HEXLOWER.encode(&Sha256::digest(&bytes));
        Self::with_hash(hash, bytes)
    }

    /// Bytes whose hash is known.
    pub fn with_hash(hash: String, bytes: Bytes) -> Self {
        let (head, picture, picture_names) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        Self(Arc::new(SharedFile { hash, bytes, head, picture, picture_names }))
    }

    /// What a list shows of the document in a text file. Read once.
    pub fn head(&self) -> &DocumentSummary {
        let read = || std::str::from_utf8(&self.bytes).map(DocumentSummary::read).unwrap_or_default();
        self.head.get_or_init(read)
    }

    /// The picture in a file with this name. `None` when the name does not end like a picture's. Slow the first time.
    pub fn picture(&self, name: &str) -> Option<Result<Arc<PictureFile>, PictureError>> {
        let picture = || PictureFile::read(name, &self.bytes).map(|read| read.map(Arc::new));
        let read = || NamedPicture { name: name.to_owned(), picture: picture() };
        let known = self.picture.get_or_init(read);
        if known.name == name { known.picture.clone() } else { read().picture }
    }

    /// What a text may name as pictures. Read once: after a save, the other texts need not be read again.
    pub fn picture_names(&self) -> &BTreeSet<String> {
        self.picture_names.get_or_init(|| names_in_text::names_in(&self.bytes))
    }
}

impl PartialEq for ContentFile {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.hash == other.hash
    }
}

impl Eq for ContentFile {}

impl fmt::Debug for ContentFile {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("ContentFile").field(&self.bytes).finish()
    }
}

impl Deref for ContentFile {
    type Target = SharedFile;

    fn deref(&self) -> &SharedFile {
        &self.0
    }
}

impl Deref for SharedFile {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.bytes
    }
}

impl<T: Into<Vec<u8>>> From<T> for ContentFile {
    fn from(bytes: T) -> Self {
        Self::new(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_without_keys_and_what_is_no_text_have_no_title() {
        let title = |bytes: &[u8]| ContentFile::new(bytes).head().title.clone();
        assert_eq!(title(b"+++\ntitle = \"One\"\n+++\n").as_deref(), Some("One"));
        assert_eq!((title(b"no keys"), title(&[0xff])), (None, None));
    }

    #[test]
    fn pictures_that_a_text_names_are_looked_for_once() {
        let file = ContentFile::new("![A lens](lens.webp) and ![](lens.webp)");
        assert!(file.picture_names().iter().eq(["lens.webp"]));
        assert!(std::ptr::eq(file.picture_names(), file.clone().picture_names()));
    }

    #[test]
    fn same_bytes_under_another_name_have_the_address_of_that_name() {
        let file = ContentFile::new("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 4 3'/>");
        let address = |name: &str| file.picture(name).map(|read| read.expect("a picture").picture.src.clone());
        assert!(address("a.svg").is_some_and(|src| src.starts_with("/pictures/a.")));
        assert!(address("b.svg").is_some_and(|src| src.starts_with("/pictures/b.")));
        assert!(address("a.svg").is_some_and(|src| src.starts_with("/pictures/a.")));
        assert_eq!(address("a.md"), None);
    }
}
