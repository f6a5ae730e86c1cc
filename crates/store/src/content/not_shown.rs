//! Instances that do not show the published revision, and why. The desk of every instance names all of them.

use std::time::Duration;

use jiff::Timestamp;
use sqlx::Row;

use crate::{Store, StoreError, to_time};

/// How often an instance has to report again.
pub const REPORT_INTERVAL: Duration = Duration::from_mins(1);
/// An instance that has not reported for this long has ended. Longer than a write waits for a busy database.
const EXPIRY: Duration = Duration::from_mins(3);

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotShown {
    pub instance: String,
    /// The revision that cannot be shown.
    pub revision: i64,
    /// What visitors see instead.
    pub explanation: String,
    pub problems: Vec<String>,
    pub since: Timestamp,
}

impl Store {
    /// Reports that an instance does not show the published revision. To be repeated after `REPORT_INTERVAL`.
    pub async fn report_not_shown(&self, report: &NotShown, now: Timestamp) -> Result<(), StoreError> {
        let now = self.time_of_reports(now).await?;
        self.transaction(async |mut tx| {
            sqlx::query("DELETE FROM content_not_shown WHERE reported_at < $1")
                .bind(oldest(now).as_millisecond())
                .execute(&mut *tx)
                .await?;
            sqlx::query(
                "INSERT INTO content_not_shown (instance, revision, explanation, problems, since, reported_at)
                 VALUES ($1, $2, $3, $4, $5, $6)
                 ON CONFLICT (instance) DO UPDATE SET revision = excluded.revision, explanation = excluded.explanation,
                     problems = excluded.problems, since = excluded.since, reported_at = excluded.reported_at",
            )
            .bind(&report.instance)
            .bind(report.revision)
            .bind(&report.explanation)
            .bind(report.problems.join("\n"))
            .bind(report.since.as_millisecond())
            .bind(now.as_millisecond())
            .execute(&mut *tx)
            .await?;
            Ok(())
        })
        .await
    }

    /// Reports that an instance shows the published revision again.
    pub async fn report_shown(&self, instance: &str) -> Result<(), StoreError> {
        self.transaction(async |mut tx| {
            let statement = "DELETE FROM content_not_shown WHERE instance = $1";
            sqlx::query(statement).bind(instance).execute(&mut *tx).await?;
            Ok(())
        })
        .await
    }

    /// The instances that do not show the published revision, by name.
    pub async fn not_shown(&self, now: Timestamp) -> Result<Vec<NotShown>, StoreError> {
        let now = self.time_of_reports(now).await?;
        self.read(async |mut connection| {
            let statement = "SELECT instance, revision, explanation, problems, since FROM content_not_shown
                 WHERE reported_at >= $1";
            let rows = sqlx::query(statement).bind(oldest(now).as_millisecond()).fetch_all(&mut *connection).await?;
            let mut reports = rows
                .iter()
                .map(|row| {
                    let problems: String = row.try_get("problems")?;
                    Ok(NotShown {
                        instance: row.try_get("instance")?,
                        revision: row.try_get("revision")?,
                        explanation: row.try_get("explanation")?,
                        problems: problems.lines().map(str::to_owned).collect(),
                        since: to_time(row.try_get("since")?)?,
                    })
                })
                .collect::<Result<Vec<_>, StoreError>>()?;
            reports.sort_by(|a, b| a.instance.cmp(&b.instance));
            Ok(reports)
        })
        .await
    }

    /// The clocks of the instances may differ by more than the expiry.
    pub(super) async fn time_of_reports(&self, now: Timestamp) -> Result<Timestamp, StoreError> {
        Ok(self.server_time().await?.unwrap_or(now))
    }
}

fn oldest(now: Timestamp) -> Timestamp {
    now - EXPIRY
}
