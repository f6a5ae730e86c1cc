//! Recalls: patients who agreed to be asked to come back. A recall that has ended is deleted when that can no longer be undone; only
//! counts remain. What a booking or a visit means for it is in `visits_for_recalls.rs`.

use std::time::Duration;

use data_encoding::BASE64URL_NOPAD;
use jiff::Timestamp;
use jiff::civil::Date;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe, Row};

use super::appointment::{self, Appointment, to_email, to_phone};
use super::error::ChangeAppointmentError;
use super::messages::BookingContext;
use crate::outbox::{self, Lease, NewMessage};
use crate::{Actor, Store, StoreError, to_time};
use clinic_mail::message::{Message, RECALL, RecallFacts};
use clinic_rules::booking::{AppointmentId, RecallOutcome, Recipient, name_key};
use clinic_rules::clinic_time;
use clinic_rules::person::{EmailAddress, PhoneNumber};

/// For how long "Asked" and the end of a recall can be undone.
pub const UNDO: Duration = Duration::from_hours(24);

const AGREED: &str = "agreed";
pub(super) const ASKED: &str = "asked";
pub(super) const CAME_BACK: &str = RecallOutcome::CameBack.into_str();

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recall {
    pub id: String,
    /// The slug of the service of the earlier visit.
    pub service: String,
    pub name: String,
    /// Who brings the patient, whose phone and email these are.
    pub brought_by: Option<String>,
    pub phone: PhoneNumber,
    pub email: Option<EmailAddress>,
    pub phone_person: String,
    pub email_person: Option<String>,
    pub reason: String,
    /// The earlier visit; not known for recalls of earlier versions.
    pub visit: Option<String>,
    /// The day of the earlier visit.
    pub visit_day: i64,
    pub due: Date,
    pub asked_at: Option<Timestamp>,
    /// When staff asked the patient.
    pub asked_by_staff_at: Option<Timestamp>,
    /// How staff ended it.
    pub outcome: Option<RecallOutcome>,
    /// Whether the email that asks could not be delivered.
    pub email_failed: bool,
}

impl Recall {
    /// To whom our messages speak.
    #[must_use]
    pub fn recipient(&self) -> Recipient<'_> {
        Recipient { name: &self.name, brought_by: self.brought_by.as_deref() }
    }

    /// Whether "Asked" can be undone: staff asked last, and no longer than a day ago.
    #[must_use]
    pub fn can_undo_asked(&self, now: Timestamp) -> bool {
        self.asked_by_staff_at.is_some_and(|at| self.asked_at == Some(at) && at + UNDO > now)
    }
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
    pub came_back: u64,
    pub declined: u64,
    pub no_answer: u64,
}

pub(super) const RECALL_COLUMNS: &str = "id, service, name, brought_by, phone, email, phone_person, email_person, reason, visit, visit_day, due_day, asked_at, asked_by_staff_at, ended_as, email_failed";

impl Store {
    /// Stores that a patient agreed to be asked to come back. A visit has one recall: the same again changes nothing, and
    /// another time or reason takes the place of the earlier one.
    ///
    /// # Errors
    /// When the visit does not exist.
    pub async fn add_recall(&self, new: NewRecall<'_>, actor: Actor<'_>) -> Result<(), ChangeAppointmentError> {
        self.transaction(async |mut tx| {
            // The lock of the visit makes a second press wait for the first one. That of the recall makes a colleague wait who
            // ends it.
            let visit = appointment::lock(&mut tx, new.visit).await?.ok_or(ChangeAppointmentError::Unknown)?;
            let id: Option<String> = sqlx::query_scalar("SELECT id FROM recalls WHERE visit = $1")
                .bind(visit.id.as_str())
                .fetch_optional(&mut *tx)
                .await?;
            let stored = match id {
                Some(id) => lock(&mut tx, &id).await?,
                None => None,
            };
            let (due_day, visit_day) =
                (clinic_time::day_number_of_date(new.due), clinic_time::day_number(visit.starts_at));
            match stored {
                None => {
                    insert(&mut tx, &visit, new, actor).await?;
                    count(&mut tx, AGREED, actor.now, 1).await?;
                }
                Some(LockedRecall { recall, ended_at: None })
                    if (recall.due, recall.visit_day) == (new.due, visit_day) && recall.reason == new.reason =>
                {
                    return Ok(());
                }
                Some(LockedRecall { recall: Recall { id, outcome, .. }, .. }) => {
                    // Whoever has declined and agrees again has agreed twice.
                    count(&mut tx, AGREED, actor.now, i64::from(outcome.is_some())).await?;
                    outbox::replace_unsent(&mut tx, RECALL, &id, "another time was agreed", actor.now).await?;
                    sqlx::query(
                        "UPDATE recalls SET due_day = $2, reason = $3, agreed_at = $4, agreed_with = $5,
                           asked_at = NULL, emails = 0, email_from_day = 0, ended_at = NULL, ended_by = NULL,
                           ended_as = NULL, visit_day = $6
                         WHERE id = $1",
                    )
                    .bind(&id)
                    .bind(due_day)
                    .bind(new.reason)
                    .bind(actor.now.as_millisecond())
                    .bind(actor.name)
                    .bind(visit_day)
                    .execute(&mut *tx)
                    .await?;
                }
            }
            actor.record(&mut tx, "add recall", &visit.reference).await?;
            Ok(())
        })
        .await
    }

    /// Stores that staff asked the patient to come back.
    ///
    /// # Errors
    /// When the recall does not exist or the patient was asked before.
    pub async fn mark_recall_asked(&self, id: &str, actor: Actor<'_>) -> Result<(), ChangeAppointmentError> {
        self.transaction(async |mut tx| {
            let asked =
                sqlx::query("UPDATE recalls SET asked_at = $2, asked_by_staff_at = $2 WHERE id = $1 AND asked_at IS NULL AND ended_at IS NULL")
                    .bind(id)
                    .bind(actor.now.as_millisecond())
                    .execute(&mut *tx)
                    .await?;
            if asked.rows_affected() == 0 {
                return Err(ChangeAppointmentError::Unknown);
            }
            outbox::replace_unsent(&mut tx, RECALL, id, "staff asked the patient", actor.now).await?;
            count(&mut tx, ASKED, actor.now, 1).await?;
            actor.record(&mut tx, "recall asked", id).await?;
            Ok(())
        })
        .await
    }

    /// "Asked" was a wrong press: the patient is to be asked. Undoing twice changes nothing.
    ///
    /// # Errors
    /// When the recall has ended, the patient was asked in another way since, or it is more than a day ago.
    pub async fn undo_recall_asked(&self, id: &str, actor: Actor<'_>) -> Result<(), ChangeAppointmentError> {
        self.transaction(async |mut tx| {
            let recall = lock(&mut tx, id).await?.filter(|it| it.ended_at.is_none());
            let recall = recall.ok_or(ChangeAppointmentError::CannotUndo)?.recall;
            if recall.asked_at.is_none() {
                return Ok(());
            }
            let asked_at = recall.asked_at.filter(|_| recall.can_undo_asked(actor.now));
            let asked_at = asked_at.ok_or(ChangeAppointmentError::CannotUndo)?;
            sqlx::query("UPDATE recalls SET asked_at = NULL, asked_by_staff_at = NULL WHERE id = $1")
                .bind(id)
                .execute(&mut *tx)
                .await?;
            count(&mut tx, ASKED, asked_at, -1).await?;
            actor.record(&mut tx, "undo recall", id).await?;
            Ok(())
        })
        .await
    }

    /// Ends a recall: the outcome is counted, an email that is queued not sent, and the data deleted a day later.
    ///
    /// # Errors
    /// When the recall does not exist.
    pub async fn end_recall(
        &self,
        id: &str,
        outcome: RecallOutcome,
        actor: Actor<'_>,
    ) -> Result<(), ChangeAppointmentError> {
        self.transaction(async |mut tx| {
            let ended =
                sqlx::query("UPDATE recalls SET ended_at = $2, ended_as = $3 WHERE id = $1 AND ended_at IS NULL")
                    .bind(id)
                    .bind(actor.now.as_millisecond())
                    .bind(outcome.into_str())
                    .execute(&mut *tx)
                    .await?;
            if ended.rows_affected() == 0 {
                return Err(ChangeAppointmentError::Unknown);
            }
            if outbox::replace_unsent(&mut tx, RECALL, id, "the recall has ended", actor.now).await? {
                // After an undo, the patient is asked.
                sqlx::query("UPDATE recalls SET asked_at = NULL, emails = emails - 1 WHERE id = $1")
                    .bind(id)
                    .execute(&mut *tx)
                    .await?;
            }
            count(&mut tx, outcome.into_str(), actor.now, 1).await?;
            actor.record(&mut tx, &format!("recall {}", outcome.into_str()), id).await?;
            Ok(())
        })
        .await
    }

    /// A recall was ended by a wrong press: it is open again. Undoing twice changes nothing.
    ///
    /// # Errors
    /// When staff have not ended it, or it is more than a day ago.
    pub async fn undo_recall_end(&self, id: &str, actor: Actor<'_>) -> Result<(), ChangeAppointmentError> {
        self.transaction(async |mut tx| {
            let locked = lock(&mut tx, id).await?.ok_or(ChangeAppointmentError::CannotUndo)?;
            let Some(ended_at) = locked.ended_at else { return Ok(()) };
            let outcome = locked.recall.outcome.filter(|_| ended_at + UNDO > actor.now);
            let outcome = outcome.ok_or(ChangeAppointmentError::CannotUndo)?;
            sqlx::query("UPDATE recalls SET ended_at = NULL, ended_as = NULL WHERE id = $1")
                .bind(id)
                .execute(&mut *tx)
                .await?;
            count(&mut tx, outcome.into_str(), ended_at, -1).await?;
            actor.record(&mut tx, "undo recall", id).await?;
            Ok(())
        })
        .await
    }

    /// The recall that was agreed at a visit: an open one, or one whose end can be undone.
    pub async fn recall_of_visit(&self, visit: &AppointmentId, now: Timestamp) -> Result<Option<Recall>, StoreError> {
        let statement = format!(
            "SELECT {RECALL_COLUMNS} FROM recalls
             WHERE visit = $1 AND (ended_at IS NULL OR (ended_as IS NOT NULL AND ended_at > $2))"
        );
        self.read(async |mut connection| {
            let row = sqlx::query(AssertSqlSafe(statement.as_str()))
                .bind(visit.as_str())
                .bind((now - UNDO).as_millisecond())
                .fetch_optional(&mut *connection)
                .await?;
            row.as_ref().map(to_recall).transpose()
        })
        .await
    }

    /// The counts of the days from one to another, both included.
    pub async fn recall_counts(&self, from: Date, to: Date) -> Result<RecallCounts, StoreError> {
        self.read(async |mut connection| {
            let rows: Vec<(String, i64)> = sqlx::query_as(
                "SELECT outcome, CAST(SUM(n) AS BIGINT) FROM recall_counts WHERE day >= $1 AND day <= $2 GROUP BY outcome",
            )
            .bind(clinic_time::day_number_of_date(from))
            .bind(clinic_time::day_number_of_date(to))
            .fetch_all(&mut *connection)
            .await?;
            let of = |outcome: &str| {
                rows.iter().find(|(name, _)| name == outcome).map_or(0, |(_, n)| n.cast_unsigned())
            };
            Ok(RecallCounts {
                agreed: of(AGREED),
                asked: of(ASKED),
                came_back: of(CAME_BACK),
                declined: of(RecallOutcome::Declined.into_str()),
                no_answer: of(RecallOutcome::NoAnswer.into_str()),
            })
        })
        .await
    }
}

struct LockedRecall {
    recall: Recall,
    ended_at: Option<Timestamp>,
}

async fn lock(connection: &mut AnyConnection, id: &str) -> Result<Option<LockedRecall>, StoreError> {
    let statement =
        format!("UPDATE recalls SET ended_at = ended_at WHERE id = $1 RETURNING {RECALL_COLUMNS}, ended_at");
    let row = sqlx::query(AssertSqlSafe(statement)).bind(id).fetch_optional(connection).await?;
    row.map(|row| {
        let ended_at = row.try_get::<Option<i64>, _>("ended_at")?.map(to_time).transpose()?;
        Ok(LockedRecall { recall: to_recall(&row)?, ended_at })
    })
    .transpose()
}

/// Removes the recall that was agreed at a visit since a press that is undone.
pub(super) async fn remove_agreed_since(
    connection: &mut AnyConnection,
    visit: &AppointmentId,
    since: Timestamp,
    now: Timestamp,
) -> Result<(), StoreError> {
    let removed: Vec<(String, i64)> = sqlx::query_as(
        "DELETE FROM recalls WHERE visit = $1 AND agreed_at >= $2 AND ended_at IS NULL RETURNING id, agreed_at",
    )
    .bind(visit.as_str())
    .bind(since.as_millisecond())
    .fetch_all(&mut *connection)
    .await?;
    for (id, agreed_at) in removed {
        outbox::replace_unsent(connection, RECALL, &id, "the visit was undone", now).await?;
        count(connection, AGREED, to_time(agreed_at)?, -1).await?;
    }
    Ok(())
}

/// Adds to the count of a day.
pub(super) async fn count(
    connection: &mut AnyConnection,
    outcome: &str,
    at: Timestamp,
    n: i64,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO recall_counts (day, outcome, n) VALUES ($1, $2, $3)
         ON CONFLICT (day, outcome) DO UPDATE SET n = recall_counts.n + excluded.n",
    )
    .bind(clinic_time::day_number(at))
    .bind(outcome)
    .bind(n)
    .execute(connection)
    .await?;
    Ok(())
}

/// The email was not delivered: staff ask by phone. The recall is due again from today, also for the purge.
pub async fn on_recall_email_undelivered(
    connection: &mut AnyConnection,
    id: &str,
    now: Timestamp,
) -> Result<(), StoreError> {
    sqlx::query("UPDATE recalls SET email_failed = 1, asked_at = NULL, email_from_day = $2 WHERE id = $1")
        .bind(id)
        .bind(clinic_time::day_number(now))
        .execute(connection)
        .await?;
    Ok(())
}

/// The outbox tries again to deliver the email, which was queued then.
pub async fn on_recall_email_retried(
    connection: &mut AnyConnection,
    id: &str,
    queued_at: Timestamp,
) -> Result<(), StoreError> {
    sqlx::query("UPDATE recalls SET email_failed = 0, asked_at = $2 WHERE id = $1")
        .bind(id)
        .bind(queued_at.as_millisecond())
        .execute(connection)
        .await?;
    Ok(())
}

async fn insert(
    connection: &mut AnyConnection,
    visit: &Appointment,
    new: NewRecall<'_>,
    actor: Actor<'_>,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO recalls (id, service, name, name_key, phone, email, phone_person, email_person, reason, visit,
           visit_day, due_day, agreed_at, agreed_with, brought_by)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)",
    )
    .bind(BASE64URL_NOPAD.encode(&actor.random.bytes::<16>()))
    .bind(&visit.service)
    .bind(&visit.name)
    .bind(name_key(&visit.name))
    .bind(visit.phone.as_str())
    .bind(visit.email.as_ref().map(|email| email.as_typed().to_owned()))
    .bind(&visit.phone_person)
    .bind(visit.email_person.clone())
    .bind(new.reason)
    .bind(visit.id.as_str())
    .bind(clinic_time::day_number(visit.starts_at))
    .bind(clinic_time::day_number_of_date(new.due))
    .bind(actor.now.as_millisecond())
    .bind(actor.name)
    .bind(visit.brought_by.clone())
    .execute(connection)
    .await?;
    Ok(())
}

/// The patient's details were corrected: the recalls agreed at this visit ask the right person. What is queued to the earlier address
/// is not sent, and whoever was asked at a wrong address or number is asked again. So do those that have ended: they may be open again.
pub(super) async fn on_corrected(
    connection: &mut AnyConnection,
    before: &Appointment,
    visit: &Appointment,
    now: Timestamp,
) -> Result<(), StoreError> {
    let is_other_address = visit.email != before.email;
    let is_other_phone = visit.phone != before.phone;
    // Whom an email to the right address has asked is not asked again because of the number. Emails to a wrong address do not use up the
    // two that a patient gets.
    let ids: Vec<String> = sqlx::query_scalar(
        "UPDATE recalls SET name = $2, name_key = $3, phone = $4, email = $5, phone_person = $6, email_person = $7,
           brought_by = $11, email_failed = CASE WHEN $8 = 1 THEN 0 ELSE email_failed END,
           asked_at = CASE WHEN $8 = 1 AND emails > 0 THEN NULL
             WHEN $9 = 1 AND NOT EXISTS (SELECT 1 FROM outbox WHERE outbox.kind = 'recall' AND outbox.record_key = recalls.id
               AND outbox.queued_at >= recalls.asked_at AND outbox.state IN ('queued', 'sent')) THEN NULL
             ELSE asked_at END,
           emails = CASE WHEN $8 = 1 THEN 0 ELSE emails END,
           email_from_day = CASE WHEN email_from_day < $10 THEN $10 ELSE email_from_day END
         WHERE visit = $1 RETURNING id",
    )
    .bind(visit.id.as_str())
    .bind(&visit.name)
    .bind(name_key(&visit.name))
    .bind(visit.phone.as_str())
    .bind(visit.email.as_ref().map(|email| email.as_typed().to_owned()))
    .bind(&visit.phone_person)
    .bind(visit.email_person.clone())
    .bind(i64::from(is_other_address))
    .bind(i64::from(is_other_phone))
    .bind(clinic_time::day_number(now))
    .bind(visit.brought_by.clone())
    .fetch_all(&mut *connection)
    .await?;
    for id in ids.iter().filter(|_| is_other_address) {
        outbox::replace_unsent(connection, RECALL, id, "the address was corrected", now).await?;
    }
    Ok(())
}

pub(super) async fn queue_message(
    connection: &mut AnyConnection,
    recall: &Recall,
    context: BookingContext<'_>,
) -> Result<Option<Lease>, StoreError> {
    let Some(address) = &recall.email else { return Ok(None) };
    let message = Message::Recall(RecallFacts {
        id: recall.id.clone(),
        name: recall.name.clone(),
        brought_by: recall.brought_by.clone(),
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

pub(super) fn to_recall(row: &AnyRow) -> Result<Recall, StoreError> {
    let phone: String = row.try_get("phone")?;
    Ok(Recall {
        id: row.try_get("id")?,
        service: row.try_get("service")?,
        name: row.try_get("name")?,
        brought_by: row.try_get("brought_by")?,
        phone: to_phone(&phone)?,
        email: to_email(row.try_get::<Option<String>, _>("email")?)?,
        phone_person: row.try_get("phone_person")?,
        email_person: row.try_get("email_person")?,
        reason: row.try_get("reason")?,
        visit: row.try_get("visit")?,
        visit_day: row.try_get("visit_day")?,
        due: clinic_time::date_of_day_number(row.try_get("due_day")?),
        asked_at: row.try_get::<Option<i64>, _>("asked_at")?.map(to_time).transpose()?,
        asked_by_staff_at: row.try_get::<Option<i64>, _>("asked_by_staff_at")?.map(to_time).transpose()?,
        outcome: row.try_get::<Option<&str>, _>("ended_as")?.and_then(|outcome| outcome.parse().ok()),
        email_failed: row.try_get::<i64, _>("email_failed")? == 1,
    })
}
