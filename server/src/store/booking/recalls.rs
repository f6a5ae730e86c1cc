//! Recalls: patients who agreed to be asked to come back. A recall is deleted when it ends; only counts remain.

use data_encoding::BASE64URL_NOPAD;
use jiff::Timestamp;
use jiff::civil::Date;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

use super::appointment::{self, Appointment, to_email, to_phone};
use super::error::ChangeAppointmentError;
use super::messages::BookingContext;
use crate::booking::{AppointmentId, RecallOutcome, SlotTime};
use crate::clinic_time;
use crate::mail::message::{Message, RecallFacts};
use crate::person::{EmailAddress, PhoneNumber};
use crate::store::outbox::{self, Lease, NewMessage};
use crate::store::{Actor, Store, StoreError, retry, to_time};

const AGREED: &str = "agreed";
const ASKED: &str = "asked";
pub(super) const CAME_BACK: &str = "came-back";

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recall {
    pub id: String,
    /// The slug of the service of the earlier visit.
    pub service: String,
    pub name: String,
    pub phone: PhoneNumber,
    pub email: Option<EmailAddress>,
    pub email_person: Option<String>,
    pub reason: String,
    pub due: Date,
    pub asked_at: Option<Timestamp>,
}

#[derive(Debug, Clone, Copy)]
pub struct NewRecall<'a> {
    /// The visit at which the patient agreed.
    pub visit: &'a AppointmentId,
    pub due: Date,
    pub reason: &'a str,
}

/// How many recalls were agreed, and how they ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RecallCounts {
    pub agreed: u64,
    pub asked: u64,
    pub booked: u64,
    pub came_back: u64,
    pub declined: u64,
    pub no_answer: u64,
}

const COLUMNS: &str = "id, service, name, phone, email, email_person, reason, due_day, asked_at";

impl Store {
    /// Stores that a patient agreed to be asked to come back.
    ///
    /// # Errors
    /// When the visit does not exist.
    pub async fn add_recall(&self, new: NewRecall<'_>, actor: Actor<'_>) -> Result<(), ChangeAppointmentError> {
        retry(|| async {
            let mut tx = self.begin().await?;
            let visit = appointment::lock(&mut tx, new.visit).await?.ok_or(ChangeAppointmentError::Unknown)?;
            sqlx::query(
                "INSERT INTO recalls (id, service, name, phone, email, phone_person, email_person, reason, due_day,
                   agreed_at, agreed_with)
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
            )
            .bind(BASE64URL_NOPAD.encode(&actor.random.bytes::<16>()))
            .bind(&visit.service)
            .bind(&visit.name)
            .bind(visit.phone.as_str())
            .bind(visit.email.as_ref().map(|email| email.as_typed().to_owned()))
            .bind(&visit.phone_person)
            .bind(visit.email_person.clone())
            .bind(new.reason)
            .bind(clinic_time::day_number_of_date(new.due))
            .bind(actor.now.as_millisecond())
            .bind(actor.name)
            .execute(&mut *tx)
            .await?;
            count(&mut tx, AGREED, actor.now).await?;
            actor.record(&mut tx, "add recall", &visit.reference).await?;
            tx.commit().await?;
            Ok(())
        })
        .await
    }

    /// The recalls that are due: those to ask, and those who were asked and have not booked yet.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn due_recalls(&self, now: Timestamp) -> Result<Vec<Recall>, StoreError> {
        retry(|| async {
            let statement = format!("SELECT {COLUMNS} FROM recalls WHERE due_day <= $1 ORDER BY due_day, id LIMIT 500");
            let rows = sqlx::query(sqlx::AssertSqlSafe(statement))
                .bind(clinic_time::day_number_of_date(SlotTime::of(now).date))
                .fetch_all(&self.reader)
                .await?;
            rows.iter().map(to_recall).collect()
        })
        .await
    }

    /// Queues the emails of the recalls that are due. Each is queued once.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn queue_recalls(&self, context: BookingContext<'_>) -> Result<Vec<Lease>, StoreError> {
        let due = self.due_recalls(context.now).await?;
        let mut leases = Vec::new();
        for recall in due.iter().filter(|recall| recall.email.is_some() && recall.asked_at.is_none()) {
            let lease = retry(|| async {
                let mut tx = self.begin().await?;
                let lease = match mark_asked(&mut tx, &recall.id, context.now).await? {
                    Some(recall) => queue_message(&mut tx, &recall, context).await?,
                    None => None,
                };
                tx.commit().await?;
                Ok::<_, StoreError>(lease)
            });
            leases.extend(lease.await?);
        }
        Ok(leases)
    }

    /// Reads a recall with the patient's name and phone number, which the audit log records.
    ///
    /// # Errors
    /// When it does not exist.
    pub async fn open_recall(&self, id: &str, actor: Actor<'_>) -> Result<Recall, ChangeAppointmentError> {
        retry(|| async {
            let mut tx = self.begin().await?;
            let statement = format!("SELECT {COLUMNS} FROM recalls WHERE id = $1");
            let row = sqlx::query(sqlx::AssertSqlSafe(statement)).bind(id).fetch_optional(&mut *tx).await?;
            let recall = to_recall(&row.ok_or(ChangeAppointmentError::Unknown)?)?;
            actor.record(&mut tx, "open recall", id).await?;
            tx.commit().await?;
            Ok(recall)
        })
        .await
    }

    /// Stores that staff asked the patient to come back.
    ///
    /// # Errors
    /// When the recall does not exist or the patient was asked before.
    pub async fn mark_recall_asked(&self, id: &str, actor: Actor<'_>) -> Result<(), ChangeAppointmentError> {
        retry(|| async {
            let mut tx = self.begin().await?;
            mark_asked(&mut tx, id, actor.now).await?.ok_or(ChangeAppointmentError::Unknown)?;
            actor.record(&mut tx, "recall asked", id).await?;
            tx.commit().await?;
            Ok(())
        })
        .await
    }

    /// Ends a recall: its data is deleted, and the outcome counted.
    ///
    /// # Errors
    /// When the recall does not exist.
    pub async fn end_recall(
        &self,
        id: &str,
        outcome: RecallOutcome,
        actor: Actor<'_>,
    ) -> Result<(), ChangeAppointmentError> {
        retry(|| async {
            let mut tx = self.begin().await?;
            let deleted = sqlx::query("DELETE FROM recalls WHERE id = $1").bind(id).execute(&mut *tx).await?;
            if deleted.rows_affected() == 0 {
                return Err(ChangeAppointmentError::Unknown);
            }
            count(&mut tx, outcome.as_str(), actor.now).await?;
            actor.record(&mut tx, &format!("recall {}", outcome.as_str()), id).await?;
            tx.commit().await?;
            Ok(())
        })
        .await
    }

    /// The counts of the days from one to another, both included.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn recall_counts(&self, from: Date, to: Date) -> Result<RecallCounts, StoreError> {
        retry(|| async {
            let rows: Vec<(String, i64)> = sqlx::query_as(
                "SELECT outcome, CAST(SUM(n) AS BIGINT) FROM recall_counts WHERE day >= $1 AND day <= $2 GROUP BY outcome",
            )
            .bind(clinic_time::day_number_of_date(from))
            .bind(clinic_time::day_number_of_date(to))
            .fetch_all(&self.reader)
            .await?;
            let of = |outcome: &str| {
                rows.iter().find(|(name, _)| name == outcome).map_or(0, |(_, n)| n.cast_unsigned())
            };
            Ok(RecallCounts {
                agreed: of(AGREED),
                asked: of(ASKED),
                booked: of(RecallOutcome::Booked.as_str()),
                came_back: of(CAME_BACK),
                declined: of(RecallOutcome::Declined.as_str()),
                no_answer: of(RecallOutcome::NoAnswer.as_str()),
            })
        })
        .await
    }
}

/// A patient who books has come back, whether or not they were asked. Returns whether there was a recall.
pub(super) async fn end_when_booked(
    connection: &mut AnyConnection,
    appointment: &Appointment,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let ended = sqlx::query("DELETE FROM recalls WHERE phone_person = $1 OR email_person = $2")
        .bind(&appointment.phone_person)
        .bind(appointment.email_person.clone())
        .execute(&mut *connection)
        .await?
        .rows_affected();
    if ended == 0 {
        return Ok(false);
    }
    for _ in 0..ended {
        count(connection, RecallOutcome::Booked.as_str(), now).await?;
    }
    sqlx::query("UPDATE appointments SET from_recall = 1 WHERE id = $1")
        .bind(appointment.id.as_str())
        .execute(connection)
        .await?;
    Ok(true)
}

pub async fn count(connection: &mut AnyConnection, outcome: &str, now: Timestamp) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO recall_counts (day, outcome, n) VALUES ($1, $2, 1)
         ON CONFLICT (day, outcome) DO UPDATE SET n = recall_counts.n + 1",
    )
    .bind(clinic_time::day_number(now))
    .bind(outcome)
    .execute(connection)
    .await?;
    Ok(())
}

/// `None` when the patient was asked before, or the recall has ended.
async fn mark_asked(connection: &mut AnyConnection, id: &str, now: Timestamp) -> Result<Option<Recall>, StoreError> {
    let statement = format!("UPDATE recalls SET asked_at = $2 WHERE id = $1 AND asked_at IS NULL RETURNING {COLUMNS}");
    let row = sqlx::query(sqlx::AssertSqlSafe(statement))
        .bind(id)
        .bind(now.as_millisecond())
        .fetch_optional(&mut *connection)
        .await?;
    let Some(row) = row else { return Ok(None) };
    count(connection, ASKED, now).await?;
    Ok(Some(to_recall(&row)?))
}

async fn queue_message(
    connection: &mut AnyConnection,
    recall: &Recall,
    context: BookingContext<'_>,
) -> Result<Option<Lease>, StoreError> {
    let Some(address) = &recall.email else { return Ok(None) };
    let message = Message::Recall(RecallFacts {
        id: recall.id.clone(),
        name: recall.name.clone(),
        reason: recall.reason.clone(),
        book: format!("/book?service={}", recall.service),
    });
    let new_message = NewMessage {
        message,
        person: recall.email_person.as_deref(),
        address,
        mail_host: context.mail_host,
        now: context.now,
    };
    Ok(Some(outbox::queue(connection, new_message, context.random.bytes()).await?))
}

fn to_recall(row: &AnyRow) -> Result<Recall, StoreError> {
    let phone: String = row.try_get("phone")?;
    Ok(Recall {
        id: row.try_get("id")?,
        service: row.try_get("service")?,
        name: row.try_get("name")?,
        phone: to_phone(&phone)?,
        email: to_email(row.try_get::<Option<String>, _>("email")?)?,
        email_person: row.try_get("email_person")?,
        reason: row.try_get("reason")?,
        due: clinic_time::date_of_day_number(row.try_get("due_day")?),
        asked_at: row.try_get::<Option<i64>, _>("asked_at")?.map(to_time).transpose()?,
    })
}
