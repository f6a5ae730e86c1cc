//! `clinic confirm-clock`: says that the clock of this machine is right, when the site does not trust it.

use std::process::ExitCode;
use std::sync::Arc;

use clap::Args;
use jiff::civil::Date;

use super::ACTOR;
use super::args::StoreArgs;
use super::exit_code::exit_code;
use super::output;
use crate::app::StartError;
use clinic_http::clock_check::{self, ClockCheck};
use clinic_rules::clinic_time;
use clinic_runtime::clock::{Clock, System};
use clinic_store::{Actor, StoreError};

#[derive(Debug, Args)]
pub struct ConfirmClock {
    /// Today's date in Nigeria, as 2026-03-02, so that a wrong clock is not confirmed by mistake. Without it, the command only says what
    /// it thinks of the clock.
    #[arg(value_name = "DATE", value_parser = parse_date)]
    date: Option<Date>,
    #[command(flatten)]
    store: StoreArgs,
}

fn parse_date(text: &str) -> Result<Date, String> {
    text.parse().map_err(|_| "it is not a date. Write it like 2026-03-02".to_owned())
}

#[derive(Debug, thiserror::Error)]
enum ConfirmClockError {
    #[error(transparent)]
    Start(#[from] StartError),
    #[error("Cannot use the database: {0}.")]
    Store(#[from] StoreError),
    #[error("{0}")]
    NotTrusted(String),
    #[error("The clock of this machine says {clock}, not {typed}. Set the clock first. Nothing was changed.")]
    OtherDate { clock: String, typed: Date },
}

impl ConfirmClock {
    pub fn run(self) -> ExitCode {
        exit_code(self.store.with_store(async |store| {
            let now = System.now();
            let clock_check = ClockCheck::new(store.clone(), Arc::new(System), Arc::new(System)).without_log();
            let Some(typed) = self.date else {
                let state = clock_check.check().await?;
                if let Some(doubt) = state.doubt {
                    let text = format!("{}\n{}", clock_check::explain(now, doubt), clock_check::ADVICE);
                    return Err(ConfirmClockError::NotTrusted(text));
                }
                print_line!("The clock says {}. It can be trusted.", clinic_time::format_with_zone(now));
                return Ok(());
            };
            if clinic_time::day_number(now) != clinic_time::day_number_of_date(typed) {
                return Err(ConfirmClockError::OtherDate { clock: clinic_time::format_with_zone(now), typed });
            }
            clock_check.confirm(Actor { name: ACTOR, random: &System, now }).await?;
            let text = "The clock is confirmed. A site that runs notices it within a minute.\n";
            output::write(&format!("It is {}. {text}", clinic_time::format_with_zone(now)));
            Ok::<_, ConfirmClockError>(())
        }))
    }
}
