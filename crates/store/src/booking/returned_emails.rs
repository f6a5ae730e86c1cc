//! Emails that a mail server has taken and that came back later, to the clinic's mailbox. No program reads that mailbox: staff say
//! at the desk that an email came back, and the patient is called.

use jiff::Timestamp;
use sqlx::AnyConnection;

use super::appointment::{self, Appointment};
use super::error::ChangeAppointmentError;
use super::messages;
use crate::outbox;
use crate::{Actor, Store};
use clinic_mail::message::{APPOINTMENT, AppointmentFacts, AppointmentNotice, Message, RECALL};
use clinic_rules::booking::{AppointmentId, ToTell};
use clinic_rules::clinic_time;
use clinic_rules::person::EmailAddress;

const CAME_BACK: &str = "an email to this address came back";

impl Store {
    /// Stores that an email about an appointment came back. The patient does not know what the last one told, nothing more is sent to
    /// the address, and staff remind by phone. The same again changes nothing.
    ///
    /// # Errors
    /// When the appointment does not exist, the address is not the one that staff saw, or no email about it was sent there.
    pub async fn appointment_email_came_back(
        &self,
        id: &AppointmentId,
        seen: Option<&str>,
        actor: Actor<'_>,
    ) -> Result<(), ChangeAppointmentError> {
        self.transaction(async |mut tx| {
            let visit = appointment::lock(&mut tx, id).await?.ok_or(ChangeAppointmentError::Unknown)?;
            let address = visit.email.as_ref().map(EmailAddress::as_typed);
            if seen.is_some() && seen != address {
                return Err(ChangeAppointmentError::AddressCorrected);
            }
            if visit.email_returned {
                return Ok(());
            }
            let sent = sent_to(&mut tx, APPOINTMENT, id.as_str(), address).await?;
            let given_up = messages::give_up(&mut tx, &visit, CAME_BACK, actor.now).await?;
            // The rest are new links.
            outbox::replace_unsent(&mut tx, APPOINTMENT, id.as_str(), CAME_BACK, actor.now).await?;
            let last_told = sent.iter().find_map(|message| told_by(message.as_ref()?, &visit));
            // Whom staff have told since knows what the email said. What the patient knew before an email that an earlier release has
            // sent is not stored.
            let known = visit.moved_from().filter(|_| last_told == Some(ToTell::Moved));
            let known =
                known.map(|from| sent.iter().flatten().find_map(|it| time_told_before(it, &visit)).unwrap_or(from));
            sqlx::query(
                "UPDATE appointments SET email_failed = 1, email_returned = 1,
                   untold = COALESCE(untold, $2, CASE WHEN phoned IS NOT NULL THEN NULL
                     WHEN sent_sequence = sequence THEN untold_before_sent ELSE $3 END),
                   known_starts_at = COALESCE(known_starts_at, CASE WHEN phoned IS NULL AND sent_sequence = sequence
                     AND untold_before_sent IS NOT NULL THEN known_before_sent
                     WHEN phoned IS NULL AND COALESCE(sent_sequence, -1) <> sequence THEN $4 END),
                   sent_sequence = CASE WHEN $3 IS NOT NULL THEN sequence ELSE sent_sequence END
                 WHERE id = $1",
            )
            .bind(id.as_str())
            .bind(given_up.untold.map(<&str>::from))
            .bind(last_told.map(<&str>::from))
            .bind(known.map(Timestamp::as_millisecond))
            .execute(&mut *tx)
            .await?;
            actor.record(&mut tx, "email came back", &visit.reference).await?;
            Ok(())
        })
        .await
    }

    /// Stores that the email of a recall came back: the patient is to be asked by phone, unless staff have asked since. The same
    /// again changes nothing.
    ///
    /// # Errors
    /// When the recall does not exist, or no email asked the patient.
    pub async fn recall_email_came_back(&self, id: &str, actor: Actor<'_>) -> Result<(), ChangeAppointmentError> {
        self.transaction(async |mut tx| {
            // UPDATE instead of SELECT to lock the row.
            let recall: Option<(i64, Option<String>)> = sqlx::query_as(
                "UPDATE recalls SET visit = visit WHERE id = $1 AND ended_at IS NULL RETURNING email_failed, email",
            )
            .bind(id)
            .fetch_optional(&mut *tx)
            .await?;
            let (has_failed, address) = recall.ok_or(ChangeAppointmentError::Unknown)?;
            if has_failed != 0 {
                return Ok(());
            }
            sent_to(&mut tx, RECALL, id, address.as_deref()).await?;
            // Emails that were held count as queued when they were released.
            sqlx::query(
                "UPDATE recalls SET email_failed = 1, email_from_day = $2,
                   asked_at = CASE WHEN EXISTS (SELECT 1 FROM outbox WHERE outbox.kind = $3 AND outbox.record_key = recalls.id
                     AND outbox.queued_at >= recalls.asked_at) THEN NULL ELSE asked_at END
                 WHERE id = $1",
            )
            .bind(id)
            .bind(clinic_time::day_number(actor.now))
            .bind(RECALL)
            .execute(&mut *tx)
            .await?;
            outbox::replace_unsent(&mut tx, RECALL, id, CAME_BACK, actor.now).await?;
            actor.record(&mut tx, "email came back", id).await?;
            Ok(())
        })
        .await
    }
}

/// The emails about the record that were sent to this address, the last one first. An earlier address may have been a wrong one.
async fn sent_to(
    connection: &mut AnyConnection,
    kind: &str,
    key: &str,
    address: Option<&str>,
) -> Result<Vec<Option<Message>>, ChangeAppointmentError> {
    let sent = outbox::sent_to(connection, kind, key, address).await?;
    if sent.is_empty() { Err(ChangeAppointmentError::NothingSent) } else { Ok(sent) }
}

/// What the email told of the visit as it is now. Whoever booked it knows how it was at first.
fn told_by(message: &Message, visit: &Appointment) -> Option<ToTell> {
    let Message::Appointment(AppointmentFacts { notice, sequence, .. }) = message else { return None };
    if *sequence != visit.sequence || visit.sequence == 0 {
        return None;
    }
    match notice {
        AppointmentNotice::Waiting | AppointmentNotice::Received => Some(ToTell::Requested),
        AppointmentNotice::Confirmed => Some(ToTell::Confirmed),
        AppointmentNotice::Moved => Some(ToTell::Moved),
        AppointmentNotice::Cancelled => Some(ToTell::Cancelled),
        AppointmentNotice::Closed => Some(ToTell::Closed),
        AppointmentNotice::Expired => Some(ToTell::Expired),
        AppointmentNotice::Reminder(_) | AppointmentNotice::NewLink => None,
    }
}

/// The other time that an email told before the visit was changed last.
fn time_told_before(message: &Message, visit: &Appointment) -> Option<Timestamp> {
    let Message::Appointment(AppointmentFacts { notice, sequence, starts_at, .. }) = message else { return None };
    let tells_time =
        !matches!(notice, AppointmentNotice::Cancelled | AppointmentNotice::Expired | AppointmentNotice::NewLink);
    (tells_time && *sequence < visit.sequence && *starts_at != visit.starts_at).then_some(*starts_at)
}
