//! Certificates by ACME (RFC 8555): orders and renews the certificate of the site's domain names.
//!
//! `order` takes one step at a time and `worker` stores the result of each, so that any instance can continue after any
//! failure. `policy` decides when; `advice` tells the operator what to do.

mod advice;
mod domain_name;
mod failure;
mod order;
mod policy;
mod self_signed;
mod served;
mod transport;
mod worker;

use std::path::PathBuf;
use std::time::Duration;

pub use domain_name::DomainName;
pub use self_signed::self_signed;
pub use served::Served;
pub use transport::{CaError, Transport};
pub use worker::{POLL_INTERVAL, Worker};

pub const LETS_ENCRYPT: &str = "https://acme-v02.api.letsencrypt.org/directory";

/// Which certificate to order, and where.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The first one is the canonical name of the site.
    pub domains: Vec<DomainName>,
    pub directory: String,
    /// The authority that the connection to the directory is checked with, when it is none of the public ones (PEM).
    pub ca: Option<PathBuf>,
    pub email: Option<String>,
    pub order_lease: Duration,
}

impl Settings {
    /// The names of the certificate. Sorted, so that another canonical name needs no new certificate.
    pub fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = self.domains.iter().map(DomainName::to_string).collect();
        names.sort();
        names.dedup();
        names
    }
}
