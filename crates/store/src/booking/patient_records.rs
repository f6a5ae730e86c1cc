//! Opening one patient's record, and finding one. Both count towards the limit of the account and are in the audit log.

use jiff::Timestamp;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe, Row};

use super::appointment::{self, Appointment};
use super::recalls::{RECALL_COLUMNS, Recall, to_recall};
use crate::staff::{
    OpenError, OpenRefused, RecordReader, appointment_record, count_opened, recall_record, search_record,
};
use crate::{DeskError, Store, StoreError, to_time};
use clinic_rules::booking::{AppointmentId, AppointmentState, MAX_FOUND, Reference, has_all_words};
use clinic_rules::person::PersonKey;

const COLUMNS: &str = "id, starts_at, state, name, brought_by, unacknowledged";
/// How many rows a search by name reads at once.
const ROWS_AT_ONCE: usize = 1_000;

/// Whom staff look for.
#[derive(Debug, Clone, Copy)]
pub enum PatientKey<'a> {
    Reference(Reference),
    Phone(&'a PersonKey),
    /// Words in lower case, of the patient's name or of the name of who brings them.
    Name(&'a [String]),
}

/// What a search shows.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FoundVisits {
    pub visits: Vec<Appointment>,
    /// Whether others match too.
    pub more: bool,
}

impl Store {
    /// Reads an appointment with the patient's name and phone number, which the audit log records.
    ///
    /// # Errors
    /// When it does not exist, or the account has reached a limit.
    pub async fn open_appointment(
        &self,
        id: &AppointmentId,
        reader: RecordReader<'_>,
    ) -> Result<Appointment, OpenError> {
        let records = [appointment_record(id.as_str())];
        self.transaction(async |mut tx| {
            let counted = count_opened(&mut tx, reader, &records).await?;
            if let Err(limit) = counted {
                tx.commit().await?;
                return Err(DeskError::Refused(limit.into()));
            }
            let appointment = appointment::find(&mut tx, id.as_str()).await?;
            let appointment = appointment.ok_or(DeskError::Refused(OpenRefused::Unknown))?;
            reader.actor.record(&mut tx, "open appointment", &appointment.reference).await?;
            Ok(appointment)
        })
        .await
    }

    /// Reads a recall with the patient's name and phone number, which the audit log records.
    ///
    /// # Errors
    /// When it does not exist, or the account has reached a limit.
    pub async fn open_recall(&self, id: &str, reader: RecordReader<'_>) -> Result<Recall, OpenError> {
        let records = [recall_record(id)];
        self.transaction(async |mut tx| {
            let counted = count_opened(&mut tx, reader, &records).await?;
            if let Err(limit) = counted {
                tx.commit().await?;
                return Err(DeskError::Refused(limit.into()));
            }
            let statement = format!("SELECT {RECALL_COLUMNS} FROM recalls WHERE id = $1 AND ended_at IS NULL");
            let row = sqlx::query(AssertSqlSafe(statement)).bind(id).fetch_optional(&mut *tx).await?;
            let recall = to_recall(&row.ok_or(DeskError::Refused(OpenRefused::Unknown))?)?;
            reader.actor.record(&mut tx, "open recall", id).await?;
            Ok(recall)
        })
        .await
    }

    /// Finds visits of a patient: those to come first, then the latest. Every one that is returned counts as opened. A search
    /// without a result counts as one record: otherwise anybody could be looked up without end, and the answer to an account that
    /// has reached its limit would tell who is a patient.
    ///
    /// # Errors
    /// When the account has reached a limit.
    pub async fn find_patient(&self, key: PatientKey<'_>, reader: RecordReader<'_>) -> Result<FoundVisits, OpenError> {
        let now = reader.actor.now;
        // Before the transaction: a search by name reads the whole table, and bookings would wait for it.
        let (found, more) = self.read(async |mut connection| first_matches(&mut connection, key, now).await).await?;
        self.transaction(async |mut tx| {
            let mut records: Vec<String> = found.iter().map(|visit| appointment_record(&visit.id)).collect();
            if records.is_empty() {
                records.push(search_record(reader.actor.random.bytes()));
            }
            let counted = count_opened(&mut tx, reader, &records).await?;
            if let Err(limit) = counted {
                tx.commit().await?;
                return Err(DeskError::Refused(limit.into()));
            }
            let mut visits = Vec::new();
            for visit in &found {
                visits.extend(appointment::find(&mut tx, &visit.id).await?);
            }
            if visits.is_empty() {
                reader.actor.record_hourly(&mut tx, "search patients", "nothing found").await?;
            } else {
                let references: Vec<&str> = visits.iter().map(|visit| visit.reference.as_str()).collect();
                reader.actor.record(&mut tx, "search patients", &references.join(", ")).await?;
            }
            Ok(FoundVisits { visits, more })
        })
        .await
    }
}

struct Match {
    id: String,
    starts_at: Timestamp,
    is_cancelled: bool,
    /// A request that staff have not answered. Anybody can make some with a patient's number.
    is_unacknowledged: bool,
}

impl Match {
    /// Visits to come first, those that staff know before requests, the next one before the others; then the latest; cancelled
    /// ones last.
    fn place(&self, now: Timestamp) -> (bool, bool, bool, u64) {
        let distance = self.starts_at.as_millisecond().abs_diff(now.as_millisecond());
        (self.is_cancelled, self.starts_at < now, self.is_unacknowledged, distance)
    }
}

/// The first matches in the order of `Match::place`, and whether there are more. Anybody can make thousands with one name or one
/// number, so they are never all in memory.
async fn first_matches(
    connection: &mut AnyConnection,
    key: PatientKey<'_>,
    now: Timestamp,
) -> Result<(Vec<Match>, bool), StoreError> {
    let mut first = match key {
        PatientKey::Reference(reference) => {
            let statement = format!("SELECT {COLUMNS} FROM appointments WHERE reference = $1");
            let row =
                sqlx::query(AssertSqlSafe(statement)).bind(reference.to_string()).fetch_optional(connection).await?;
            row.iter().map(to_match).collect::<Result<Vec<_>, _>>()?
        }
        PatientKey::Phone(phone) => {
            // The order of `Match::place`.
            let statement = format!(
                "SELECT {COLUMNS} FROM appointments WHERE phone_person = $1
                 ORDER BY CASE WHEN state = 'cancelled' THEN 1 ELSE 0 END, CASE WHEN starts_at < $2 THEN 1 ELSE 0 END,
                   unacknowledged, ABS(starts_at - $2) LIMIT {}",
                MAX_FOUND + 1
            );
            let query = sqlx::query(AssertSqlSafe(statement)).bind(phone.as_str()).bind(now.as_millisecond());
            query.fetch_all(connection).await?.iter().map(to_match).collect::<Result<Vec<_>, _>>()?
        }
        PatientKey::Name(words) => with_name(connection, words, now).await?,
    };
    let more = first.len() > MAX_FOUND;
    first.truncate(MAX_FOUND);
    Ok((first, more))
}

/// The first visits whose patient has all these words in the name, and one more. `has_all_words` decides, so rows are read part by
/// part, in the order of their ids.
async fn with_name(connection: &mut AnyConnection, words: &[String], now: Timestamp) -> Result<Vec<Match>, StoreError> {
    // The longest word alone, because the number of words varies. A word has no `%` or `_`.
    let longest = words.iter().max_by_key(|word| word.len()).map_or("", String::as_str);
    let statement = format!(
        "SELECT {COLUMNS} FROM appointments WHERE (name_key LIKE $1 OR brought_by IS NOT NULL) AND id > $2
         ORDER BY id LIMIT {ROWS_AT_ONCE}"
    );
    let (mut first, mut last_id) = (Vec::new(), String::new());
    loop {
        let query = sqlx::query(AssertSqlSafe(statement.clone())).bind(format!("%{longest}%")).bind(&last_id);
        let rows = query.fetch_all(&mut *connection).await?;
        for row in &rows {
            let brought_by = row.try_get::<Option<&str>, _>("brought_by")?;
            if has_all_words(row.try_get("name")?, words) || brought_by.is_some_and(|name| has_all_words(name, words)) {
                first.push(to_match(row)?);
            }
        }
        first.sort_by_key(|visit| visit.place(now));
        first.truncate(MAX_FOUND + 1);
        match rows.last() {
            Some(row) if rows.len() == ROWS_AT_ONCE => last_id = row.try_get("id")?,
            _ => return Ok(first),
        }
    }
}

fn to_match(row: &AnyRow) -> Result<Match, StoreError> {
    Ok(Match {
        id: row.try_get("id")?,
        starts_at: to_time(row.try_get("starts_at")?)?,
        is_cancelled: row.try_get::<&str, _>("state")? == AppointmentState::Cancelled.into_str(),
        is_unacknowledged: row.try_get::<i64, _>("unacknowledged")? != 0,
    })
}
