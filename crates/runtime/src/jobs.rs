//! What the program does by itself from time to time.

use strum::{IntoStaticStr, VariantArray};

#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum Job {
    Reminders,
    Purge,
    Backup,
    ClockCheck,
    OutboxAge,
    /// Ordering one, or loading changed files.
    Certificate,
    Puzzles,
}

impl Job {
    /// The beginning of a sentence.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Reminders => "Sending reminders",
            Self::Purge => "Deleting old data",
            Self::Backup => "Making backups",
            Self::ClockCheck => "Checking the clock",
            Self::OutboxAge => "Checking the age of waiting emails",
            Self::Certificate => "Keeping the certificate current",
            Self::Puzzles => "Preparing the game's pictures",
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JobOutcome {
    Succeeded,
    /// Nothing was due, or it waits for a clock that can be trusted.
    Skipped,
    Failed,
    Panicked,
}
