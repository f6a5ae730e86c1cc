//! A complete set of content files in memory: read from disk or the store, or the copy that was embedded at build time.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Index;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{fs, io};

use rust_embed::RustEmbed;

use super::file::ContentFile;

#[derive(RustEmbed)]
#[folder = "../../content"]
struct Embedded;

/// A video put here by mistake must not fill the memory.
const MAX_FILE_BYTES: u64 = clinic_images::MAX_FILE_BYTES as u64;

/// By path, for example `articles/first-aid.md`. A copy shares the paths and the files.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Folder {
    files: BTreeMap<Arc<str>, ContentFile>,
}

#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    #[error("Cannot read the content: {}: {source}. Check the path given with --content.", path.display())]
    Unreadable { path: PathBuf, source: io::Error },
    #[error("Cannot read {}: {source}. Make it readable for the user that runs the site, or remove it.", path.display())]
    UnreadableFile { path: PathBuf, source: io::Error },
    #[error("{} is larger than 12 MB. Save the picture in a smaller size, or remove the file.", path.display())]
    TooLarge { path: PathBuf },
}

impl Folder {
    pub fn embedded() -> Self {
        let files = Embedded::iter()
            .filter(|path| !is_hidden(path))
            .filter_map(|path| Embedded::get(&path).map(|file| (path.as_ref().into(), file.data.into_owned().into())))
            .collect();
        Self { files }
    }

    pub fn read(root: &Path) -> Result<Self, FolderError> {
        let mut files = BTreeMap::new();
        let mut folders = vec![root.to_path_buf()];
        while let Some(folder) = folders.pop() {
            let unreadable = |source| {
                let path = folder.clone();
                if folder == root {
                    FolderError::Unreadable { path, source }
                } else {
                    FolderError::UnreadableFile { path, source }
                }
            };
            for entry in fs::read_dir(&folder).map_err(unreadable)? {
                let path = entry.map_err(unreadable)?.path();
                let Some(name) = path.strip_prefix(root).ok().and_then(Path::to_str) else { continue };
                if is_hidden(name) {
                    continue;
                }
                let unreadable = |source| FolderError::UnreadableFile { path: path.clone(), source };
                let metadata = fs::metadata(&path).map_err(unreadable)?;
                if metadata.is_dir() {
                    folders.push(path);
                } else if metadata.len() > MAX_FILE_BYTES {
                    return Err(FolderError::TooLarge { path });
                } else {
                    files.insert(name.replace('\\', "/").into(), fs::read(&path).map_err(unreadable)?.into());
                }
            }
        }
        Ok(Self { files })
    }

    /// Writes all files below a folder, which is created.
    pub fn write(&self, root: &Path) -> io::Result<()> {
        for (name, file) in &self.files {
            let path = root.join(&**name);
            fs::create_dir_all(path.parent().unwrap_or(root))?;
            fs::write(path, &file.bytes)?;
        }
        Ok(())
    }

    /// A folder in memory, for tests.
    pub fn from_texts<'a>(texts: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        Self { files: texts.into_iter().map(|(path, text)| (path.into(), text.into())).collect() }
    }

    /// Ordered by path.
    pub fn files(&self) -> impl Iterator<Item = (&str, &ContentFile)> {
        self.files.iter().map(|(path, file)| (&**path, file))
    }

    /// The files at some paths.
    #[must_use]
    pub fn filtered(&self, is_wanted: impl Fn(&str) -> bool) -> Self {
        let wanted = self.files.iter().filter(|(path, _)| is_wanted(path));
        Self { files: wanted.map(|(path, file)| (Arc::clone(path), file.clone())).collect() }
    }

    pub fn get(&self, path: &str) -> Option<&ContentFile> {
        self.files.get(path)
    }

    pub fn contains(&self, path: &str) -> bool {
        self.files.contains_key(path)
    }

    pub fn len(&self) -> usize {
        self.files.len()
    }

    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// The paths whose files differ, or that only one of the two has.
    pub fn differences<'a>(&'a self, other: &'a Self) -> BTreeSet<&'a str> {
        let paths = self.files.keys().chain(other.files.keys()).map(|path| &**path);
        paths.filter(|path| self.get(path) != other.get(path)).collect()
    }

    pub fn insert(&mut self, path: impl AsRef<str>, file: impl Into<ContentFile>) {
        self.files.insert(path.as_ref().into(), file.into());
    }

    pub fn remove(&mut self, path: &str) {
        self.files.remove(path);
    }
}

/// Panics when there is no such file.
impl Index<&str> for Folder {
    type Output = ContentFile;

    fn index(&self, path: &str) -> &ContentFile {
        &self.files[path]
    }
}

/// Text editors create `.swp`, `~` and `#…#` files beside the file that is edited.
fn is_hidden(path: &str) -> bool {
    path.split(['/', '\\']).any(|part| part.starts_with('.') || part.starts_with('#') || part.ends_with('~'))
}
