//! Copies the database while the site is running, and checks each copy by opening it.

use std::fs::OpenOptions;
use std::io;
use std::path::Path;

use sqlx::any::{AnyConnectOptions, install_default_drivers};
use sqlx::{AnyConnection, ConnectOptions, Connection};

use super::integrity::check_integrity;
use super::open::escape;
use crate::{Dialect, Store, StoreError};

impl Store {
    /// Writes a consistent copy to a new file that only its owner may read, and opens it to see that it is whole.
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
        let verified = match copied {
            Ok(_) => verify(file).await,
            Err(error) => Err(error.into()),
        };
        if let Err(error) = verified {
            // An incomplete copy must not be mistaken for a backup.
            tokio::fs::remove_file(file).await.map_err(failed)?;
            return Err(error);
        }
        copy.sync_all().map_err(failed)?;
        Ok(())
    }

    /// Like `backup`, but replaces an earlier copy, and only when the new one is complete.
    pub(super) async fn replace_copy(&self, file: &Path) -> Result<(), StoreError> {
        let failed = |source| StoreError::File { path: file.to_owned(), source };
        let mut partial = file.as_os_str().to_owned();
        partial.push(".partial");
        let partial = Path::new(&partial);
        match tokio::fs::remove_file(partial).await {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(failed(error)),
            _ => {}
        }
        self.backup(partial).await?;
        std::fs::rename(partial, file).map_err(failed)
    }
}

/// Reads the whole file, changes nothing, and leaves no file beside it.
///
/// # Errors
/// When the file cannot be read, is damaged or is no database of this program.
pub async fn verify(file: &Path) -> Result<(), StoreError> {
    install_default_drivers();
    let options: AnyConnectOptions =
        format!("sqlite:{}?mode=ro&immutable=true", escape(&file.to_string_lossy())).parse()?;
    let mut connection: AnyConnection = options.connect().await?;
    let result = check_integrity(&mut connection).await;
    connection.close().await?;
    result
}
