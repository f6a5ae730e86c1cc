//! Patients who want an earlier time: with the name, phone number, email address and note of those who have no visit.

use jiff::Timestamp;
use serde_json::Value;
use sqlx::AnyConnection;

use super::exported_row::export_rows;
use super::{About, Category, Erased, Pending, PersonRecords, batch};
use crate::StoreError;
use crate::booking::ENDED_KEPT;
use clinic_rules::clinic_time;

/// A visit that has begun is over a day later, also when somebody undoes what was pressed.
const DELETE_OVER: &str = concat!(
    "DELETE FROM earlier_times WHERE id IN (SELECT id FROM earlier_times
       WHERE ended_at < $1 OR last_day < $2
         OR (visit_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM appointments
               WHERE appointments.id = earlier_times.id AND starts_at >= $1)) LIMIT ",
    batch!(),
    ")"
);

pub struct EarlierTimes;

impl Category for EarlierTimes {
    fn about(&self) -> &About {
        &About {
            name: "earlier times",
            tables: &["earlier_times"],
            retention: "until the patient no longer wants an earlier time, the visit has begun, or the last day on which a patient without a visit can come, at most 60 days ahead; and a day more",
            identifies_visitors: true,
        }
    }

    fn export<'a>(&'a self, connection: &'a mut AnyConnection, records: &'a PersonRecords) -> Pending<'a, Vec<Value>> {
        Box::pin(export_rows(connection, "earlier_times", "id", "added_at, id", ids(records)))
    }

    fn erase<'a>(&'a self, connection: &'a mut AnyConnection, records: &'a PersonRecords) -> Pending<'a, Erased> {
        Box::pin(async move {
            let mut erased = Erased::default();
            for id in ids(records) {
                let deleted = sqlx::query("DELETE FROM earlier_times WHERE id = $1 OR given = $1").bind(id);
                erased.records += deleted.execute(&mut *connection).await?.rows_affected();
            }
            Ok(erased)
        })
    }

    fn purge_batch<'a>(&'a self, connection: &'a mut AnyConnection, now: Timestamp) -> Pending<'a, Erased> {
        Box::pin(async move {
            let deleted = sqlx::query(DELETE_OVER)
                .bind((now - ENDED_KEPT).as_millisecond())
                .bind(clinic_time::day_number(now))
                .execute(connection)
                .await
                .map_err(StoreError::from)?;
            Ok(Erased { records: deleted.rows_affected(), ..Erased::default() })
        })
    }
}

/// Those of the person's visits have the ids of the visits.
fn ids(records: &PersonRecords) -> impl Iterator<Item = &String> {
    records.earlier_times.iter().chain(&records.appointments)
}
