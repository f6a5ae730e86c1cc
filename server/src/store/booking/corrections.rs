//! Correcting an appointment: who the patient is, how they are reached, and the service. The time stays.

use sqlx::AnyConnection;

use super::appointment::{self, Appointment};
use super::change_request::{ChangedBy, Move};
use super::error::ChangeAppointmentError;
use super::messages::BookingContext;
use super::{links, moves, returns};
use crate::booking::{AppointmentId, AppointmentState, Patient, Service, Settings, SlotTime, name_key};
use crate::mail::message::{APPOINTMENT, AppointmentNotice};
use crate::person::{EmailAddress, PersonKey};
use crate::store::outbox::{self, Lease};
use crate::store::{Actor, Store, StoreError, retry};

/// What staff have corrected, and what they have left as it was.
#[derive(Clone, Copy)]
pub struct Correction<'a> {
    pub patient: &'a Patient,
    pub phone_person: &'a PersonKey,
    pub email_person: Option<&'a PersonKey>,
    /// `None` when it stays.
    pub service: Option<&'a Service>,
    pub settings: &'a Settings,
}

impl Store {
    /// Corrects what staff have changed. A patient whose address or service is another one gets an email with what is true
    /// now, and a link of its own: whoever has read the email to the wrong address can no longer use theirs.
    ///
    /// # Errors
    /// When the chair is not free for as long as the other service takes, or the visit is over. Nothing is changed then.
    pub async fn correct_appointment(
        &self,
        id: &AppointmentId,
        correction: Correction<'_>,
        actor: Actor<'_>,
        context: BookingContext<'_>,
    ) -> Result<(Appointment, Option<Lease>), ChangeAppointmentError> {
        retry(|| async {
            let mut tx = self.begin().await?;
            let before = appointment::lock(&mut tx, id).await?.ok_or(ChangeAppointmentError::Unknown)?;
            let Patient { name, phone, email, note } = correction.patient.clone();
            let mut after = Appointment {
                name,
                phone,
                email,
                note,
                phone_person: correction.phone_person.to_string(),
                email_person: correction.email_person.map(ToString::to_string),
                ..before.clone()
            };
            if let Some(service) = correction.service.filter(|service| service.slug != before.service) {
                before.state.check_open()?;
                after = with_service(&mut tx, after, service, correction.settings, ChangedBy::Staff(actor)).await?;
            }
            if after == before {
                return Ok((before, None));
            }
            let (after, lease) = store(&mut tx, &before, after, ChangedBy::Staff(actor), context).await?;
            tx.commit().await?;
            Ok((after, lease))
        })
        .await
    }

    /// Corrects the address that the patient mistyped, once. What was queued to the wrong address is not sent, and the link in
    /// what was sent ends.
    ///
    /// # Errors
    /// When it was corrected before, no address was given, or the visit has begun or was cancelled.
    pub async fn correct_email(
        &self,
        id: &AppointmentId,
        email: &EmailAddress,
        person: &PersonKey,
        context: BookingContext<'_>,
    ) -> Result<(Appointment, Option<Lease>), ChangeAppointmentError> {
        retry(|| async {
            let mut tx = self.begin().await?;
            let before = appointment::lock(&mut tx, id).await?.ok_or(ChangeAppointmentError::Unknown)?;
            before.state.check_open()?;
            let first =
                sqlx::query("UPDATE appointments SET email_corrected = 1 WHERE id = $1 AND email_corrected = 0")
                    .bind(id.as_str())
                    .execute(&mut *tx)
                    .await?;
            if first.rows_affected() == 0 || before.email.is_none() || before.starts_at <= context.now {
                return Err(ChangeAppointmentError::CannotCorrect);
            }
            let after =
                Appointment { email: Some(email.clone()), email_person: Some(person.to_string()), ..before.clone() };
            let (after, lease) = store(&mut tx, &before, after, ChangedBy::Patient, context).await?;
            tx.commit().await?;
            Ok((after, lease))
        })
        .await
    }
}

/// A visit that holds its time takes the chair for as long as the other service needs it.
async fn with_service(
    connection: &mut AnyConnection,
    appointment: Appointment,
    service: &Service,
    settings: &Settings,
    by: ChangedBy<'_>,
) -> Result<Appointment, ChangeAppointmentError> {
    let mut after = Appointment {
        service: service.slug.clone(),
        title: service.title.clone(),
        minutes: service.minutes,
        buffer: service.buffer,
        sequence: appointment.sequence + 1,
        ..appointment.clone()
    };
    if appointment.state != AppointmentState::Waiting {
        let to = Move { slot: SlotTime::of(appointment.starts_at), chair: None, settings, by };
        let minutes = after.chair_minutes();
        after.chair = moves::take_new_ticks(connection, &appointment, to, appointment.starts_at, minutes).await?;
    }
    Ok(after)
}

async fn store(
    connection: &mut AnyConnection,
    before: &Appointment,
    after: Appointment,
    by: ChangedBy<'_>,
    context: BookingContext<'_>,
) -> Result<(Appointment, Option<Lease>), ChangeAppointmentError> {
    let is_other_address = after.email_person != before.email_person;
    let link_generation = if is_other_address && before.email.is_some() {
        links::next(connection, &before.id).await?
    } else {
        before.link_generation
    };
    let email_failed = before.email_failed && !is_other_address;
    let after = Appointment { link_generation, email_failed, changed_at: context.now, ..after };
    update(connection, &after).await?;
    if after.state.check_open().is_ok() && after.state != AppointmentState::Waiting {
        returns::on_booked(connection, &after, context.now).await?;
    }
    if is_other_address {
        let reason = "the address was corrected";
        outbox::replace_unsent(connection, APPOINTMENT, after.id.as_str(), reason, context.now).await?;
    }
    let is_told = is_other_address || after.service != before.service;
    let lease = match notice(&after).filter(|_| is_told && context.now < after.starts_at) {
        Some(notice) => by.tell(connection, &after, notice, context).await?,
        None => None,
    };
    by.record(connection, "correct appointment", &after.reference).await?;
    Ok((after, lease))
}

/// What is true now.
fn notice(appointment: &Appointment) -> Option<AppointmentNotice> {
    match appointment.state {
        AppointmentState::Waiting => Some(AppointmentNotice::Waiting),
        AppointmentState::Requested => Some(AppointmentNotice::Received),
        AppointmentState::Confirmed => Some(AppointmentNotice::Confirmed),
        _ => None,
    }
}

async fn update(connection: &mut AnyConnection, after: &Appointment) -> Result<(), StoreError> {
    sqlx::query(
        "UPDATE appointments SET name = $2, name_key = $3, phone = $4, email = $5, note = $6, phone_person = $7,
           email_person = $8, service = $9, title = $10, minutes = $11, buffer = $12, chair = $13, sequence = $14,
           email_failed = $15, changed_at = $16
         WHERE id = $1",
    )
    .bind(after.id.as_str())
    .bind(&after.name)
    .bind(name_key(&after.name))
    .bind(after.phone.as_str())
    .bind(after.email.as_ref().map(|email| email.as_typed().to_owned()))
    .bind(&after.note)
    .bind(&after.phone_person)
    .bind(after.email_person.clone())
    .bind(&after.service)
    .bind(&after.title)
    .bind(i64::from(after.minutes))
    .bind(i64::from(after.buffer))
    .bind(i64::from(after.chair))
    .bind(i64::from(after.sequence))
    .bind(i64::from(after.email_failed))
    .bind(after.changed_at.as_millisecond())
    .execute(connection)
    .await?;
    Ok(())
}
