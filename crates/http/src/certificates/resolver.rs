//! Chooses the certificate of a handshake. The certificate can be replaced while the server runs.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use arc_swap::ArcSwap;
use rustls::server::{ClientHello, ResolvesServerCert};
use rustls::sign::CertifiedKey;

use super::certificate::Certificate;

/// The protocol name in a handshake of a certificate authority that checks a TLS-ALPN-01 challenge (RFC 8737).
pub const ACME_TLS_ALPN: &[u8] = b"acme-tls/1";

pub struct CertificateResolver {
    served: ArcSwap<CertifiedKey>,
    /// The answers to open TLS-ALPN-01 challenges, by host name.
    challenges: ArcSwap<HashMap<String, Certificate>>,
}

impl CertificateResolver {
    pub fn new(certificate: &Certificate) -> Self {
        Self { served: ArcSwap::new(Arc::clone(&certificate.certified_key)), challenges: ArcSwap::default() }
    }

    /// New handshakes get this certificate. Open connections are not affected.
    pub fn replace(&self, certificate: &Certificate) {
        self.served.store(Arc::clone(&certificate.certified_key));
    }

    /// Replaces the answers to all challenges.
    pub fn set_challenges(&self, by_host: HashMap<String, Certificate>) {
        self.challenges.store(Arc::new(by_host));
    }

    /// A handshake for a challenge never gets the certificate of the site: the authority would take it for a wrong answer.
    fn choose(&self, is_challenge: bool, host: Option<&str>) -> Option<Arc<CertifiedKey>> {
        if is_challenge {
            return self.challenges.load().get(host?).map(|answer| Arc::clone(&answer.certified_key));
        }
        Some(self.served.load_full())
    }
}

impl fmt::Debug for CertificateResolver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CertificateResolver").finish_non_exhaustive()
    }
}

impl ResolvesServerCert for CertificateResolver {
    fn resolve(&self, hello: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        let is_challenge = hello.alpn().is_some_and(|mut names| names.any(|name| name == ACME_TLS_ALPN));
        self.choose(is_challenge, hello.server_name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn certificate() -> Certificate {
        let made = rcgen::generate_simple_self_signed(vec!["clinic.example".to_owned()]).expect("a certificate");
        let key = made.signing_key.serialize_pem();
        Certificate::from_pem(made.cert.pem().as_bytes(), key.as_bytes()).expect("a certificate")
    }

    fn is(served: Option<Arc<CertifiedKey>>, certificate: &Certificate) -> bool {
        served.is_some_and(|served| Arc::ptr_eq(&served, &certificate.certified_key))
    }

    #[test]
    fn replaced_certificate_is_served() {
        let (first, second) = (certificate(), certificate());
        let resolver = CertificateResolver::new(&first);
        assert!(is(resolver.choose(false, None), &first));
        resolver.replace(&second);
        assert!(is(resolver.choose(false, Some("clinic.example")), &second));
    }

    #[test]
    fn challenge_is_answered_only_with_the_answer_for_its_host() {
        let (site, answer) = (certificate(), certificate());
        let resolver = CertificateResolver::new(&site);
        assert!(resolver.choose(true, Some("clinic.example")).is_none());
        resolver.set_challenges(HashMap::from([("clinic.example".to_owned(), answer.clone())]));
        assert!(is(resolver.choose(true, Some("clinic.example")), &answer));
        assert!(resolver.choose(true, Some("other.example")).is_none());
        assert!(resolver.choose(true, None).is_none());
        assert!(is(resolver.choose(false, Some("clinic.example")), &site));
    }
}
