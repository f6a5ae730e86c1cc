//! A certificate chain with its private key, checked before it is served.

use std::sync::Arc;

use jiff::Timestamp;
use rustls::crypto::ring::sign::any_supported_type;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName};
use rustls::server::ParsedCertificate;
use rustls::sign::CertifiedKey;
use x509_parser::prelude::{FromDer, X509Certificate};

/// A chain and its key that belong together.
#[derive(Debug, Clone)]
pub struct Certificate {
    pub(super) certified_key: Arc<CertifiedKey>,
    pub not_before: Timestamp,
    pub not_after: Timestamp,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CertificateProblem {
    /// No certificate in PEM format.
    NoCertificate,
    /// No private key in PEM format.
    NoKey,
    /// A key of a kind that TLS does not use, or a damaged one.
    UnusableKey,
    /// A damaged certificate.
    UnusableCertificate,
    KeyOfAnotherCertificate,
    NotYetValid {
        from: Timestamp,
    },
    Expired {
        on: Timestamp,
    },
}

impl Certificate {
    /// Reads the chain, the certificate of the site first, and the key of that certificate.
    pub fn from_pem(chain: &[u8], key: &[u8]) -> Result<Self, CertificateProblem> {
        let chain: Vec<_> = CertificateDer::pem_slice_iter(chain)
            .collect::<Result<_, _>>()
            .map_err(|_| CertificateProblem::NoCertificate)?;
        let first = chain.first().ok_or(CertificateProblem::NoCertificate)?;
        let (_, parsed) = X509Certificate::from_der(first).map_err(|_| CertificateProblem::UnusableCertificate)?;
        let timestamp = |seconds| Timestamp::from_second(seconds).map_err(|_| CertificateProblem::UnusableCertificate);
        let not_before = timestamp(parsed.validity().not_before.timestamp())?;
        let not_after = timestamp(parsed.validity().not_after.timestamp())?;
        let key = PrivateKeyDer::from_pem_slice(key).map_err(|_| CertificateProblem::NoKey)?;
        let key = any_supported_type(&key).map_err(|_| CertificateProblem::UnusableKey)?;
        let certified_key = CertifiedKey::new(chain, key);
        certified_key.keys_match().map_err(|error| match error {
            rustls::Error::InconsistentKeys(_) => CertificateProblem::KeyOfAnotherCertificate,
            _ => CertificateProblem::UnusableCertificate,
        })?;
        Ok(Self { certified_key: Arc::new(certified_key), not_before, not_after })
    }

    pub fn check_validity(&self, now: Timestamp) -> Result<(), CertificateProblem> {
        if now < self.not_before {
            Err(CertificateProblem::NotYetValid { from: self.not_before })
        } else if now > self.not_after {
            Err(CertificateProblem::Expired { on: self.not_after })
        } else {
            Ok(())
        }
    }

    /// Whether browsers accept the certificate for this host: a name or an IP address.
    pub fn is_for_host(&self, host: &str) -> bool {
        let Ok(name) = ServerName::try_from(host.trim_start_matches('[').trim_end_matches(']')) else { return false };
        let certificate = self.certified_key.cert.first();
        let parsed = certificate.and_then(|certificate| ParsedCertificate::try_from(certificate).ok());
        parsed.is_some_and(|parsed| rustls::client::verify_server_name(&parsed, &name).is_ok())
    }
}

#[cfg(test)]
mod tests {
    use rcgen::{CertificateParams, KeyPair, date_time_ymd};

    use super::*;

    fn pem(names: &[&str]) -> (String, String) {
        let key = KeyPair::generate().expect("a key");
        let mut params = CertificateParams::new(names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>())
            .expect("valid names");
        params.not_before = date_time_ymd(2026, 1, 1);
        params.not_after = date_time_ymd(2026, 4, 1);
        (params.self_signed(&key).expect("a certificate").pem(), key.serialize_pem())
    }

    fn problem(chain: &str, key: &str) -> CertificateProblem {
        Certificate::from_pem(chain.as_bytes(), key.as_bytes()).expect_err("refused")
    }

    #[test]
    fn chain_and_key_that_belong_together_are_accepted() {
        let (chain, key) = pem(&["clinic.example"]);
        let certificate = Certificate::from_pem(chain.as_bytes(), key.as_bytes()).expect("a certificate");
        assert_eq!(certificate.not_after.to_string(), "2026-04-01T00:00:00Z");
        assert!(Certificate::from_pem(format!("text before\n{chain}{chain}").as_bytes(), key.as_bytes()).is_ok());
    }

    #[test]
    fn unusable_files_are_told_apart() {
        let (chain, key) = pem(&["clinic.example"]);
        assert_eq!(problem("not PEM", &key), CertificateProblem::NoCertificate);
        assert_eq!(problem(&key, &key), CertificateProblem::NoCertificate);
        assert_eq!(problem(&chain[..chain.len() - 40], &key), CertificateProblem::NoCertificate);
        assert_eq!(problem(&chain, "not PEM"), CertificateProblem::NoKey);
        assert_eq!(problem(&chain, &chain), CertificateProblem::NoKey);
        let damaged = |label: &str| format!("-----BEGIN {label}-----\nAAAA\n-----END {label}-----\n");
        assert_eq!(problem(&damaged("CERTIFICATE"), &key), CertificateProblem::UnusableCertificate);
        assert_eq!(problem(&chain, &damaged("PRIVATE KEY")), CertificateProblem::UnusableKey);
        assert_eq!(problem(&chain, &pem(&["clinic.example"]).1), CertificateProblem::KeyOfAnotherCertificate);
    }

    #[test]
    fn certificate_is_valid_between_its_dates() {
        let (chain, key) = pem(&["clinic.example"]);
        let certificate = Certificate::from_pem(chain.as_bytes(), key.as_bytes()).expect("a certificate");
        let check = |now: &str| certificate.check_validity(now.parse().expect("a time"));
        assert_eq!(check("2026-02-01T00:00:00Z"), Ok(()));
        assert!(matches!(check("2025-12-31T23:59:59Z"), Err(CertificateProblem::NotYetValid { .. })));
        assert!(matches!(check("2026-04-01T00:00:01Z"), Err(CertificateProblem::Expired { .. })));
    }

    #[test]
    fn certificate_names_its_hosts() {
        let (chain, key) = pem(&["clinic.example", "*.wild.example", "127.0.0.1", "::1"]);
        let certificate = Certificate::from_pem(chain.as_bytes(), key.as_bytes()).expect("a certificate");
        for host in ["clinic.example", "www.wild.example", "127.0.0.1", "[::1]"] {
            assert!(certificate.is_for_host(host), "{host}");
        }
        for host in ["www.clinic.example", "wild.example", "127.0.0.2", "not a host"] {
            assert!(!certificate.is_for_host(host), "{host}");
        }
    }
}
