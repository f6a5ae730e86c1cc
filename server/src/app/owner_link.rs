//! Where the link for the first owner's account is shown: on the terminal, or in a file. Whoever may read the journal of
//! systemd must not become the owner.

use std::fs::{self, OpenOptions};
use std::io::{self, IsTerminal, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use super::start_error::StartError;

const FILE: &str = "owner-setup-link.txt";

/// The lines to print at the start. `link` is the sentence with the link, or empty when there is an owner.
pub fn show(data: &Path, link: &str) -> Result<String, StartError> {
    let path = data.join(FILE);
    let unusable = |source| StartError::DataFolder { path: data.to_owned(), source };
    if link.is_empty() || !is_logged() {
        return remove(&path).map(|()| link.to_owned()).map_err(unusable);
    }
    write(&path, link).map_err(unusable)?;
    let path = std::path::absolute(&path).unwrap_or(path);
    Ok(format!(
        "There is no owner yet. The link to create the account is in a file. Run: sudo cat {}\n",
        path.display()
    ))
}

/// systemd sets the variable for what it connects to the journal. A terminal inherits it from a desktop session.
fn is_logged() -> bool {
    std::env::var_os("JOURNAL_STREAM").is_some() && !io::stdout().is_terminal()
}

fn write(path: &PathBuf, link: &str) -> io::Result<()> {
    // A new file, so that nobody who opened an older one reads this link.
    remove(path)?;
    OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)?.write_all(link.as_bytes())
}

fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
