//! `clinic staff`: accounts of the desk, from the command line. The first one opens the desk.

use std::io::{self, BufRead, IsTerminal, Write};
use std::process::{Command, ExitCode, Stdio};

use clap::{Args, Subcommand};

use super::personal_data::ACTOR;
use super::{StoreArgs, done};
use crate::app::{self, StartError};
use crate::clinic_time;
use crate::clock::{Clock, Randomness, System};
use crate::staff::{Cost, Password, PasswordError, Role, StaffName};
use crate::store::{Actor, DeskError, StaffError, StaffMember, StoreError};

#[derive(Debug, Subcommand)]
pub enum Staff {
    /// Add an account.
    Add(Add),
    /// List the accounts.
    List(List),
    /// Close an account and end its sessions.
    Disable(Disable),
}

#[derive(Debug, thiserror::Error)]
enum StaffCommandError {
    #[error(transparent)]
    Start(#[from] StartError),
    #[error(transparent)]
    Refused(StaffError),
    #[error(transparent)]
    Password(#[from] PasswordError),
    #[error("There is no terminal to ask for a password. Pipe it in and say --password-stdin.")]
    NoTerminal,
    #[error("The two passwords are not the same. Nothing was changed; please try again.")]
    NotTheSame,
    #[error("The password cannot be read: {0}")]
    Read(#[from] io::Error),
}

impl From<DeskError<StaffError>> for StaffCommandError {
    fn from(error: DeskError<StaffError>) -> Self {
        match error {
            DeskError::Refused(refused) => Self::Refused(refused),
            DeskError::Store(error) => error.into(),
        }
    }
}

impl From<StoreError> for StaffCommandError {
    fn from(error: StoreError) -> Self {
        Self::Start(error.into())
    }
}

impl Staff {
    pub fn run(self) -> ExitCode {
        match self {
            Self::Add(options) => done(options.run()),
            Self::List(options) => done(options.run()),
            Self::Disable(options) => done(options.run()),
        }
    }
}

#[derive(Debug, Args)]
pub struct Add {
    /// The name to sign in with; it is shown beside every code that the person redeems.
    #[arg(value_parser = StaffName::parse)]
    name: StaffName,
    /// `desk` checks and redeems codes, `owner` may do everything.
    #[arg(long, value_name = "ROLE", value_parser = str::parse::<Role>)]
    role: Role,
    /// Read the password from standard input instead of asking for it.
    #[arg(long)]
    password_stdin: bool,
    #[command(flatten)]
    store: StoreArgs,
}

impl Add {
    fn run(self) -> Result<(), StaffCommandError> {
        let typed = if self.password_stdin { first_line(&mut io::stdin().lock())? } else { ask_twice()? };
        let password = Password::choose(&typed, &self.name)?;
        app::with_store(&self.store.database(), async |store| {
            let random: &dyn Randomness = &System;
            let hash = password.hash(Cost::default(), random.bytes());
            store.add_staff(&self.name, self.role, &hash, actor()).await?;
            println!("{} can sign in at /desk now, as {}.", self.name, self.role);
            Ok(())
        })
    }
}

#[derive(Debug, Args)]
pub struct List {
    #[command(flatten)]
    store: StoreArgs,
}

impl List {
    fn run(self) -> Result<(), StaffCommandError> {
        app::with_store(&self.store.database(), async |store| {
            let staff = store.staff().await?;
            if staff.is_empty() {
                println!("There is no account yet. Add the first with: clinic staff add NAME --role owner");
            }
            for member in &staff {
                println!("{}", line(member));
            }
            Ok(())
        })
    }
}

fn line(member: &StaffMember) -> String {
    let seen = member
        .last_seen
        .map_or_else(|| "never signed in".to_owned(), |at| format!("seen {}", clinic_time::format_date_time(at)));
    let totp = if member.totp { ", second factor" } else { "" };
    let disabled = if member.disabled { ", disabled" } else { "" };
    format!("{} ({}{totp}{disabled}): {seen}", member.name, member.role)
}

#[derive(Debug, Args)]
pub struct Disable {
    #[arg(value_parser = StaffName::parse)]
    name: StaffName,
    #[command(flatten)]
    store: StoreArgs,
}

impl Disable {
    fn run(self) -> Result<(), StaffCommandError> {
        app::with_store(&self.store.database(), async |store| {
            store.disable_staff(&self.name, actor()).await?;
            println!("{} can no longer sign in, and was signed out everywhere.", self.name);
            Ok(())
        })
    }
}

fn actor() -> Actor<'static> {
    Actor { name: ACTOR, random: &System, now: System.now() }
}

fn ask_twice() -> Result<String, StaffCommandError> {
    if !io::stdin().is_terminal() {
        return Err(StaffCommandError::NoTerminal);
    }
    let _hush = Hush::begin();
    let first = ask("Password: ")?;
    if first == ask("The same again: ")? { Ok(first) } else { Err(StaffCommandError::NotTheSame) }
}

fn ask(question: &str) -> io::Result<String> {
    eprint!("{question}");
    io::stderr().flush()?;
    let typed = first_line(&mut io::stdin().lock());
    eprintln!();
    typed
}

fn first_line(input: &mut impl BufRead) -> io::Result<String> {
    let mut line = String::new();
    input.read_line(&mut line)?;
    Ok(line.trim_end_matches(['\r', '\n']).to_owned())
}

/// Keeps the terminal from showing what is typed, for as long as it lives. `stty` is on every system that has a
/// terminal, and asking it needs no unsafe code.
struct Hush;

impl Hush {
    fn begin() -> Self {
        stty("-echo");
        Self
    }
}

impl Drop for Hush {
    fn drop(&mut self) {
        stty("echo");
    }
}

fn stty(setting: &str) {
    // A terminal that cannot be hushed is no reason not to take a password.
    let _ = Command::new("stty").arg(setting).stdin(Stdio::inherit()).stderr(Stdio::null()).status();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_the_first_line_whole() {
        assert_eq!(first_line(&mut &b" four odd words \r\nmore"[..]).expect("read"), " four odd words ");
        assert_eq!(first_line(&mut &b""[..]).expect("read"), "");
    }

    #[test]
    fn a_line_of_the_list_says_what_matters() {
        let member = StaffMember {
            name: "Ngozi".to_owned(),
            role: Role::Desk,
            disabled: true,
            totp: true,
            last_seen: Some("2026-03-02T08:05:00Z".parse().expect("a time")),
        };
        assert_eq!(line(&member), "Ngozi (desk, second factor, disabled): seen 2 March 2026 at 9:05 AM");
    }
}
