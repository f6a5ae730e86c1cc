//! Certificates that this program signs itself: the one that is served until the first order is done, and the answers to
//! TLS-ALPN-01 challenges (RFC 8737).

use std::sync::Arc;

use jiff::Timestamp;
use rcgen::{CertificateParams, CustomExtension, KeyPair};
use ring::digest::{SHA256, digest};
use rustls::crypto::ring::sign::any_supported_type;
use rustls::pki_types::PrivateKeyDer;
use rustls::sign::CertifiedKey;

use super::super::Certificate;

/// Browsers warn about it.
///
/// # Panics
/// Never: domain names are valid names of a certificate.
pub fn self_signed(names: &[String]) -> Certificate {
    sign(names, None)
}

/// The authority accepts it as proof that this server has the account key.
pub fn tls_alpn_answer(domain: &str, key_authorization: &str) -> Certificate {
    sign(&[domain.to_owned()], Some(key_authorization))
}

fn sign(names: &[String], key_authorization: Option<&str>) -> Certificate {
    let key = KeyPair::generate().expect("the operating system provides random bytes");
    let mut params = CertificateParams::new(names.to_vec()).expect("domain names are ASCII");
    if let Some(key_authorization) = key_authorization {
        let digest = digest(&SHA256, key_authorization.as_bytes());
        params.custom_extensions = vec![CustomExtension::new_acme_identifier(digest.as_ref())];
    }
    let certificate = params.self_signed(&key).expect("the parameters are complete");
    let time = |seconds| Timestamp::from_second(seconds).expect("rcgen's dates are in range");
    let (not_before, not_after) = (params.not_before.unix_timestamp(), params.not_after.unix_timestamp());
    let key = any_supported_type(&PrivateKeyDer::from(key)).expect("an ECDSA key is supported");
    // Not checked like other certificates: the critical extension of a challenge makes it unusable for anything else.
    let certified_key = Arc::new(CertifiedKey::new(vec![certificate.der().clone()], key));
    Certificate { certified_key, not_before: time(not_before), not_after: time(not_after) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn self_signed_certificate_names_all_domains() {
        let certificate = self_signed(&["clinic.example".to_owned(), "www.clinic.example".to_owned()]);
        assert!(certificate.is_for_host("clinic.example") && certificate.is_for_host("www.clinic.example"));
    }

    #[test]
    fn answer_to_a_challenge_contains_the_digest_of_the_key_authorization() {
        let answer = tls_alpn_answer("clinic.example", "token.thumbprint");
        let digest = digest(&SHA256, b"token.thumbprint");
        let der: &[u8] = &answer.certified_key.cert[0];
        assert!(der.windows(32).any(|bytes| bytes == digest.as_ref()));
    }
}
