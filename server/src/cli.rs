//! The command line: commands, flags and exit codes (0 success, 1 failure, 2 wrong usage).

mod args;
mod check;
mod exit_code;
mod log;
mod output;
mod personal_data;
mod serve;
mod staff;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use log::LogFormat;

/// The website of an eye clinic, in one binary.
#[derive(Debug, Parser)]
#[command(name = "clinic", version, arg_required_else_help = true)]
pub struct Cli {
    /// The format of the log.
    #[arg(long, env = "CLINIC_LOG_FORMAT", global = true, value_enum, default_value_t, value_name = "FORMAT")]
    log_format: LogFormat,
    #[command(subcommand)]
    command: Command,
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
    let log = log::start(cli.log_format);
    let exit_code = match cli.command {
        Command::Serve(options) => options.run(log.dropped_lines()),
        Command::Check(options) => options.run(),
        Command::Backup(options) => options.run(),
        Command::Forget(options) => options.run(),
        Command::Export(options) => options.run(),
        Command::Staff(options) => options.run(),
    };
    log.wait_until_written();
    exit_code
}
