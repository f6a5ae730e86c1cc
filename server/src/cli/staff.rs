//! `clinic staff`: manages the accounts of the staff desk. The desk is hidden until there is an account.

mod two_step;

use std::io::{self, BufRead, IsTerminal};
use std::process::ExitCode;

use clap::{Args, Subcommand};
use jiff::Timestamp;

use super::ACTOR;
use super::args::{AddressArgs, ContentArg, StoreArgs};
use super::exit_code::exit_code;
use super::output;
use crate::app::StartError;
use crate::config::SiteUrl;
use clinic_rules::clinic_time;
use clinic_rules::staff::{
    ClinicWords, Cost, HashMemory, Password, PasswordError, ResetToken, Role, StaffName, TwoStepDeadline,
};
use clinic_runtime::clock::{Clock, Randomness, System};
use clinic_store::{Actor, DeskError, StaffError, StaffMember, StoreError};

#[derive(Debug, Subcommand)]
pub enum Staff {
    /// Add an account.
    Add(Add),
    /// List the accounts.
    List(List),
    /// Disable an account and end its sessions.
    Disable(Disable),
    /// Print a one-time link with which somebody chooses a new password, or set the password.
    ResetPassword(ResetPassword),
    /// Turn off two-step verification of somebody who lost the phone and the recovery codes.
    ResetTwoStep(two_step::ResetTwoStep),
}

#[derive(Debug, thiserror::Error)]
enum StaffCommandError {
    #[error(transparent)]
    Start(#[from] StartError),
    #[error(
        "This account is disabled. An owner enables it at the desk under Staff, or add it again with clinic staff add."
    )]
    Disabled,
    #[error(transparent)]
    Refused(StaffError),
    #[error(transparent)]
    Password(#[from] PasswordError),
    #[error(
        "There is no terminal to ask for a password. Use --password-stdin and send the password to standard input."
    )]
    NoTerminal,
    #[error("The two passwords are different. Nothing was changed. Please try again.")]
    PasswordsDiffer,
    #[error("Cannot read the password: {0}")]
    Read(#[from] io::Error),
}

impl From<DeskError<StaffError>> for StaffCommandError {
    fn from(error: DeskError<StaffError>) -> Self {
        match error {
            DeskError::Refused(StaffError::Disabled) => Self::Disabled,
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
            Self::Add(options) => staff_exit_code(options.run()),
            Self::List(options) => staff_exit_code(options.run()),
            Self::Disable(options) => staff_exit_code(options.run()),
            Self::ResetPassword(options) => staff_exit_code(options.run()),
            Self::ResetTwoStep(options) => staff_exit_code(options.run()),
        }
    }
}

/// A refused password is invalid input like an unknown role, which clap answers with 2.
fn staff_exit_code(result: Result<(), StaffCommandError>) -> ExitCode {
    let is_refused_password = matches!(result, Err(StaffCommandError::Password(_)));
    let code = exit_code(result);
    if is_refused_password { ExitCode::from(2) } else { code }
}

#[derive(Debug, Args)]
pub struct Add {
    /// The name to sign in with. It is shown with every code that this person redeems.
    #[arg(value_parser = StaffName::parse)]
    name: StaffName,
    /// `desk` can take appointments and redeem codes, `editor` can edit the content as well, `owner` can do everything.
    #[arg(long, value_name = "ROLE", value_parser = str::parse::<Role>)]
    role: Role,
    /// Read the password from standard input instead of asking for it.
    #[arg(long)]
    password_stdin: bool,
    /// Print a one-time link with which the colleague chooses the password, instead of asking for it.
    #[arg(long, conflicts_with = "password_stdin")]
    invite: bool,
    #[command(flatten)]
    address: AddressArgs,
    #[command(flatten)]
    content: ContentArg,
    #[command(flatten)]
    store: StoreArgs,
}

impl Add {
    fn run(self) -> Result<(), StaffCommandError> {
        if self.invite {
            return self.invite();
        }
        let typed = if self.password_stdin { first_line(&mut io::stdin().lock())? } else { prompt_twice()? };
        let password = Password::choose(&typed, &self.name, &clinic_words(&self.content, &self.store))?;
        self.store.with_store(async |store| {
            let random: &dyn Randomness = &System;
            let hash = password.hash(Cost::default(), random.bytes(), &mut HashMemory::default());
            store.add_staff(&self.name, self.role, &hash, actor()).await?;
            print_line!("{} can now sign in at /desk as {}.", self.name, self.role);
            Ok(())
        })
    }

    fn invite(self) -> Result<(), StaffCommandError> {
        let random: &dyn Randomness = &System;
        self.store.with_store(async |store| {
            let token = ResetToken::new(random.bytes());
            let expires = store.invite_staff(&self.name, self.role, &token, actor()).await?;
            print_link(self.address.site_url().as_ref(), &token);
            let until = clinic_time::format_with_zone(expires);
            print_line!("With this link {} can choose a password. It works once, until {until}.", self.name);
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
        self.store.with_store(async |store| {
            let staff = store.staff().await?;
            let text = if staff.is_empty() {
                "There are no accounts yet. Add the first one with: clinic staff add NAME --role owner\n".to_owned()
            } else {
                staff.iter().map(|member| describe(member, System.now()) + "\n").collect()
            };
            output::write(&text);
            Ok(())
        })
    }
}

fn describe(member: &StaffMember, now: Timestamp) -> String {
    let last_seen = match (member.last_seen, &member.invitation) {
        (Some(at), _) => format!("last seen {}", clinic_time::format_with_zone(at)),
        (None, Some(_)) => "invited, has not chosen a password".to_owned(),
        (None, None) => "never signed in".to_owned(),
    };
    let totp = match member.two_step_deadline {
        _ if member.totp => ", two-step verification".to_owned(),
        Some(deadline) if deadline.has_passed(now) => ", must set up two-step verification".to_owned(),
        Some(TwoStepDeadline(at)) => {
            format!(", must set up two-step verification by {}", clinic_time::format_with_zone(at))
        }
        None => String::new(),
    };
    let disabled = if member.disabled { ", disabled" } else { "" };
    format!("{} ({}{totp}{disabled}): {last_seen}", member.name, member.role)
}

#[derive(Debug, Args)]
pub struct Disable {
    /// The name of the account.
    #[arg(value_parser = StaffName::parse)]
    name: StaffName,
    #[command(flatten)]
    store: StoreArgs,
}

impl Disable {
    fn run(self) -> Result<(), StaffCommandError> {
        self.store.with_store(async |store| {
            store.disable_staff(&self.name, actor()).await?;
            print_line!("{} can no longer sign in and has been signed out everywhere.", self.name);
            Ok(())
        })
    }
}

#[derive(Debug, Args)]
pub struct ResetPassword {
    /// The name of the account.
    #[arg(value_parser = StaffName::parse)]
    name: StaffName,
    /// Read the new password from standard input instead of printing a link.
    #[arg(long)]
    password_stdin: bool,
    #[command(flatten)]
    address: AddressArgs,
    #[command(flatten)]
    content: ContentArg,
    #[command(flatten)]
    store: StoreArgs,
}

impl ResetPassword {
    fn run(self) -> Result<(), StaffCommandError> {
        let random: &dyn Randomness = &System;
        let password = if self.password_stdin {
            let typed = first_line(&mut io::stdin().lock())?;
            Some(Password::choose(&typed, &self.name, &clinic_words(&self.content, &self.store))?)
        } else {
            None
        };
        self.store.with_store(async |store| {
            if let Some(password) = password {
                let hash = password.hash(Cost::default(), random.bytes(), &mut HashMemory::default());
                store.set_password(&self.name, &hash, actor()).await?;
                print_line!("{} has a new password and has been signed out everywhere.", self.name);
                return Ok(());
            }
            let token = ResetToken::new(random.bytes());
            let expires = store.offer_password_reset(&self.name, &token, actor()).await?;
            print_link(self.address.site_url().as_ref(), &token);
            let until = clinic_time::format_with_zone(expires);
            print_line!(
                "With this link {} can choose a new password. It works once, until {until}. Two-step verification stays as it is.",
                self.name
            );
            Ok(())
        })
    }
}

/// Content with errors must not keep anybody from getting an account.
fn clinic_words(content: &ContentArg, store: &StoreArgs) -> ClinicWords {
    let content = content.shown(store).ok().and_then(|shown| shown.source.load().ok());
    content.map(|content| ClinicWords::new(content.clinic.names())).unwrap_or_default()
}

/// Without the address of the site, only its path, and how to complete it.
fn print_link(site_url: Option<&SiteUrl>, token: &ResetToken) {
    print_line!("{}{}", site_url.map(ToString::to_string).unwrap_or_default(), token.link_path());
    if site_url.is_none() {
        print_line!(
            "Write the address of the site before it, as in https://www.example.ng/desk/…. With --domain or --site-url the command \
             prints the whole link."
        );
    }
}

fn actor() -> Actor<'static> {
    Actor { name: ACTOR, random: &System, now: System.now() }
}

fn prompt_twice() -> Result<String, StaffCommandError> {
    if !io::stdin().is_terminal() {
        return Err(StaffCommandError::NoTerminal);
    }
    let first = rpassword::prompt_password("Password: ")?;
    let second = rpassword::prompt_password("Repeat the password: ")?;
    if first == second { Ok(first) } else { Err(StaffCommandError::PasswordsDiffer) }
}

fn first_line(input: &mut impl BufRead) -> io::Result<String> {
    let mut line = String::new();
    input.read_line(&mut line)?;
    Ok(line.trim_end_matches(['\r', '\n']).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clinic_store::Invitation;

    #[test]
    fn password_is_the_first_line_with_its_spaces() {
        assert_eq!(first_line(&mut &b" four odd words \r\nmore"[..]).expect("read"), " four odd words ");
        assert_eq!(first_line(&mut &b""[..]).expect("read"), "");
    }

    #[test]
    fn list_shows_role_two_step_verification_state_and_last_use() {
        let member = StaffMember {
            name: "Ngozi".to_owned(),
            role: Role::Desk,
            disabled: true,
            totp: true,
            last_seen: Some("2026-03-02T08:05:00Z".parse().expect("a time")),
            two_step_deadline: None,
            invitation: None,
        };
        let now: Timestamp = "2026-03-03T08:05:00Z".parse().expect("a time");
        assert_eq!(
            describe(&member, now),
            "Ngozi (desk, two-step verification, disabled): last seen 2 March 2026 at 9:05 AM Nigerian time"
        );
        let owner = |deadline| StaffMember {
            role: Role::Owner,
            disabled: false,
            totp: false,
            last_seen: None,
            two_step_deadline: Some(deadline),
            ..member.clone()
        };
        assert_eq!(
            describe(&owner(TwoStepDeadline::from_now(now)), now),
            "Ngozi (owner, must set up two-step verification by 10 March 2026 at 9:05 AM Nigerian time): never signed in"
        );
        assert_eq!(
            describe(&owner(TwoStepDeadline(now)), now),
            "Ngozi (owner, must set up two-step verification): never signed in"
        );
        let invitation = Some(Invitation { link_expires_at: None, email: None });
        let invited = StaffMember { disabled: false, totp: false, last_seen: None, invitation, ..member };
        assert_eq!(describe(&invited, now), "Ngozi (desk): invited, has not chosen a password");
    }
}
