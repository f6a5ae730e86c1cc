//! A copy of the content that was published last, kept in the data folder.
//!
//! A mistake in the content folder must not keep the server from starting, nor a PostgreSQL server that is away: it then
//! publishes this copy.

use std::path::{Path, PathBuf};
use std::{fs, io};

use clinic_content::Folder;

#[derive(Debug, Clone)]
pub struct LastGoodContent {
    folder: PathBuf,
}

impl LastGoodContent {
    /// Of the content folder.
    pub fn in_data_folder(data: &Path) -> Self {
        Self { folder: data.join("last-good-content") }
    }

    /// Of the content in a database on another machine.
    pub fn of_database(data: &Path) -> Self {
        Self { folder: data.join("last-published-content") }
    }

    pub fn load(&self) -> Option<Folder> {
        // The second one exists when the process was killed while it replaced the first.
        [&self.folder, &self.sibling("old")].into_iter().find_map(|folder| Folder::read(folder).ok())
    }

    /// Replaces the copy as a whole, so that a crash never leaves half of it.
    pub fn save(&self, content: &Folder) -> io::Result<()> {
        if Folder::read(&self.folder).is_ok_and(|saved| saved == *content) {
            return Ok(());
        }
        let (new, old) = (self.sibling("new"), self.sibling("old"));
        remove(&new)?;
        content.write(&new)?;
        if self.folder.exists() {
            remove(&old)?;
            fs::rename(&self.folder, &old)?;
        }
        fs::rename(&new, &self.folder)?;
        remove(&old)
    }

    /// There is the newest copy or none: an earlier one may contain what was removed from the content since.
    pub fn save_or_remove(&self, content: &Folder) {
        let _ = self.save(content).inspect_err(|error| {
            crate::warn_of_missing_copy(error);
            let _ = [&self.folder, &self.sibling("new"), &self.sibling("old")].map(|folder| remove(folder));
        });
    }

    /// Deletes what a process that was killed while it saved has left: it may contain what was removed from the content since.
    pub fn remove_all_leftovers(data: &Path) {
        for copy in [Self::in_data_folder(data), Self::of_database(data)] {
            let _ = copy.remove_leftovers().inspect_err(|error| {
                tracing::warn!("cannot delete an earlier copy of the content in the data folder: {error}");
            });
        }
    }

    fn remove_leftovers(&self) -> io::Result<()> {
        remove(&self.sibling("new"))?;
        if self.folder.exists() { remove(&self.sibling("old")) } else { Ok(()) }
    }

    fn sibling(&self, suffix: &str) -> PathBuf {
        self.folder.with_extension(suffix)
    }
}

fn remove(folder: &Path) -> io::Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn content(text: &str) -> Folder {
        Folder::from_texts([("clinic.toml", text), ("pages/home.md", text)])
    }

    #[test]
    fn saved_content_is_loaded_and_replaced() {
        let data = tempfile::tempdir().expect("a folder");
        let last_good = LastGoodContent::in_data_folder(data.path());
        assert!(last_good.load().is_none());
        for text in ["one", "two", "two"] {
            last_good.save(&content(text)).expect("saved");
            assert_eq!(last_good.load(), Some(content(text)));
        }
        assert_eq!(fs::read_dir(data.path()).expect("the folder").count(), 1, "a temporary folder was left");
    }

    #[test]
    fn copy_that_cannot_be_replaced_is_deleted() {
        let data = tempfile::tempdir().expect("a folder");
        let copy = LastGoodContent::of_database(data.path());
        copy.save_or_remove(&content("one"));
        assert_eq!(copy.load(), Some(content("one")));
        // A file where a folder has to be, so that the new copy cannot be written.
        fs::write(copy.sibling("new"), "").expect("written");
        copy.save_or_remove(&content("two"));
        assert_eq!(copy.load(), None);
    }

    #[test]
    fn content_survives_a_crash_while_it_is_replaced() {
        let data = tempfile::tempdir().expect("a folder");
        let last_good = LastGoodContent::in_data_folder(data.path());
        last_good.save(&content("one")).expect("saved");
        fs::rename(&last_good.folder, last_good.sibling("old")).expect("renamed");
        last_good.remove_leftovers().expect("removed");
        assert_eq!(last_good.load(), Some(content("one")), "the only copy");
        last_good.save(&content("two")).expect("saved");
        assert_eq!(last_good.load(), Some(content("two")));
    }
}
