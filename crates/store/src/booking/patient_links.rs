//! The patient's link to an appointment: which one is valid, and sending a new one. Links themselves are not stored.

use sqlx::AnyConnection;

use super::appointment::{self, Appointment, to_generation};
use super::error::ChangeAppointmentError;
use super::messages::{self, BookingContext};
use crate::outbox::{self, Lease};
use crate::{Actor, Store, StoreError};
use clinic_mail::message::AppointmentNotice;
use clinic_rules::booking::{AppointmentId, LinkGeneration};

impl Store {
    /// Which link of an appointment is valid; `None` when there is no such appointment.
    pub async fn link_generation(&self, id: &AppointmentId) -> Result<Option<LinkGeneration>, StoreError> {
        self.read(async |mut connection| {
            let number: Option<i64> = sqlx::query_scalar("SELECT link_generation FROM appointments WHERE id = $1")
                .bind(id.as_str())
                .fetch_optional(&mut *connection)
                .await?;
            number.map(to_generation).transpose()
        })
        .await
    }

    /// Ends the link of an appointment. A patient with an email address gets the new one, unless the visit has begun or was
    /// cancelled. Emails that are queued already are sent with the new link.
    ///
    /// # Errors
    /// When there is no such appointment or the database does not answer.
    pub async fn send_new_link(
        &self,
        id: &AppointmentId,
        actor: Actor<'_>,
        context: BookingContext<'_>,
    ) -> Result<(Appointment, Option<Lease>), ChangeAppointmentError> {
        self.transaction(async |mut tx| {
            let before = appointment::lock(&mut tx, id).await?.ok_or(ChangeAppointmentError::Unknown)?;
            let link_generation = next(&mut tx, id).await?;
            let after = Appointment { link_generation, ..before };
            let lease = if after.state.check_open().is_ok() && context.now < after.starts_at {
                messages::queue(&mut tx, &after, AppointmentNotice::NewLink, context).await?
            } else {
                None
            };
            actor.record(&mut tx, "send appointment link", &after.reference).await?;
            Ok((after, lease))
        })
        .await
    }

    /// Earlier releases stored the link in the messages of the outbox. Returns the number of messages that had one.
    pub async fn remove_stored_links(&self) -> Result<u64, StoreError> {
        self.transaction(async |mut tx| {
            let changed = outbox::remove_stored_links(&mut tx).await?;
            Ok(changed)
        })
        .await
    }
}

pub(super) async fn next(connection: &mut AnyConnection, id: &AppointmentId) -> Result<LinkGeneration, StoreError> {
    let statement =
        "UPDATE appointments SET link_generation = link_generation + 1 WHERE id = $1 RETURNING link_generation";
    to_generation(sqlx::query_scalar(statement).bind(id.as_str()).fetch_one(connection).await?)
}
