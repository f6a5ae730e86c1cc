//! `clinic mail`: holds all emails, or sends them again.

use std::process::ExitCode;

use clap::Subcommand;

use super::ACTOR;
use super::args::StoreArgs;
use super::exit_code::exit_code;
use crate::app::StartError;
use clinic_runtime::clock::{Clock, System};
use clinic_store::Actor;

#[derive(Debug, Subcommand)]
pub enum Mail {
    /// Send no email until `clinic mail release`. They are stored and wait.
    Hold(StoreArgs),
    /// Send the emails that were held. Look at the screen Emails of the desk first: what was sent already can be discarded there.
    Release(StoreArgs),
}

impl Mail {
    pub fn run(self) -> ExitCode {
        let actor = Actor { name: ACTOR, random: &System, now: System.now() };
        exit_code(match &self {
            Self::Hold(store) => store.with_store(async |store| {
                store.hold_mail(actor).await?;
                print_line!("Emails are held from now on. Send them with: clinic mail release");
                Ok::<_, StartError>(())
            }),
            Self::Release(store) => store.with_store(async |store| {
                let waiting = store.outbox_backlog(actor.now).await?.waiting;
                if store.release_mail(actor).await? {
                    print_line!("Emails are sent again. Waiting to be sent: {waiting}.");
                } else {
                    print_line!("Emails were not held. Nothing was changed.");
                }
                Ok::<_, StartError>(())
            }),
        })
    }
}
