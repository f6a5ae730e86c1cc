//! Emails to a person. The feature that queued an email deletes it together with the record it belongs to.

use jiff::Timestamp;
use serde_json::{Value, json};
use sqlx::{AnyConnection, Row};

use super::{Category, Erased, Pending, has_rows_until};
use crate::store::to_time;

pub struct OutboxMessages;

impl Category for OutboxMessages {
    fn name(&self) -> &'static str {
        "emails"
    }

    fn tables(&self) -> &'static [&'static str] {
        &["outbox"]
    }

    fn retention(&self) -> &'static str {
        "as long as the record that the email belongs to"
    }

    fn identifies_visitors(&self) -> bool {
        true
    }

    fn export<'a>(&'a self, connection: &'a mut AnyConnection, person: &'a str) -> Pending<'a, Vec<Value>> {
        Box::pin(async move {
            let statement =
                "SELECT kind, address, state, queued_at FROM outbox WHERE person = $1 ORDER BY queued_at, id";
            let rows = sqlx::query(statement).bind(person).fetch_all(connection).await?;
            rows.iter()
                .map(|row| {
                    Ok(json!({
                        "kind": row.try_get::<String, _>("kind")?,
                        "address": row.try_get::<String, _>("address")?,
                        "state": row.try_get::<String, _>("state")?,
                        "queued_at": to_time(row.try_get("queued_at")?)?,
                    }))
                })
                .collect()
        })
    }

    fn erase<'a>(&'a self, connection: &'a mut AnyConnection, person: &'a str) -> Pending<'a, Erased> {
        Box::pin(async move {
            let statement = "DELETE FROM outbox WHERE person = $1 RETURNING message_id";
            let message_ids: Vec<String> = sqlx::query_scalar(statement).bind(person).fetch_all(connection).await?;
            Ok(Erased { records: message_ids.len() as u64, message_ids })
        })
    }

    fn has_data_until<'a>(
        &'a self,
        connection: &'a mut AnyConnection,
        person: &'a str,
        time: Timestamp,
    ) -> Pending<'a, bool> {
        let statement = "SELECT COUNT(*) FROM outbox WHERE person = $1 AND queued_at <= $2";
        Box::pin(has_rows_until(connection, statement, person, time))
    }
}
