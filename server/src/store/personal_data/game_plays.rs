//! Finished games. A game is linked to a person only while that person has a code.

use std::time::Duration;

use jiff::Timestamp;
use serde_json::{Value, json};
use sqlx::{AnyConnection, Row};

use super::{Category, Erased, Pending, delete_batch_before, delete_before};
use crate::store::to_time;

/// Two years let the owner compare one season with the same season of the year before.
const RETENTION: Duration = Duration::from_hours(2 * 366 * 24);

pub struct GamePlays;

impl Category for GamePlays {
    fn name(&self) -> &'static str {
        "games"
    }

    fn tables(&self) -> &'static [&'static str] {
        &["plays"]
    }

    fn retention(&self) -> &'static str {
        "2 years; the link to a person is removed with their discount code"
    }

    fn identifies_visitors(&self) -> bool {
        true
    }

    fn export<'a>(&'a self, connection: &'a mut AnyConnection, person: &'a str) -> Pending<'a, Vec<Value>> {
        Box::pin(async move {
            let statement = "SELECT finished_at, found, total FROM plays WHERE claimed_by = $1 ORDER BY finished_at";
            let rows = sqlx::query(statement).bind(person).fetch_all(connection).await?;
            rows.iter()
                .map(|row| {
                    Ok(json!({
                        "finished_at": to_time(row.try_get("finished_at")?)?,
                        "found": row.try_get::<i64, _>("found")?,
                        "total": row.try_get::<i64, _>("total")?,
                    }))
                })
                .collect()
        })
    }

    fn erase<'a>(&'a self, connection: &'a mut AnyConnection, person: &'a str) -> Pending<'a, Erased> {
        Box::pin(async move {
            let statement = "UPDATE plays SET claimed_by = NULL WHERE claimed_by = $1";
            let unlinked = sqlx::query(statement).bind(person).execute(connection).await?;
            Ok(Erased { records: unlinked.rows_affected(), ..Erased::default() })
        })
    }

    fn purge_batch<'a>(&'a self, connection: &'a mut AnyConnection, now: Timestamp) -> Pending<'a, Erased> {
        Box::pin(delete_before(connection, delete_batch_before!("plays", "id", "finished_at"), now - RETENTION))
    }
}
