//! The composed email: headers, text, HTML, QR code.

use clinic::content::model::Clinic;
use clinic::mail::{Message, OutgoingMessage};
use mail_parser::{MessageParser, MimeHeaders};

use super::fixture::{clinic, code, composer, composer_for, outgoing, outgoing_to};

fn composed() -> Vec<u8> {
    composer().compose(&outgoing()).expect("a message").formatted()
}

#[test]
fn headers_name_the_clinic_and_mark_the_email_as_automatic() {
    let bytes = composed();
    let message = MessageParser::default().parse(&bytes).expect("a message");
    let from = message.from().and_then(|from| from.first()).expect("a sender");
    assert_eq!((from.name(), from.address()), (Some("The Eye & Lens <Clinic>"), Some("hello@clinic.example")));
    let to = message.to().and_then(|to| to.first()).expect("a recipient");
    assert_eq!(to.address(), Some("Ada.Obi@example.com"));
    assert_eq!(message.subject(), Some("Your 5% discount code from The Eye & Lens <Clinic>"));
    assert_eq!(message.date().expect("a date").to_rfc3339(), "2026-11-15T11:00:00Z");
    assert_eq!(message.message_id(), Some("7f3a.discount@clinic.example"));
    assert_eq!(message.header("Auto-Submitted").and_then(|value| value.as_text()), Some("auto-generated"));
    assert!(!message.headers().iter().any(|header| header.name().to_ascii_lowercase().starts_with("list-")));
}

#[test]
fn text_part_contains_all_facts() {
    let bytes = composed();
    let message = MessageParser::default().parse(&bytes).expect("a message");
    let text = message.body_text(0).expect("a text part");
    for expected in [
        &*code().to_string(),
        "5% off",
        "Valid until Saturday 13 February 2027",
        "front desk",
        "1 Test Road, Port Harcourt, Rivers State, Nigeria",
        "Monday to Friday: 8:00 AM to 6:00 PM",
        "Sunday: Closed",
        "+234 800 000 0000",
        "https://wa.me/2348000000000?text=Hello",
        "https://maps.example/?a=1&b=2",
        "Ada.Obi@example.com",
        "erase the address",
        "https://clinic.example/privacy",
    ] {
        assert!(text.contains(expected), "{expected} is missing in:\n{text}");
    }
    assert!(!text.contains("{{"));
}

#[test]
fn email_about_a_used_code_says_when_it_was_used_and_offers_nothing() {
    let used_at = "2026-11-10T23:30:00Z".parse().expect("a time");
    let outgoing = OutgoingMessage { message: Message::CodeUsed { code: code(), used_at, play: None }, ..outgoing() };
    let bytes = composer().compose(&outgoing).expect("a message").formatted();
    let message = MessageParser::default().parse(&bytes).expect("a message");
    assert_eq!(message.subject(), Some("Your discount code from The Eye & Lens <Clinic> was already used"));
    for body in [message.body_text(0), message.body_html(0)] {
        let body = body.expect("a part");
        for expected in [&*code().to_string(), "was used on", "11 November 2026", "+234 800 000 0000"] {
            assert!(body.contains(expected), "{expected} is missing in:\n{body}");
        }
        for unexpected in ["Valid until", "% off", "{{", "cid:"] {
            assert!(!body.contains(unexpected), "{unexpected} is in:\n{body}");
        }
    }
    assert_eq!(message.attachment_count(), 0, "no QR code");
}

#[test]
fn html_part_contains_all_facts_and_escapes_them() {
    let bytes = composed();
    let message = MessageParser::default().parse(&bytes).expect("a message");
    let html = message.body_html(0).expect("an HTML part");
    for expected in [
        &*code().to_string(),
        "Saturday 13 February 2027",
        "The Eye &#38; Lens &#60;Clinic&#62;",
        "href=\"https://maps.example/?a=1&#38;b=2\"",
        "href=\"tel:+2348000000000\"",
        "href=\"https://clinic.example/privacy\"",
        "color-scheme",
        "Closed",
    ] {
        assert!(html.contains(expected), "{expected} is missing");
    }
    assert!(!html.contains("{{") && !html.contains("<Clinic>") && !html.contains("<script"));
    assert!(!html.contains("src=\"http"), "opening the email must not load anything");
}

#[test]
fn qr_code_is_attached_and_contains_the_code() {
    let bytes = composed();
    let message = MessageParser::default().parse(&bytes).expect("a message");
    let picture = message.parts.iter().find(|part| part.content_id().is_some()).expect("a picture");
    let cid = picture.content_id().expect("an id");
    assert!(message.body_html(0).expect("an HTML part").contains(&format!("src=\"cid:{cid}\"")));
    assert_eq!(scan(picture.contents()), code().to_string());
}

#[test]
fn second_attempt_sends_the_same_bytes() {
    assert_eq!(composed(), composed());
}

#[test]
fn lines_are_ascii_and_at_most_998_bytes() {
    let bytes = composed();
    assert!(bytes.is_ascii());
    for line in String::from_utf8(bytes).expect("ASCII").split("\r\n") {
        assert!(line.len() <= 998 && !line.contains(['\r', '\n']), "{line}");
    }
}

#[test]
fn content_cannot_add_a_header() {
    let attack = "Clinic\r\nBcc: eve@evil.example\r\n\r\n<b>boo</b>";
    let address = clinic().address;
    let hostile = Clinic {
        name: attack.to_owned(),
        address: clinic::content::model::Address { street: attack.to_owned(), ..address },
        ..clinic()
    };
    let bytes = composer_for(hostile, None).compose(&outgoing()).expect("a message").formatted();
    let message = MessageParser::default().parse(&bytes).expect("a message");
    assert!(message.bcc().is_none());
    assert_eq!(
        message.from().and_then(|from| from.first()).and_then(|from| from.address()),
        Some("hello@clinic.example")
    );
    assert!(message.subject().expect("a subject").ends_with("Bcc: eve@evil.example <b>boo</b>"));
    assert!(!message.body_html(0).expect("an HTML part").contains("<b>boo"));
}

#[test]
fn message_id_with_a_line_break_is_rejected() {
    let mut outgoing = outgoing();
    outgoing.message_id = "<1@clinic.example>\r\nBcc: eve@evil.example".to_owned();
    assert!(composer().compose(&outgoing).is_err());
}

#[test]
fn international_domain_is_sent_in_ascii_and_shown_as_typed() {
    let bytes = composer().compose(&outgoing_to("ada@bücher.example")).expect("a message").formatted();
    let message = MessageParser::default().parse(&bytes).expect("a message");
    let to = message.to().and_then(|to| to.first()).expect("a recipient");
    assert_eq!(to.address(), Some("ada@xn--bcher-kva.example"));
    assert!(message.body_text(0).expect("a text part").contains("ada@bücher.example"));
}

fn scan(picture: &[u8]) -> String {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(picture));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().expect("a PNG");
    let mut pixels = vec![0; reader.output_buffer_size().expect("a small picture")];
    let info = reader.next_frame(&mut pixels).expect("a whole picture");
    let side = usize::try_from(info.width).expect("a small picture");
    let mut image = rqrr::PreparedImage::prepare_from_greyscale(side, side, |x, y| pixels[y * info.line_size + x]);
    image.detect_grids()[0].decode().expect("a readable code").1
}
