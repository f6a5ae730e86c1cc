//! `clinic backup`, `forget` and `export`: what is done with the data about people, from the command line.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::args::StoreArgs;
use super::exit_code::exit_code;
use crate::app::{self, StartError};
use crate::clock::{Clock, System};
use crate::http::desk::csv;
use crate::mail;
use crate::person::{EmailAddress, PersonKey};

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
        exit_code(app::with_store(&self.store.database(), async |store| {
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
    /// The folder with the messages as files, if it is another one [default: DATA/mail].
    #[arg(long, value_name = "DIR")]
    mail_folder: Option<PathBuf>,
    #[command(flatten)]
    store: StoreArgs,
}

impl Forget {
    pub fn run(self) -> ExitCode {
        exit_code(app::with_store(&self.store.database(), async |store| {
            let secrets = store.secrets(&System, System.now()).await?;
            let person = PersonKey::new(&self.email.canonical(), &secrets.people);
            match store.forget(&person, ACTOR, &System, System.now()).await? {
                None => println!("Nothing is known of that address."),
                Some(mails) => {
                    let folder = self.mail_folder.clone().unwrap_or_else(|| self.store.data.join("mail"));
                    mail::file::erase_all(&folder, &mails).map_err(StartError::from)?;
                    println!("The person was erased, with the code and the mail that were sent to them.");
                }
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
        exit_code(app::with_store(&self.store.database(), async |store| {
            print!("{}", csv::claims(&store.export().await?));
            Ok::<_, StartError>(())
        }))
    }
}
