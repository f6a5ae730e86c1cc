//! Visits in figures: how many were booked, came, were missed and cancelled, by day, service and source. Only counts, nothing about
//! people. Visits are counted as long as they are kept.

use sqlx::Row;
use sqlx::any::AnyRow;

use crate::{Store, StoreError};
use clinic_rules::booking::Source;

/// The visits of a day for one service that came about in the same way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VisitGroup {
    /// In clinic time, as a day number.
    pub day: i64,
    pub service: String,
    pub title: String,
    pub source: Source,
    pub counts: VisitCounts,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct VisitCounts {
    /// All of them, whatever became of them, without requests that nobody answered and those without a time.
    pub booked: u64,
    pub came: u64,
    pub missed: u64,
    pub cancelled: u64,
    /// Of those who came: the same patient was here before.
    pub returning: u64,
    /// Of those who came or were missed: the patient was reminded.
    pub reminded: u64,
    /// Of the missed ones: the patient was reminded.
    pub missed_reminded: u64,
    /// Booked ahead and not cancelled: how many, and the days between booking and visit of all of them together.
    pub ahead: u64,
    pub waiting_days: u64,
}

impl std::ops::AddAssign for VisitCounts {
    fn add_assign(&mut self, other: Self) {
        self.booked += other.booked;
        self.came += other.came;
        self.missed += other.missed;
        self.cancelled += other.cancelled;
        self.returning += other.returning;
        self.reminded += other.reminded;
        self.missed_reminded += other.missed_reminded;
        self.ahead += other.ahead;
        self.waiting_days += other.waiting_days;
    }
}

/// A patient is known by phone number and name, because families share phones. Clinic time is one hour (3600000 ms) ahead of UTC.
const COUNT: &str = "
    SELECT day, service, MAX(title) AS title, source, COUNT(*) AS booked,
        CAST(SUM(came) AS BIGINT) AS came,
        CAST(SUM(missed) AS BIGINT) AS missed,
        CAST(SUM(cancelled) AS BIGINT) AS cancelled,
        CAST(SUM(came * known) AS BIGINT) AS came_again,
        CAST(SUM((came + missed) * reminded) AS BIGINT) AS reminded,
        CAST(SUM(missed * reminded) AS BIGINT) AS missed_reminded,
        CAST(SUM(ahead) AS BIGINT) AS ahead,
        CAST(SUM(ahead * waiting_days) AS BIGINT) AS waiting_days
    FROM (
        SELECT day, service, title, source,
            CASE WHEN state IN ('arrived', 'done') THEN 1 ELSE 0 END AS came,
            CASE WHEN state = 'missed' THEN 1 ELSE 0 END AS missed,
            CASE WHEN state = 'cancelled' THEN 1 ELSE 0 END AS cancelled,
            CASE WHEN EXISTS (
                    SELECT 1 FROM appointments AS earlier
                    WHERE earlier.phone_person = visit.phone_person AND earlier.name_key = visit.name_key
                        AND earlier.starts_at < visit.starts_at AND earlier.state IN ('arrived', 'done'))
                OR EXISTS (
                    SELECT 1 FROM recalls
                    WHERE recalls.phone_person = visit.phone_person AND recalls.name_key = visit.name_key
                        AND recalls.agreed_at < visit.starts_at)
                THEN 1 ELSE 0 END AS known,
            CASE WHEN reminded_at IS NOT NULL OR (reminder > 0 AND email_failed = 0) THEN 1 ELSE 0 END AS reminded,
            CASE WHEN source <> 'walk-in' AND state <> 'cancelled' THEN 1 ELSE 0 END AS ahead,
            CASE WHEN created_at < starts_at THEN day - (created_at + 3600000) / 86400000 ELSE 0 END AS waiting_days
        FROM appointments AS visit
        WHERE day >= $1 AND day <= $2 AND expired_at IS NULL AND state <> 'waiting'
    ) AS visits
    GROUP BY day, service, source ORDER BY day, service, source";

impl Store {
    /// The visits of the days from `first` to `last`, both included, in groups.
    pub async fn visit_counts(&self, first: i64, last: i64) -> Result<Vec<VisitGroup>, StoreError> {
        self.read(async |mut connection| {
            let rows = sqlx::query(COUNT).bind(first).bind(last).fetch_all(&mut *connection).await?;
            rows.iter().map(to_group).collect()
        })
        .await
    }
}

fn to_group(row: &AnyRow) -> Result<VisitGroup, StoreError> {
    let count = |column: &str| row.try_get::<i64, _>(column).map(i64::unsigned_abs);
    let source: String = row.try_get("source")?;
    Ok(VisitGroup {
        day: row.try_get("day")?,
        service: row.try_get("service")?,
        title: row.try_get("title")?,
        source: source.parse().map_err(|_| StoreError::Corrupt("an appointment of an unknown source"))?,
        counts: VisitCounts {
            booked: count("booked")?,
            came: count("came")?,
            missed: count("missed")?,
            cancelled: count("cancelled")?,
            returning: count("came_again")?,
            reminded: count("reminded")?,
            missed_reminded: count("missed_reminded")?,
            ahead: count("ahead")?,
            waiting_days: count("waiting_days")?,
        },
    })
}
