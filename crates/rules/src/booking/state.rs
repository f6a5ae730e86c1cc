//! The states of an appointment, and who changes them.

use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};
use utoipa::ToSchema;

#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema, EnumString, IntoStaticStr, VariantArray,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase", const_into_str)]
pub enum AppointmentState {
    /// Waits for staff to give it a time. It holds none.
    Waiting,
    /// Waits for staff to confirm it. It holds its time.
    Requested,
    Confirmed,
    /// The patient is at the clinic.
    Arrived,
    Done,
    /// The patient did not come.
    Missed,
    Cancelled,
}

/// How the appointment came about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema, EnumString, IntoStaticStr)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case", const_into_str)]
// An article has a source too.
#[schema(as = AppointmentSource)]
pub enum Source {
    Online,
    Phone,
    WalkIn,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum StateError {
    #[error("This appointment was cancelled. Please book a new one.")]
    Cancelled,
    #[error("This visit has taken place or has begun, so the appointment can no longer be changed.")]
    Over,
    #[error("It is too late to change this appointment here. Please call us.")]
    TooLate,
    #[error("An appointment in this state cannot be changed in this way. Please reload the list.")]
    NotPossible,
}

impl AppointmentState {
    /// What the patient is told. Whether a request holds its time is not: it depends on the other appointments of the same
    /// number, and anybody can send a request with anybody's number. The time of both is certain when staff confirm it.
    #[must_use]
    pub const fn shown_to_patient(self) -> Self {
        match self {
            Self::Waiting => Self::Requested,
            state => state,
        }
    }

    /// Whether the appointment can be moved or cancelled.
    ///
    /// # Errors
    /// When it was cancelled or the visit has begun.
    pub fn check_open(self) -> Result<(), StateError> {
        match self {
            Self::Waiting | Self::Requested | Self::Confirmed => Ok(()),
            Self::Cancelled => Err(StateError::Cancelled),
            Self::Arrived | Self::Done | Self::Missed => Err(StateError::Over),
        }
    }

    /// Whether staff can change the state in one press. Cancelling has a call of its own, and a request that waits needs a
    /// chair first.
    ///
    /// # Errors
    /// When the change is not possible.
    pub fn check_change(self, to: Self) -> Result<(), StateError> {
        let is_possible = match (self, to) {
            (Self::Cancelled, _) => return Err(StateError::Cancelled),
            (Self::Waiting, _) | (_, Self::Cancelled | Self::Requested | Self::Waiting) => false,
            (from, Self::Confirmed) => matches!(from, Self::Requested | Self::Confirmed | Self::Arrived | Self::Missed),
            // A patient who was marked as missed may come late.
            (_, Self::Arrived | Self::Done) => true,
            (from, Self::Missed) => from != Self::Done,
        };
        if is_possible { Ok(()) } else { Err(StateError::NotPossible) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cancelled_appointment_stays_cancelled() {
        for &state in AppointmentState::VARIANTS {
            assert_eq!(AppointmentState::Cancelled.check_change(state), Err(StateError::Cancelled));
            assert_eq!(state.into_str().parse(), Ok(state));
        }
        assert_eq!(AppointmentState::Missed.check_change(AppointmentState::Arrived), Ok(()));
        assert_eq!(AppointmentState::Done.check_change(AppointmentState::Missed), Err(StateError::NotPossible));
        assert_eq!(AppointmentState::Arrived.check_open(), Err(StateError::Over));
        let without_chair = AppointmentState::Waiting.check_change(AppointmentState::Confirmed);
        assert_eq!(without_chair, Err(StateError::NotPossible), "it holds no chair");
    }
}
