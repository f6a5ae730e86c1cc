//! Parses the command line, sets up the log and runs the command.

use std::io::IsTerminal;
use std::process::ExitCode;

use clap::Parser;
use clinic::cli::{self, Cli, LogFormat};
use tracing_subscriber::EnvFilter;

fn main() -> ExitCode {
    if let Err(error) = cli::env_file::load() {
        eprintln!("{error}");
        return ExitCode::from(2);
    }
    let cli = Cli::parse();
    let filter = EnvFilter::try_from_env(cli::LOG_VARIABLE).unwrap_or_else(|_| EnvFilter::new("info"));
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).with_target(false);
    match cli.log_format {
        LogFormat::Text => log.with_ansi(std::io::stderr().is_terminal()).init(),
        LogFormat::Json => log.json().flatten_event(true).init(),
    }
    cli::run(cli)
}
