//! Why the server or a command could not start.

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;

use clinic_http::certificates::acme::CaError;
use clinic_http::certificates::files::CertificateFilesError;
use clinic_mail::TransportError;
use clinic_mail::compose::SenderError;
use clinic_mail::dkim::DkimError;
use clinic_rules::person::OverrideError;
use clinic_site::SiteError;
use clinic_store::StoreError;

impl StartError {
    /// Whether it may be worth waiting for the database.
    pub fn may_pass(&self) -> bool {
        matches!(self, Self::Store(error) if error.may_pass())
    }
}

#[derive(Debug, thiserror::Error)]
pub enum StartError {
    #[error(transparent)]
    Site(#[from] SiteError),
    #[error("Cannot listen on {address}: {source}. {} Choose another address with {flag}.", listen_hint(source))]
    Listen { address: SocketAddr, flag: &'static str, source: io::Error },
    #[error(transparent)]
    Certificate(#[from] CertificateFilesError),
    #[error(transparent)]
    AcmeCa(#[from] CaError),
    #[error("Cannot use TLS: {0}.")]
    Tls(#[from] rustls::Error),
    #[error("Cannot use the data folder {}: {}, or choose another with --data.", path.display(), folder_advice(source))]
    DataFolder { path: PathBuf, source: io::Error },
    #[error(
        "{} belongs to the user {owner}, but this program runs as {user}. Run it as {owner} ({switch} {owner} -- clinic …), or \
         change the owner with chown.",
        path.display()
    )]
    ForeignOwner { path: PathBuf, owner: String, user: String, switch: &'static str },
    #[error(
        "The key file {} is missing, and the secrets in the database are encrypted with it. Copy it back from where you keep \
         it, or name it with --key-file. If it is lost, see \"The key file\" in docs/operations.md.",
        path.display()
    )]
    KeyMissing { path: PathBuf },
    #[error(
        "A secret in the database is encrypted with another key than those in {path} (number of keys: {keys}). A key file may \
         contain several keys, one on each line; the first one encrypts. If you have another copy of the key file, from before or after clinic \
         rotate-key, add its line to the end of {path} and start again. If there is none, see \"The key file\" in \
         docs/operations.md.",
        path = path.display()
    )]
    KeyOfOtherFile { path: PathBuf, keys: usize },
    #[error(
        "The key was replaced while this instance ran. It has stopped, so that it starts again with the new key file."
    )]
    KeyReplaced,
    #[error("The key file {} is there, so the key may not be lost. Nothing was deleted. If it is the wrong one, move it away first.", path.display())]
    KeyPresent { path: PathBuf },
    #[error("Cannot use the key file {}: {source}. Check its owner and its folder, or choose another with --key-file.", path.display())]
    KeyFile { path: PathBuf, source: io::Error },
    #[error("Other users can read the key file {path} (mode {mode:o}). Run: chmod 600 {path}", path = path.display())]
    KeyFileMode { path: PathBuf, mode: u32 },
    #[error("{} is not a key file of this program. Copy it back from where you keep it.", path.display())]
    KeyFileContent { path: PathBuf },
    #[error("Cannot read {}: {source}. Check the path given with --disposable-domains.", path.display())]
    DisposableDomainsFile { path: PathBuf, source: io::Error },
    #[error("Cannot use the database: {0}.")]
    Store(#[from] StoreError),
    #[error("Cannot write the backup: {0}.")]
    Backup(StoreError),
    #[error("Cannot restore the backup, and nothing was changed: {0}.")]
    NotRestored(StoreError),
    #[error("Cannot restore {}: {reason}. Nothing was changed.", path.display())]
    NotABackup { path: PathBuf, reason: String },
    #[error(
        "Cannot restore the backup: there is no folder {}. Nothing was changed. Check --data; on a new machine, install the package \
         first, or create the folder.",
        path.display()
    )]
    NoFolderToRestoreTo { path: PathBuf },
    #[error(
        "Cannot restore the backup: its secrets are encrypted with another key than those in {path}. Nothing was changed. Add the \
         line of the key file from when the backup was made to the end of {path}, then try again.",
        path = path.display()
    )]
    KeyOfBackup { path: PathBuf },
    #[error(
        "Cannot restore the backup: its secrets are encrypted, and there is no key file {path}. Nothing was changed. Copy the key \
         file from when the backup was made to {path}, or name it with --key-file, then try again. If it is lost, see \"The key \
         file\" in docs/operations.md.",
        path = path.display()
    )]
    NoKeyForBackup { path: PathBuf },
    #[error(
        "Cannot write the backup: {} is in use by the site. Nothing was changed. Name a new file, in the folder of your backups.",
        path.display()
    )]
    BackupOntoOwnFile { path: PathBuf },
    #[error(
        "Cannot write the backup: {path} is a folder. Nothing was changed. Add the name of a new file, such as {path}/clinic-now.db.",
        path = path.display()
    )]
    BackupIsFolder { path: PathBuf },
    #[error("Cannot restore the backup: {}: {source}. The database is as it was.", path.display())]
    Restore { path: PathBuf, source: io::Error },
    #[error("Cannot delete what an interrupted clinic restore has left: {}: {source}. Delete it yourself: it contains personal data.", path.display())]
    Unfinished { path: PathBuf, source: io::Error },
    #[error(
        "PostgreSQL has its own tool to restore a database. Use: pg_restore --clean --if-exists --no-owner --dbname=URL FILE. Before you start \
         the site, clinic mail hold keeps it from sending what was queued."
    )]
    RestoreIsPgRestore,
    #[error(
        "{people}Please choose: add --name \"NAME\" for each person, --codes for the codes, or --all for everybody. Nothing was \
         changed."
    )]
    ChoosePeople { people: String },
    #[error(
        "{people}Nobody called {name} is stored with this phone number or address. Check the spelling. Nothing was changed."
    )]
    NobodyCalled { name: String, people: String },
    #[error("Cannot copy the database: {0}.")]
    Copy(StoreError),
    #[error(transparent)]
    Mail(#[from] TransportError),
    #[error(transparent)]
    Sender(#[from] SenderError),
    #[error(transparent)]
    Dkim(#[from] DkimError),
    #[error(transparent)]
    DisposableDomains(#[from] OverrideError),
    #[error("Cannot start: {0}")]
    Io(#[from] io::Error),
}

fn folder_advice(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::AlreadyExists | io::ErrorKind::NotADirectory => {
            "it is a file, or below a file, and not a folder. Check the path".to_owned()
        }
        _ => format!("{error}. Make it writable for this user"),
    }
}

fn listen_hint(error: &io::Error) -> &'static str {
    match error.kind() {
        io::ErrorKind::AddrInUse => "Another program uses this port.",
        io::ErrorKind::PermissionDenied => {
            "Ports below 1024 need a right that this user does not have: AmbientCapabilities=CAP_NET_BIND_SERVICE in the systemd \
             unit, or setcap cap_net_bind_service=+ep on the program."
        }
        io::ErrorKind::AddrNotAvailable => "This machine does not have this address.",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn listen_error_tells_the_cause_apart() {
        let message = |kind| {
            let address = "127.0.0.1:80".parse().expect("an address");
            StartError::Listen { address, flag: "--listen", source: io::Error::from(kind) }.to_string()
        };
        assert!(message(io::ErrorKind::PermissionDenied).contains("Ports below 1024 need a right"));
        assert!(!message(io::ErrorKind::PermissionDenied).contains("Another program"));
        assert!(message(io::ErrorKind::AddrInUse).contains("Another program uses this port"));
    }
}
