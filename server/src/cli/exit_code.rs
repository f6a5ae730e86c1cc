//! The exit code of a command.

use std::fmt::Display;
use std::process::ExitCode;

/// Prints an error to standard error and returns 1, or 0 without an error.
pub fn exit_code(result: Result<(), impl Display>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            print_error!("{error}");
            ExitCode::FAILURE
        }
    }
}
