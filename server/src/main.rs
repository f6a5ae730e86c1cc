//! Parses the command line and runs the command.

use std::process::ExitCode;

use clap::Parser;
use clinic::cli::{self, Cli};

fn main() -> ExitCode {
    cli::run(Cli::parse())
}
