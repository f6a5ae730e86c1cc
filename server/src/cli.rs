//! The command line: commands, flags and exit codes (0 success, 1 failure, 2 wrong usage).

#[macro_use]
pub mod output;

mod args;
mod backup;
mod backup_args;
mod check;
mod confirm_clock;
mod content;
mod copy_database;
mod doctor;
pub mod env_file;
mod exit_code;
mod game;
mod log;
mod mail;
mod personal_data;
mod restore;
mod rotate_key;
mod serve;
mod staff;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};
use log::LogFormat;
use tracing_subscriber::filter::Targets;

/// Without a heading, these options stand between those of the command.
const EVERY_COMMAND: &str = "Options of every command";

/// The name of the actor in the audit log.
const ACTOR: &str = "command line";

/// The website of an eye clinic, in one binary.
#[derive(Debug, Parser)]
#[command(name = "clinic", version, arg_required_else_help = true)]
pub struct Cli {
    /// How much to log: error, warn, info, debug, trace or off, also for one module, as in `info,sqlx=debug`.
    #[arg(long, env = "CLINIC_LOG", global = true, help_heading = EVERY_COMMAND, default_value = "info", value_name = "LEVEL", value_parser = log::parse_filter)]
    log: Targets,
    /// The format of the log.
    #[arg(long, env = "CLINIC_LOG_FORMAT", global = true, help_heading = EVERY_COMMAND, value_enum, default_value_t, value_name = "FORMAT")]
    log_format: LogFormat,
    /// A file with settings as lines `CLINIC_…=value`. Flags and environment variables override it
    /// [default: /etc/clinic.env when it can be read].
    #[arg(long = env_file::FLAG, env = env_file::VARIABLE, global = true, help_heading = EVERY_COMMAND, value_name = "FILE")]
    env_file: Option<PathBuf>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serve the site.
    Serve(Box<serve::Serve>),
    /// Check the content and list every problem with its file and line.
    Check(check::Check),
    /// Look at everything that the site needs, from the clock to the mail server, and say what is wrong. The site may be running.
    Doctor(Box<doctor::Doctor>),
    /// Export or import the content that is edited at the desk, and list its revisions. The site may be running.
    #[command(subcommand)]
    Content(content::Content),
    /// Copy the database to a file. The site may be running.
    Backup(backup::Backup),
    /// Put a backup in the place of the database, which is kept. Stop the site first.
    Restore(restore::Restore),
    /// Hold all emails, or send them again, for example after a backup was restored. The site may be running.
    #[command(subcommand)]
    Mail(mail::Mail),
    /// Copy all data from SQLite to an empty PostgreSQL database. Stop the site first.
    CopyDatabase(copy_database::CopyDatabase),
    /// Replace the key that encrypts the secrets in the database. Stop the site first.
    RotateKey(rotate_key::RotateKey),
    /// Confirm that the clock of this machine is right, when the site does not trust it. The site may be running.
    ConfirmClock(confirm_clock::ConfirmClock),
    /// Erase everything stored about a person: appointments, discount code and emails. The site may be running.
    Forget(personal_data::Forget),
    /// Print all claims as CSV, or everything stored about one person as JSON. The site may be running.
    Export(personal_data::Export),
    /// Print the version of the program, the commit that it was built from, and the schema of its database.
    Version,
    /// Draw a set of the game's pictures from a seed, or prove that a set is fair.
    #[command(subcommand)]
    Game(game::Game),
    /// Manage the accounts of the staff desk.
    #[command(subcommand)]
    Staff(staff::Staff),
}

pub fn run(cli: Cli) -> ExitCode {
    let log = log::start(cli.log, cli.log_format);
    for name in unknown_variables(std::env::vars_os().filter_map(|(name, _)| name.into_string().ok())) {
        tracing::warn!("the environment variable {name} is not a setting of this program and has no effect");
    }
    let exit_code = match cli.command {
        Command::Serve(options) => options.run(&log),
        Command::Check(options) => options.run(),
        Command::Doctor(options) => options.run(),
        Command::Content(options) => options.run(),
        Command::Backup(options) => options.run(),
        Command::Restore(options) => options.run(),
        Command::Mail(options) => options.run(),
        Command::CopyDatabase(options) => options.run(),
        Command::RotateKey(options) => options.run(),
        Command::ConfirmClock(options) => options.run(),
        Command::Forget(options) => options.run(),
        Command::Export(options) => options.run(),
        Command::Game(options) => options.run(),
        Command::Staff(options) => options.run(),
        Command::Version => {
            print_line!("{}", version());
            ExitCode::SUCCESS
        }
    };
    log.wait_until_written();
    output::finish(exit_code)
}

/// The commit is not known when the program was built without `make`, or from a source archive.
fn version() -> String {
    let commit = option_env!("CLINIC_COMMIT").filter(|commit| !commit.is_empty()).unwrap_or("unknown");
    format!("clinic {}\ncommit {commit}\nschema {}", env!("CARGO_PKG_VERSION"), clinic_store::newest_schema())
}

/// Variables that look like settings. A misspelt one would otherwise be ignored silently.
fn unknown_variables(variables: impl Iterator<Item = String>) -> Vec<String> {
    let mut known = Vec::new();
    collect_variables(&Cli::command(), &mut known);
    variables.filter(|name| name.starts_with("CLINIC_") && !known.contains(name)).collect()
}

fn collect_variables(command: &clap::Command, known: &mut Vec<String>) {
    known.extend(command.get_arguments().filter_map(|argument| argument.get_env()?.to_str().map(str::to_owned)));
    for subcommand in command.get_subcommands() {
        collect_variables(subcommand, known);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misspelt_settings_are_unknown() {
        let names = ["CLINIC_LOG", "CLINIC_DATA", "CLINIC_SITE_URL", "CLINIC_ENV_FILE", "CLINIC_DATABSE", "PATH"];
        assert_eq!(unknown_variables(names.map(str::to_owned).into_iter()), ["CLINIC_DATABSE"]);
    }
}
