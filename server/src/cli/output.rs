//! The output of commands on standard output and standard error.

use std::io::{self, ErrorKind, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::OnceLock;

/// Like `println!`, but a reader that has closed the pipe is no reason to panic.
macro_rules! print_line {
    ($($text:tt)*) => {{
        $crate::cli::output::write(&format!("{}\n", format_args!($($text)*)));
    }};
}

/// Like `eprintln!`, but a reader that has closed the pipe is no reason to panic.
macro_rules! print_error {
    ($($text:tt)*) => {{
        let text = clinic_runtime::machine::without_error_numbers(&format!("{}\n", format_args!($($text)*)));
        let _ = std::io::Write::write_all(&mut std::io::stderr().lock(), text.as_bytes());
    }};
}

/// Why standard output could not be written, as on a full disk.
static FAILURE: OnceLock<io::Error> = OnceLock::new();

/// Writes a text. `false` when nothing more can be written: the reader has closed the pipe, as `head` does, or the disk is full.
/// `print!` would panic; `finish` reports the disk.
pub fn write(text: &str) -> bool {
    let mut output = io::stdout().lock();
    match output.write_all(text.as_bytes()).and_then(|()| output.flush()) {
        Ok(()) => true,
        Err(error) => {
            if error.kind() != ErrorKind::BrokenPipe {
                let _ = FAILURE.set(error);
            }
            false
        }
    }
}

/// The exit code of a command: a link or a list that could not be written is lost.
pub fn finish(code: ExitCode) -> ExitCode {
    let Some(error) = FAILURE.get() else { return code };
    print_error!("Cannot write the output: {error}. It is incomplete. Free some space or choose another place for it.");
    ExitCode::FAILURE
}

/// Asks on a terminal. A script has decided already.
///
/// # Errors
/// When the terminal cannot be read.
pub fn is_confirmed(question: &str) -> io::Result<bool> {
    if !io::stdin().is_terminal() {
        return Ok(true);
    }
    write(question);
    let mut answer = String::new();
    io::stdin().read_line(&mut answer)?;
    Ok(answer.trim() == "yes")
}

/// For `main`, before there is a command.
pub fn print_failure(error: &impl std::fmt::Display) {
    print_error!("{error}");
}
