//! DKIM: the clinic's signature under its mail, when a key is configured.
//!
//! Owns reading the key and what is signed. Refuses keys that are not RSA, because receivers that check Ed25519 are
//! still rare and an unchecked signature helps nobody.

use std::fmt;
use std::path::Path;

use lettre::message::Message;
use lettre::message::dkim::{
    DkimCanonicalization, DkimCanonicalizationType, DkimConfig, DkimSigningAlgorithm, DkimSigningKey,
};
use lettre::message::header::HeaderName;
use rsa::RsaPrivateKey;
use rsa::pkcs1::{DecodeRsaPrivateKey, EncodeRsaPrivateKey, LineEnding};
use rsa::pkcs8::DecodePrivateKey;

/// Every header that a reader sees. Content-Type belongs to the body in the library's eyes, so that it cannot be signed.
const SIGNED: [&str; 6] = ["From", "To", "Subject", "Date", "Message-ID", "MIME-Version"];

pub struct Dkim {
    config: DkimConfig,
    domain: String,
    selector: String,
}

#[derive(Debug, thiserror::Error)]
pub enum DkimError {
    #[error("The DKIM key {file} cannot be read ({source}). Give the path of a PEM file that this user may read.")]
    Unreadable { file: String, source: std::io::Error },
    #[error("The DKIM key is not an RSA private key in PEM form. Make one with: openssl genrsa -out dkim.pem 2048")]
    NoRsaKey,
    #[error("\"{0}\" cannot be a DKIM domain or selector. Use letters, digits, dots and dashes, as in DNS.")]
    Name(String),
}

impl Dkim {
    /// # Errors
    /// When the file cannot be read or holds no RSA key, or a name cannot stand in DNS.
    pub fn load(file: &Path, domain: &str, selector: &str) -> Result<Self, DkimError> {
        let pem = std::fs::read_to_string(file)
            .map_err(|source| DkimError::Unreadable { file: file.display().to_string(), source })?;
        Self::new(&pem, domain, selector)
    }

    /// # Errors
    /// When the PEM text holds no RSA key, or a name cannot stand in DNS.
    pub fn new(pem: &str, domain: &str, selector: &str) -> Result<Self, DkimError> {
        for name in [domain, selector] {
            let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
            if name.is_empty() || !name.chars().all(fits) {
                return Err(DkimError::Name(name.escape_debug().to_string()));
            }
        }
        // Both forms that openssl writes; the signer itself knows only the older one.
        let key = RsaPrivateKey::from_pkcs8_pem(pem)
            .or_else(|_| RsaPrivateKey::from_pkcs1_pem(pem))
            .map_err(|_| DkimError::NoRsaKey)?;
        let pkcs1 = key.to_pkcs1_pem(LineEnding::LF).map_err(|_| DkimError::NoRsaKey)?;
        let key = DkimSigningKey::new(&pkcs1, DkimSigningAlgorithm::Rsa).map_err(|_| DkimError::NoRsaKey)?;
        let relaxed =
            DkimCanonicalization { header: DkimCanonicalizationType::Relaxed, body: DkimCanonicalizationType::Relaxed };
        let signed = SIGNED.map(HeaderName::new_from_ascii_str).to_vec();
        let (domain, selector) = (domain.to_owned(), selector.to_owned());
        Ok(Self { config: DkimConfig::new(selector.clone(), domain.clone(), key, signed, relaxed), domain, selector })
    }

    pub(super) fn sign(&self, message: &mut Message) {
        message.sign(&self.config);
    }
}

impl fmt::Debug for Dkim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Dkim({}._domainkey.{})", self.selector, self.domain)
    }
}
