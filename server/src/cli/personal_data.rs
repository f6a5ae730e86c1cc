//! `clinic backup`, `clinic forget` and `clinic export`.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::args::{MailArg, StoreArgs};
use super::exit_code::exit_code;
use super::output;
use crate::app::StartError;
use crate::clock::{Clock, System};
use crate::http::desk::csv::ClaimPages;
use crate::mail;
use crate::person::{EmailAddress, PersonKey, PhoneNumber};
use crate::store::{Actor, Store, StoreError};

/// The name of the actor in the audit log.
pub(super) const ACTOR: &str = "command line";

#[derive(Debug, Args)]
pub struct Backup {
    /// The file to write. It must not exist.
    file: PathBuf,
    #[command(flatten)]
    store: StoreArgs,
}

impl Backup {
    pub fn run(self) -> ExitCode {
        exit_code(self.store.with_store(async |store| {
            store.backup(&self.file).await.map_err(StartError::Backup)?;
            println!("Copied the database to {}.", self.file.display());
            Ok::<_, StartError>(())
        }))
    }
}

#[derive(Debug, Args)]
pub struct Forget {
    /// The email address or the phone number of the person.
    #[arg(value_name = "EMAIL-OR-PHONE", value_parser = Contact::parse)]
    contact: Contact,
    #[command(flatten)]
    mail: MailArg,
    #[command(flatten)]
    store: StoreArgs,
}

impl Forget {
    pub fn run(self) -> ExitCode {
        exit_code(self.store.with_store(async |store| {
            let person = person_key(store, &self.contact).await?;
            let actor = Actor { name: ACTOR, random: &System, now: System.now() };
            let erased = store.erase_person(&person, actor).await?;
            // Also when nothing is stored: an earlier attempt may have failed after it erased the person.
            let folder = match &self.mail.mail {
                Some(mail::Settings::File(folder)) => folder.clone(),
                // Emails from before the site had a mail server.
                _ => self.store.data.join("mail"),
            };
            let finished = store.finish_erasures(Some(&folder)).await?;
            if erased.records == 0 {
                println!("Nothing is stored about this person.");
            } else {
                println!("Erased the person: their discount code, their appointments and the emails sent to them.");
            }
            println!(
                "Copy {} to your backups: with it, the person is erased again when an earlier backup is restored.",
                self.store.database().erased_people().display()
            );
            if !finished {
                println!(
                    "The database's log still contains a copy, because a running read uses it. The server removes it \
                     within minutes. If no server is running, run this command again."
                );
            }
            Ok::<_, StartError>(())
        }))
    }
}

#[derive(Debug, Args)]
pub struct Export {
    /// The email address or phone number of one person: prints everything stored about them as JSON instead of all claims as CSV.
    #[arg(long, value_name = "EMAIL-OR-PHONE", value_parser = Contact::parse)]
    person: Option<Contact>,
    #[command(flatten)]
    store: StoreArgs,
}

impl Export {
    pub fn run(self) -> ExitCode {
        exit_code(self.store.with_store(async |store| {
            // Before the first line is printed: an export that cannot be recorded does not happen.
            let subject = if self.person.is_some() { "the data of one person" } else { "all claims" };
            let actor = Actor { name: ACTOR, random: &System, now: System.now() };
            store.record_action(actor, "export", subject).await?;
            if let Some(contact) = &self.person {
                match store.export_person(&person_key(store, contact).await?).await? {
                    Some(export) => output::write(&format!("{:#}\n", serde_json::Value::Object(export)))?,
                    None => output::write("Nothing is stored about this person.\n")?,
                };
            } else {
                let mut pages = ClaimPages::new(store.clone());
                while let Some(text) = pages.next().await? {
                    if !output::write(&text)? {
                        break;
                    }
                }
            }
            Ok::<_, StartError>(())
        }))
    }
}

/// How a person is known: claims have an email address, appointments a phone number and perhaps an email address.
#[derive(Debug, Clone)]
enum Contact {
    Email(EmailAddress),
    Phone(PhoneNumber),
}

impl Contact {
    fn parse(text: &str) -> Result<Self, String> {
        if text.contains('@') {
            return EmailAddress::parse(text).map(Self::Email).map_err(|error| error.to_string());
        }
        PhoneNumber::parse(text).map(Self::Phone).map_err(|error| error.to_string())
    }
}

async fn person_key(store: &Store, contact: &Contact) -> Result<PersonKey, StoreError> {
    let secrets = store.secrets(&System, System.now()).await?;
    Ok(match contact {
        Contact::Email(email) => PersonKey::new(&email.canonical(), &secrets.people),
        Contact::Phone(phone) => PersonKey::of_phone(phone, &secrets.people),
    })
}
