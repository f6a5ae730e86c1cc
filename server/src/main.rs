//! Reads the settings file and the command line, and runs the command.

use std::process::ExitCode;

use clap::Parser;
use clinic::cli::{self, Cli};

fn main() -> ExitCode {
    if let Err(error) = cli::env_file::load() {
        cli::output::print_failure(&error);
        return ExitCode::from(2);
    }
    cli::run(Cli::parse())
}
