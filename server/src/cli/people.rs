//! `clinic backup`, `forget` and `export`: what is done with the data about people, from the command line.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::{StoreArgs, done};
use crate::app::{self, StartError};
use crate::clock::{Clock, System};
use crate::csv;
use crate::discount::{EmailAddress, PersonKey};

/// How these deeds are signed in the audit log.
pub(super) const ACTOR: &str = "command line";

#[derive(Debug, Args)]
pub struct Backup {
    /// The file to write; it must not exist yet.
    file: PathBuf,
    #[command(flatten)]
    store: StoreArgs,
}

impl Backup {
    pub fn run(self) -> ExitCode {
        done(app::with_store(&self.store.database(), async |store| {
            store.backup(&self.file).await?;
            println!("The database was copied to {}.", self.file.display());
            Ok::<_, StartError>(())
        }))
    }
}

#[derive(Debug, Args)]
pub struct Forget {
    /// The e-mail address of the person.
    #[arg(value_parser = EmailAddress::parse)]
    email: EmailAddress,
    #[command(flatten)]
    store: StoreArgs,
}

impl Forget {
    pub fn run(self) -> ExitCode {
        done(app::with_store(&self.store.database(), async |store| {
            let secrets = store.secrets(&System, System.now()).await?;
            let person = PersonKey::new(&self.email.canonical(), &secrets.people);
            if store.forget(&person, ACTOR, &System, System.now()).await? {
                println!("The person was erased, with the code that was sent to them.");
            } else {
                println!("Nothing is known of that address.");
            }
            Ok::<_, StartError>(())
        }))
    }
}

#[derive(Debug, Args)]
pub struct Export {
    #[command(flatten)]
    store: StoreArgs,
}

impl Export {
    pub fn run(self) -> ExitCode {
        done(app::with_store(&self.store.database(), async |store| {
            print!("{}", csv::claims(&store.export().await?));
            Ok::<_, StartError>(())
        }))
    }
}
