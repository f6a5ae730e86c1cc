//! Emails that a mail server has taken and that came back later, to the clinic's mailbox. No program reads that mailbox: staff say
//! at the desk that an email came back, and the patient is called.

use sqlx::AnyConnection;

use super::error::ChangeAppointmentError;
use super::{appointment, messages};
use crate::outbox;
use crate::{Actor, Store, StoreError};
use clinic_mail::message::{APPOINTMENT, RECALL};
use clinic_rules::booking::AppointmentId;
use clinic_rules::clinic_time;

const CAME_BACK: &str = "an email to this address came back";

impl Store {
    /// Stores that an email about an appointment came back. The patient does not know what the last one told, nothing more is sent to
    /// the address, and staff remind by phone. The same again changes nothing.
    ///
    /// # Errors
    /// When the appointment does not exist, or no email about it was sent.
    pub async fn appointment_email_came_back(
        &self,
        id: &AppointmentId,
        actor: Actor<'_>,
    ) -> Result<(), ChangeAppointmentError> {
        self.transaction(async |mut tx| {
            let visit = appointment::lock(&mut tx, id).await?.ok_or(ChangeAppointmentError::Unknown)?;
            if visit.email_returned {
                return Ok(());
            }
            check_sent(&mut tx, APPOINTMENT, id.as_str()).await?;
            let given_up = messages::give_up(&mut tx, &visit, CAME_BACK, actor.now).await?;
            sqlx::query(
                "UPDATE appointments SET email_failed = 1, email_returned = 1,
                   untold = COALESCE(untold, $2, CASE WHEN sequence = sent_sequence THEN untold_before_sent END),
                   known_starts_at = COALESCE(known_starts_at,
                     CASE WHEN sequence = sent_sequence AND untold_before_sent IS NOT NULL THEN known_before_sent END)
                 WHERE id = $1",
            )
            .bind(id.as_str())
            .bind(given_up.untold.map(<&str>::from))
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
            let has_failed: Option<i64> = sqlx::query_scalar(
                "UPDATE recalls SET visit = visit WHERE id = $1 AND ended_at IS NULL RETURNING email_failed",
            )
            .bind(id)
            .fetch_optional(&mut *tx)
            .await?;
            match has_failed {
                None => return Err(ChangeAppointmentError::Unknown),
                Some(0) => {}
                Some(_) => return Ok(()),
            }
            check_sent(&mut tx, RECALL, id).await?;
            sqlx::query(
                "UPDATE recalls SET email_failed = 1, email_from_day = $2,
                   asked_at = CASE WHEN EXISTS (SELECT 1 FROM outbox WHERE outbox.kind = $3 AND outbox.record_key = recalls.id
                     AND outbox.queued_at = recalls.asked_at) THEN NULL ELSE asked_at END
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

async fn check_sent(connection: &mut AnyConnection, kind: &str, key: &str) -> Result<(), ChangeAppointmentError> {
    let sent: i64 =
        sqlx::query_scalar("SELECT COUNT(*) FROM outbox WHERE kind = $1 AND record_key = $2 AND state = 'sent'")
            .bind(kind)
            .bind(key)
            .fetch_one(connection)
            .await
            .map_err(StoreError::from)?;
    if sent > 0 { Ok(()) } else { Err(ChangeAppointmentError::NothingSent) }
}
