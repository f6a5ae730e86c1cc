//! Patients who agreed to be asked to come back, and the emails that ask them. Only counts remain when a recall ends.

use std::time::Duration;

use jiff::Timestamp;
use serde_json::Value;
use sqlx::AnyConnection;

use super::exported_row::export_rows;
use super::{About, Category, Erased, Pending, PersonRecords, batch, execute_for_ids};
use crate::StoreError;
use crate::booking::{UNDO_RECALL, has_open_visit};
use clinic_mail::message::RECALL;
use clinic_rules::clinic_time;

/// Whoever was asked this long ago and has not booked does not answer.
const RETENTION: Duration = Duration::from_hours(90 * 24);
/// A recall that nobody asks, because the desk is not used or the patient cannot be reached: half a year after it was due, or due
/// again.
const RETENTION_UNASKED: Duration = Duration::from_hours(182 * 24);
/// After staff have ended the recall. So long they can undo it.
const RETENTION_AFTER_END: Duration = UNDO_RECALL;
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
const DELETE_UNASKED: &str = concat!(
    "DELETE FROM recalls WHERE id IN (SELECT id FROM recalls WHERE due_day < $1 AND email_from_day < $1
       AND asked_at IS NULL AND ended_at IS NULL AND NOT ",
    has_open_visit!(""),
    " LIMIT ",
    batch!(),
    ") RETURNING id"
);
const DELETE_ENDED: &str = concat!(
    "DELETE FROM recalls WHERE id IN (SELECT id FROM recalls WHERE ended_at < $1 OR (ended_as IS NOT NULL AND ended_at < $2) LIMIT ",
    batch!(),
    ") RETURNING id"
);

const DELETE_ORPHANED_MESSAGES: &str = concat!(
    "DELETE FROM outbox WHERE id IN (
       SELECT id FROM outbox WHERE kind = 'recall'
         AND NOT EXISTS (SELECT 1 FROM recalls WHERE recalls.id = outbox.record_key) LIMIT ",
    batch!(),
    ") RETURNING message_id"
);

pub struct Recalls;

impl Category for Recalls {
    fn about(&self) -> &About {
        &About {
            name: "recalls",
            tables: &["recalls"],
            retention: "until a week after the patient has come back or a day after they decline or are given up, and at most 90 days after they were asked, or half a year after they should have been, if they have not booked",
            identifies_visitors: true,
        }
    }

    fn export<'a>(&'a self, connection: &'a mut AnyConnection, records: &'a PersonRecords) -> Pending<'a, Vec<Value>> {
        Box::pin(export_rows(connection, "recalls", "id", "due_day, id", &records.recalls))
    }

    fn erase<'a>(&'a self, connection: &'a mut AnyConnection, records: &'a PersonRecords) -> Pending<'a, Erased> {
        Box::pin(async move {
            let statement = "DELETE FROM recalls WHERE id IN (IDS) RETURNING id";
            let deleted = execute_for_ids(connection, statement, &records.recalls).await?;
            delete_messages(connection, &deleted).await
        })
    }

    fn purge_batch<'a>(&'a self, connection: &'a mut AnyConnection, now: Timestamp) -> Pending<'a, Erased> {
        Box::pin(async move {
            let mut ids: Vec<String> = sqlx::query_scalar(DELETE_UNANSWERED)
                .bind((now - RETENTION).as_millisecond())
                .fetch_all(&mut *connection)
                .await?;
            let unasked: Vec<String> = sqlx::query_scalar(DELETE_UNASKED)
                .bind(clinic_time::day_number(now - RETENTION_UNASKED))
                .fetch_all(&mut *connection)
                .await?;
            ids.extend(unasked);
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
                .bind((now - RETENTION_AFTER_END).as_millisecond())
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
    let messages = format!("DELETE FROM outbox WHERE kind = '{RECALL}' AND record_key IN (IDS) RETURNING message_id");
    Ok(Erased { records: ids.len() as u64, message_ids: execute_for_ids(connection, &messages, ids).await? })
}
