//! To whom our messages speak: to the patient, or to whoever brings the patient.

use std::borrow::Cow;

/// The names of a visit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Recipient<'a> {
    /// The patient.
    pub name: &'a str,
    pub brought_by: Option<&'a str>,
}

impl<'a> Recipient<'a> {
    /// Whom a message greets.
    #[must_use]
    pub fn greeted(self) -> &'a str {
        self.brought_by.unwrap_or(self.name)
    }

    /// Of the visit: `your`, or `Ada Obi's`.
    #[must_use]
    pub fn your(self) -> Cow<'a, str> {
        if self.brought_by.is_some() { format!("{}'s", self.name).into() } else { "your".into() }
    }

    /// The same at the beginning of a sentence.
    #[must_use]
    pub fn your_at_start(self) -> Cow<'a, str> {
        if self.brought_by.is_some() { self.your() } else { "Your".into() }
    }

    /// Whom we will see: `you`, or `Ada Obi`.
    #[must_use]
    pub fn you(self) -> &'a str {
        if self.brought_by.is_some() { self.name } else { "you" }
    }

    /// What tells the visits of one family apart: ` for Ada Obi`, or nothing.
    #[must_use]
    pub fn for_whom(self) -> String {
        self.brought_by.map_or_else(String::new, |_| format!(" for {}", self.name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_speak_to_whoever_brings_the_patient() {
        let ada = Recipient { name: "Ada Obi", brought_by: Some("Ngozi Obi") };
        assert_eq!((ada.greeted(), &*ada.your(), ada.you()), ("Ngozi Obi", "Ada Obi's", "Ada Obi"));
        assert_eq!((&*ada.your_at_start(), ada.for_whom()), ("Ada Obi's", " for Ada Obi".to_owned()));
        let alone = Recipient { name: "Ada Obi", brought_by: None };
        assert_eq!((alone.greeted(), &*alone.your(), alone.you()), ("Ada Obi", "your", "you"));
        assert_eq!((&*alone.your_at_start(), alone.for_whom()), ("Your", String::new()));
    }
}
