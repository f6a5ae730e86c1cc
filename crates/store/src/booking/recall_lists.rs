//! The lists of recalls at the desk, page by page, and queueing the emails of those that are due.

use jiff::Timestamp;
use jiff::civil::Date;
use sqlx::{AnyConnection, AssertSqlSafe, Row};

use super::appointment::readable;
use super::messages::BookingContext;
use super::recalls::{self, RECALL_COLUMNS, Recall, to_recall};
use super::visits_for_recalls::has_booked;
use crate::outbox::Lease;
use crate::{Store, StoreError, to_time};
use clinic_rules::booking::{SlotTime, name_key};
use clinic_rules::clinic_time;

/// How many recalls a page of a list has.
const PAGE: usize = 50;
/// How many emails are queued at a time. The others follow a minute later.
const MAX_EMAILS: i64 = 500;

/// A recall that is asked by email, `$1` being today. At most twice: somebody who books and cancels in the patient's name must
/// not have them mailed every day. After that, staff ask.
macro_rules! to_email {
    () => {
        concat!(
            "ended_at IS NULL AND due_day <= $1 AND asked_at IS NULL AND email IS NOT NULL AND email_failed = 0
             AND emails < 2 AND email_from_day <= $1 AND NOT ",
            has_booked!()
        )
    };
}

/// Which recalls a list has. Every recall is in exactly one of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RecallList {
    /// Not due yet, and the patient has no visit to come.
    Planned,
    /// To ask: nobody has asked the patient yet.
    ToAsk,
    /// Asked, without an answer so far.
    Asked,
    /// The patient has a visit to come, also before the recall is due.
    Booked,
    /// Staff have ended it, and can undo that.
    Ended,
}

/// Where the next page of a list begins: after this recall.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecallPosition {
    pub due: Date,
    pub id: String,
}

/// A recall in a list, with the visit that somebody has booked for the patient.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DueRecall {
    pub recall: Recall,
    pub visit: Option<MatchingVisit>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatchingVisit {
    pub starts_at: Timestamp,
    /// False for a visit under another name: a relative with the same phone, or the patient with another spelling.
    pub has_same_name: bool,
}

impl RecallList {
    /// `$1` is today.
    fn condition(self) -> &'static str {
        match self {
            Self::Planned => concat!("ended_at IS NULL AND due_day > $1 AND NOT ", has_booked!()),
            Self::ToAsk => {
                concat!("ended_at IS NULL AND due_day <= $1 AND asked_at IS NULL AND NOT ", has_booked!())
            }
            Self::Asked => {
                concat!("ended_at IS NULL AND due_day <= $1 AND asked_at IS NOT NULL AND NOT ", has_booked!())
            }
            Self::Booked => concat!("ended_at IS NULL AND ", has_booked!()),
            // The purge deletes them when a day has passed.
            Self::Ended => "ended_as IS NOT NULL AND ended_at >= ($1 - 1) * 86400000",
        }
    }
}

impl Store {
    /// One page of a list, the recall that has been due the longest first, and whether there are more.
    pub async fn recall_page(
        &self,
        list: RecallList,
        after: Option<&RecallPosition>,
        now: Timestamp,
    ) -> Result<(Vec<DueRecall>, bool), StoreError> {
        let today = today(now);
        let (due, id) = after.map_or((i64::MIN, ""), |it| (clinic_time::day_number_of_date(it.due), it.id.as_str()));
        let statement = format!(
            "SELECT {RECALL_COLUMNS} FROM recalls WHERE {} AND (due_day > $2 OR (due_day = $2 AND id > $3))
             ORDER BY due_day, id LIMIT {}",
            list.condition(),
            PAGE + 1
        );
        self.read(async |mut connection| {
            let rows = sqlx::query(AssertSqlSafe(statement.as_str()))
                .bind(today)
                .bind(due)
                .bind(id)
                .fetch_all(&mut *connection)
                .await?;
            let mut page = Vec::new();
            for row in rows.iter().take(PAGE) {
                let Some(recall) = readable(row, to_recall(row), "recall") else { continue };
                let visit = matching_visit(&mut connection, &recall, today).await?;
                page.push(DueRecall { recall, visit });
            }
            Ok((page, rows.len() > PAGE))
        })
        .await
    }

    /// How many recalls a list has.
    pub async fn count_recalls(&self, list: RecallList, now: Timestamp) -> Result<u32, StoreError> {
        let statement = format!("SELECT COUNT(*) FROM recalls WHERE {}", list.condition());
        self.read(async |mut connection| {
            let recalls: i64 = sqlx::query_scalar(AssertSqlSafe(statement.as_str()))
                .bind(today(now))
                .fetch_one(&mut *connection)
                .await?;
            Ok(u32::try_from(recalls).unwrap_or(u32::MAX))
        })
        .await
    }

    /// Queues the emails of the recalls that are due. Each is queued once, also by several instances.
    ///
    /// # Errors
    /// When the database does not answer. What was queued before stays queued.
    pub async fn queue_recalls(&self, context: BookingContext<'_>) -> Result<Vec<Lease>, StoreError> {
        const STATEMENT: &str = concat!("SELECT id FROM recalls WHERE ", to_email!(), " ORDER BY due_day, id LIMIT $2");
        let due: Vec<String> = self
            .read(async |mut connection| {
                let due = sqlx::query_scalar(STATEMENT).bind(today(context.now)).bind(MAX_EMAILS);
                Ok::<_, StoreError>(due.fetch_all(&mut *connection).await?)
            })
            .await?;
        let mut leases = Vec::new();
        for id in &due {
            let lease = self.transaction(async |mut tx| {
                let lease = match mark_emailed(&mut tx, id, context.now).await? {
                    Some(recall) => recalls::queue_message(&mut tx, &recall, context).await?,
                    None => None,
                };
                Ok::<_, StoreError>(lease)
            });
            match lease.await {
                // The others are asked nevertheless.
                Err(StoreError::Corrupt(what)) => tracing::error!(id, what, "a recall cannot be asked"),
                lease => leases.extend(lease?),
            }
        }
        Ok(leases)
    }
}

/// `None` when another instance was faster, or the patient is not to be asked any more.
async fn mark_emailed(connection: &mut AnyConnection, id: &str, now: Timestamp) -> Result<Option<Recall>, StoreError> {
    // Locked by a statement of its own. The next one then sees the visit of a patient who has booked until here: a statement
    // of PostgreSQL that waits for the row would look for it in what was stored before it waited.
    sqlx::query("UPDATE recalls SET emails = emails WHERE id = $1").bind(id).execute(&mut *connection).await?;
    let statement = format!(
        "UPDATE recalls SET asked_at = $2, emails = emails + 1 WHERE id = $3 AND {} RETURNING {RECALL_COLUMNS}",
        to_email!()
    );
    let row = sqlx::query(AssertSqlSafe(statement))
        .bind(today(now))
        .bind(now.as_millisecond())
        .bind(id)
        .fetch_optional(&mut *connection)
        .await?;
    let Some(row) = row else { return Ok(None) };
    recalls::count(connection, recalls::ASKED, now, 1).await?;
    Ok(Some(to_recall(&row)?))
}

/// The next visit to come with the phone number or email address of the recall, one under the same name first.
async fn matching_visit(
    connection: &mut AnyConnection,
    recall: &Recall,
    today: i64,
) -> Result<Option<MatchingVisit>, StoreError> {
    let row = sqlx::query(
        "SELECT starts_at, name_key FROM appointments
         WHERE (phone_person = $2 OR email_person = $3) AND service = $4 AND day > $5 AND day >= $1 - 7
           AND ($7 IS NULL OR id <> $7)
           AND state IN ('requested', 'confirmed', 'arrived')
         ORDER BY CASE WHEN name_key = $6 THEN 0 ELSE 1 END, starts_at, id LIMIT 1",
    )
    .bind(today)
    .bind(&recall.phone_person)
    .bind(recall.email_person.clone())
    .bind(&recall.service)
    .bind(recall.visit_day)
    .bind(name_key(&recall.name))
    .bind(recall.visit.clone())
    .fetch_optional(connection)
    .await?;
    row.map(|row| {
        Ok(MatchingVisit {
            starts_at: to_time(row.try_get("starts_at")?)?,
            has_same_name: row.try_get::<String, _>("name_key")? == name_key(&recall.name),
        })
    })
    .transpose()
}

fn today(now: Timestamp) -> i64 {
    clinic_time::day_number_of_date(SlotTime::of(now).date)
}
