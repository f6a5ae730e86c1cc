//! Signs emails with DKIM (RFC 6376, and RFC 8463 for Ed25519) when a key is configured.

use std::fmt;
use std::path::Path;

use data_encoding::BASE64;
use lettre::message::Message;
use lettre::message::header::{HeaderName, HeaderValue};
use ring::rand::SystemRandom;
use ring::signature::{Ed25519KeyPair, RSA_PKCS1_SHA256, RsaKeyPair};
use rustls::pki_types::PrivateKeyDer;
use rustls::pki_types::pem::PemObject;
use sha2::{Digest, Sha256};

/// Every header that a reader or a mail program acts on.
const SIGNED_HEADERS: [&str; 7] = ["from", "to", "subject", "date", "message-id", "mime-version", "content-type"];
/// A line of the folded signature has at most this many characters of base64.
const SIGNATURE_LINE: usize = 70;

pub struct Dkim {
    key: SigningKey,
    domain: String,
    selector: String,
}

enum SigningKey {
    Rsa(RsaKeyPair),
    Ed25519(Ed25519KeyPair),
}

#[derive(Debug, thiserror::Error)]
pub enum DkimError {
    #[error("Cannot read the DKIM key {file}: {source}. Give the path of a PEM file that this user may read.")]
    Unreadable { file: String, source: std::io::Error },
    #[error(
        "The DKIM key is not a private key in PEM format that can be used: RSA with at least 2,048 bits, or Ed25519. \
         Create one with: openssl genrsa -out dkim.pem 2048"
    )]
    UnusableKey,
    #[error("\"{0}\" is not a valid DKIM domain or selector. Use letters, digits, dots and dashes, as in DNS.")]
    Name(String),
}

impl Dkim {
    /// # Errors
    /// When the file cannot be read or contains no usable key, or a name is not valid in DNS.
    pub fn load(file: &Path, domain: &str, selector: &str) -> Result<Self, DkimError> {
        let pem = std::fs::read_to_string(file)
            .map_err(|source| DkimError::Unreadable { file: file.display().to_string(), source })?;
        Self::new(&pem, domain, selector)
    }

    /// # Errors
    /// When the PEM text contains no usable key, or a name is not valid in DNS.
    pub fn new(pem: &str, domain: &str, selector: &str) -> Result<Self, DkimError> {
        for name in [domain, selector] {
            let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
            if name.is_empty() || !name.chars().all(allowed) {
                return Err(DkimError::Name(name.escape_debug().to_string()));
            }
        }
        let key = SigningKey::from_pem(pem).ok_or(DkimError::UnusableKey)?;
        Ok(Self { key, domain: domain.to_owned(), selector: selector.to_owned() })
    }

    pub(super) fn sign(&self, email: &mut Message) {
        let formatted = email.formatted();
        // lettre writes headers and bodies in ASCII encodings, so nothing is replaced here.
        let message = String::from_utf8_lossy(&formatted);
        let value = self.header_value(&message);
        let name = HeaderName::new_from_ascii_str("DKIM-Signature");
        email.headers_mut().insert_raw(HeaderValue::dangerous_new_pre_encoded(name, value.clone(), value));
    }

    /// The value of the `DKIM-Signature` header, folded.
    fn header_value(&self, message: &str) -> String {
        let (head, body) = message.split_once("\r\n\r\n").unwrap_or((message, ""));
        let headers = relaxed_headers(head);
        let signed: Vec<_> = SIGNED_HEADERS
            .iter()
            .filter_map(|name| headers.iter().find(|(known, _)| known == name))
            .map(|(name, value)| (name.as_str(), value.as_str()))
            .collect();
        let names: Vec<_> = signed.iter().map(|(name, _)| *name).collect();
        // There is no t= (time of signing): every attempt to send a message sends the same bytes.
        let tags = format!(
            "v=1; a={}; c=relaxed/relaxed; d={}; s={};\r\n h={};\r\n bh={};\r\n b=",
            self.key.algorithm(),
            self.domain,
            self.selector,
            names.join(":"),
            BASE64.encode(&Sha256::digest(relaxed_body(body))),
        );
        let mut lines: Vec<_> = signed.iter().map(|(name, value)| format!("{name}:{value}")).collect();
        lines.push(format!("dkim-signature:{}", tags.replace("\r\n", "")));
        let signature = BASE64.encode(&self.key.sign(lines.join("\r\n").as_bytes()));
        let folded: Vec<_> = signature.as_bytes().chunks(SIGNATURE_LINE).map(String::from_utf8_lossy).collect();
        tags + &folded.join("\r\n ")
    }
}

impl SigningKey {
    /// openssl writes RSA keys as PKCS #8 or PKCS #1, and Ed25519 keys as PKCS #8 without the public key.
    fn from_pem(pem: &str) -> Option<Self> {
        match PrivateKeyDer::from_pem_slice(pem.as_bytes()).ok()? {
            PrivateKeyDer::Pkcs1(key) => RsaKeyPair::from_der(key.secret_pkcs1_der()).ok().map(Self::Rsa),
            PrivateKeyDer::Pkcs8(key) => {
                let der = key.secret_pkcs8_der();
                let ed25519 = || Ed25519KeyPair::from_pkcs8_maybe_unchecked(der).ok().map(Self::Ed25519);
                RsaKeyPair::from_pkcs8(der).ok().map(Self::Rsa).or_else(ed25519)
            }
            _ => None,
        }
    }

    fn algorithm(&self) -> &'static str {
        match self {
            Self::Rsa(_) => "rsa-sha256",
            Self::Ed25519(_) => "ed25519-sha256",
        }
    }

    fn sign(&self, input: &[u8]) -> Vec<u8> {
        match self {
            Self::Rsa(key) => {
                let mut signature = vec![0; key.public().modulus_len()];
                key.sign(&RSA_PKCS1_SHA256, &SystemRandom::new(), input, &mut signature)
                    .expect("the signature has the length of the modulus");
                signature
            }
            // RFC 8463: Ed25519 signs the hash, not the message.
            Self::Ed25519(key) => key.sign(&Sha256::digest(input)).as_ref().to_vec(),
        }
    }
}

/// Lower-case names with their values, unfolded and with single spaces (RFC 6376, 3.4.2).
fn relaxed_headers(head: &str) -> Vec<(String, String)> {
    let unfolded = head.replace("\r\n ", " ").replace("\r\n\t", " ");
    let header = |line: &str| {
        let (name, value) = line.split_once(':')?;
        Some((name.trim_end().to_ascii_lowercase(), relaxed_line(value).trim_start().to_owned()))
    };
    unfolded.split("\r\n").filter_map(header).collect()
}

/// Without trailing empty lines, each line relaxed (RFC 6376, 3.4.4).
fn relaxed_body(body: &str) -> String {
    let lines: Vec<_> = body.split("\r\n").map(relaxed_line).collect();
    let end = lines.iter().rposition(|line| !line.is_empty()).map_or(0, |last| last + 1);
    lines[..end].iter().fold(String::new(), |body, line| body + line + "\r\n")
}

/// Runs of spaces and tabs become one space; those at the end are removed.
fn relaxed_line(line: &str) -> String {
    let mut relaxed = String::with_capacity(line.len());
    for character in line.trim_end_matches([' ', '\t']).chars() {
        let is_space = matches!(character, ' ' | '\t');
        if !(is_space && relaxed.ends_with(' ')) {
            relaxed.push(if is_space { ' ' } else { character });
        }
    }
    relaxed
}

impl fmt::Debug for Dkim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Dkim({}._domainkey.{})", self.selector, self.domain)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of RFC 6376, 3.4.5.
    #[test]
    fn the_example_of_the_rfc_is_canonicalised() {
        let headers = relaxed_headers("A: X\r\nB : Y\t\r\n\tZ  ");
        assert_eq!(headers, [("a".to_owned(), "X".to_owned()), ("b".to_owned(), "Y Z".to_owned())]);
        assert_eq!(relaxed_body(" C \r\nD \t E\r\n\r\n\r\n"), " C\r\nD E\r\n");
        assert_eq!(relaxed_body(""), "");
    }
}
