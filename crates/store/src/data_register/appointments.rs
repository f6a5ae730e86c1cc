//! Appointments with the name, phone number, email address and note of the patient, and the emails about them.

use std::time::Duration;

use jiff::Timestamp;
use serde_json::Value;
use sqlx::AnyConnection;

use super::exported_row::export_rows;
use super::{About, Category, Erased, Pending, PersonRecords, batch, execute_for_ids};
use crate::StoreError;
use clinic_mail::message::APPOINTMENT;

/// After the visit.
const RETENTION: Duration = Duration::from_hours(90 * 24);

/// After a request has expired and its patient was told, so that a wrong press on "Told" can be undone. When nobody told them, after
/// the time that they asked for: until then they are in the list to tell. Anybody can send thousands of requests, and nothing needs them any more.
const RETENTION_EXPIRED: Duration = Duration::from_hours(30 * 24);

/// After the visit, when staff have never acknowledged it. Otherwise they are deleted at once.
const NETWORKS_KEPT: Duration = Duration::from_hours(24);

const DELETE_OLD: &str = concat!(
    "DELETE FROM appointments WHERE id IN (SELECT id FROM appointments WHERE starts_at < $1 LIMIT ",
    batch!(),
    ") RETURNING id"
);
const DELETE_EXPIRED: &str = concat!(
    "DELETE FROM appointments WHERE id IN (
       SELECT id FROM appointments WHERE expired_at < $1
         AND ((untold IS NULL AND (phoned_at IS NULL OR phoned_at < $1)) OR starts_at < $1) LIMIT ",
    batch!(),
    ") RETURNING id"
);
const DELETE_OLD_BLOCKED_TIMES: &str = concat!(
    "DELETE FROM blocked_times WHERE id IN (SELECT id FROM blocked_times WHERE starts_at < $1 LIMIT ",
    batch!(),
    ") RETURNING id"
);
const DELETE_TICKS: &str = "DELETE FROM chair_ticks WHERE held_by IN (IDS)";

pub struct Appointments;

impl Category for Appointments {
    fn about(&self) -> &About {
        &About {
            name: "appointments",
            tables: &["appointments", "chair_ticks"],
            retention: "90 days after the visit; a request that nobody answered 30 days after it expired and the patient was told, and 30 days after the time that was asked for at the latest; the hash of the network until staff have answered, and a day after the visit at the latest",
            identifies_visitors: true,
        }
    }

    fn export<'a>(&'a self, connection: &'a mut AnyConnection, records: &'a PersonRecords) -> Pending<'a, Vec<Value>> {
        Box::pin(export_rows(connection, "appointments", "id", "starts_at, id", &records.appointments))
    }

    fn erase<'a>(&'a self, connection: &'a mut AnyConnection, records: &'a PersonRecords) -> Pending<'a, Erased> {
        Box::pin(async move {
            let statement = "DELETE FROM appointments WHERE id IN (IDS) RETURNING id";
            let deleted = execute_for_ids(connection, statement, &records.appointments).await?;
            delete_what_belongs_to(connection, &deleted).await
        })
    }

    fn purge_batch<'a>(&'a self, connection: &'a mut AnyConnection, now: Timestamp) -> Pending<'a, Erased> {
        Box::pin(async move {
            let before = (now - RETENTION).as_millisecond();
            delete_old_blocked_times(connection, before).await?;
            delete_networks(connection, (now - NETWORKS_KEPT).as_millisecond()).await?;
            let expired_before = (now - RETENTION_EXPIRED).as_millisecond();
            let mut ids: Vec<String> =
                sqlx::query_scalar(DELETE_EXPIRED).bind(expired_before).fetch_all(&mut *connection).await?;
            ids.extend(sqlx::query_scalar::<_, String>(DELETE_OLD).bind(before).fetch_all(&mut *connection).await?);
            delete_what_belongs_to(connection, &ids).await
        })
    }
}

/// The hashes of the networks from which appointments were requested limit what strangers hold of the time to come.
async fn delete_networks(connection: &mut AnyConnection, before: i64) -> Result<(), StoreError> {
    sqlx::query(
        "UPDATE appointments SET network = NULL, wider_network = NULL, widest_network = NULL
         WHERE starts_at < $1 AND network IS NOT NULL",
    )
    .bind(before)
    .execute(connection)
    .await?;
    Ok(())
}

/// They are no personal data, but nothing needs them any more.
async fn delete_old_blocked_times(connection: &mut AnyConnection, before: i64) -> Result<(), StoreError> {
    let ids: Vec<String> =
        sqlx::query_scalar(DELETE_OLD_BLOCKED_TIMES).bind(before).fetch_all(&mut *connection).await?;
    execute_for_ids(connection, DELETE_TICKS, &ids).await?;
    Ok(())
}

/// Frees the chairs and deletes the emails of deleted appointments.
async fn delete_what_belongs_to(connection: &mut AnyConnection, ids: &[String]) -> Result<Erased, StoreError> {
    execute_for_ids(connection, DELETE_TICKS, ids).await?;
    let messages =
        format!("DELETE FROM outbox WHERE kind = '{APPOINTMENT}' AND record_key IN (IDS) RETURNING message_id");
    Ok(Erased { records: ids.len() as u64, message_ids: execute_for_ids(connection, &messages, ids).await? })
}
