//! `clinic backup`, `forget` and `export`: what is done with the data about people, from the command line.

use std::fmt::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::{StoreArgs, done};
use crate::app::{self, StartError};
use crate::clock::{Clock, System};
use crate::discount::{EmailAddress, PersonKey};
use crate::store::ClaimRecord;

/// How these deeds are signed in the audit log.
const ACTOR: &str = "command line";

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
            print!("{}", csv(&store.export().await?));
            Ok::<_, StartError>(())
        }))
    }
}

fn csv(claims: &[ClaimRecord]) -> String {
    let mut csv = String::from("code,address,issued_at,valid_until,redeemed_at,redeemed_by,void_at\n");
    for claim in claims {
        let moment = |at: Option<jiff::Timestamp>| at.map(|at| at.to_string()).unwrap_or_default();
        let fields = [
            claim.code.clone(),
            claim.address.clone(),
            claim.issued_at.to_string(),
            claim.valid_until.to_string(),
            moment(claim.redeemed_at),
            claim.redeemed_by.clone().unwrap_or_default(),
            moment(claim.void_at),
        ];
        let _ = writeln!(csv, "{}", fields.map(|field| quoted(&field)).join(","));
    }
    csv
}

/// A field that begins like a formula would be run by a spreadsheet; it is opened as text instead.
fn quoted(field: &str) -> String {
    let tame = if field.starts_with(['=', '+', '-', '@']) { format!("'{field}") } else { field.to_owned() };
    if tame.contains([',', '"', '\n', '\r']) { format!("\"{}\"", tame.replace('"', "\"\"")) } else { tame }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spreadsheet_gets_text_and_no_formulas() {
        assert_eq!(quoted("a,\"b\""), "\"a,\"\"b\"\"\"");
        assert_eq!(quoted("=SUM(A1)"), "'=SUM(A1)");
        assert_eq!(quoted("ada@example.com"), "ada@example.com");
    }
}
