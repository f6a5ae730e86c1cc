//! What a patient enters: name, phone, email and a note. Nothing about health is asked. Whoever books for somebody else, such as a
//! child or a parent, enters both names; the phone and the email are then theirs.

use std::collections::BTreeMap;

use super::text_for_patients::{is_full_stop, is_invisible};
use crate::person::{EmailAddress, PhoneNumber};

const MAX_NAME: usize = 80;
const MAX_NOTE: usize = 300;
/// More digits than this are a phone number or an amount, not a part of a name.
const MAX_DIGITS_IN_NAME: usize = 4;

/// As typed.
#[derive(Debug, Clone, Default)]
pub struct PatientInput<'a> {
    pub name: &'a str,
    pub phone: &'a str,
    pub email: Option<&'a str>,
    pub note: Option<&'a str>,
    /// Who books for the patient and comes along.
    pub brought_by: Option<&'a str>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Patient {
    /// Of the person who is seen.
    pub name: String,
    pub phone: PhoneNumber,
    pub email: Option<EmailAddress>,
    pub note: String,
    /// Who books for the patient, whose phone and email these are, and to whom our messages speak. `None` for patients who book for
    /// themselves.
    pub brought_by: Option<String>,
}

/// A sentence for each field that cannot be used, by the name of the field.
pub type FieldErrors = BTreeMap<&'static str, String>;

impl Patient {
    /// # Errors
    /// The sentences are meant for the person who typed the text.
    pub fn parse(input: &PatientInput<'_>) -> Result<Self, FieldErrors> {
        let mut errors = FieldErrors::new();
        let (name, brought_by) = (as_name(input.name), input.brought_by.map(as_name).filter(|name| !name.is_empty()));
        let whose = if brought_by.is_some() { "the name of the person we will see" } else { "your name" };
        if let Err(sentence) = check_name(&name, whose) {
            errors.insert("name", sentence);
        }
        if let Some(Err(sentence)) = brought_by.as_deref().map(|name| check_name(name, "your name")) {
            errors.insert("broughtBy", sentence);
        }
        // Whoever enters one name twice books for themselves.
        let brought_by = brought_by.filter(|it| name_key(it) != name_key(&name));
        let phone = PhoneNumber::parse(input.phone).map_err(|error| errors.insert("phone", error.to_string())).ok();
        let typed_email = input.email.map(str::trim).filter(|email| !email.is_empty());
        let email = typed_email.and_then(|email| {
            EmailAddress::parse(email).map_err(|error| errors.insert("email", error.to_string())).ok()
        });
        let note = one_line(input.note.unwrap_or_default());
        if note.chars().count() > MAX_NOTE {
            errors.insert("note", format!("Please shorten the note to {MAX_NOTE} characters."));
        }
        match phone {
            Some(phone) if errors.is_empty() => Ok(Self { name, phone, email, note, brought_by }),
            _ => Err(errors),
        }
    }
}

fn as_name(typed: &str) -> String {
    without_domains(&one_line(typed))
}

/// The sentence when it cannot be a name. `whose` is what to enter.
fn check_name(name: &str, whose: &str) -> Result<(), String> {
    if name.is_empty() {
        Err(format!("Please enter {whose}."))
    } else if name.chars().count() > MAX_NAME {
        Err(format!("Please shorten the name to {MAX_NAME} characters."))
    } else if !name.chars().any(char::is_alphabetic) {
        Err(format!("Please enter {whose} in letters."))
    } else if has_link(name) {
        Err(format!("Please enter only {whose}, without links, addresses or phone numbers."))
    } else {
        Ok(())
    }
}

/// The name in a form in which two spellings of it can be compared.
#[must_use]
pub fn name_key(name: &str) -> String {
    name.to_lowercase()
}

/// The name is in our emails to any address that somebody enters. It must not be a place for links or numbers to call.
fn has_link(name: &str) -> bool {
    let is_part_of_link =
        |c: char| matches!(c, '/' | '\\' | '@' | '<' | '>' | '[' | ']' | '#' | '?' | '=' | '&' | '%' | '_');
    name.chars().any(is_part_of_link)
        || name.to_lowercase().contains("www")
        || name.chars().filter(|c| c.is_numeric()).count() > MAX_DIGITS_IN_NAME
}

/// The name with a space between a full stop and what follows, so that mail programs do not show `example.com` as a link. `Dr.Ada` and `A.B.
/// Obi` stay what they are.
fn without_domains(name: &str) -> String {
    let mut text = String::with_capacity(name.len());
    let mut after_stop = false;
    for c in name.chars() {
        let is_stop = is_full_stop(c);
        if after_stop && c.is_alphanumeric() {
            text.push(' ');
        }
        after_stop = is_stop;
        text.push(if is_stop { '.' } else { c });
    }
    text
}

/// The text without line breaks and other control characters, which could add lines to emails and calendars.
fn one_line(text: &str) -> String {
    let printable = text.chars().map(|c| if c.is_control() || c.is_whitespace() { ' ' } else { c });
    let plain: String = printable.filter(|c| !is_invisible(*c)).collect();
    plain.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input<'a>(name: &'a str, phone: &'a str, email: &'a str, note: &'a str) -> PatientInput<'a> {
        PatientInput { name, phone, email: Some(email), note: Some(note), brought_by: None }
    }

    #[test]
    fn email_and_note_can_be_left_out() {
        let patient =
            Patient::parse(&PatientInput { name: " Ada  Obi\n", phone: "0803 123 4567", ..Default::default() });
        let patient = patient.expect("a patient");
        assert_eq!((patient.name.as_str(), patient.email, patient.note.as_str()), ("Ada Obi", None, ""));
    }

    #[test]
    fn every_unusable_field_has_its_sentence() {
        let long = "n".repeat(301);
        let errors = Patient::parse(&input("", "12", "ada", &long)).expect_err("errors");
        assert_eq!(errors.keys().copied().collect::<Vec<_>>(), ["email", "name", "note", "phone"]);
        assert!(errors.values().all(|sentence| sentence.ends_with('.')), "{errors:?}");
        assert!(Patient::parse(&input("1234", "08031234567", "", "")).is_err());
    }

    #[test]
    fn whoever_books_for_somebody_else_enters_both_names() {
        let with = |name, brought_by| {
            Patient::parse(&PatientInput { name, phone: "08031234567", brought_by, ..Default::default() })
        };
        let ada = with("Ada Obi", Some(" Ngozi  Obi ")).expect("a patient");
        assert_eq!((ada.name.as_str(), ada.brought_by.as_deref()), ("Ada Obi", Some("Ngozi Obi")));
        for themselves in [None, Some(""), Some(" "), Some("ADA obi")] {
            assert_eq!(with("Ada Obi", themselves).expect("a patient").brought_by, None, "{themselves:?}");
        }
        let errors = with("", Some("www.evil.example")).expect_err("errors");
        assert_eq!(errors["name"], "Please enter the name of the person we will see.");
        assert_eq!(errors["broughtBy"], "Please enter only your name, without links, addresses or phone numbers.");
        assert_eq!(with("", None).expect_err("an error")["name"], "Please enter your name.");
    }

    #[test]
    fn names_of_people_pass() {
        for name in [
            "Dr. Ngozi Okonjo-Iweala",
            "Chief (Mrs.) Ebele O'Brien",
            "Engr. A. B. Adéyẹmí, Jr.",
            "Oluwaṣeun Ọláńrewájú",
            "Alhaji Sani 'Danja' Musa III",
            "Ada Obi 2nd",
            "Ńgọ́zị",
        ] {
            let patient = Patient::parse(&input(name, "08031234567", "", "")).expect("a patient");
            assert_eq!(patient.name, name);
        }
    }

    #[test]
    fn name_is_no_place_for_links() {
        for name in [
            "See http://evil.example/win",
            "evil.example/win",
            "Ada www.evil.example",
            "ada@evil.example",
            "You won, call 0803 123 4567",
            "<a href=x>Ada",
        ] {
            let errors = Patient::parse(&input(name, "08031234567", "", "")).expect_err(name);
            assert_eq!(errors.keys().copied().collect::<Vec<_>>(), ["name"]);
        }
        for (typed, stored) in [
            ("Win at evil.example", "Win at evil. example"),
            ("bit.ly", "bit. ly"),
            ("evil\u{ff0e}example", "evil. example"),
            ("evil.\u{200b}example", "evil. example"),
            ("Dr.Ada A.B. Obi", "Dr. Ada A. B. Obi"),
        ] {
            let patient = Patient::parse(&input(typed, "08031234567", "", "")).expect("a patient");
            assert_eq!(patient.name, stored);
        }
    }

    #[test]
    fn line_breaks_and_direction_marks_are_removed() {
        let patient =
            Patient::parse(&input("Ada\r\nBEGIN:VEVENT\u{202e}", "08031234567", "", "a\u{0}b")).expect("a patient");
        assert_eq!((patient.name.as_str(), patient.note.as_str()), ("Ada BEGIN:VEVENT", "a b"));
    }
}
