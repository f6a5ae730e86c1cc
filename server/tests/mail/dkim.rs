//! DKIM signatures, verified as a receiver does: canonicalise, hash, check with the public key.

use clinic::mail::dkim::Dkim;
use data_encoding::BASE64;
use rsa::pkcs1::{EncodeRsaPrivateKey as _, LineEnding};
use rsa::pkcs8::EncodePrivateKey as _;
use rsa::{Pkcs1v15Sign, RsaPrivateKey};
use sha2::{Digest as _, Sha256};

use super::fixture::{clinic, composer_for, outgoing};

/// The PKCS #1 prefix of a SHA-256 hash.
const SHA256_PREFIX: [u8; 19] =
    [0x30, 0x31, 0x30, 0x0d, 0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01, 0x05, 0x00, 0x04, 0x20];

#[test]
fn signature_verifies_until_the_message_is_changed() {
    let key = RsaPrivateKey::new(&mut rsa::rand_core::OsRng, 1024).expect("a key");
    let pem = key.to_pkcs8_pem(LineEnding::LF).expect("a PEM text");
    let dkim = Dkim::new(&pem, "clinic.example", "mail2026").expect("a signer");
    let bytes = composer_for(clinic(), Some(dkim)).compose(&outgoing()).expect("a message").formatted();
    let message = String::from_utf8(bytes).expect("ASCII");

    assert!(verifies(&message, &key));
    assert!(!verifies(&message.replacen("front desk", "back desk", 1), &key));
    assert!(!verifies(&message.replacen("hello@clinic.example", "eve@clinic.example", 1), &key));
}

#[test]
fn pkcs1_and_pkcs8_keys_are_accepted_and_others_rejected() {
    let key = RsaPrivateKey::new(&mut rsa::rand_core::OsRng, 1024).expect("a key");
    let pem = key.to_pkcs1_pem(LineEnding::LF).expect("a PEM text");
    let dkim = Dkim::new(&pem, "clinic.example", "mail2026").expect("a signer");
    assert_eq!(format!("{dkim:?}"), "Dkim(mail2026._domainkey.clinic.example)");
    for (pem, domain) in [("hello", "clinic.example"), (pem.as_str(), "clinic example"), (pem.as_str(), "")] {
        assert!(Dkim::new(pem, domain, "mail2026").is_err(), "{domain}");
    }
    let error = Dkim::new("hello", "clinic.example", "mail2026").expect_err("no key");
    assert!(error.to_string().contains("openssl genrsa"));
}

fn verifies(message: &str, key: &RsaPrivateKey) -> bool {
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
    let signed = signed.join("\r\n");

    let body_matches = BASE64.encode(&Sha256::digest(relaxed_body(body))) == tag("bh");
    let scheme = Pkcs1v15Sign { hash_len: Some(32), prefix: Box::new(SHA256_PREFIX) };
    let signature = BASE64.decode(tag("b").as_bytes()).expect("base64");
    body_matches && key.to_public_key().verify(scheme, &Sha256::digest(signed), &signature).is_ok()
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
