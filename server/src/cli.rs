//! The command line: what can be asked of the binary, and how each wish ends.
//!
//! Owns flags, the words on standard output and the exit codes: 0 done, 1 not possible, 2 not understood.

mod check;
mod personal_data;
mod serve;
mod staff;

use std::fmt::Display;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::config::Database;
use crate::site::ContentSource;

/// The website of an eye clinic, in one binary.
#[derive(Debug, Parser)]
#[command(name = "clinic", version, arg_required_else_help = true)]
pub struct Cli {
    /// How to write the log: for people or for programs.
    #[arg(long, env = "CLINIC_LOG_FORMAT", global = true, value_enum, default_value_t, value_name = "FORMAT")]
    pub log_format: LogFormat,
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
    /// Check the content folder and tell every mistake with its file and line.
    Check(check::Check),
    /// Write a consistent copy of the database, also while the site is being served.
    Backup(personal_data::Backup),
    /// Erase a person and the code that was sent to them.
    Forget(personal_data::Forget),
    /// Print all claims as CSV.
    Export(personal_data::Export),
    /// The accounts of the staff desk.
    #[command(subcommand)]
    Staff(staff::Staff),
}

#[derive(Debug, Args)]
struct ContentArg {
    /// The folder with the clinic's words and pictures; edits are published at once [default: the embedded copy].
    #[arg(long, env = "CLINIC_CONTENT", value_name = "DIR")]
    content: Option<PathBuf>,
}

impl ContentArg {
    fn source(&self) -> ContentSource {
        self.content.clone().map_or(ContentSource::Embedded, ContentSource::Folder)
    }
}

#[derive(Debug, Args)]
struct StoreArgs {
    /// Where the database and, by default, the mail are kept.
    #[arg(long, env = "CLINIC_DATA", default_value = "data", value_name = "DIR")]
    data: PathBuf,
    /// `sqlite:PATH` or `postgres://…` [default: sqlite:DATA/clinic.db].
    #[arg(long, env = "CLINIC_DATABASE", value_name = "URL", hide_env_values = true)]
    database: Option<String>,
}

impl StoreArgs {
    fn database(&self) -> Database {
        Database { data: self.data.clone(), url: self.database.clone() }
    }
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

fn done(result: Result<(), impl Display>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
