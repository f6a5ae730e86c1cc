//! All claims with their whole addresses, in pages, for the export.

use jiff::Timestamp;
use sqlx::Row;

use crate::{Store, StoreError, to_time};

/// A row of the export of all claims.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClaimRecord {
    pub code: String,
    pub address: String,
    pub issued_at: Timestamp,
    pub valid_until: Timestamp,
    pub redeemed_at: Option<Timestamp>,
    pub redeemed_by: Option<String>,
    pub void_at: Option<Timestamp>,
}

/// How many claims an export reads at a time.
const PAGE: i64 = 1_000;

/// Pages instead of one long read: while a read runs, SQLite's log cannot be emptied, and an export may wait for the
/// program that reads it.
macro_rules! claims_page {
    ($condition:literal) => {
        concat!(
            "SELECT code, address, issued_at, valid_until, redeemed_at, redeemed_by, void_at FROM claims ",
            $condition,
            " ORDER BY issued_at, code LIMIT $1"
        )
    };
}

impl Store {
    /// Claims with whole addresses, oldest first: the first page, or the one after a claim. Empty at the end.
    pub async fn claims_page(&self, after: Option<&ClaimRecord>) -> Result<Vec<ClaimRecord>, StoreError> {
        self.read(async |mut connection| {
            let query = match after {
                None => sqlx::query(claims_page!("")).bind(PAGE),
                Some(claim) => sqlx::query(claims_page!("WHERE (issued_at, code) > ($2, $3)"))
                    .bind(PAGE)
                    .bind(claim.issued_at.as_millisecond())
                    .bind(&claim.code),
            };
            query
                .fetch_all(&mut *connection)
                .await?
                .iter()
                .map(|row| {
                    let time = |column| row.try_get::<Option<i64>, _>(column)?.map(to_time).transpose();
                    Ok(ClaimRecord {
                        code: row.try_get("code")?,
                        address: row.try_get("address")?,
                        issued_at: to_time(row.try_get("issued_at")?)?,
                        valid_until: to_time(row.try_get("valid_until")?)?,
                        redeemed_at: time("redeemed_at")?,
                        redeemed_by: row.try_get("redeemed_by")?,
                        void_at: time("void_at")?,
                    })
                })
                .collect()
        })
        .await
    }
}
