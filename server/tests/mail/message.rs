//! The composed email: headers, text, HTML, QR code.

use std::collections::BTreeMap;

use clinic_content::model::Clinic;
use clinic_mail::message::{AppointmentFacts, AppointmentNotice, InvitationFacts, RecallFacts};
use clinic_mail::{Composer, LinkedMessage, Message, OutgoingMessage};
use clinic_rules::booking::{AppointmentId, AppointmentToken, LinkGeneration, Price, Reminder};
use clinic_rules::secret::Secret;
use clinic_rules::staff::{LinkSeed, ResetToken};
use icalendar::{Calendar, Component};
use mail_parser::{MessageParser, MimeHeaders, PartType};

use crate::support::test_clinic;

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
        address: clinic_content::model::Address { street: attack.to_owned(), ..address },
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

fn link() -> AppointmentToken {
    AppointmentToken::new(&AppointmentId::new([1; 16]), LinkGeneration::default(), &Secret::new([7; 32]))
}

fn appointment(notice: AppointmentNotice, sequence: u32) -> OutgoingMessage {
    let facts = AppointmentFacts {
        notice,
        id: "AAECAwQFBgcICQoLDA0ODw".to_owned(),
        reference: "K7Q-4XM".to_owned(),
        name: "Ada Obi".to_owned(),
        brought_by: None,
        service: "eye-exams".to_owned(),
        title: "Eye exams".to_owned(),
        starts_at: "2026-11-20T08:30:00Z".parse().expect("a time"),
        minutes: 45,
        sequence,
        confirmed: !matches!(notice, AppointmentNotice::Received | AppointmentNotice::Waiting),
        reason: (notice == AppointmentNotice::Cancelled).then(|| "The machine is broken.".to_owned()),
        moved_from: None,
        made_at: "2026-11-15T11:00:00Z".parse().expect("a time"),
    };
    OutgoingMessage { message: Message::Appointment(facts), link: Some(link()), ..outgoing() }
}

/// The calendars of an email with the methods in their media types, read by a calendar library.
fn calendars(bytes: &[u8]) -> Vec<(String, Calendar)> {
    let message = MessageParser::default().parse(bytes).expect("a message");
    let is_calendar = |part: &&mail_parser::MessagePart<'_>| part.is_content_type("text", "calendar");
    message
        .parts
        .iter()
        .filter(is_calendar)
        .map(|part| {
            let text = match &part.body {
                PartType::Text(text) => text.to_string(),
                other => panic!("{other:?}"),
            };
            let method = part.content_type().and_then(|kind| kind.attribute("method")).expect("a method");
            (method.to_owned(), text.parse().expect("a calendar"))
        })
        .collect()
}

#[test]
fn email_about_an_appointment_is_an_invitation_that_calendars_understand() {
    for (notice, sequence, method, status) in [
        (AppointmentNotice::Received, 0, "REQUEST", "TENTATIVE"),
        (AppointmentNotice::Confirmed, 1, "REQUEST", "CONFIRMED"),
        (AppointmentNotice::Moved, 2, "REQUEST", "CONFIRMED"),
        (AppointmentNotice::Closed, 2, "REQUEST", "TENTATIVE"),
        (AppointmentNotice::Reminder(Reminder::TwoDaysBefore), 2, "REQUEST", "CONFIRMED"),
        (AppointmentNotice::Cancelled, 3, "CANCEL", "CANCELLED"),
    ] {
        let bytes = composer().compose(&appointment(notice, sequence)).expect("a message").formatted();
        let calendars = calendars(&bytes);
        assert_eq!(calendars.len(), 2, "{notice:?}: among the alternatives and attached");
        for (declared, calendar) in &calendars {
            assert_eq!((declared.as_str(), calendar.property_value("METHOD")), (method, Some(method)), "{notice:?}");
            let event = calendar.events().next().expect("an event");
            assert_eq!(event.get_uid(), Some("AAECAwQFBgcICQoLDA0ODw@clinic.example"), "it never changes");
            assert_eq!(event.get_sequence(), Some(sequence));
            assert_eq!(event.property_value("DTSTART"), Some("20261120T083000Z"));
            assert_eq!(event.property_value("DTEND"), Some("20261120T091500Z"));
            assert_eq!(event.property_value("STATUS"), Some(status));
            assert_eq!(event.property_value("ORGANIZER"), Some("mailto:hello@clinic.example"));
        }
    }
}

#[test]
fn email_about_several_visits_has_a_link_for_each_and_one_calendar_file_that_is_no_invitation() {
    let mut outgoing = appointment(AppointmentNotice::Confirmed, 0);
    let Message::Appointment(first) = outgoing.message.clone() else { panic!("about an appointment") };
    let id = AppointmentId::new([2; 16]);
    let later = AppointmentFacts {
        id: id.to_string(),
        reference: "R3Q-5ST".to_owned(),
        starts_at: "2026-12-18T08:30:00Z".parse().expect("a time"),
        ..first
    };
    let token = AppointmentToken::new(&id, LinkGeneration::default(), &Secret::new([7; 32]));
    outgoing.also = vec![LinkedMessage { message: Message::Appointment(later), link: Some(token.clone()) }];
    let bytes = composer().compose(&outgoing).expect("a message").formatted();

    let message = MessageParser::default().parse(&bytes).expect("a message");
    assert_eq!(message.subject(), Some("Your 2 appointments are confirmed"));
    for body in [message.body_text(0), message.body_html(0)] {
        let body = body.expect("a part").into_owned();
        for part in [
            "Friday 20 November 2026 at 9:30 AM",
            "Friday 18 December 2026 at 9:30 AM",
            "K7Q-4XM",
            "R3Q-5ST",
            &link().page_address(),
            &token.page_address(),
            "Eye exams, about 45 minutes each",
        ] {
            assert!(body.contains(part), "{part} is missing in {body}");
        }
    }
    let calendars = calendars(&bytes);
    assert_eq!(calendars.len(), 1, "only attached: an invitation is about one visit");
    let (method, calendar) = &calendars[0];
    assert_eq!((method.as_str(), calendar.property_value("METHOD")), ("PUBLISH", Some("PUBLISH")));
    let events: Vec<_> = calendar.events().map(|event| (event.get_uid(), event.property_value("DTSTART"))).collect();
    let uid = format!("{id}@clinic.example");
    assert_eq!(
        events,
        [
            (Some("AAECAwQFBgcICQoLDA0ODw@clinic.example"), Some("20261120T083000Z")),
            (Some(uid.as_str()), Some("20261218T083000Z"))
        ]
    );
    assert!(calendar.events().all(|event| event.property_value("ATTENDEE").is_none()));
}

/// Whether a request holds its time would tell a stranger how many appointments a number has.
#[test]
fn email_about_a_request_does_not_tell_whether_it_holds_its_time() {
    let parts = |notice| {
        let bytes = composer().compose(&appointment(notice, 0)).expect("a message").formatted();
        let message = MessageParser::default().parse(&bytes).expect("a message");
        let body = |body: Option<std::borrow::Cow<'_, str>>| body.expect("a part").into_owned();
        let calendars: Vec<_> = calendars(&bytes).into_iter().map(|(_, calendar)| calendar.to_string()).collect();
        (message.subject().map(ToOwned::to_owned), body(message.body_text(0)), body(message.body_html(0)), calendars)
    };
    assert_eq!(parts(AppointmentNotice::Waiting), parts(AppointmentNotice::Received));
}

#[test]
fn every_email_about_an_appointment_says_what_to_do_in_an_emergency() {
    let notices = [
        AppointmentNotice::Received,
        AppointmentNotice::Confirmed,
        AppointmentNotice::Moved,
        AppointmentNotice::Cancelled,
        AppointmentNotice::Reminder(Reminder::TwoDaysBefore),
        AppointmentNotice::Reminder(Reminder::ThreeHoursBefore),
    ];
    for notice in notices {
        let bytes = composer().compose(&appointment(notice, 0)).expect("a message").formatted();
        let message = MessageParser::default().parse(&bytes).expect("a message");
        for body in [message.body_text(0), message.body_html(0)] {
            let body = body.expect("a text and an HTML part");
            assert!(body.contains("In an emergency, go to hospital."), "{notice:?}: {body}");
        }
    }
}

#[test]
fn email_with_a_code_says_that_the_game_is_not_an_eye_test() {
    let bytes = composer().compose(&outgoing()).expect("a message").formatted();
    let message = MessageParser::default().parse(&bytes).expect("a message");
    for body in [message.body_text(0), message.body_html(0)] {
        let body = body.expect("a text and an HTML part");
        assert!(body.contains("This is a game, not an eye test."), "{body}");
    }
}

/// A calendar that follows RFC 5546: an invitation replaces an entry with the same UID unless its sequence number is lower,
/// and a cancellation removes it.
#[derive(Default)]
struct PatientCalendar(BTreeMap<String, (u32, String)>);

impl PatientCalendar {
    fn receive(&mut self, bytes: &[u8]) {
        let (method, calendar) = calendars(bytes).into_iter().next().expect("a calendar");
        let event = calendar.events().next().expect("an event");
        let uid = event.get_uid().expect("a UID").to_owned();
        let sequence = event.get_sequence().expect("a sequence number");
        if self.0.get(&uid).is_some_and(|(stored, _)| *stored > sequence) {
            return;
        }
        match method.as_str() {
            "REQUEST" => {
                let start = event.property_value("DTSTART").expect("a start").to_owned();
                self.0.insert(uid, (sequence, start));
            }
            "CANCEL" => {
                self.0.remove(&uid);
            }
            other => panic!("{other}"),
        }
    }
}

#[test]
fn calendar_has_one_entry_after_a_move_and_none_after_a_cancel() {
    let email = |notice, sequence| composer().compose(&appointment(notice, sequence)).expect("a message").formatted();
    let mut later = appointment(AppointmentNotice::Moved, 2);
    if let Message::Appointment(facts) = &mut later.message {
        facts.starts_at = "2026-11-21T08:30:00Z".parse().expect("a time");
    }
    let moved = composer().compose(&later).expect("a message").formatted();
    let mut calendar = PatientCalendar::default();
    calendar.receive(&email(AppointmentNotice::Received, 0));
    calendar.receive(&moved);
    // An email that was delayed on its way.
    calendar.receive(&email(AppointmentNotice::Confirmed, 1));
    let starts: Vec<_> = calendar.0.values().map(|(_, start)| start.as_str()).collect();
    assert_eq!(starts, ["20261121T083000Z"], "one entry, at the new time");
    calendar.receive(&email(AppointmentNotice::Cancelled, 3));
    assert!(calendar.0.is_empty(), "{:?}", calendar.0);
}

#[test]
fn email_about_a_cancelled_visit_has_no_link_to_book_when_booking_is_off() {
    let clinic = Clinic { books_online: false, ..clinic() };
    let cancelled = appointment(AppointmentNotice::Cancelled, 2);
    let bytes = composer_for(clinic, None).compose(&cancelled).expect("a message").formatted();
    let message = MessageParser::default().parse(&bytes).expect("a message");
    for body in [message.body_text(0), message.body_html(0)] {
        let body = body.expect("a body");
        assert!(body.contains("K7Q-4XM") && !body.contains("/book"), "{body}");
    }
}

#[test]
fn text_and_html_say_when_and_where_and_how_to_change_it() {
    let bytes = composer().compose(&appointment(AppointmentNotice::Confirmed, 1)).expect("a message").formatted();
    let message = MessageParser::default().parse(&bytes).expect("a message");
    assert_eq!(message.subject(), Some("Your appointment is confirmed: Friday 20 November 2026 at 9:30 AM"));
    for body in [message.body_text(0), message.body_html(0)] {
        let body = body.expect("a body");
        for expected in [
            "Friday 20 November 2026 at 9:30 AM",
            "Eye exams",
            "K7Q-4XM",
            "1 Test Road",
            &format!("https://clinic.example/appointment#{}", link().as_str()),
        ] {
            assert!(body.contains(expected), "{expected} is missing in:\n{body}");
        }
        assert!(!body.contains("{{") && !body.contains("{%"));
    }
    let bytes = composer().compose(&appointment(AppointmentNotice::Cancelled, 2)).expect("a message").formatted();
    let message = MessageParser::default().parse(&bytes).expect("a message");
    let text = message.body_text(0).expect("a text part");
    assert!(text.contains("The machine is broken.") && text.contains("https://clinic.example/book"), "{text}");
    assert!(!text.contains("MOVE OR CANCEL"), "{text}");
}

/// Text and HTML.
fn bodies(outgoing: &OutgoingMessage) -> [String; 2] {
    bodies_by(&composer(), outgoing)
}

fn bodies_by(composer: &Composer, outgoing: &OutgoingMessage) -> [String; 2] {
    let bytes = composer.compose(outgoing).expect("a message").formatted();
    let message = MessageParser::default().parse(&bytes).expect("a message");
    [message.body_text(0), message.body_html(0)].map(|body| body.expect("a body").into_owned())
}

#[test]
fn emails_about_a_visit_that_takes_place_say_how_long_it_takes_its_price_and_whether_one_can_drive() {
    let drive = "Do not drive after drops that widen your pupils.";
    let bodies_with = |price, notice| {
        let mut settings = test_clinic::settings();
        let service = &mut settings.services[0];
        (service.slug, service.drive, service.price) = ("eye-exams".to_owned(), drive.to_owned(), price);
        let composer = composer_for(Clinic { booking: Some(settings), ..clinic() }, None);
        bodies_by(&composer, &appointment(notice, 1))
    };
    for notice in [
        AppointmentNotice::Received,
        AppointmentNotice::Confirmed,
        AppointmentNotice::Reminder(Reminder::TwoDaysBefore),
        AppointmentNotice::Reminder(Reminder::ThreeHoursBefore),
    ] {
        for body in bodies_with(Some(Price::From(15_000)), notice) {
            for expected in ["Eye exams, about 45 minutes", "Price: from ₦15,000", drive] {
                assert!(body.contains(expected), "{expected} is missing in:\n{body}");
            }
        }
        for body in bodies_with(None, notice) {
            assert!(!body.contains("Price"), "{body}");
        }
    }
    for notice in [AppointmentNotice::Cancelled, AppointmentNotice::Expired, AppointmentNotice::Closed] {
        for body in bodies_with(Some(Price::Ask), notice) {
            for unexpected in ["minutes", "Price", "drive"] {
                assert!(!body.contains(unexpected), "{unexpected} is in:\n{body}");
            }
        }
    }
}

#[test]
fn cancellation_names_the_time_that_the_patient_knows_and_the_one_that_they_may_know() {
    let mut cancelled = appointment(AppointmentNotice::Cancelled, 2);
    if let Message::Appointment(facts) = &mut cancelled.message {
        facts.moved_from = Some("2026-11-19T08:30:00Z".parse().expect("a time"));
    }
    let times = "Thursday 19 November 2026 at 9:30 AM, which we had moved to Friday 20 November 2026 at 9:30 AM";
    for body in bodies(&cancelled) {
        assert!(body.contains(times), "{body}");
    }
    for (_, calendar) in calendars(&composer().compose(&cancelled).expect("a message").formatted()) {
        let event = calendar.events().next().expect("an event");
        assert_eq!(event.property_value("DTSTART"), Some("20261119T083000Z"));
    }
}

#[test]
fn new_link_says_nothing_about_the_time_which_staff_may_take_back() {
    let outgoing = appointment(AppointmentNotice::NewLink, 1);
    assert_eq!(calendars(&composer().compose(&outgoing).expect("a message").formatted()).len(), 0);
    for body in bodies(&outgoing) {
        assert!(body.contains("no longer work") && !body.contains("2026"), "{body}");
    }
}

#[test]
fn reminder_offers_to_move_only_what_can_still_be_moved() {
    for body in bodies(&appointment(AppointmentNotice::Reminder(Reminder::TwoDaysBefore), 1)) {
        assert!(body.to_lowercase().contains("move or cancel"), "{body}");
    }
    for body in bodies(&appointment(AppointmentNotice::Reminder(Reminder::ThreeHoursBefore), 1)) {
        assert!(!body.to_lowercase().contains("move or cancel"), "{body}");
        assert!(body.contains("please call us") && body.contains("/appointment#"), "{body}");
    }
    // Queued when the notice of the clinic has begun.
    let mut late = appointment(AppointmentNotice::Reminder(Reminder::DayBefore), 1);
    if let Message::Appointment(facts) = &mut late.message {
        facts.made_at = facts.starts_at;
    }
    for body in bodies(&late) {
        assert!(!body.to_lowercase().contains("move or cancel") && body.contains("please call us"), "{body}");
    }
}

#[test]
fn emails_about_a_child_are_to_whoever_brings_it() {
    let notices = [
        (AppointmentNotice::Received, "We received Ada Obi's request", "we have Ada Obi's request for"),
        (AppointmentNotice::Confirmed, "Ada Obi's appointment is confirmed", "we look forward to seeing Ada Obi."),
        (AppointmentNotice::Moved, "Ada Obi's appointment was moved", "the new time of Ada Obi's appointment."),
        (AppointmentNotice::Cancelled, "Ada Obi's appointment was cancelled", "cancel Ada Obi's appointment: The"),
        (AppointmentNotice::Closed, "closed at the time of Ada Obi's appointment", "please do not come then."),
        (AppointmentNotice::Expired, "Ada Obi's request has expired", "could not answer Ada Obi's request"),
        (AppointmentNotice::NewLink, "A new link to Ada Obi's appointment", "please use the link below"),
        (
            AppointmentNotice::Reminder(Reminder::DayBefore),
            "Ada Obi's appointment is tomorrow",
            "please move or cancel the appointment.",
        ),
        (
            AppointmentNotice::Reminder(Reminder::ThreeHoursBefore),
            "Ada Obi's appointment is today",
            "we will see Ada Obi at 9:30 AM.",
        ),
    ];
    for (notice, subject, lead) in notices {
        let mut outgoing = appointment(notice, 0);
        let Message::Appointment(facts) = &mut outgoing.message else { panic!("{outgoing:?}") };
        facts.brought_by = Some("Ngozi Obi".to_owned());
        let bytes = composer().compose(&outgoing).expect("a message").formatted();
        let message = MessageParser::default().parse(&bytes).expect("a message");
        assert!(message.subject().is_some_and(|text| text.contains(subject)), "{:?}", message.subject());
        let text = message.body_text(0).expect("a body");
        assert!(text.starts_with("Hello Ngozi Obi, ") && text.contains(lead), "{text}");
        assert!(text.contains("Eye exams for Ada Obi"), "{text}");
        assert!(!text.to_lowercase().contains("your appointment is"), "{text}");
        let summary = "SUMMARY:Eye exams for Ada Obi\\, The Eye & Lens <Clinic>";
        for (_, calendar) in calendars(&bytes) {
            assert!(calendar.to_string().contains(summary), "{calendar}");
        }
    }
}

#[test]
fn recall_has_its_reason_and_a_link_to_book() {
    let facts = RecallFacts {
        id: "r1".to_owned(),
        name: "Ada Obi".to_owned(),
        brought_by: Some("Ngozi Obi".to_owned()),
        reason: "yearly check".to_owned(),
        book: "/book?service=eye-exams".to_owned(),
    };
    let outgoing = OutgoingMessage { message: Message::Recall(facts), ..outgoing() };
    let bytes = composer().compose(&outgoing).expect("a message").formatted();
    let message = MessageParser::default().parse(&bytes).expect("a message");
    assert_eq!(message.subject(), Some("The Eye & Lens <Clinic>: time for your next visit"));
    for body in [message.body_text(0), message.body_html(0)] {
        let body = body.expect("a body");
        let body = body.split_whitespace().collect::<Vec<_>>().join(" ").replace("&#39;", "'");
        assert!(body.contains("Hello Ngozi Obi") && body.contains("t Ada Obi's last visit we agreed"), "{body}");
        assert!(
            body.contains("yearly check") && body.contains("https://clinic.example/book?service=eye-exams"),
            "{body}"
        );
    }
}

#[test]
fn staff_invitation_has_its_link_and_who_sends_it() {
    let signing = Secret::new([7; 32]);
    let token = ResetToken::signed(LinkSeed::new([1; 16]), &signing);
    let facts = InvitationFacts {
        name: "Ngozi".to_owned(),
        invited_by: "Tonye".to_owned(),
        link_hash: token.hash(),
        seed: token.seed(&signing).expect("it was signed").to_string(),
        expires_at: "2026-11-19T08:00:00Z".parse().expect("a time"),
    };
    let stored = serde_json::to_string(&Message::StaffInvitation(facts.clone())).expect("JSON");
    let link = format!("https://clinic.example{}", token.link_path());
    assert!(!stored.contains(link.rsplit_once('#').expect("a fragment").1), "the link is not stored: {stored}");
    assert_eq!(facts.token(&signing).map(|token| token.link_path()), Some(token.link_path()));
    assert!(facts.token(&Secret::new([8; 32])).is_none());
    let outgoing = OutgoingMessage { message: Message::StaffInvitation(facts), invitation: Some(token), ..outgoing() };
    let bytes = composer().compose(&outgoing).expect("a message").formatted();
    let message = MessageParser::default().parse(&bytes).expect("a message");
    assert_eq!(message.subject(), Some("The Eye & Lens <Clinic>: choose your password for the staff desk"));
    for body in [message.body_text(0), message.body_html(0)] {
        let body = body.expect("a body");
        for part in [
            "Hello Ngozi, Tonye invites you",
            &link,
            "19 November 2026 at 9:00 AM Nigerian time",
            "Ada.Obi@example.com",
        ] {
            assert!(body.contains(part), "{part} is missing in {body}");
        }
    }
}
