//! Delivery into a folder: one `.eml` file per message, for a first start without a mail server and for tests.
//! Files are written atomically and are readable only by the user who runs the site.

use std::fs::{self, OpenOptions, Permissions};
use std::io::{self, Write as _};
use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::time::SystemTime;

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

    fn erase<'a>(&'a self, message_id: &'a str) -> Pin<Box<dyn Future<Output = ()> + Send + 'a>> {
        Box::pin(async move {
            let (folder, message_ids) = (self.folder.clone(), [message_id.to_owned()]);
            let erased = tokio::task::spawn_blocking(move || erase_all(&folder, &message_ids)).await;
            if let Err(error) = erased.map_err(io::Error::other).flatten() {
                tracing::warn!(%error, "cannot delete the file of an erased email; the next purge tries again");
            }
        })
    }
}

/// Reads the message back.
///
/// # Errors
/// When the file does not exist or cannot be read.
pub fn read(folder: &Path, message_id: &str) -> io::Result<Vec<u8>> {
    fs::read(path(folder, message_id))
}

/// Deletes the files of these messages, for example when a person is erased, also unfinished ones. Missing files are
/// ignored.
///
/// # Errors
/// When a file exists and cannot be deleted.
pub fn erase_all(folder: &Path, message_ids: &[String]) -> io::Result<()> {
    message_ids.iter().map(|message_id| path(folder, message_id)).try_for_each(|path| {
        remove(&unfinished(&path))?;
        remove(&path)
    })
}

/// The Message-IDs of the files in a folder that were last written before a time, also of unfinished files and of test
/// messages. Files whose names this program does not give are left out: they may belong to somebody else.
///
/// # Errors
/// When the folder exists and cannot be read.
pub fn list_older(folder: &Path, before: SystemTime) -> io::Result<Vec<String>> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let mut message_ids = Vec::new();
    for entry in entries {
        let entry = entry?;
        let Some(message_id) = entry.file_name().to_str().and_then(message_id_of) else { continue };
        // Another process may have deleted it in the meantime.
        let Ok(metadata) = entry.metadata() else { continue };
        if metadata.is_file() && metadata.modified()? < before {
            message_ids.push(message_id);
        }
    }
    message_ids.sort();
    message_ids.dedup();
    Ok(message_ids)
}

/// The Message-ID in a file name: `ID@HOST.eml`, or `test.ID@HOST.eml`.
fn message_id_of(file_name: &str) -> Option<String> {
    let name = file_name.strip_suffix(".tmp").unwrap_or(file_name).strip_suffix(".eml")?;
    let (id, host) = name.split_once('@')?;
    let is_queued = id.len() == 22 && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
    let is_test =
        id.strip_prefix("test.").is_some_and(|id| id.len() == 24 && id.bytes().all(|byte| byte.is_ascii_hexdigit()));
    (!host.is_empty() && (is_queued || is_test)).then(|| format!("<{name}>"))
}

fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

fn unfinished(path: &Path) -> PathBuf {
    path.with_extension("eml.tmp")
}

/// The file name depends only on the Message-ID, so that a second attempt replaces the first.
fn path(folder: &Path, message_id: &str) -> PathBuf {
    let safe = |c: char| if c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '@') { c } else { '_' };
    let name: String = message_id.trim_matches(['<', '>']).chars().map(safe).collect();
    folder.join(format!("{}.eml", name.trim_start_matches('.')))
}

fn write_atomically(path: &Path, email: &[u8]) -> io::Result<()> {
    let temporary = unfinished(path);
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

    #[test]
    fn only_names_of_this_program_are_message_files() {
        let id = "<AAAAAAAAAAAAAAAAAAAA-_@clinic.example>";
        for name in ["AAAAAAAAAAAAAAAAAAAA-_@clinic.example.eml", "AAAAAAAAAAAAAAAAAAAA-_@clinic.example.eml.tmp"] {
            assert_eq!(message_id_of(name).as_deref(), Some(id));
        }
        assert_eq!(path(Path::new(""), id), Path::new("AAAAAAAAAAAAAAAAAAAA-_@clinic.example.eml"));
        let test = "test.0123456789abcdef01234567@clinic.example.eml";
        assert_eq!(message_id_of(test).as_deref(), Some("<test.0123456789abcdef01234567@clinic.example>"));
        for name in ["holiday.eml", "ada@example.com.eml", "AAAAAAAAAAAAAAAAAAAA-_@.eml", "clinic.db", "test.1@x.eml"] {
            assert_eq!(message_id_of(name), None, "{name}");
        }
    }
}
