//! `clinic forget` and `clinic export`.

use std::process::ExitCode;

use clap::Args;

use super::args::{MailArg, StoreArgs};
use super::exit_code::exit_code;
use super::{ACTOR, output};
use crate::app::StartError;
use clinic_http::desk::csv::ClaimPages;
use clinic_rules::booking::{SlotTime, name_key};
use clinic_rules::person::{Contact, PersonKey};
use clinic_runtime::clock::{Clock, System};
use clinic_store::{Actor, CodeStatusError, DeskError, PeopleChoice, Store, StoreError, StoredPerson, StoredUnder};

#[derive(Debug, Args)]
pub struct Forget {
    /// The email address or the phone number of the person.
    #[arg(value_name = "EMAIL-OR-PHONE", value_parser = Contact::parse)]
    contact: Contact,
    /// Show what is stored, and erase nothing.
    #[arg(long)]
    show: bool,
    #[command(flatten)]
    choice: Choice,
    #[command(flatten)]
    mail: MailArg,
    #[command(flatten)]
    store: StoreArgs,
}

impl Forget {
    pub fn run(self) -> ExitCode {
        exit_code(self.store.with_store(async |store| {
            let key = self.contact.key(&store.secrets(&System, System.now()).await?.people);
            let people = stored_people(store, &key).await?;
            if self.show {
                output::write(&describe("Stored:", &people));
                return Ok(());
            }
            let choice = self.choice.of(&people)?;
            let (chosen, kept): (Vec<_>, Vec<_>) = people.into_iter().partition(|person| person.is_chosen(&choice));
            output::write(&describe("Will be erased:", &chosen));
            if !kept.is_empty() {
                output::write(&describe("Will be kept:", &kept));
            }
            if !chosen.is_empty() && !output::is_confirmed("Erase this? It cannot be undone. Type yes: ")? {
                output::write("Nothing was erased.\n");
                return Ok(());
            }
            let actor = Actor { name: ACTOR, random: &System, now: System.now() };
            let erased = store.erase_people(StoredUnder::Contact(&key), &choice, actor).await;
            let erased = erased.map_err(only_store_error)?;
            // Also when nothing is stored: an earlier attempt may have failed after it erased the person.
            let folder = match &self.mail.mail {
                Some(clinic_mail::Settings::File(folder)) => folder.clone(),
                // Emails from before the site had a mail server.
                _ => self.store.data.join("mail"),
            };
            let finished = store.finish_erasures(Some(&folder)).await?;
            if erased.records > 0 {
                print_line!("Erased. Nothing of what was to be erased is stored any more.");
            }
            print_line!(
                "Copy {} to your backups: with it, the person is erased again when an earlier backup is restored.",
                self.store.database().erased_people().display()
            );
            if !finished {
                print_line!(
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
    choice: Choice,
    #[command(flatten)]
    store: StoreArgs,
}

impl Export {
    pub fn run(self) -> ExitCode {
        if self.person.is_none() && self.choice.is_given() {
            print_error!(
                "--name, --codes and --all choose between the people of one phone number or address. Name it with --person. Nothing \
                 was exported."
            );
            return ExitCode::from(2);
        }
        exit_code(self.store.with_store(async |store| {
            let actor = Actor { name: ACTOR, random: &System, now: System.now() };
            if let Some(contact) = &self.person {
                let key = contact.key(&store.secrets(&System, System.now()).await?.people);
                let people = stored_people(store, &key).await?;
                let choice = self.choice.of(&people)?;
                // An export that cannot be recorded does not happen.
                let export = store.export_people(StoredUnder::Contact(&key), &choice, actor).await;
                let export = export.map_err(only_store_error)?;
                if export.is_empty() {
                    output::write(NOTHING);
                } else {
                    output::write(&format!("{:#}\n", serde_json::Value::Object(export)));
                }
            } else {
                // Before the first line is printed.
                store.record_action(actor, "export", "all claims").await?;
                let mut pages = ClaimPages::new(store.clone());
                while let Some(text) = pages.next().await? {
                    if !output::write(&text) {
                        break;
                    }
                }
            }
            Ok::<_, StartError>(())
        }))
    }
}

const NOTHING: &str = "Nothing is stored about this person.\n";

/// Which of several people with the same phone number or address.
#[derive(Debug, Args)]
struct Choice {
    /// One of several people with this phone number or address. May be repeated.
    #[arg(long = "name", value_name = "NAME")]
    names: Vec<String>,
    /// The discount codes of this address that belong to none of the people.
    #[arg(long)]
    codes: bool,
    /// Everybody with this phone number or address.
    #[arg(long, conflicts_with_all = ["names", "codes"])]
    all: bool,
}

impl Choice {
    fn is_given(&self) -> bool {
        self.all || self.codes || !self.names.is_empty()
    }

    fn of(&self, people: &[StoredPerson]) -> Result<PeopleChoice, StartError> {
        if self.names.is_empty() && !self.codes {
            return if self.all || people.len() <= 1 { Ok(PeopleChoice::All) } else { Err(several(people)) };
        }
        let is_known = |name: &String| {
            people.iter().filter_map(|it| it.name.as_ref()).any(|known| name_key(known) == name_key(name))
        };
        if let Some(name) = self.names.iter().find(|name| !is_known(name)) {
            return Err(StartError::NobodyCalled { name: name.clone(), people: describe("Stored:", people) });
        }
        if self.codes && people.iter().all(|it| it.name.is_some()) {
            return Err(several(people));
        }
        Ok(PeopleChoice::Some { names: self.names.clone(), codes: self.codes })
    }
}

fn several(people: &[StoredPerson]) -> StartError {
    StartError::ChoosePeople { people: describe("Stored:", people) }
}

async fn stored_people(store: &Store, key: &PersonKey) -> Result<Vec<StoredPerson>, StartError> {
    let people = store.stored_people(StoredUnder::Contact(key), System.now()).await;
    people.map_err(|error| only_store_error(error).into())
}

/// What is stored about each of the people, below a heading.
fn describe(heading: &str, people: &[StoredPerson]) -> String {
    if people.is_empty() {
        return NOTHING.to_owned();
    }
    let describe_one = |person: &StoredPerson| {
        let contacts: Vec<&str> = person.phones.iter().chain(&person.emails).map(String::as_str).collect();
        let mut stored = Vec::new();
        for (count, what) in [(person.appointments(), "appointments"), (person.recalls(), "recalls")] {
            if count > 0 {
                stored.push(format!("{what}: {count}"));
            }
        }
        if !person.brings.is_empty() {
            stored.push(format!(
                "of these for: {}",
                person.brings.iter().map(String::as_str).collect::<Vec<_>>().join(", ")
            ));
        }
        if let Some(at) = person.visits_to_come.iter().min() {
            stored.push(format!(
                "visits to come: {}, the next one on {} Nigerian time",
                person.visits_to_come.len(),
                SlotTime::of(*at)
            ));
        }
        if !person.codes.is_empty() {
            stored.push(format!("discount code: {}", person.codes.join(", ")));
        }
        stored.push("the emails about them".to_owned());
        let name = person.name.as_deref().unwrap_or("Codes that belong to none of these people");
        format!("{name} ({}): {}.\n", contacts.join(", "), stored.join("; "))
    };
    format!("{heading}\n{}", people.iter().map(describe_one).collect::<String>())
}

/// A contact is not a code, so the store refuses nothing.
fn only_store_error(error: CodeStatusError) -> StoreError {
    match error {
        DeskError::Store(error) => error,
        DeskError::Refused(_) => StoreError::Corrupt("a phone number or address was taken for a code"),
    }
}
