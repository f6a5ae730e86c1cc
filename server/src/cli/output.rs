//! The output of commands on standard output and standard error.

use std::io::{self, ErrorKind, IsTerminal, Write};

/// Writes a text. `false` when the reader has closed the pipe, as `head` does: that is not an error, and `print!` would
/// panic.
///
/// # Errors
/// When standard output cannot be written for another reason, such as a full disk.
pub fn write(text: &str) -> io::Result<bool> {
    let mut output = io::stdout().lock();
    match output.write_all(text.as_bytes()).and_then(|()| output.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(false),
        result => result.map(|()| true),
    }
}

/// Asks on a terminal. A script has decided already.
///
/// # Errors
/// When the terminal cannot be read or written.
pub fn is_confirmed(question: &str) -> io::Result<bool> {
    if !io::stdin().is_terminal() {
        return Ok(true);
    }
    write(question)?;
    let mut answer = String::new();
    io::stdin().read_line(&mut answer)?;
    Ok(answer.trim() == "yes")
}

/// Like `println!`, but a reader that has closed the pipe is no reason to panic.
macro_rules! print_line {
    ($($text:tt)*) => {{
        let _ = $crate::cli::output::write(&format!("{}\n", format_args!($($text)*)));
    }};
}

/// Like `eprintln!`, but a reader that has closed the pipe is no reason to panic.
macro_rules! print_error {
    ($($text:tt)*) => {{
        let _ = std::io::Write::write_all(&mut std::io::stderr().lock(), format!("{}\n", format_args!($($text)*)).as_bytes());
    }};
}
