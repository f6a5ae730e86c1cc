//! Issued discount codes with the address of their holder. Only a count per day remains after erasure, so that erasing
//! a person does not change the statistics of the past.

use std::collections::BTreeMap;
use std::time::Duration;

use jiff::Timestamp;
use serde_json::{Value, json};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe, Row};

use super::{Category, Erased, Pending, batch, has_rows_until, placeholders};
use crate::clinic_time;
use crate::store::{StoreError, to_time};

/// After a code expired, was used or was cancelled.
const RETENTION: Duration = Duration::from_hours(90 * 24);

const DELETE_EXPIRED: &str = concat!(
    "DELETE FROM claims WHERE person IN (
       SELECT person FROM claims WHERE COALESCE(redeemed_at, void_at, valid_until) < $1 LIMIT ",
    batch!(),
    ") RETURNING person, issued_at, redeemed_at"
);
const DELETE_OF_PERSON: &str = "DELETE FROM claims WHERE person = $1 RETURNING person, issued_at, redeemed_at";

pub struct IssuedCodes;

impl Category for IssuedCodes {
    fn name(&self) -> &'static str {
        "discount codes"
    }

    fn tables(&self) -> &'static [&'static str] {
        &["claims", "erased_claims"]
    }

    fn retention(&self) -> &'static str {
        "90 days after the code expired, was used or was cancelled"
    }

    fn identifies_visitors(&self) -> bool {
        true
    }

    fn export<'a>(&'a self, connection: &'a mut AnyConnection, person: &'a str) -> Pending<'a, Vec<Value>> {
        Box::pin(async move {
            let statement = "SELECT code, address, issued_at, valid_until, redeemed_at, void_at FROM claims
                             WHERE person = $1 ORDER BY issued_at";
            let rows = sqlx::query(statement).bind(person).fetch_all(connection).await?;
            rows.iter()
                .map(|row| {
                    let time = |column| row.try_get::<Option<i64>, _>(column)?.map(to_time).transpose();
                    Ok(json!({
                        "code": row.try_get::<String, _>("code")?,
                        "address": row.try_get::<String, _>("address")?,
                        "issued_at": time("issued_at")?,
                        "valid_until": time("valid_until")?,
                        "redeemed_at": time("redeemed_at")?,
                        "cancelled_at": time("void_at")?,
                    }))
                })
                .collect()
        })
    }

    fn erase<'a>(&'a self, connection: &'a mut AnyConnection, person: &'a str) -> Pending<'a, Erased> {
        Box::pin(async move {
            let deleted = sqlx::query(DELETE_OF_PERSON).bind(person).fetch_all(&mut *connection).await?;
            count_erased(connection, &deleted).await?;
            Ok(Erased { records: deleted.len() as u64, ..Erased::default() })
        })
    }

    fn has_data_until<'a>(
        &'a self,
        connection: &'a mut AnyConnection,
        person: &'a str,
        time: Timestamp,
    ) -> Pending<'a, bool> {
        let statement = "SELECT COUNT(*) FROM claims WHERE person = $1 AND issued_at <= $2";
        Box::pin(has_rows_until(connection, statement, person, time))
    }

    fn purge_batch<'a>(&'a self, connection: &'a mut AnyConnection, now: Timestamp) -> Pending<'a, Erased> {
        Box::pin(async move {
            let before = (now - RETENTION).as_millisecond();
            let deleted = sqlx::query(DELETE_EXPIRED).bind(before).fetch_all(&mut *connection).await?;
            count_erased(connection, &deleted).await?;
            let people: Vec<String> = deleted.iter().map(|row| row.try_get("person")).collect::<Result<_, _>>()?;
            let message_ids = delete_what_belongs_to(connection, &people).await?;
            Ok(Erased { records: people.len() as u64, message_ids })
        })
    }
}

/// Deletes the emails of people whose code was deleted, also those with an earlier code, and unlinks their games.
async fn delete_what_belongs_to(connection: &mut AnyConnection, people: &[String]) -> Result<Vec<String>, StoreError> {
    if people.is_empty() {
        return Ok(Vec::new());
    }
    let list = placeholders(people.len(), |number| format!("${number}"));
    let delete_messages = format!(
        "DELETE FROM outbox WHERE kind IN ('discount-code', 'code-used') AND person IN ({list}) RETURNING message_id"
    );
    let unlink_plays = format!("UPDATE plays SET claimed_by = NULL WHERE claimed_by IN ({list})");
    let mut messages = sqlx::query_scalar(AssertSqlSafe(delete_messages)).persistent(false);
    let mut plays = sqlx::query(AssertSqlSafe(unlink_plays)).persistent(false);
    for person in people {
        messages = messages.bind(person);
        plays = plays.bind(person);
    }
    let message_ids = messages.fetch_all(&mut *connection).await?;
    plays.execute(connection).await?;
    Ok(message_ids)
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
