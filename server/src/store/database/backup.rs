//! A consistent copy while the site is serving.

use super::{Dialect, Store, StoreError};
use std::path::Path;

impl Store {
    /// Writes a copy into a file that does not exist yet and that only its owner may read.
    ///
    /// # Errors
    /// When the file exists or cannot be written; on PostgreSQL always, with the words for its own tool.
    pub async fn backup(&self, file: &Path) -> Result<(), StoreError> {
        if self.dialect == Dialect::Postgres {
            return Err(StoreError::BackupIsPgDump);
        }
        let path = file.to_str().ok_or_else(|| std::io::Error::other("its name is not Unicode"))?;
        let mut options = std::fs::OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let copy = options.open(file)?;
        // Copying into an empty file is allowed, and keeps the rights that it was made with.
        let copied = sqlx::query("VACUUM INTO $1").bind(path).execute(&self.reader).await;
        if copied.is_err() {
            // Half a copy that looks like a whole one is worse than none.
            std::fs::remove_file(file)?;
        }
        copied?;
        copy.sync_all()?;
        Ok(())
    }
}
