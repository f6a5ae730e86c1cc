//! Loads the certificate again when its files change, and warns before it expires.
//!
//! The files are compared at an interval rather than watched: certbot switches symbolic links to files in another folder,
//! and a renewal is not urgent.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::sync::Arc;

use jiff::Timestamp;

use super::certificate::Certificate;
use super::expiry::ExpiryMonitor;
use super::files::{CertificateFiles, CertificateFilesError};
use super::resolver::CertificateResolver;
use clinic_runtime::clock::Clock;
use clinic_runtime::metrics::Metrics;

const EXPIRY_ADVICE: &str = "Renew it. The new files are loaded without a restart.";

/// Device, inode, size and time of a change. `None` while the file is missing.
type FileIdentity = Option<(u64, u64, u64, i64, i64)>;
/// Of the certificate and of the key.
type FileIdentities = [FileIdentity; 2];

/// Decides when files have to be loaded.
struct SeenFiles {
    previous: FileIdentities,
    /// Those that were loaded last, or could not be.
    handled: FileIdentities,
}

impl SeenFiles {
    /// The two files are replaced one after the other, and in between the key belongs to another certificate. So they are
    /// loaded when they have not changed since the last look.
    fn have_to_be_loaded(&mut self, current: FileIdentities) -> bool {
        let is_settled = current == self.previous;
        self.previous = current;
        if !is_settled || current == self.handled {
            return false;
        }
        self.handled = current;
        true
    }
}

pub struct CertificateReloader {
    files: CertificateFiles,
    resolver: Arc<CertificateResolver>,
    clock: Arc<dyn Clock>,
    served_until: Timestamp,
    seen: SeenFiles,
}

impl CertificateReloader {
    /// Loads the certificate for the first time.
    pub fn start(files: CertificateFiles, clock: Arc<dyn Clock>) -> Result<(Self, Certificate), CertificateFilesError> {
        // Before they are read, so that a change made meanwhile is not missed.
        let handled = identities(&files);
        let certificate = files.load(clock.now())?;
        let resolver = Arc::new(CertificateResolver::new(&certificate));
        let seen = SeenFiles { previous: handled, handled };
        Ok((Self { files, resolver, clock, served_until: certificate.not_after, seen }, certificate))
    }

    pub fn resolver(&self) -> Arc<CertificateResolver> {
        Arc::clone(&self.resolver)
    }

    /// `host` is the one of the site URL.
    #[must_use]
    pub fn expiry_monitor(host: &str, metrics: Arc<Metrics>) -> ExpiryMonitor {
        ExpiryMonitor::new(host, EXPIRY_ADVICE, metrics)
    }

    /// Loads the files when they have changed. `false` when they cannot be used.
    pub async fn look(&mut self, expiry: &ExpiryMonitor) -> bool {
        let files = self.files.clone();
        let current = tokio::task::spawn_blocking(move || identities(&files)).await;
        let is_good = !current.is_ok_and(|current| self.seen.have_to_be_loaded(current)) || self.reload();
        expiry.check(self.served_until, self.clock.now());
        is_good
    }

    fn reload(&mut self) -> bool {
        match self.files.load(self.clock.now()) {
            Ok(certificate) => {
                self.resolver.replace(&certificate);
                self.served_until = certificate.not_after;
                tracing::info!("loaded the new certificate, which is valid until {}", certificate.not_after);
                true
            }
            Err(error) => {
                tracing::error!(
                    "The new certificate cannot be used: {error} Until then the site keeps the old one, which is valid until {}.",
                    self.served_until
                );
                false
            }
        }
    }
}

fn identities(files: &CertificateFiles) -> FileIdentities {
    [identity(&files.certificate), identity(&files.key)]
}

/// Of the file that a symbolic link leads to.
fn identity(path: &Path) -> FileIdentity {
    let file = fs::metadata(path).ok()?;
    Some((file.dev(), file.ino(), file.size(), file.mtime(), file.mtime_nsec()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Only the inode differs.
    const OLD: FileIdentity = Some((1, 1, 1000, 0, 0));
    const NEW: FileIdentity = Some((1, 2, 1000, 0, 0));

    fn loads(looks: &[FileIdentities]) -> Vec<usize> {
        let first = [OLD, OLD];
        let mut seen = SeenFiles { previous: first, handled: first };
        (0..looks.len()).filter(|look| seen.have_to_be_loaded(looks[*look])).collect()
    }

    #[test]
    fn half_replaced_files_are_not_loaded() {
        let (old, half, new) = ([OLD; 2], [NEW, OLD], [NEW; 2]);
        assert_eq!(loads(&[old, old, half, new, new, new]), [4]);
        assert_eq!(loads(&[old, [None, OLD], half, new, new]), [4]);
    }

    #[test]
    fn files_are_loaded_once_also_when_they_cannot_be_used() {
        let (half, new) = ([NEW, OLD], [NEW; 2]);
        assert_eq!(loads(&[half, half, half, half, new, new, new]), [1, 5]);
    }
}
