//! Appointments with the name, phone number, email address and note of the patient, and the emails about them.

use std::time::Duration;

use jiff::Timestamp;
use serde_json::{Value, json};
use sqlx::{AnyConnection, AssertSqlSafe, Row};

use super::{Category, Erased, Pending, batch, has_rows_until, placeholders};
use crate::mail::message::APPOINTMENT;
use crate::store::{StoreError, to_time};

/// After the visit.
const RETENTION: Duration = Duration::from_hours(90 * 24);

const DELETE_OLD: &str = concat!(
    "DELETE FROM appointments WHERE id IN (SELECT id FROM appointments WHERE starts_at < $1 LIMIT ",
    batch!(),
    ") RETURNING id"
);
const DELETE_OLD_BLOCKED_TIMES: &str = concat!(
    "DELETE FROM blocked_times WHERE id IN (SELECT id FROM blocked_times WHERE starts_at < $1 LIMIT ",
    batch!(),
    ") RETURNING id"
);
const DELETE_OF_PERSON: &str = "DELETE FROM appointments WHERE phone_person = $1 OR email_person = $1 RETURNING id";

pub struct Appointments;

impl Category for Appointments {
    fn name(&self) -> &'static str {
        "appointments"
    }

    fn tables(&self) -> &'static [&'static str] {
        &["appointments", "chair_ticks"]
    }

    fn retention(&self) -> &'static str {
        "90 days after the visit"
    }

    fn identifies_visitors(&self) -> bool {
        true
    }

    fn export<'a>(&'a self, connection: &'a mut AnyConnection, person: &'a str) -> Pending<'a, Vec<Value>> {
        Box::pin(async move {
            let statement = "SELECT reference, title, starts_at, minutes, state, name, phone, email, note, created_at
                             FROM appointments WHERE phone_person = $1 OR email_person = $1 ORDER BY starts_at, id";
            let rows = sqlx::query(statement).bind(person).fetch_all(connection).await?;
            rows.iter()
                .map(|row| {
                    Ok(json!({
                        "reference": row.try_get::<String, _>("reference")?,
                        "service": row.try_get::<String, _>("title")?,
                        "starts_at": to_time(row.try_get("starts_at")?)?,
                        "minutes": row.try_get::<i64, _>("minutes")?,
                        "state": row.try_get::<String, _>("state")?,
                        "name": row.try_get::<String, _>("name")?,
                        "phone": row.try_get::<String, _>("phone")?,
                        "email": row.try_get::<Option<String>, _>("email")?,
                        "note": row.try_get::<String, _>("note")?,
                        "booked_at": to_time(row.try_get("created_at")?)?,
                    }))
                })
                .collect()
        })
    }

    fn erase<'a>(&'a self, connection: &'a mut AnyConnection, person: &'a str) -> Pending<'a, Erased> {
        Box::pin(async move {
            let ids: Vec<String> =
                sqlx::query_scalar(DELETE_OF_PERSON).bind(person).fetch_all(&mut *connection).await?;
            delete_what_belongs_to(connection, &ids).await
        })
    }

    fn has_data_until<'a>(
        &'a self,
        connection: &'a mut AnyConnection,
        person: &'a str,
        time: Timestamp,
    ) -> Pending<'a, bool> {
        let statement =
            "SELECT COUNT(*) FROM appointments WHERE (phone_person = $1 OR email_person = $1) AND created_at <= $2";
        Box::pin(has_rows_until(connection, statement, person, time))
    }

    fn purge_batch<'a>(&'a self, connection: &'a mut AnyConnection, now: Timestamp) -> Pending<'a, Erased> {
        Box::pin(async move {
            let before = (now - RETENTION).as_millisecond();
            delete_old_blocked_times(connection, before).await?;
            let ids: Vec<String> = sqlx::query_scalar(DELETE_OLD).bind(before).fetch_all(&mut *connection).await?;
            delete_what_belongs_to(connection, &ids).await
        })
    }
}

/// They are no personal data, but nothing needs them any more.
async fn delete_old_blocked_times(connection: &mut AnyConnection, before: i64) -> Result<(), StoreError> {
    let ids: Vec<String> =
        sqlx::query_scalar(DELETE_OLD_BLOCKED_TIMES).bind(before).fetch_all(&mut *connection).await?;
    for id in ids {
        sqlx::query("DELETE FROM chair_ticks WHERE held_by = $1").bind(id).execute(&mut *connection).await?;
    }
    Ok(())
}

/// Frees the chairs and deletes the emails of deleted appointments.
async fn delete_what_belongs_to(connection: &mut AnyConnection, ids: &[String]) -> Result<Erased, StoreError> {
    let mut erased = Erased { records: ids.len() as u64, ..Erased::default() };
    for ids in ids.chunks(batch!()) {
        let list = placeholders(ids.len(), |number| format!("${number}"));
        let ticks = format!("DELETE FROM chair_ticks WHERE held_by IN ({list})");
        let query = sqlx::query(AssertSqlSafe(ticks)).persistent(false);
        ids.iter().fold(query, sqlx::query::Query::bind).execute(&mut *connection).await?;
        let messages =
            format!("DELETE FROM outbox WHERE kind = '{APPOINTMENT}' AND record_key IN ({list}) RETURNING message_id");
        let query = sqlx::query_scalar::<_, String>(AssertSqlSafe(messages)).persistent(false);
        let message_ids = ids.iter().fold(query, sqlx::query::QueryScalar::bind).fetch_all(&mut *connection).await?;
        erased.message_ids.extend(message_ids);
    }
    Ok(erased)
}
