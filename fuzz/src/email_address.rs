//! Email addresses: an accepted address is plain ASCII that a mail server accepts, survives a round trip, belongs to
//! one person in any spelling, and is masked in logs.

use clinic_rules::person::EmailAddress;

const MAX_LENGTH: usize = 254;

pub fn check(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(address) = EmailAddress::parse(text) else { return };
    check_envelope(&address);
    check_round_trip(&address);
    check_canonical_form(&address);
    check_masking(&address);
}

fn check_envelope(address: &EmailAddress) {
    let envelope = address.envelope();
    assert!(envelope.len() <= MAX_LENGTH, "{envelope} is too long");
    assert!(envelope.bytes().all(|byte| byte.is_ascii_graphic()), "{envelope:?} is not printable ASCII");
    assert_eq!(envelope.matches('@').count(), 1, "{envelope}");
    assert!(!envelope.contains(['<', '>', ',', ';', ':', '"', '(', ')', '[', ']', '\\']), "{envelope}");
    assert!(lettre::Address::new(address.local(), address.domain()).is_ok(), "lettre rejects {envelope}");
}

fn check_round_trip(address: &EmailAddress) {
    let parse = |text: &str| EmailAddress::parse(text).unwrap_or_else(|error| panic!("{text} is rejected: {error}"));
    assert_eq!(parse(address.as_typed()).as_typed(), address.as_typed());
    assert_eq!(parse(&address.envelope()).envelope(), address.envelope());
    assert_eq!(parse(&format!(" {}\t", address.as_typed())).as_typed(), address.as_typed());
}

fn check_canonical_form(address: &EmailAddress) {
    let canonical = address.canonical();
    let uppercase = EmailAddress::parse(&address.envelope().to_ascii_uppercase()).expect("uppercase is accepted");
    assert_eq!(uppercase.canonical().as_str(), canonical.as_str());
    // Without its tag the text may not be an address: `ada.+eyes` becomes `ada.`.
    if let Ok(again) = EmailAddress::parse(canonical.as_str()) {
        assert_eq!(again.canonical().as_str(), canonical.as_str());
    }
}

/// The masked form shows no more than the first letter and the domain.
fn check_masking(address: &EmailAddress) {
    let other = format!("{}@{}", &address.local()[..1], address.domain());
    let other = EmailAddress::parse(&other).unwrap_or_else(|error| panic!("{other} is rejected: {error}"));
    assert_eq!(address.to_string(), other.to_string());
    assert_eq!(address.masked(), other.masked());
    assert_eq!(format!("{address:?}"), format!("{other:?}"));
}
