//! Emails to a person. The feature that queued an email deletes it together with the record it belongs to. Invitations of
//! colleagues belong to a link that is in another table, so the purge deletes them.

use jiff::Timestamp;
use serde_json::Value;
use sqlx::AnyConnection;

use super::exported_row::export_rows;
use super::{About, Category, Erased, Pending, PersonRecords, batch};

const ORDER: &str = "queued_at, id";
const OF_APPOINTMENTS: &str = "(SELECT * FROM outbox WHERE kind = 'appointment') AS emails";
const OF_RECALLS: &str = "(SELECT * FROM outbox WHERE kind = 'recall') AS emails";
/// The emails that belong to a code, and not to an appointment of somebody with the same address.
const OF_CODES: &str = "(SELECT * FROM outbox WHERE kind IN ('discount-code', 'code-used')) AS emails";
const DELETE_OF_CODES: &str =
    "DELETE FROM outbox WHERE person = $1 AND kind IN ('discount-code', 'code-used') RETURNING message_id";

/// One that is being sent now stays until the next purge.
const DELETE_ENDED_INVITATIONS: &str = concat!(
    "DELETE FROM outbox WHERE id IN (SELECT id FROM outbox WHERE kind = 'staff-invitation' AND lease_until <= $1
       AND NOT EXISTS (SELECT 1 FROM password_resets
                       WHERE password_resets.token_hash = outbox.record_key AND password_resets.expires_at > $1)
     LIMIT ",
    batch!(),
    ") RETURNING message_id"
);

pub struct OutboxMessages;

impl Category for OutboxMessages {
    fn about(&self) -> &About {
        &About {
            name: "emails",
            tables: &["outbox"],
            retention: "as long as the record that the email belongs to; an invitation of a colleague as long as its link works",
            identifies_visitors: true,
        }
    }

    fn export<'a>(&'a self, connection: &'a mut AnyConnection, records: &'a PersonRecords) -> Pending<'a, Vec<Value>> {
        Box::pin(async move {
            let mut emails =
                export_rows(connection, OF_APPOINTMENTS, "record_key", ORDER, &records.appointments).await?;
            emails.extend(export_rows(connection, OF_RECALLS, "record_key", ORDER, &records.recalls).await?);
            emails.extend(export_rows(connection, OF_CODES, "person", ORDER, &records.code_keys).await?);
            Ok(emails)
        })
    }

    /// Those about appointments and recalls are deleted with them.
    fn erase<'a>(&'a self, connection: &'a mut AnyConnection, records: &'a PersonRecords) -> Pending<'a, Erased> {
        Box::pin(async move {
            let mut message_ids = Vec::new();
            for key in &records.code_keys {
                let deleted: Vec<String> =
                    sqlx::query_scalar(DELETE_OF_CODES).bind(key).fetch_all(&mut *connection).await?;
                message_ids.extend(deleted);
            }
            Ok(Erased { records: message_ids.len() as u64, message_ids })
        })
    }

    fn purge_batch<'a>(&'a self, connection: &'a mut AnyConnection, now: Timestamp) -> Pending<'a, Erased> {
        Box::pin(async move {
            let message_ids: Vec<String> =
                sqlx::query_scalar(DELETE_ENDED_INVITATIONS).bind(now.as_millisecond()).fetch_all(connection).await?;
            Ok(Erased { records: message_ids.len() as u64, message_ids })
        })
    }
}
