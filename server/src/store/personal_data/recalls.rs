//! Patients who agreed to be asked to come back, and the emails that ask them. Only counts remain when a recall ends.

use std::time::Duration;

use jiff::Timestamp;
use serde_json::{Value, json};
use sqlx::{AnyConnection, AssertSqlSafe, Row};

use super::{Category, Erased, Pending, batch, has_rows_until, placeholders};
use crate::clinic_time;
use crate::mail::message::RECALL;
use crate::store::booking::has_open_visit;
use crate::store::{StoreError, to_time};

/// Whoever was asked this long ago and has not booked does not answer.
const RETENTION: Duration = Duration::from_hours(90 * 24);
/// After the visit that ended the recall: so long a wrong press can be taken back, also after a weekend.
const RETENTION_AFTER_RETURN: Duration = Duration::from_hours(7 * 24);

const DELETE_UNANSWERED: &str = concat!(
    "DELETE FROM recalls WHERE id IN (SELECT id FROM recalls WHERE asked_at < $1 AND ended_at IS NULL AND NOT ",
    // A visit that staff forgot to mark, too: the patient may have missed it and is asked again.
    has_open_visit!(""),
    " LIMIT ",
    batch!(),
    ") RETURNING id"
);
const DELETE_ENDED: &str = concat!(
    "DELETE FROM recalls WHERE id IN (SELECT id FROM recalls WHERE ended_at < $1 LIMIT ",
    batch!(),
    ") RETURNING id"
);
const DELETE_OF_PERSON: &str = "DELETE FROM recalls WHERE phone_person = $1 OR email_person = $1 RETURNING id";

const DELETE_ORPHANED_MESSAGES: &str = concat!(
    "DELETE FROM outbox WHERE id IN (
       SELECT id FROM outbox WHERE kind = 'recall'
         AND NOT EXISTS (SELECT 1 FROM recalls WHERE recalls.id = outbox.record_key) LIMIT ",
    batch!(),
    ") RETURNING message_id"
);

pub struct Recalls;

impl Category for Recalls {
    fn name(&self) -> &'static str {
        "recalls"
    }

    fn tables(&self) -> &'static [&'static str] {
        &["recalls"]
    }

    fn retention(&self) -> &'static str {
        "until a week after the patient has come back or until they decline, and at most 90 days after they were asked if they have not booked"
    }

    fn identifies_visitors(&self) -> bool {
        true
    }

    fn export<'a>(&'a self, connection: &'a mut AnyConnection, person: &'a str) -> Pending<'a, Vec<Value>> {
        Box::pin(async move {
            let statement = "SELECT name, phone, email, reason, due_day, agreed_at FROM recalls
                             WHERE phone_person = $1 OR email_person = $1 ORDER BY due_day, id";
            let rows = sqlx::query(statement).bind(person).fetch_all(connection).await?;
            rows.iter()
                .map(|row| {
                    Ok(json!({
                        "name": row.try_get::<String, _>("name")?,
                        "phone": row.try_get::<String, _>("phone")?,
                        "email": row.try_get::<Option<String>, _>("email")?,
                        "reason": row.try_get::<String, _>("reason")?,
                        "due": clinic_time::date_of_day_number(row.try_get("due_day")?),
                        "agreed_at": to_time(row.try_get("agreed_at")?)?,
                    }))
                })
                .collect()
        })
    }

    fn erase<'a>(&'a self, connection: &'a mut AnyConnection, person: &'a str) -> Pending<'a, Erased> {
        Box::pin(async move {
            let ids: Vec<String> =
                sqlx::query_scalar(DELETE_OF_PERSON).bind(person).fetch_all(&mut *connection).await?;
            delete_messages(connection, &ids).await
        })
    }

    fn has_data_until<'a>(
        &'a self,
        connection: &'a mut AnyConnection,
        person: &'a str,
        time: Timestamp,
    ) -> Pending<'a, bool> {
        let statement =
            "SELECT COUNT(*) FROM recalls WHERE (phone_person = $1 OR email_person = $1) AND agreed_at <= $2";
        Box::pin(has_rows_until(connection, statement, person, time))
    }

    fn purge_batch<'a>(&'a self, connection: &'a mut AnyConnection, now: Timestamp) -> Pending<'a, Erased> {
        Box::pin(async move {
            let mut ids: Vec<String> = sqlx::query_scalar(DELETE_UNANSWERED)
                .bind((now - RETENTION).as_millisecond())
                .fetch_all(&mut *connection)
                .await?;
            if !ids.is_empty() {
                sqlx::query(
                    "INSERT INTO recall_counts (day, outcome, n) VALUES ($1, 'no-answer', $2)
                     ON CONFLICT (day, outcome) DO UPDATE SET n = recall_counts.n + excluded.n",
                )
                .bind(clinic_time::day_number(now))
                .bind(i64::try_from(ids.len()).unwrap_or(i64::MAX))
                .execute(&mut *connection)
                .await?;
            }
            let ended: Vec<String> = sqlx::query_scalar(DELETE_ENDED)
                .bind((now - RETENTION_AFTER_RETURN).as_millisecond())
                .fetch_all(&mut *connection)
                .await?;
            ids.extend(ended);
            let mut erased = delete_messages(connection, &ids).await?;
            // The emails of recalls that have ended.
            let orphans: Vec<String> = sqlx::query_scalar(DELETE_ORPHANED_MESSAGES).fetch_all(connection).await?;
            erased.records = erased.records.max(orphans.len() as u64);
            erased.message_ids.extend(orphans);
            Ok(erased)
        })
    }
}

async fn delete_messages(connection: &mut AnyConnection, ids: &[String]) -> Result<Erased, StoreError> {
    let mut erased = Erased { records: ids.len() as u64, ..Erased::default() };
    for ids in ids.chunks(batch!()) {
        let list = placeholders(ids.len(), |number| format!("${number}"));
        let messages =
            format!("DELETE FROM outbox WHERE kind = '{RECALL}' AND record_key IN ({list}) RETURNING message_id");
        let query = sqlx::query_scalar::<_, String>(AssertSqlSafe(messages)).persistent(false);
        let message_ids = ids.iter().fold(query, sqlx::query::QueryScalar::bind).fetch_all(&mut *connection).await?;
        erased.message_ids.extend(message_ids);
    }
    Ok(erased)
}
