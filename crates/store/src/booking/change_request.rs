//! Which appointment is changed and by whom, and the time that it is moved to.

use jiff::Timestamp;
use sqlx::AnyConnection;

use super::appointment::{self, Appointment};
use super::error::ChangeAppointmentError;
use super::messages::{self, BookingContext};
use super::public_messages::{self, Told};
use super::to_tell;
use crate::outbox::Lease;
use crate::{Actor, StoreError};
use clinic_mail::message::AppointmentNotice;
use clinic_rules::booking::{AppointmentId, AppointmentState, ChairError, Settings, SlotTime, ToTell};

/// An appointment as it was on the screen of whoever changes it.
#[derive(Debug, Clone, Copy)]
pub struct SeenAppointment<'a> {
    pub id: &'a AppointmentId,
    /// Not known from patients, and from tabs of an older release.
    pub starts_at: Option<Timestamp>,
}

impl<'a> From<&'a AppointmentId> for SeenAppointment<'a> {
    fn from(id: &'a AppointmentId) -> Self {
        Self { id, starts_at: None }
    }
}

impl SeenAppointment<'_> {
    /// # Errors
    /// When the appointment does not exist, or was moved since it was shown: what was pressed was about another time.
    pub(super) async fn lock(self, connection: &mut AnyConnection) -> Result<Appointment, ChangeAppointmentError> {
        let current = appointment::lock(connection, self.id).await?.ok_or(ChangeAppointmentError::Unknown)?;
        if self.starts_at.is_some_and(|seen| seen != current.starts_at) {
            return Err(ChangeAppointmentError::MovedMeanwhile);
        }
        Ok(current)
    }
}

/// Who changes an appointment. Patients are bound to the times that are offered and to the notice; staff are not.
#[derive(Clone, Copy)]
pub enum ChangedBy<'a> {
    Patient,
    Staff(Actor<'a>),
}

/// A chair that staff chose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChosenChair {
    pub number: u16,
    /// They know that it does not take this visit: it does not do the service, or has other hours.
    pub all_the_same: bool,
}

impl ChosenChair {
    /// # Errors
    /// When the chair cannot take the visit, and staff have not said that it takes it all the same. One that is gone never can.
    pub(super) fn check(
        self,
        settings: &Settings,
        service: &str,
        slot: SlotTime,
        minutes: u16,
    ) -> Result<(), ChairError> {
        match settings.check_chair(self.number, service, slot, minutes) {
            Err(error @ ChairError::Gone { .. }) => Err(error),
            Err(_) if self.all_the_same => Ok(()),
            checked => checked,
        }
    }
}

#[derive(Clone, Copy)]
pub struct Move<'a> {
    pub slot: SlotTime,
    /// The chair that staff chose.
    pub chair: Option<ChosenChair>,
    pub settings: &'a Settings,
    pub by: ChangedBy<'a>,
}

impl Appointment {
    /// A request that staff have not answered: the patient knows that nothing about it is certain. Strangers can send thousands.
    pub(super) fn is_unanswered_request(&self) -> bool {
        self.unacknowledged && matches!(self.state, AppointmentState::Waiting | AppointmentState::Requested)
    }
}

impl ChangedBy<'_> {
    pub(super) fn is_staff(self) -> bool {
        matches!(self, Self::Staff(_))
    }

    /// What patients do themselves sends emails within limits; beyond them staff tell the patient, because whoever has the link can
    /// have done it. When staff have confirmed, moved or cancelled a visit, its email waits until they can no longer undo it in
    /// silence.
    pub(super) async fn tell(
        self,
        connection: &mut AnyConnection,
        before: &Appointment,
        appointment: &Appointment,
        notice: AppointmentNotice,
        context: BookingContext<'_>,
    ) -> Result<Option<Lease>, StoreError> {
        let waits = appointment.before.is_some() || notice == AppointmentNotice::Moved;
        match self {
            Self::Staff(_) if waits => {
                messages::tell_unless_undone(connection, appointment, notice, context).await?;
                Ok(None)
            }
            Self::Staff(_) => messages::tell(connection, appointment, notice, context).await,
            Self::Patient => {
                let told = public_messages::tell(connection, appointment, notice, context).await?;
                if matches!(told, Told::OverLimit) && !before.is_unanswered_request() {
                    let what = if notice == AppointmentNotice::Cancelled { ToTell::Cancelled } else { ToTell::Moved };
                    let untold = Appointment { untold: Some(what), ..appointment.clone() };
                    to_tell::store_untold(connection, &untold).await?;
                }
                Ok(told.into_lease())
            }
        }
    }

    /// What staff do is in the audit log.
    pub(super) async fn record(
        self,
        connection: &mut AnyConnection,
        action: &str,
        reference: &str,
    ) -> Result<(), StoreError> {
        match self {
            Self::Staff(actor) => actor.record(connection, action, reference).await,
            Self::Patient => Ok(()),
        }
    }
}
