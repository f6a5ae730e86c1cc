//! Counting the patients' records that an account opens, and telling owners who reached the limit.

use std::time::Duration;

use data_encoding::BASE64URL_NOPAD;
use jiff::Timestamp;
use sqlx::{AnyConnection, Row};

use super::sessions::Session;
use crate::{Actor, DeskError, Store, StoreError, to_time};
use clinic_rules::staff::{OpenedRecord, RecordLimit, StaffName, check_record_limit, limit_reached};

/// What the limits need to know. Older rows are purged.
pub const RECORDS_KEPT: Duration = Duration::from_hours(24);
/// How long owners are told about a limit that they have not dismissed.
const NOTICE_SHOWN: Duration = Duration::from_hours(14 * 24);
const REACHED: &str = "reach record limit";

/// Who opens records, and in which session.
#[derive(Clone, Copy)]
pub struct RecordReader<'a> {
    pub session: &'a Session,
    pub actor: Actor<'a>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum OpenRefused {
    #[error("There is no such record any more. Please reload the list.")]
    Unknown,
    #[error(transparent)]
    Limit(#[from] RecordLimit),
}

pub type OpenError = DeskError<OpenRefused>;

/// An account reached a limit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordLimitNotice {
    pub name: String,
    pub at: Timestamp,
    /// As `RecordLimit::as_str` says it.
    pub limit: String,
    /// How often more records were asked for in the hour after `at`.
    pub times: u32,
}

/// The name under which an appointment is counted.
pub fn appointment_record(id: &str) -> String {
    format!("appointment {id}")
}

/// The name under which a recall is counted.
pub fn recall_record(id: &str) -> String {
    format!("recall {id}")
}

/// The name under which a patient of the earlier-time list is counted who has no visit.
pub fn earlier_time_record(id: &str) -> String {
    format!("earlier time {id}")
}

/// The name under which a search without a result is counted. It does not contain what was searched for, and each search has one
/// of its own.
pub fn search_record(random: [u8; 16]) -> String {
    format!("search {}", BASE64URL_NOPAD.encode(&random))
}

/// Counts records as opened by an account, in the transaction of the caller, who shows them only when this returned `Ok` and the
/// transaction was committed. When it did not, the caller commits as well: the audit log has who was refused.
pub async fn count_opened(
    connection: &mut AnyConnection,
    reader: RecordReader<'_>,
    records: &[String],
) -> Result<Result<(), RecordLimit>, StoreError> {
    let RecordReader { session, actor } = reader;
    let (account, now) = (session.name.key(), actor.now);
    // UPDATE instead of SELECT to lock the account: concurrent calls, also on another instance, count one after the other.
    sqlx::query("UPDATE staff SET last_seen = last_seen WHERE name_key = $1")
        .bind(&account)
        .execute(&mut *connection)
        .await?;
    let opened: Vec<OpenedRecord> =
        sqlx::query("SELECT record, opened_at FROM opened_records WHERE staff = $1 AND opened_at > $2")
            .bind(&account)
            .bind((now - RECORDS_KEPT).as_millisecond())
            .fetch_all(&mut *connection)
            .await?
            .iter()
            .map(|row| Ok(OpenedRecord { record: row.try_get("record")?, at: to_time(row.try_get("opened_at")?)? }))
            .collect::<Result<_, StoreError>>()?;
    let new = match check_record_limit(&opened, records, session.confirmed_at, now) {
        Ok(new) => new,
        Err(limit) => {
            actor.record_hourly(connection, REACHED, limit.as_str()).await?;
            return Ok(Err(limit));
        }
    };
    if let Some(limit) = limit_reached(&opened, &new, now) {
        actor.record_hourly(connection, REACHED, limit).await?;
    }
    for record in new {
        sqlx::query(
            "INSERT INTO opened_records (staff, record, opened_at) VALUES ($1, $2, $3)
             ON CONFLICT (staff, record) DO UPDATE SET opened_at = excluded.opened_at",
        )
        .bind(&account)
        .bind(record)
        .bind(now.as_millisecond())
        .execute(&mut *connection)
        .await?;
    }
    Ok(Ok(()))
}

impl Store {
    /// Counts a record that a change will show: a visit that is moved to a day on which names are shown.
    ///
    /// # Errors
    /// When a limit would be exceeded.
    pub async fn count_opened_record(&self, record: String, reader: RecordReader<'_>) -> Result<(), OpenError> {
        self.count_records(&[record], reader).await
    }

    /// Counts what a search has found before it is shown. One without a result counts as one record: otherwise anybody could be looked
    /// up without end.
    ///
    /// # Errors
    /// When a limit would be exceeded.
    pub async fn count_found_records(
        &self,
        mut records: Vec<String>,
        reader: RecordReader<'_>,
    ) -> Result<(), OpenError> {
        if records.is_empty() {
            records.push(search_record(reader.actor.random.bytes()));
        }
        self.count_records(&records, reader).await
    }

    async fn count_records(&self, records: &[String], reader: RecordReader<'_>) -> Result<(), OpenError> {
        self.transaction(async |mut tx| {
            let counted = count_opened(&mut tx, reader, records).await?;
            // Also when it is refused: owners are told of it.
            tx.commit().await?;
            counted.map_err(|limit| DeskError::Refused(limit.into()))
        })
        .await
    }

    /// Who reached a limit since this owner last dismissed the notice, the latest first.
    pub async fn record_limit_notices(
        &self,
        owner: &StaffName,
        now: Timestamp,
    ) -> Result<Vec<RecordLimitNotice>, StoreError> {
        self.read(async |mut connection| {
            sqlx::query(
                "SELECT audit.at, audit.actor, audit.subject, audit.times FROM audit
                 JOIN staff ON staff.name_key = $1
                 WHERE audit.at > $2 AND audit.at > staff.record_limits_read_at AND audit.action = $3
                 ORDER BY audit.at DESC, audit.id LIMIT 20",
            )
            .bind(owner.key())
            .bind((now - NOTICE_SHOWN).as_millisecond())
            .bind(REACHED)
            .fetch_all(&mut *connection)
            .await?
            .iter()
            .map(|row| {
                Ok(RecordLimitNotice {
                    name: row.try_get("actor")?,
                    at: to_time(row.try_get("at")?)?,
                    limit: row.try_get("subject")?,
                    times: u32::try_from(row.try_get::<i64, _>("times")?).unwrap_or(u32::MAX),
                })
            })
            .collect()
        })
        .await
    }

    /// This owner has read the notices up to a time.
    pub async fn dismiss_record_limit_notices(&self, owner: &StaffName, until: Timestamp) -> Result<(), StoreError> {
        self.transaction(async |mut tx| {
            sqlx::query(
                "UPDATE staff SET record_limits_read_at = $2 WHERE name_key = $1 AND record_limits_read_at < $2",
            )
            .bind(owner.key())
            .bind(until.as_millisecond())
            .execute(&mut *tx)
            .await?;
            Ok(())
        })
        .await
    }
}
