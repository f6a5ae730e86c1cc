//! An appointment as an iCalendar file (RFC 5545), for emails and for "Add to calendar".
//!
//! The UID never changes and the sequence number rises with every change, so that a calendar replaces the earlier entry.

use icalendar::{Calendar, Component, Event, EventLike, Property};
use jiff::Timestamp;
use jiff::tz::TimeZone;

/// What the receiving calendar does (RFC 5546).
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "UPPERCASE", const_into_str)]
pub enum CalendarMethod {
    /// A file that the patient downloads.
    Publish,
    /// An invitation by email: adds the entry, or replaces an earlier one.
    Request,
    /// Removes the entry.
    Cancel,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "UPPERCASE", const_into_str)]
pub enum EventStatus {
    /// Not confirmed yet.
    Tentative,
    Confirmed,
    Cancelled,
}

#[derive(Debug, Clone)]
pub struct CalendarEvent<'a> {
    pub uid: String,
    pub sequence: u32,
    pub status: EventStatus,
    /// When this version was made.
    pub made_at: Timestamp,
    pub starts_at: Timestamp,
    pub minutes: u16,
    pub summary: String,
    pub location: String,
    pub description: String,
    pub url: String,
    /// The clinic's name and email address. Invitations need it.
    pub organizer: Option<(&'a str, &'a str)>,
    pub attendee: Option<&'a str>,
}

impl CalendarEvent<'_> {
    /// The file, with the line ends that the format requires.
    #[must_use]
    pub fn to_file(&self, method: CalendarMethod) -> String {
        Self::file_of(std::slice::from_ref(self), method)
    }

    /// A file with several visits. An invitation has only one; this one is for `CalendarMethod::Publish`.
    #[must_use]
    pub fn file_of(events: &[Self], method: CalendarMethod) -> String {
        let mut calendar = Calendar::empty();
        calendar
            .append_property(Property::new("VERSION", "2.0"))
            .append_property(Property::new("PRODID", "-//Eye clinic//Appointments//EN"))
            .append_property(Property::new("METHOD", method.into_str()));
        for event in events {
            calendar.push(event.to_event());
        }
        calendar.to_string()
    }

    fn to_event(&self) -> Event {
        let ends_at = self.starts_at + std::time::Duration::from_mins(u64::from(self.minutes));
        let mut event = Event::new();
        event
            .uid(&self.uid)
            .sequence(self.sequence)
            .add_property("DTSTAMP", utc(self.made_at))
            .add_property("DTSTART", utc(self.starts_at))
            .add_property("DTEND", utc(ends_at))
            .summary(&self.summary)
            .description(&self.description)
            .location(&self.location)
            .url(&self.url)
            .add_property("STATUS", self.status.into_str())
            // Others who see the calendar do not see what the appointment is.
            .add_property("CLASS", "PRIVATE");
        if let Some((name, address)) = self.organizer {
            let name = parameter(name);
            event.append_property(
                Property::new("ORGANIZER", format!("mailto:{address}")).add_parameter("CN", &name).done(),
            );
        }
        if let Some(address) = self.attendee {
            let mut attendee = Property::new("ATTENDEE", format!("mailto:{address}"));
            attendee.add_parameter("PARTSTAT", "ACCEPTED").add_parameter("RSVP", "FALSE");
            event.append_property(attendee.done());
        }
        event.done()
    }
}

/// `20260302T073000Z`. In UTC, so that the file needs no description of a time zone.
fn utc(at: Timestamp) -> String {
    at.to_zoned(TimeZone::UTC).strftime("%Y%m%dT%H%M%SZ").to_string()
}

/// A parameter cannot contain quotes or control characters, not even escaped.
fn parameter(text: &str) -> String {
    text.chars().map(|c| if c == '"' { '\'' } else { c }).filter(|c| !c.is_control()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event() -> CalendarEvent<'static> {
        CalendarEvent {
            uid: "abc@clinic.example".to_owned(),
            sequence: 2,
            status: EventStatus::Confirmed,
            made_at: "2026-03-01T10:00:00Z".parse().expect("a time"),
            starts_at: "2026-03-02T07:30:00Z".parse().expect("a time"),
            minutes: 45,
            summary: "Eye exams, The \"Eye\" Clinic".to_owned(),
            location: "1 Long Street; Port Harcourt, Rivers State".to_owned(),
            description: "Reference K7Q-4XM\nBring your glasses, please.".to_owned(),
            url: "https://clinic.example/appointment/TOKEN".to_owned(),
            organizer: Some(("The \"Eye\" Clinic; PH", "clinic@clinic.example")),
            attendee: Some("ada@example.com"),
        }
    }

    #[test]
    fn file_is_read_back_by_a_calendar_library() {
        let file = event().to_file(CalendarMethod::Request);
        let calendar: Calendar = file.parse().expect("a calendar");
        assert_eq!(calendar.property_value("METHOD"), Some("REQUEST"));
        let parsed = calendar.events().next().expect("an event");
        assert_eq!(parsed.get_uid(), Some("abc@clinic.example"));
        assert_eq!(parsed.get_sequence(), Some(2));
        assert_eq!(parsed.property_value("DTSTART"), Some("20260302T073000Z"));
        assert_eq!(parsed.property_value("DTEND"), Some("20260302T081500Z"));
        assert_eq!(parsed.get_summary(), Some("Eye exams, The \"Eye\" Clinic"));
        assert_eq!(parsed.get_location(), Some("1 Long Street; Port Harcourt, Rivers State"));
        assert_eq!(parsed.get_description(), Some("Reference K7Q-4XM\nBring your glasses, please."));
        assert_eq!(parsed.property_value("STATUS"), Some("CONFIRMED"));
    }

    #[test]
    fn file_can_have_several_visits() {
        let later = CalendarEvent { uid: "def@clinic.example".to_owned(), ..event() };
        let file = CalendarEvent::file_of(&[event(), later], CalendarMethod::Publish);
        let calendar: Calendar = file.parse().expect("a calendar");
        assert_eq!(calendar.property_value("METHOD"), Some("PUBLISH"));
        let uids: Vec<_> = calendar.events().filter_map(|event| event.get_uid()).collect();
        assert_eq!(uids, ["abc@clinic.example", "def@clinic.example"]);
    }

    #[test]
    fn every_line_is_at_most_75_bytes_and_ends_with_crlf() {
        let file = event().to_file(CalendarMethod::Cancel);
        assert!(file.ends_with("END:VCALENDAR\r\n") && file.contains("METHOD:CANCEL\r\n"), "{file}");
        for line in file.split("\r\n") {
            assert!(line.len() <= 75 && !line.contains('\n'), "{line}");
        }
    }
}
