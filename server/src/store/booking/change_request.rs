//! Which appointment is changed and by whom, and the time that it is moved to.

use jiff::Timestamp;
use sqlx::AnyConnection;

use super::appointment::{self, Appointment};
use super::error::ChangeAppointmentError;
use super::messages::{self, BookingContext};
use super::public_messages;
use crate::booking::{AppointmentId, Settings, SlotTime};
use crate::mail::message::AppointmentNotice;
use crate::store::outbox::Lease;
use crate::store::{Actor, StoreError};

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

#[derive(Clone, Copy)]
pub struct Move<'a> {
    pub slot: SlotTime,
    /// The chair that staff chose.
    pub chair: Option<u16>,
    pub settings: &'a Settings,
    pub by: ChangedBy<'a>,
}

impl ChangedBy<'_> {
    pub(super) fn is_staff(self) -> bool {
        matches!(self, Self::Staff(_))
    }

    /// What patients do themselves sends emails within limits. When staff have moved or cancelled a visit, its email waits until
    /// they can no longer undo it in silence.
    pub(super) async fn tell(
        self,
        connection: &mut AnyConnection,
        appointment: &Appointment,
        notice: AppointmentNotice,
        context: BookingContext<'_>,
    ) -> Result<Option<Lease>, StoreError> {
        let waits = matches!(notice, AppointmentNotice::Moved | AppointmentNotice::Cancelled);
        match self {
            Self::Staff(_) if waits => {
                messages::tell_unless_undone(connection, appointment, notice, context).await?;
                Ok(None)
            }
            Self::Staff(_) => messages::tell(connection, appointment, notice, context).await,
            Self::Patient => Ok(public_messages::tell(connection, appointment, notice, context).await?.into_lease()),
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
