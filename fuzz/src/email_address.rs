//! Addresses: what is taken is one plain line that a mail server understands, stays itself when it is read again, is
//! one person however it is written, and does not show itself in a log.

use clinic::discount::EmailAddress;

const LONGEST: usize = 254;

pub fn judge(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(address) = EmailAddress::parse(text) else { return };
    is_one_plain_line(&address);
    stays_itself(&address);
    is_one_person(&address);
    hides(&address);
}

fn is_one_plain_line(address: &EmailAddress) {
    let envelope = address.envelope();
    assert!(envelope.len() <= LONGEST, "{envelope} is too long");
    assert!(envelope.bytes().all(|byte| byte.is_ascii_graphic()), "{envelope:?} is not plain");
    assert_eq!(envelope.matches('@').count(), 1, "{envelope}");
    assert!(!envelope.contains(['<', '>', ',', ';', ':', '"', '(', ')', '[', ']', '\\']), "{envelope}");
    assert!(lettre::Address::new(address.local(), address.domain()).is_ok(), "{envelope} cannot be sent to");
}

fn stays_itself(address: &EmailAddress) {
    let again =
        |text: &str| EmailAddress::parse(text).unwrap_or_else(|error| panic!("{text} is not read again: {error}"));
    assert_eq!(again(address.as_typed()).as_typed(), address.as_typed());
    assert_eq!(again(&address.envelope()).envelope(), address.envelope());
    assert_eq!(again(&format!(" {}\t", address.as_typed())).as_typed(), address.as_typed());
}

fn is_one_person(address: &EmailAddress) {
    let person = address.canonical();
    let shouted = EmailAddress::parse(&address.envelope().to_ascii_uppercase()).expect("the same in capitals");
    assert_eq!(shouted.canonical().as_str(), person.as_str());
    // A mailbox that lost its tag need not be an address: `ada.+eyes` becomes `ada.`.
    if let Ok(again) = EmailAddress::parse(person.as_str()) {
        assert_eq!(again.canonical().as_str(), person.as_str());
    }
}

/// An address shows itself as every other one of the same first letter and domain does.
fn hides(address: &EmailAddress) {
    let stranger = format!("{}@{}", &address.local()[..1], address.domain());
    let stranger = EmailAddress::parse(&stranger).unwrap_or_else(|error| panic!("{stranger} is refused: {error}"));
    assert_eq!(address.to_string(), stranger.to_string());
    assert_eq!(address.masked(), stranger.masked());
    assert_eq!(format!("{address:?}"), format!("{stranger:?}"));
}
