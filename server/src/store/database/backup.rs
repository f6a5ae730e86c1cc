//! Copies the database while the site is running.

use std::fs::OpenOptions;
use std::io;
use std::path::Path;

use crate::store::{Dialect, Store, StoreError};

impl Store {
    /// Writes a consistent copy to a new file that only its owner may read.
    ///
    /// # Errors
    /// When the file exists or cannot be written. On PostgreSQL always: `pg_dump` does this.
    pub async fn backup(&self, file: &Path) -> Result<(), StoreError> {
        if self.dialect == Dialect::Postgres {
            return Err(StoreError::BackupIsPgDump);
        }
        let failed = |source| StoreError::File { path: file.to_owned(), source };
        let path = file.to_str().ok_or_else(|| failed(io::Error::other("the name is not Unicode")))?;
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let copy = options.open(file).map_err(|source| match source.kind() {
            io::ErrorKind::AlreadyExists => StoreError::BackupExists { path: file.to_owned() },
            _ => failed(source),
        })?;
        // VACUUM INTO accepts an existing empty file and keeps its permissions.
        let copied = sqlx::query("VACUUM INTO $1").bind(path).execute(&self.reader).await;
        if copied.is_err() {
            // An incomplete copy must not be mistaken for a backup.
            std::fs::remove_file(file).map_err(failed)?;
        }
        copied?;
        copy.sync_all().map_err(failed)?;
        Ok(())
    }

    /// Like `backup`, but replaces an earlier copy, and only when the new one is complete.
    pub(super) async fn replace_copy(&self, file: &Path) -> Result<(), StoreError> {
        let failed = |source| StoreError::File { path: file.to_owned(), source };
        let mut partial = file.as_os_str().to_owned();
        partial.push(".partial");
        let partial = Path::new(&partial);
        match std::fs::remove_file(partial) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(failed(error)),
            _ => {}
        }
        self.backup(partial).await?;
        std::fs::rename(partial, file).map_err(failed)
    }
}
