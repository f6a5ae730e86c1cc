//! The state of an appointment before the last press, to which "Undo" leads back for a day.

use std::time::Duration;

use jiff::Timestamp;

use crate::booking::{AppointmentState, ToTell};

const UNDO: Duration = Duration::from_hours(24);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StateBefore {
    pub state: AppointmentState,
    /// What the patient did not know then.
    pub untold: Option<ToTell>,
    /// When it was pressed.
    pub changed_at: Timestamp,
}

impl StateBefore {
    /// Until when the press can be undone.
    #[must_use]
    pub fn undo_until(self) -> Timestamp {
        self.changed_at + UNDO
    }
}
