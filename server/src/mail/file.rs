//! Delivery into a folder: one `.eml` file per message, for a first start without a mail server and for tests.
//! Files are written atomically and are readable only by the user who runs the site.

use std::fs::{self, OpenOptions, Permissions};
use std::io::{self, Write as _};
use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::pin::Pin;

use super::{Composer, Delivery, MailTransport, OutgoingMessage, TransportError, redact};

#[derive(Debug)]
pub struct FileTransport {
    folder: PathBuf,
    composer: Composer,
}

impl FileTransport {
    /// # Errors
    /// When the folder does not exist and cannot be created.
    pub fn open(folder: &Path, composer: Composer) -> Result<Self, TransportError> {
        let unusable = |source| TransportError::Folder { folder: folder.display().to_string(), source };
        if !folder.is_dir() {
            fs::create_dir_all(folder).map_err(unusable)?;
            fs::set_permissions(folder, Permissions::from_mode(0o700)).map_err(unusable)?;
        }
        Ok(Self { folder: folder.to_owned(), composer })
    }

    async fn store(&self, outgoing: &OutgoingMessage) -> Delivery {
        let email = match self.composer.compose(outgoing) {
            Ok(email) => email.formatted(),
            Err(error) => return error.into(),
        };
        let path = path(&self.folder, &outgoing.message_id);
        let written = tokio::task::spawn_blocking({
            let path = path.clone();
            move || write_atomically(&path, &email)
        });
        match written.await {
            Ok(Ok(())) => {
                tracing::info!(file = %path.display(), "email written to the mail folder");
                Delivery::Accepted
            }
            Ok(Err(error)) => Delivery::Deferred { reason: redact::redact_error(&error, "") },
            Err(error) => Delivery::Deferred { reason: redact::redact_error(&error, "") },
        }
    }
}

impl MailTransport for FileTransport {
    /// Files do not need the low limit of a mail server.
    fn max_concurrent(&self) -> usize {
        64
    }

    fn deliver<'a>(&'a self, message: &'a OutgoingMessage) -> Pin<Box<dyn Future<Output = Delivery> + Send + 'a>> {
        Box::pin(self.store(message))
    }
}

/// Reads the message back.
///
/// # Errors
/// When the file does not exist or cannot be read.
pub fn read(folder: &Path, message_id: &str) -> io::Result<Vec<u8>> {
    fs::read(path(folder, message_id))
}

/// Deletes the files of these messages, for example when a person is erased. Missing files are ignored.
///
/// # Errors
/// When a file exists and cannot be deleted.
pub fn erase_all(folder: &Path, message_ids: &[String]) -> io::Result<()> {
    message_ids.iter().try_for_each(|message_id| match fs::remove_file(path(folder, message_id)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    })
}

/// The file name depends only on the Message-ID, so that a second attempt replaces the first.
fn path(folder: &Path, message_id: &str) -> PathBuf {
    let safe = |c: char| if c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '@') { c } else { '_' };
    let name: String = message_id.trim_matches(['<', '>']).chars().map(safe).collect();
    folder.join(format!("{}.eml", name.trim_start_matches('.')))
}

fn write_atomically(path: &Path, email: &[u8]) -> io::Result<()> {
    let temporary = path.with_extension("eml.tmp");
    let mut file = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&temporary)?;
    file.write_all(email)?;
    file.sync_all()?;
    fs::rename(&temporary, path)?;
    // Without a sync of the folder, the new name may be lost in a power cut.
    path.parent().map_or(Ok(()), |folder| fs::File::open(folder)?.sync_all())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn message_id_cannot_escape_the_folder() {
        let folder = Path::new("mail");
        for id in ["<../../etc/passwd@x>", "/etc/passwd@x", "..@x"] {
            assert_eq!(path(folder, id).parent(), Some(folder), "{id}");
        }
        assert_eq!(path(folder, "<7.clinic@example.com>"), Path::new("mail/7.clinic@example.com.eml"));
    }
}
