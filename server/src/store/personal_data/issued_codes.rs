//! Issued discount codes with the address of their holder. Only a count per day remains after erasure, so that erasing
//! a person does not change the statistics of the past.

use std::time::Duration;

use jiff::Timestamp;
use serde_json::{Value, json};
use sqlx::{AnyConnection, Row};

use super::{Category, Erased, Pending};
use crate::store::to_time;

/// After a code expired, was used or was cancelled.
const RETENTION: Duration = Duration::from_hours(90 * 24);

macro_rules! expired {
    () => {
        "COALESCE(redeemed_at, void_at, valid_until) < $1"
    };
}

/// Adds the codes that are about to be deleted to the counts of their days. Clinic time is one hour (3600000 ms) ahead
/// of UTC.
macro_rules! count_erased {
    ($condition:expr) => {
        [
            concat!(
                "INSERT INTO erased_claims (day, claimed)
                 SELECT (issued_at + 3600000) / 86400000, COUNT(*) FROM claims WHERE ",
                $condition,
                " GROUP BY 1 ON CONFLICT (day) DO UPDATE SET claimed = erased_claims.claimed + excluded.claimed"
            ),
            concat!(
                "INSERT INTO erased_claims (day, redeemed)
                 SELECT (redeemed_at + 3600000) / 86400000, COUNT(*) FROM claims WHERE redeemed_at IS NOT NULL AND ",
                $condition,
                " GROUP BY 1 ON CONFLICT (day) DO UPDATE SET redeemed = erased_claims.redeemed + excluded.redeemed"
            ),
        ]
    };
}

/// By person: a person whose code expired may have got emails with an earlier code as well. By code: it may have been
/// sent to a mistyped address first, whose person has no code. That email also goes when its code was erased.
const DELETE_EXPIRED_MESSAGES: &str = concat!(
    "DELETE FROM outbox WHERE kind IN ('discount-code', 'code-used')
     AND (person IN (SELECT person FROM claims WHERE ",
    expired!(),
    ") OR record_key IN (SELECT code FROM claims WHERE ",
    expired!(),
    ") OR (NOT EXISTS (SELECT 1 FROM claims WHERE claims.person = outbox.person)
           AND NOT EXISTS (SELECT 1 FROM claims WHERE claims.code = outbox.record_key))) RETURNING message_id"
);
const UNLINK_EXPIRED_PLAYS: &str = concat!(
    "UPDATE plays SET claimed_by = NULL WHERE claimed_by IN (SELECT person FROM claims WHERE ",
    expired!(),
    ")"
);
const DELETE_EXPIRED: &str = concat!("DELETE FROM claims WHERE ", expired!());

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
            for statement in count_erased!("person = $1") {
                sqlx::query(statement).bind(person).execute(&mut *connection).await?;
            }
            let deleted = sqlx::query("DELETE FROM claims WHERE person = $1").bind(person).execute(connection).await?;
            Ok(Erased { records: deleted.rows_affected(), ..Erased::default() })
        })
    }

    fn purge<'a>(&'a self, connection: &'a mut AnyConnection, now: Timestamp) -> Pending<'a, Erased> {
        Box::pin(async move {
            let before = (now - RETENTION).as_millisecond();
            let message_ids =
                sqlx::query_scalar(DELETE_EXPIRED_MESSAGES).bind(before).fetch_all(&mut *connection).await?;
            sqlx::query(UNLINK_EXPIRED_PLAYS).bind(before).execute(&mut *connection).await?;
            for statement in count_erased!(expired!()) {
                sqlx::query(statement).bind(before).execute(&mut *connection).await?;
            }
            let deleted = sqlx::query(DELETE_EXPIRED).bind(before).execute(connection).await?;
            Ok(Erased { records: deleted.rows_affected(), message_ids })
        })
    }
}
