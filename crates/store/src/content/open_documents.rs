//! Who has a document open now. Apart from drafts and revisions: nothing here changes what they are.

use std::time::Duration;

use jiff::Timestamp;
use sqlx::AnyConnection;

use crate::{Store, StoreError};
use clinic_rules::staff::StaffName;

/// A tab that was not heard of for this long is closed or hidden. It reports three times as often.
pub const SHOWN_FOR: Duration = Duration::from_mins(1);
/// More than anybody works with. Further tabs are not stored.
const MAX_TABS: i64 = 20;
const MAX_NAMES: i64 = 20;

/// A document on the screen of somebody.
#[derive(Debug, Clone, Copy)]
pub struct OpenDocument<'a> {
    pub account: &'a StaffName,
    /// Chosen at random by the tab.
    pub tab: &'a str,
    pub path: &'a str,
    /// The part of a document that has several screens. Empty for all of it.
    pub part: &'a str,
}

impl Store {
    /// Notes that a tab shows a document. Returns the names of the other accounts that have it open now.
    pub async fn keep_document_open(&self, open: OpenDocument<'_>, now: Timestamp) -> Result<Vec<String>, StoreError> {
        let now = self.time_of_reports(now).await?;
        let (account, oldest) = (open.account.key(), (now - SHOWN_FOR).as_millisecond());
        self.transaction(async |mut tx| {
            // In the future: the clock was wrong and was set back.
            sqlx::query("DELETE FROM open_documents WHERE seen_at < $1 OR seen_at > $2")
                .bind(oldest)
                .bind((now + SHOWN_FOR).as_millisecond())
                .execute(&mut *tx)
                .await?;
            sqlx::query(
                "INSERT INTO open_documents (staff, tab, path, part, seen_at)
                 SELECT $1, $2, $3, $4, $5
                 WHERE (SELECT COUNT(*) FROM open_documents WHERE staff = $1 AND tab <> $2) < $6
                 ON CONFLICT (staff, tab)
                 DO UPDATE SET path = excluded.path, part = excluded.part, seen_at = excluded.seen_at",
            )
            .bind(&account)
            .bind(open.tab)
            .bind(open.path)
            .bind(open.part)
            .bind(now.as_millisecond())
            .bind(MAX_TABS)
            .execute(&mut *tx)
            .await?;
            let names = sqlx::query_scalar(
                "SELECT DISTINCT staff.name FROM open_documents JOIN staff ON staff.name_key = open_documents.staff
                 WHERE open_documents.path = $1 AND open_documents.staff <> $2 AND open_documents.seen_at >= $3
                   AND (open_documents.part = $4 OR open_documents.part = '' OR $4 = '')
                   AND staff.disabled_at IS NULL
                 ORDER BY staff.name LIMIT $5",
            )
            .bind(open.path)
            .bind(&account)
            .bind(oldest)
            .bind(open.part)
            .bind(MAX_NAMES)
            .fetch_all(&mut *tx)
            .await?;
            Ok(names)
        })
        .await
    }

    /// The tab shows the document no more. Another document that it shows by now stays.
    pub async fn leave_document(&self, open: OpenDocument<'_>) -> Result<(), StoreError> {
        self.transaction(async |mut tx| {
            sqlx::query("DELETE FROM open_documents WHERE staff = $1 AND tab = $2 AND path = $3 AND part = $4")
                .bind(open.account.key())
                .bind(open.tab)
                .bind(open.path)
                .bind(open.part)
                .execute(&mut *tx)
                .await?;
            Ok(())
        })
        .await
    }
}

/// Whoever signs out has nothing open. Tabs on another device of the same account report again within seconds.
pub async fn close_documents(connection: &mut AnyConnection, account: &StaffName) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM open_documents WHERE staff = $1").bind(account.key()).execute(connection).await?;
    Ok(())
}
