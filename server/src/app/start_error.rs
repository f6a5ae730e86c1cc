//! Why the server or a command could not start.

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;

use crate::mail::TransportError;
use crate::mail::compose::SenderError;
use crate::mail::dkim::DkimError;
use crate::person::OverrideError;
use crate::site::SiteError;
use crate::store::StoreError;

#[derive(Debug, thiserror::Error)]
pub enum StartError {
    #[error(transparent)]
    Site(#[from] SiteError),
    #[error(
        "Cannot listen on {address}: {source}. Another server may be running there. Choose another address with --listen."
    )]
    Listen { address: SocketAddr, source: io::Error },
    #[error("Cannot listen on {address} for /metrics: {source}. Choose another address with --metrics.")]
    ListenForMetrics { address: SocketAddr, source: io::Error },
    #[error("Cannot use the data folder {}: {source}. Make it writable for this user, or choose another with --data.", path.display())]
    DataFolder { path: PathBuf, source: io::Error },
    #[error("Cannot read {}: {source}. Check the path given with --disposable-domains.", path.display())]
    DisposableDomainsFile { path: PathBuf, source: io::Error },
    #[error("Cannot use the database: {0}.")]
    Store(#[from] StoreError),
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
