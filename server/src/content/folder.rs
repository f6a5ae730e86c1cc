//! The files of a content folder in memory: read from disk, or the copy that was embedded at build time.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fs, io};

use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "../content"]
struct Embedded;

/// A video put here by mistake must not fill the memory.
const MAX_FILE_BYTES: u64 = clinic_images::MAX_FILE_BYTES as u64;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Folder {
    files: BTreeMap<String, Vec<u8>>,
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
            .filter_map(|path| Embedded::get(&path).map(|file| (path.into_owned(), file.data.into_owned())))
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
                    files.insert(name.replace('\\', "/"), fs::read(&path).map_err(unreadable)?);
                }
            }
        }
        Ok(Self { files })
    }

    /// Writes all files below a folder, which is created.
    pub fn write(&self, root: &Path) -> io::Result<()> {
        for (name, bytes) in &self.files {
            let path = root.join(name);
            fs::create_dir_all(path.parent().unwrap_or(root))?;
            fs::write(path, bytes)?;
        }
        Ok(())
    }

    #[cfg(test)]
    pub fn from_texts<'a>(texts: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        Self { files: texts.into_iter().map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec())).collect() }
    }

    pub fn files(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.files.iter().map(|(path, bytes)| (path.as_str(), bytes.as_slice()))
    }

    pub fn get(&self, path: &str) -> Option<&[u8]> {
        self.files.get(path).map(Vec::as_slice)
    }

    pub fn insert(&mut self, path: &str, bytes: impl AsRef<[u8]>) {
        self.files.insert(path.to_owned(), bytes.as_ref().to_vec());
    }

    #[cfg(test)]
    pub fn remove(&mut self, path: &str) {
        self.files.remove(path);
    }
}

/// Text editors create `.swp`, `~` and `#…#` files beside the file that is edited.
fn is_hidden(path: &str) -> bool {
    path.split(['/', '\\']).any(|part| part.starts_with('.') || part.starts_with('#') || part.ends_with('~'))
}
