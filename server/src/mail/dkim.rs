//! Signs emails with DKIM when a key is configured. Only RSA keys: few receivers check Ed25519 signatures.

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

/// Every header that a reader sees. lettre treats Content-Type as part of the body, so it cannot be signed.
const SIGNED_HEADERS: [&str; 6] = ["From", "To", "Subject", "Date", "Message-ID", "MIME-Version"];

pub struct Dkim {
    config: DkimConfig,
    domain: String,
    selector: String,
}

#[derive(Debug, thiserror::Error)]
pub enum DkimError {
    #[error("Cannot read the DKIM key {file}: {source}. Give the path of a PEM file that this user may read.")]
    Unreadable { file: String, source: std::io::Error },
    #[error("The DKIM key is not an RSA private key in PEM format. Create one with: openssl genrsa -out dkim.pem 2048")]
    NotAnRsaKey,
    #[error("\"{0}\" is not a valid DKIM domain or selector. Use letters, digits, dots and dashes, as in DNS.")]
    Name(String),
}

impl Dkim {
    /// # Errors
    /// When the file cannot be read or contains no RSA key, or a name is not valid in DNS.
    pub fn load(file: &Path, domain: &str, selector: &str) -> Result<Self, DkimError> {
        let pem = std::fs::read_to_string(file)
            .map_err(|source| DkimError::Unreadable { file: file.display().to_string(), source })?;
        Self::new(&pem, domain, selector)
    }

    /// # Errors
    /// When the PEM text contains no RSA key, or a name is not valid in DNS.
    pub fn new(pem: &str, domain: &str, selector: &str) -> Result<Self, DkimError> {
        for name in [domain, selector] {
            let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
            if name.is_empty() || !name.chars().all(allowed) {
                return Err(DkimError::Name(name.escape_debug().to_string()));
            }
        }
        // openssl writes PKCS #8 or PKCS #1; lettre's signer reads only PKCS #1.
        let key = RsaPrivateKey::from_pkcs8_pem(pem)
            .or_else(|_| RsaPrivateKey::from_pkcs1_pem(pem))
            .map_err(|_| DkimError::NotAnRsaKey)?;
        let pkcs1 = key.to_pkcs1_pem(LineEnding::LF).map_err(|_| DkimError::NotAnRsaKey)?;
        let key = DkimSigningKey::new(&pkcs1, DkimSigningAlgorithm::Rsa).map_err(|_| DkimError::NotAnRsaKey)?;
        let relaxed =
            DkimCanonicalization { header: DkimCanonicalizationType::Relaxed, body: DkimCanonicalizationType::Relaxed };
        let headers = SIGNED_HEADERS.map(HeaderName::new_from_ascii_str).to_vec();
        let (domain, selector) = (domain.to_owned(), selector.to_owned());
        Ok(Self { config: DkimConfig::new(selector.clone(), domain.clone(), key, headers, relaxed), domain, selector })
    }

    pub(super) fn sign(&self, email: &mut Message) {
        email.sign(&self.config);
    }
}

impl fmt::Debug for Dkim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Dkim({}._domainkey.{})", self.selector, self.domain)
    }
}
