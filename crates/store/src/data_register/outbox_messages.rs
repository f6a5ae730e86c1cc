//! Emails to a person. The feature that queued an email deletes it together with the record it belongs to.

use serde_json::Value;
use sqlx::AnyConnection;

use super::exported_row::export_rows;
use super::{About, Category, Erased, Pending, PersonRecords};

const ORDER: &str = "queued_at, id";
const OF_APPOINTMENTS: &str = "(SELECT * FROM outbox WHERE kind = 'appointment') AS emails";
const OF_RECALLS: &str = "(SELECT * FROM outbox WHERE kind = 'recall') AS emails";
/// The emails that belong to a code, and not to an appointment of somebody with the same address.
const OF_CODES: &str = "(SELECT * FROM outbox WHERE kind IN ('discount-code', 'code-used')) AS emails";
const DELETE_OF_CODES: &str =
    "DELETE FROM outbox WHERE person = $1 AND kind IN ('discount-code', 'code-used') RETURNING message_id";

pub struct OutboxMessages;

impl Category for OutboxMessages {
    fn about(&self) -> &About {
        &About {
            name: "emails",
            tables: &["outbox"],
            retention: "as long as the record that the email belongs to",
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
}
