//! `clinic rotate-key`: replaces the key that encrypts the secrets in the database, or starts again without a lost one.

use std::process::ExitCode;

use clap::Args;

use super::ACTOR;
use super::args::StoreArgs;
use super::exit_code::exit_code;
use super::output;
use crate::app::key_file::{self, Rotated};
use crate::app::{self, StartError};
use clinic_runtime::clock::{Clock, System};
use clinic_store::Actor;

#[derive(Debug, Args)]
pub struct RotateKey {
    /// The key file is lost: delete the secrets that nobody can decrypt any more. Staff set up two-step verification again,
    /// and people who have a code can get another one.
    #[arg(long)]
    lost: bool,
    #[command(flatten)]
    store: StoreArgs,
}

impl RotateKey {
    pub fn run(self) -> ExitCode {
        let database = self.store.database();
        exit_code(self.store.with_store(async |store| {
            // A running instance would go on with the old key and encrypt secrets that the new one cannot decrypt.
            let _lock = app::use_alone(&database, "clinic rotate-key").await?;
            let actor = Actor { name: ACTOR, random: &System, now: System.now() };
            if self.lost {
                key_file::refuse_if_present(&database)?;
                let question = "This deletes the secrets that only the lost key could decrypt, and cannot be undone: staff set \
                                up two-step verification again, links to appointments in emails end, and certificates are \
                                ordered again. Type yes: ";
                if !output::is_confirmed(question)? {
                    print_line!("Nothing was deleted.");
                    return Ok(());
                }
                store.delete_sealed_secrets(actor).await?;
                print_line!(
                    "Deleted the encrypted secrets. The next start of the site creates new ones and a new key file."
                );
            } else {
                let Rotated { sealed, kept } = key_file::rotate(store, &database, actor).await?;
                print_line!("Encrypted {sealed} secrets with a new key, in {}.", database.key_file().display());
                print_line!(
                    "Keep a copy of it apart from the backups. The old key is in {}: move it to where you keep such copies. Backups \
                     made before need it; delete it with the last of them.",
                    kept.display()
                );
            }
            Ok::<_, StartError>(())
        }))
    }
}
