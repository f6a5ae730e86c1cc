//! The output of commands on standard output.

use std::io::{self, ErrorKind, Write};

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
