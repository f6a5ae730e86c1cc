//! DKIM signatures, verified as a receiver does: canonicalise, hash, check with the public key. The keys in `keys/` are
//! for these tests only.

use clinic_mail::dkim::Dkim;
use data_encoding::BASE64;
use ring::signature::{ED25519, Ed25519KeyPair, KeyPair, RSA_PKCS1_2048_8192_SHA256, RsaKeyPair, UnparsedPublicKey};
use rustls::pki_types::PrivatePkcs8KeyDer;
use rustls::pki_types::pem::PemObject;
use sha2::{Digest as _, Sha256};

use super::fixture::{clinic, composer_for, outgoing};

const RSA_PKCS8: &str = include_str!("keys/rsa-pkcs8.pem");
const RSA_PKCS1: &str = include_str!("keys/rsa-pkcs1.pem");
const RSA_1024_BITS: &str = include_str!("keys/rsa-1024-bits.pem");
const ED25519_KEY: &str = include_str!("keys/ed25519.pem");

#[test]
fn rsa_signature_verifies_until_the_message_is_changed() {
    let key = RsaKeyPair::from_pkcs8(&der(RSA_PKCS8)).expect("a key");
    let verify = |input: &[u8], signature: &[u8]| {
        let public_key = UnparsedPublicKey::new(&RSA_PKCS1_2048_8192_SHA256, key.public().as_ref());
        public_key.verify(input, signature).is_ok()
    };
    check_signature(RSA_PKCS8, "rsa-sha256", &verify);
    check_signature(RSA_PKCS1, "rsa-sha256", &verify);
}

#[test]
fn ed25519_signature_verifies_until_the_message_is_changed() {
    let key = Ed25519KeyPair::from_pkcs8_maybe_unchecked(&der(ED25519_KEY)).expect("a key");
    check_signature(ED25519_KEY, "ed25519-sha256", &|input, signature| {
        UnparsedPublicKey::new(&ED25519, key.public_key()).verify(&Sha256::digest(input), signature).is_ok()
    });
}

#[test]
fn every_attempt_is_signed_with_the_same_bytes() {
    assert_eq!(signed_message(RSA_PKCS8), signed_message(RSA_PKCS8));
}

#[test]
fn unusable_keys_and_names_are_rejected() {
    let dkim = Dkim::new(RSA_PKCS1, "clinic.example", "mail2026").expect("a signer");
    assert_eq!(format!("{dkim:?}"), "Dkim(mail2026._domainkey.clinic.example)");
    for domain in ["clinic example", ""] {
        assert!(Dkim::new(RSA_PKCS1, domain, "mail2026").is_err(), "{domain}");
    }
    for pem in ["hello", RSA_1024_BITS] {
        let error = Dkim::new(pem, "clinic.example", "mail2026").expect_err("no usable key");
        assert!(error.to_string().contains("openssl genrsa -out dkim.pem 2048"), "{error}");
    }
}

type Verify<'a> = &'a dyn Fn(&[u8], &[u8]) -> bool;

fn check_signature(pem: &str, algorithm: &str, verify: Verify) {
    let message = signed_message(pem);
    assert!(message.contains(&format!("a={algorithm};")));
    assert!(message.lines().all(|line| line.len() <= 998));
    assert!(verifies(&message, verify));
    assert!(!verifies(&message.replacen("front desk", "back desk", 1), verify));
    assert!(!verifies(&message.replacen("hello@clinic.example", "eve@clinic.example", 1), verify));
    assert!(!verifies(&message.replacen("multipart/alternative", "multipart/mixed", 1), verify));
}

fn signed_message(pem: &str) -> String {
    let dkim = Dkim::new(pem, "clinic.example", "mail2026").expect("a signer");
    let bytes = composer_for(clinic(), Some(dkim)).compose(&outgoing()).expect("a message").formatted();
    String::from_utf8(bytes).expect("ASCII")
}

fn der(pem: &str) -> Vec<u8> {
    PrivatePkcs8KeyDer::from_pem_slice(pem.as_bytes()).expect("a PEM text").secret_pkcs8_der().to_vec()
}

fn verifies(message: &str, verify: Verify) -> bool {
    let (head, body) = message.split_once("\r\n\r\n").expect("a head and a body");
    let headers = unfold(head);
    let find = |name: &str| headers.iter().find(|(known, _)| known == name).expect(name).1.clone();
    let signature = find("dkim-signature");
    let tag = |name: &str| {
        let tags = signature.split(';').filter_map(|tag| tag.trim().split_once('='));
        tags.filter(|(known, _)| *known == name).map(|(_, value)| value.replace(' ', "")).next().expect(name)
    };
    assert_eq!(
        (tag("d").as_str(), tag("s").as_str(), tag("c").as_str()),
        ("clinic.example", "mail2026", "relaxed/relaxed")
    );

    let names = tag("h");
    let mut signed: Vec<String> = names.split(':').map(|name| format!("{name}:{}", find(name))).collect();
    // The signature covers its own header without the value of b=.
    let (bare, _) = signature.rsplit_once(" b=").expect("b= is the last tag");
    signed.push(format!("dkim-signature:{bare} b="));

    let body_matches = BASE64.encode(&Sha256::digest(relaxed_body(body))) == tag("bh");
    let signature = BASE64.decode(tag("b").as_bytes()).expect("base64");
    body_matches && verify(signed.join("\r\n").as_bytes(), &signature)
}

/// Lower-case header names with their values, unfolded and with single spaces: "relaxed" canonicalisation.
fn unfold(head: &str) -> Vec<(String, String)> {
    let unfolded = head.replace("\r\n ", " ").replace("\r\n\t", " ");
    let relaxed = |value: &str| value.split([' ', '\t']).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    let header = |line: &str| line.split_once(':').map(|(name, value)| (name.to_ascii_lowercase(), relaxed(value)));
    unfolded.split("\r\n").filter_map(header).collect()
}

fn relaxed_body(body: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    for line in body.split("\r\n") {
        let mut relaxed = String::new();
        for character in line.trim_end_matches([' ', '\t']).chars() {
            let space = matches!(character, ' ' | '\t');
            if !(space && relaxed.ends_with(' ')) {
                relaxed.push(if space { ' ' } else { character });
            }
        }
        lines.push(relaxed);
    }
    while lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    lines.into_iter().fold(String::new(), |body, line| body + &line + "\r\n")
}
