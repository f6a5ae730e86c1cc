//! Loads the certificate again when its files change, and warns before it expires.
//!
//! The files are compared at an interval rather than watched: certbot switches symbolic links to files in another folder,
//! and a renewal is not urgent.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;

use super::certificate::Certificate;
use super::expiry::ExpiryMonitor;
use super::files::{CertificateFiles, CertificateFilesError};
use super::resolver::CertificateResolver;
use crate::clock::Clock;
use crate::metrics::Metrics;

const POLL_INTERVAL: Duration = Duration::from_secs(2);
const EXPIRY_ADVICE: &str = "Renew it. The new files are loaded without a restart.";

/// Device, inode, size and time of a change. `None` while the file is missing.
type FileIdentity = Option<(u64, u64, u64, i64, i64)>;

pub struct CertificateReloader {
    files: CertificateFiles,
    resolver: Arc<CertificateResolver>,
    clock: Arc<dyn Clock>,
    served_until: Timestamp,
    /// The files that were loaded last, or could not be.
    handled: [FileIdentity; 2],
}

impl CertificateReloader {
    /// Loads the certificate for the first time.
    pub fn start(files: CertificateFiles, clock: Arc<dyn Clock>) -> Result<(Self, Certificate), CertificateFilesError> {
        // Before they are read, so that a change made meanwhile is not missed.
        let handled = identities(&files);
        let certificate = files.load(clock.now())?;
        let resolver = Arc::new(CertificateResolver::new(&certificate));
        Ok((Self { files, resolver, clock, served_until: certificate.not_after, handled }, certificate))
    }

    pub fn resolver(&self) -> Arc<CertificateResolver> {
        Arc::clone(&self.resolver)
    }

    /// `host` is the one of the site URL.
    pub async fn run(mut self, host: String, metrics: Arc<Metrics>) {
        let expiry = ExpiryMonitor::new(&host, EXPIRY_ADVICE, metrics);
        let mut previous = self.handled;
        loop {
            expiry.check(self.served_until, self.clock.now());
            tokio::time::sleep(POLL_INTERVAL).await;
            let files = self.files.clone();
            let current = tokio::task::spawn_blocking(move || identities(&files)).await.unwrap_or(previous);
            // The two files are replaced one after the other. In between, the key belongs to another certificate.
            let is_settled = current == previous;
            previous = current;
            if is_settled && current != self.handled {
                self.handled = current;
                self.reload();
            }
        }
    }

    fn reload(&mut self) {
        match self.files.load(self.clock.now()) {
            Ok(certificate) => {
                self.resolver.replace(&certificate);
                self.served_until = certificate.not_after;
                tracing::info!("loaded the new certificate, which is valid until {}", certificate.not_after);
            }
            Err(error) => tracing::error!(
                "The new certificate cannot be used: {error} Until then the site keeps the old one, which is valid until {}.",
                self.served_until
            ),
        }
    }
}

fn identities(files: &CertificateFiles) -> [FileIdentity; 2] {
    [identity(&files.certificate), identity(&files.key)]
}

/// Of the file that a symbolic link leads to.
fn identity(path: &Path) -> FileIdentity {
    let file = fs::metadata(path).ok()?;
    Some((file.dev(), file.ino(), file.size(), file.mtime(), file.mtime_nsec()))
}
