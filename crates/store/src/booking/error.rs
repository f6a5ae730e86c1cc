//! Why an appointment cannot be booked or changed. The messages are for patients and staff.

use crate::{StoreError, StoreFailure};
use clinic_rules::booking::{ChairError, StateError, TimeError};
use clinic_rules::rate_limit::TooMany;

#[derive(Debug, thiserror::Error)]
pub enum BookError {
    #[error("This time is taken. Please choose another time.")]
    Taken,
    /// The day has as many visits of this service as it may.
    #[error("No more visits of this kind can be booked on this day. Please choose a time on another day.")]
    DayFull,
    #[error("This date cannot be used. Please choose another one.")]
    InvalidTime,
    /// At the desk: a colleague was faster.
    #[error("This patient has been given a time or taken off the list in the meantime. The list is up to date now.")]
    NotInEarlierTimes,
    /// At the desk.
    #[error(transparent)]
    Chair(#[from] ChairError),
    /// At the desk: the visit that others are to be like.
    #[error("This visit was changed in the meantime, so nothing was stored. Please look at it and press again.")]
    ChangedMeanwhile,
    /// At the desk: the answer to the first press was lost, and staff have chosen other times since.
    #[error(
        "These visits were stored before, at the times that you chose first. Please look at them in the plan, and move those that \
         are to be at other times."
    )]
    SeriesStored,
    #[error(transparent)]
    TooMany(#[from] TooMany),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<sqlx::Error> for BookError {
    fn from(error: sqlx::Error) -> Self {
        Self::Store(error.into())
    }
}

impl StoreFailure for BookError {
    fn store_error(&self) -> Option<&StoreError> {
        match self {
            Self::Store(error) => Some(error),
            Self::Taken
            | Self::DayFull
            | Self::InvalidTime
            | Self::NotInEarlierTimes
            | Self::Chair(_)
            | Self::ChangedMeanwhile
            | Self::SeriesStored
            | Self::TooMany(_) => None,
        }
    }
}

#[derive(Debug, thiserror::Error)]
pub enum ChangeAppointmentError {
    #[error("We could not find this appointment. Please open the link in your email again, or call us.")]
    Unknown,
    #[error(transparent)]
    State(#[from] StateError),
    #[error(transparent)]
    Time(#[from] TimeError),
    #[error("This service can no longer be booked online. Please call us to move the appointment.")]
    UnknownService,
    #[error("This time is taken. Please choose another time.")]
    Taken,
    /// At the desk.
    #[error(transparent)]
    Chair(#[from] ChairError),
    /// Unconfirmed requests hold as much as they may.
    #[error("We cannot hold this time for you here. Please choose a time on another day, or call us.")]
    CannotHold,
    /// At the desk, where the list is loaded again.
    #[error(
        "This appointment was moved or cancelled in the meantime, so it was not marked. The list is up to date now: please tell \
         the patient what has changed."
    )]
    ChangedMeanwhile,
    /// At the desk, where the appointment is loaded again.
    #[error(
        "This appointment was moved in the meantime, so nothing was changed. Its new time is shown now: please look at it and \
         press again."
    )]
    MovedMeanwhile,
    /// At the desk, where the list is loaded again.
    #[error("The clinic is open at the time of this visit by now, or somebody has decided that it takes place.")]
    OpenThen,
    /// At the desk, where the list is loaded again.
    #[error(
        "This patient is not in the list “Earlier times” any more: somebody has given them a time or taken them off it, or their \
         visit was changed. The list is up to date now."
    )]
    NotInEarlierTimes,
    #[error("This can no longer be undone: it was undone before, or more than a day has passed.")]
    CannotUndo,
    /// At the desk, where the list is loaded again.
    #[error(
        "This patient has been told that the clinic is closed, so that cannot be undone. If the visit takes place, press “It takes \
         place”: the patient is told."
    )]
    ToldClosed,
    #[error("The address of this appointment can no longer be corrected here. Please call us.")]
    CannotCorrect,
    /// At the desk.
    #[error("No email was sent to this patient, so none can have come back. Please reload the page.")]
    NothingSent,
    /// At the desk, where the appointment is loaded again.
    #[error(
        "The email address was corrected in the meantime, so nothing was changed. Please compare the address that is shown now \
         with the email that came back."
    )]
    AddressCorrected,
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<sqlx::Error> for ChangeAppointmentError {
    fn from(error: sqlx::Error) -> Self {
        Self::Store(error.into())
    }
}

impl StoreFailure for ChangeAppointmentError {
    fn store_error(&self) -> Option<&StoreError> {
        match self {
            Self::Store(error) => Some(error),
            _ => None,
        }
    }
}
