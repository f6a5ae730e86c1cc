//! The output of commands on standard output.

use std::io::{self, ErrorKind, Write};

/// Writes a text. A reader that closes the pipe early, such as `head`, is not an error: `print!` would panic.
///
/// # Errors
/// When standard output cannot be written for another reason, such as a full disk.
pub fn write(text: &str) -> io::Result<()> {
    let mut output = io::stdout().lock();
    match output.write_all(text.as_bytes()).and_then(|()| output.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}
