//! `clinic restore`: puts a backup in the place of the database.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::ACTOR;
use super::args::StoreArgs;
use super::exit_code::exit_code;
use super::output;
use crate::app::StartError;
use crate::app::restore::{self, Report};
use clinic_rules::clinic_time;
use clinic_runtime::clock::{Clock, System};
use clinic_store::Actor;

#[derive(Debug, Args)]
pub struct Restore {
    /// The backup, from the folder of --backup or from `clinic backup`. It is not changed.
    file: PathBuf,
    #[command(flatten)]
    store: StoreArgs,
}

impl Restore {
    pub fn run(self) -> ExitCode {
        exit_code(self.restore())
    }

    fn restore(&self) -> Result<(), StartError> {
        let database = self.store.database();
        print_error!("Database: {database}");
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let actor = Actor { name: ACTOR, random: &System, now: System.now() };
        let report = runtime.block_on(restore::run(&database, &self.file, actor))?;
        output::write(&describe(&report, &self.file.display().to_string()));
        Ok(())
    }
}

fn describe(report: &Report, file: &str) -> String {
    let mut lines = vec![format!("Restored {file}.")];
    if let Some(replaced) = &report.replaced {
        lines.push(format!(
            "The database that it replaces is kept in {}. Delete it when you no longer need it: it contains personal data.",
            replaced.display()
        ));
    }
    let since = report
        .restored
        .last_entry
        .map_or_else(String::new, |at| format!(" Its last entry is of {}.", clinic_time::format_with_zone(at)));
    lines.push(format!(
        "What was stored after the backup is lost.{since} Codes that were redeemed since then can be redeemed again, cancelled \
         appointments are back, and accounts that were disabled since then can be used: disable them again."
    ));
    lines.push("All staff have to sign in again, and links for new passwords and invitations have ended.".into());
    lines.push(if report.has_list {
        let count = report.erased_again;
        format!("People who were erased again, because they are in the list of erased people: {count}.")
    } else {
        "There is no list of erased people, neither in the data folder nor beside the backup. Whoever was erased after the \
         backup is in it again. Copy erased-people.txt to the data folder, or erase them with clinic forget."
            .into()
    });
    if report.unknown_erasures > 0 {
        lines.push(format!(
            "Erasures in the replaced database that are not in the list: {}. Whom they were about is not recorded. Erase these \
             people again with clinic forget.",
            report.unknown_erasures
        ));
    }
    lines.push(format!(
        "No email is sent until you say so. Queued in the backup: {}. Some may have been sent since; discard them on the screen Emails. \
         Then press \"Send emails again\" on the screen Health, or run: clinic mail release",
        report.restored.queued_emails
    ));
    lines.join("\n") + "\n"
}
