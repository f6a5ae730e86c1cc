//! `clinic backup`: copies the database to a file while the server runs.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::args::StoreArgs;
use super::exit_code::exit_code;
use crate::app::{self, StartError};

#[derive(Debug, Args)]
pub struct Backup {
    /// The file to write. It must not exist.
    file: PathBuf,
    #[command(flatten)]
    store: StoreArgs,
}

impl Backup {
    pub fn run(self) -> ExitCode {
        if let Err(error) = self.refuse_own_files() {
            return exit_code(Err(error));
        }
        exit_code(self.store.with_store(async |store| {
            store.backup(&self.file).await.map_err(StartError::Backup)?;
            print_line!("Copied the database to {}.", self.file.display());
            Ok::<_, StartError>(())
        }))
    }

    /// "Exists already" would be read as an advice to remove it.
    fn refuse_own_files(&self) -> Result<(), StartError> {
        let (database, path) = (self.store.database(), self.file.clone());
        let mut own = database.sqlite_file().into_iter().chain(database.key_files()).chain([database.erased_people()]);
        if own.any(|own| app::is_same_file(&own, &self.file)) {
            return Err(StartError::BackupOntoOwnFile { path });
        }
        if self.file.is_dir() { Err(StartError::BackupIsFolder { path }) } else { Ok(()) }
    }
}
