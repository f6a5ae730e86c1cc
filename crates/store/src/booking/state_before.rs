//! The state of an appointment before the last press, to which "Undo" leads back for a day.

use std::time::Duration;

use jiff::Timestamp;

use clinic_rules::booking::{AppointmentState, ToTell};

const UNDO: Duration = Duration::from_hours(24);

/// What was given up before a mail server took it.
#[derive(Debug, Clone, Copy, Default)]
pub struct GivenUp {
    pub reminder: bool,
    /// What the patient does not know without it: of a new visit, or of one that its patient moved.
    pub untold: Option<ToTell>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StateBefore {
    pub state: AppointmentState,
    /// What the patient did not know then.
    pub untold: Option<ToTell>,
    /// When it was pressed.
    pub changed_at: Timestamp,
    /// The time and the chair. Other ones than now when the press has moved the visit.
    pub starts_at: Timestamp,
    pub chair: u16,
    /// When the patient was told of the visit as it was then, and the last reminder.
    pub told_at: Timestamp,
    pub reminder: i64,
    /// Until when staff could answer a request.
    pub expires_at: Option<Timestamp>,
    /// Whether it counted against the limits of what strangers may hold. Not known of a press in an older release.
    pub unacknowledged: Option<bool>,
    /// What staff had decided and said about the time that the visit had.
    pub kept_hours: Option<String>,
    pub closed_told_at: Option<Timestamp>,
    pub reminded_at: Option<Timestamp>,
    pub phoned: Option<(ToTell, Timestamp)>,
}

impl StateBefore {
    /// Until when the press can be undone.
    #[must_use]
    pub fn undo_until(&self) -> Timestamp {
        self.changed_at + UNDO
    }

    /// The press has given up emails that were not sent. After the undo, the patient is told or reminded.
    pub(super) fn without(self, given_up: GivenUp) -> Self {
        let (told_at, reminder) =
            if given_up.reminder { (Timestamp::UNIX_EPOCH, 0) } else { (self.told_at, self.reminder) };
        Self { untold: self.untold.or(given_up.untold), told_at, reminder, ..self }
    }
}
