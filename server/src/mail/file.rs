//! The folder: one `.eml` file a message, for a first start without a mail server and for tests.
//!
//! Owns the files and their names. Refuses to leave half a message behind (a file appears whole or not at all) and to
//! let other users of the machine read one.

use std::fs::{self, OpenOptions, Permissions};
use std::io::{self, Write as _};
use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::pin::Pin;

use super::{Composer, Delivery, MailTransport, Outgoing, TransportError, redact};

#[derive(Debug)]
pub struct Folder {
    folder: PathBuf,
    composer: Composer,
}

impl Folder {
    /// # Errors
    /// When the folder neither exists nor can be made.
    pub fn open(folder: &Path, composer: Composer) -> Result<Self, TransportError> {
        let unusable = |source| TransportError::Folder { folder: folder.display().to_string(), source };
        if !folder.is_dir() {
            fs::create_dir_all(folder).map_err(unusable)?;
            fs::set_permissions(folder, Permissions::from_mode(0o700)).map_err(unusable)?;
        }
        Ok(Self { folder: folder.to_owned(), composer })
    }

    async fn put(&self, outgoing: &Outgoing) -> Delivery {
        let message = match self.composer.compose(outgoing) {
            Ok(message) => message.formatted(),
            Err(error) => return error.into(),
        };
        let path = path(&self.folder, &outgoing.message_id);
        let written = tokio::task::spawn_blocking({
            let path = path.clone();
            move || write_whole(&path, &message)
        });
        match written.await {
            Ok(Ok(())) => {
                tracing::info!(file = %path.display(), "the discount message lies in the mail folder");
                Delivery::Taken
            }
            Ok(Err(error)) => Delivery::Later { reason: redact::of_error(&error, "") },
            Err(error) => Delivery::Later { reason: redact::of_error(&error, "") },
        }
    }
}

impl MailTransport for Folder {
    /// A disk writes many files in the time of one.
    fn at_once(&self) -> usize {
        64
    }

    fn deliver<'a>(&'a self, message: &'a Outgoing) -> Pin<Box<dyn Future<Output = Delivery> + Send + 'a>> {
        Box::pin(self.put(message))
    }
}

/// The message as it was put there.
///
/// # Errors
/// When the file is not there or cannot be read.
pub fn read(folder: &Path, message_id: &str) -> io::Result<Vec<u8>> {
    fs::read(path(folder, message_id))
}

/// Erases the files of these messages, as when a person asks to be forgotten. One that is not there is fine.
///
/// # Errors
/// When a file is there and cannot be removed.
pub fn erase_all(folder: &Path, message_ids: &[String]) -> io::Result<()> {
    message_ids.iter().try_for_each(|message_id| match fs::remove_file(path(folder, message_id)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    })
}

/// A message with the same id has the same file, so that a second attempt replaces the first.
fn path(folder: &Path, message_id: &str) -> PathBuf {
    let plain = |c: char| if c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '@') { c } else { '_' };
    let name: String = message_id.trim_matches(['<', '>']).chars().map(plain).collect();
    folder.join(format!("{}.eml", name.trim_start_matches('.')))
}

fn write_whole(path: &Path, message: &[u8]) -> io::Result<()> {
    let unfinished = path.with_extension("eml.unfinished");
    let mut file = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&unfinished)?;
    file.write_all(message)?;
    file.sync_all()?;
    fs::rename(&unfinished, path)?;
    // The new name itself survives a power cut only when the folder is written too.
    path.parent().map_or(Ok(()), |folder| fs::File::open(folder)?.sync_all())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_id_cannot_lead_out_of_the_folder() {
        let folder = Path::new("mail");
        for id in ["<../../etc/passwd@x>", "/etc/passwd@x", "..@x"] {
            assert_eq!(path(folder, id).parent(), Some(folder), "{id}");
        }
        assert_eq!(path(folder, "<7.clinic@example.com>"), Path::new("mail/7.clinic@example.com.eml"));
    }
}
