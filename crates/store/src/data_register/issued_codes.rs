//! Issued discount codes with the address of their holder. Only a count per day remains after erasure, so that erasing
//! a person does not change the statistics of the past.

use std::collections::BTreeMap;
use std::time::Duration;

use jiff::Timestamp;
use serde_json::Value;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

use super::exported_row::export_rows;
use super::{About, Category, Erased, Pending, PersonRecords, batch, execute_for_ids};
use crate::{StoreError, to_time};
use clinic_rules::clinic_time;

/// After a code expired, was used or was cancelled.
const RETENTION: Duration = Duration::from_hours(90 * 24);

const DELETE_EXPIRED: &str = concat!(
    "DELETE FROM claims WHERE person IN (
       SELECT person FROM claims WHERE COALESCE(redeemed_at, void_at, valid_until) < $1 LIMIT ",
    batch!(),
    ") RETURNING person, code, issued_at, redeemed_at"
);
const DELETE_OF_PERSON: &str = "DELETE FROM claims WHERE person = $1 RETURNING person, code, issued_at, redeemed_at";

pub struct IssuedCodes;

impl Category for IssuedCodes {
    fn about(&self) -> &About {
        &About {
            name: "discount codes",
            tables: &["claims", "erased_claims"],
            retention: "90 days after the code expired, was used or was cancelled",
            identifies_visitors: true,
        }
    }

    fn export<'a>(&'a self, connection: &'a mut AnyConnection, records: &'a PersonRecords) -> Pending<'a, Vec<Value>> {
        Box::pin(export_rows(connection, "claims", "person", "issued_at", &records.code_keys))
    }

    fn erase<'a>(&'a self, connection: &'a mut AnyConnection, records: &'a PersonRecords) -> Pending<'a, Erased> {
        Box::pin(async move {
            let mut erased = Erased::default();
            for person in &records.code_keys {
                let deleted = sqlx::query(DELETE_OF_PERSON).bind(person).fetch_all(&mut *connection).await?;
                count_erased(connection, &deleted).await?;
                erased.records += deleted.len() as u64;
                let codes = column(&deleted, "code")?;
                erased.message_ids.extend(delete_messages(connection, "record_key", &codes).await?);
            }
            Ok(erased)
        })
    }

    fn purge_batch<'a>(&'a self, connection: &'a mut AnyConnection, now: Timestamp) -> Pending<'a, Erased> {
        Box::pin(async move {
            let before = (now - RETENTION).as_millisecond();
            let deleted = sqlx::query(DELETE_EXPIRED).bind(before).fetch_all(&mut *connection).await?;
            count_erased(connection, &deleted).await?;
            let people = column(&deleted, "person")?;
            // By person: they may have got emails with an earlier code as well. By code: it may have been sent to a
            // mistyped address first, whose person has no code.
            let mut message_ids = delete_messages(connection, "person", &people).await?;
            message_ids.extend(delete_messages(connection, "record_key", &column(&deleted, "code")?).await?);
            // The games of these people are kept without them, for the statistics.
            let unlink = "UPDATE plays SET claimed_by = NULL WHERE claimed_by IN (IDS)";
            execute_for_ids(connection, unlink, &people).await?;
            Ok(Erased { records: people.len() as u64, message_ids })
        })
    }
}

fn column(rows: &[AnyRow], name: &str) -> Result<Vec<String>, StoreError> {
    rows.iter().map(|row| Ok(row.try_get(name)?)).collect()
}

/// Deletes the emails whose column has one of these values.
async fn delete_messages(
    connection: &mut AnyConnection,
    column: &'static str,
    values: &[String],
) -> Result<Vec<String>, StoreError> {
    let statement = format!(
        "DELETE FROM outbox WHERE kind IN ('discount-code', 'code-used') AND {column} IN (IDS) RETURNING message_id"
    );
    execute_for_ids(connection, &statement, values).await
}

/// Adds deleted codes to the counts of their days.
async fn count_erased(connection: &mut AnyConnection, deleted: &[AnyRow]) -> Result<(), StoreError> {
    // In the order of the days, so that two transactions cannot deadlock.
    let mut days = BTreeMap::<i64, (i64, i64)>::new();
    for row in deleted {
        days.entry(clinic_time::day_number(to_time(row.try_get("issued_at")?)?)).or_default().0 += 1;
        if let Some(redeemed_at) = row.try_get::<Option<i64>, _>("redeemed_at")? {
            days.entry(clinic_time::day_number(to_time(redeemed_at)?)).or_default().1 += 1;
        }
    }
    for (day, (claimed, redeemed)) in days {
        sqlx::query(
            "INSERT INTO erased_claims (day, claimed, redeemed) VALUES ($1, $2, $3)
             ON CONFLICT (day) DO UPDATE SET claimed = erased_claims.claimed + excluded.claimed,
               redeemed = erased_claims.redeemed + excluded.redeemed",
        )
        .bind(day)
        .bind(claimed)
        .bind(redeemed)
        .execute(&mut *connection)
        .await?;
    }
    Ok(())
}
