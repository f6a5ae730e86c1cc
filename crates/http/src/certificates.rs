//! The certificate of the HTTPS listener: where it comes from and which one a handshake gets.

pub mod acme;
mod certificate;
mod expiry;
pub mod files;
mod reload;
mod resolver;

pub use certificate::{Certificate, CertificateProblem};
pub use expiry::ExpiryMonitor;
pub use reload::CertificateReloader;
pub use resolver::{ACME_TLS_ALPN, CertificateResolver};
