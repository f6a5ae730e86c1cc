//! Who changes an appointment, and the time that it is moved to.

use sqlx::AnyConnection;

use super::appointment::Appointment;
use super::messages::{self, BookingContext};
use super::public_messages;
use crate::booking::{Settings, SlotTime};
use crate::mail::message::AppointmentNotice;
use crate::store::outbox::Lease;
use crate::store::{Actor, StoreError};

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

    /// What patients do themselves sends emails within limits.
    pub(super) async fn tell(
        self,
        connection: &mut AnyConnection,
        appointment: &Appointment,
        notice: AppointmentNotice,
        context: BookingContext<'_>,
    ) -> Result<Option<Lease>, StoreError> {
        match self {
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
