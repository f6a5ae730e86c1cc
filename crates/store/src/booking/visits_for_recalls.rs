//! When a patient who agreed to come back has booked, and when they have come. A visit belongs to a recall when it is for the
//! same service, on a later day than the visit at which the patient agreed, and of the same patient: the same phone number
//! or email address, and the same name. Several people may share a phone, so the number alone is not enough.
//!
//! A booking changes nothing in a recall: anybody can book with anybody's number. Only a visit that is done ends it.

use jiff::Timestamp;
use sqlx::AnyConnection;

use super::appointment::Appointment;
use super::recalls::{self, CAME_BACK};
use crate::outbox;
use crate::{StoreError, to_time};
use clinic_mail::message::RECALL;
use clinic_rules::booking::name_key;
use clinic_rules::clinic_time;

/// Whether the patient of a recall has a visit that has not ended: one to come, or one that staff forgot to mark.
macro_rules! has_open_visit {
    ($since:literal) => {
        concat!(
            "EXISTS (SELECT 1 FROM appointments WHERE
                 (appointments.phone_person = recalls.phone_person OR appointments.email_person = recalls.email_person)
                 AND appointments.service = recalls.service AND appointments.name_key = recalls.name_key
                 AND (recalls.visit IS NULL OR appointments.id <> recalls.visit)
                 AND appointments.day > recalls.visit_day AND appointments.state IN ('requested', 'confirmed', 'arrived')",
            $since,
            ")"
        )
    };
}
pub(crate) use has_open_visit;

/// Whether the patient of a recall has a visit to come. `$1` is today. A visit that staff forgot to mark counts for a week.
macro_rules! has_booked {
    () => {
        $crate::booking::has_open_visit!(" AND appointments.day >= $1 - 7")
    };
}
pub(crate) use has_booked;

/// UPDATE instead of SELECT to lock the rows: two visits that end at the same time must not both count as the return, and a
/// booking must find the email that another instance queues at this moment.
const LOCK_RECALLS_OF_VISIT: &str =
    "UPDATE recalls SET ended_at = ended_at WHERE (phone_person = $1 OR email_person = $2) AND service = $3
     AND name_key = $4 AND visit_day < $5 AND (visit IS NULL OR visit <> $6) AND ended_at IS NULL RETURNING id";

const LOCK_ENDED_BY_VISIT: &str = "UPDATE recalls SET ended_by = ended_by WHERE ended_by = $1 RETURNING id, ended_at";

/// Somebody has booked for the patient: an email that asks them to come back and is still queued is not sent. If the visit
/// does not take place, the patient is asked then.
pub async fn on_booked(
    connection: &mut AnyConnection,
    appointment: &Appointment,
    now: Timestamp,
) -> Result<(), StoreError> {
    for id in lock_recalls_of(connection, appointment).await? {
        if outbox::replace_unsent(connection, RECALL, &id, "the patient has booked", now).await? {
            sqlx::query("UPDATE recalls SET asked_at = NULL, emails = emails - 1 WHERE id = $1")
                .bind(&id)
                .execute(&mut *connection)
                .await?;
        }
    }
    Ok(())
}

/// The visit was cancelled or missed: the patient is asked again. Not by email on the same day, on which many book again.
pub async fn on_not_come(
    connection: &mut AnyConnection,
    appointment: &Appointment,
    now: Timestamp,
) -> Result<(), StoreError> {
    for id in lock_recalls_of(connection, appointment).await? {
        outbox::replace_unsent(connection, RECALL, &id, "the patient is asked later", now).await?;
        sqlx::query("UPDATE recalls SET asked_at = NULL, email_from_day = $2 WHERE id = $1")
            .bind(&id)
            .bind(clinic_time::day_number(now) + 1)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

/// The visit is done: the patient has come back.
pub async fn on_done(
    connection: &mut AnyConnection,
    appointment: &Appointment,
    now: Timestamp,
) -> Result<(), StoreError> {
    for id in lock_recalls_of(connection, appointment).await? {
        sqlx::query("UPDATE recalls SET ended_at = $2, ended_by = $3 WHERE id = $1")
            .bind(&id)
            .bind(now.as_millisecond())
            .bind(appointment.id.as_str())
            .execute(&mut *connection)
            .await?;
        outbox::replace_unsent(connection, RECALL, &id, "the patient has come back", now).await?;
        recalls::count(connection, CAME_BACK, now, 1).await?;
    }
    Ok(())
}

/// The visit was marked as done by mistake: its recalls are open again, and nobody has come back.
pub async fn on_done_undone(connection: &mut AnyConnection, appointment: &Appointment) -> Result<(), StoreError> {
    let ended: Vec<(String, i64)> =
        sqlx::query_as(LOCK_ENDED_BY_VISIT).bind(appointment.id.as_str()).fetch_all(&mut *connection).await?;
    for (id, ended_at) in ended {
        sqlx::query("UPDATE recalls SET ended_at = NULL, ended_by = NULL WHERE id = $1")
            .bind(&id)
            .execute(&mut *connection)
            .await?;
        recalls::count(connection, CAME_BACK, to_time(ended_at)?, -1).await?;
    }
    Ok(())
}

async fn lock_recalls_of(connection: &mut AnyConnection, visit: &Appointment) -> Result<Vec<String>, StoreError> {
    Ok(sqlx::query_scalar(LOCK_RECALLS_OF_VISIT)
        .bind(&visit.phone_person)
        .bind(visit.email_person.clone())
        .bind(&visit.service)
        .bind(name_key(&visit.name))
        .bind(clinic_time::day_number(visit.starts_at))
        .bind(visit.id.as_str())
        .fetch_all(connection)
        .await?)
}
