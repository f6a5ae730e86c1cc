//! The command line: commands, flags and exit codes (0 success, 1 failure, 2 wrong usage).

mod args;
mod check;
pub mod env_file;
mod exit_code;
mod personal_data;
mod serve;
mod staff;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand, ValueEnum};

/// The website of an eye clinic, in one binary.
#[derive(Debug, Parser)]
#[command(name = "clinic", version, arg_required_else_help = true)]
pub struct Cli {
    /// The format of the log.
    #[arg(long, env = "CLINIC_LOG_FORMAT", global = true, value_enum, default_value_t, value_name = "FORMAT")]
    pub log_format: LogFormat,
    /// A file with settings as lines `CLINIC_…=value`. Flags and environment variables override it
    /// [default: /etc/clinic.env when it can be read].
    #[arg(long = env_file::FLAG, env = env_file::VARIABLE, global = true, value_name = "FILE")]
    env_file: Option<PathBuf>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum LogFormat {
    #[default]
    Text,
    Json,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serve the site.
    Serve(Box<serve::Serve>),
    /// Check the content and list every problem with its file and line.
    Check(check::Check),
    /// Copy the database to a file. The site may be running.
    Backup(personal_data::Backup),
    /// Delete everything stored about a person, including their discount code.
    Forget(personal_data::Forget),
    /// Print all claims as CSV.
    Export(personal_data::Export),
    /// Manage the accounts of the staff desk.
    #[command(subcommand)]
    Staff(staff::Staff),
}

pub fn run(cli: Cli) -> ExitCode {
    match cli.command {
        Command::Serve(options) => options.run(),
        Command::Check(options) => options.run(),
        Command::Backup(options) => options.run(),
        Command::Forget(options) => options.run(),
        Command::Export(options) => options.run(),
        Command::Staff(options) => options.run(),
    }
}
