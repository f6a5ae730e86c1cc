//! The database: one `Store` over SQLite or PostgreSQL. One method is one use case is one transaction.
//!
//! Decisions are made by the rules (`game`, `discount`, `staff`), which the store calls inside its transactions.

mod audit;
mod backup;
mod claim;
mod counters;
mod erasure;
mod error;
mod group_commit;
mod issued_codes;
mod login_attempts;
mod migrate;
mod open;
mod outbox;
mod outbox_admin;
mod plays;
mod redemptions;
mod secrets;
mod sessions;
mod staff;
mod statistics;

pub use audit::{Actor, AuditEntry};
pub use claim::{Claim, ClaimError, Claimed};
pub use erasure::{ClaimRecord, Purged};
pub use error::StoreError;
pub use issued_codes::{Person, Search};
pub use login_attempts::LoginAttempt;
pub use outbox::{DeliveryOutcome, LEASE, Lease, MailState};
pub use outbox_admin::{MailError, MailRecord};
pub use plays::{FinishPlayError, StartPlayError};
pub use redemptions::{CodeStatusError, DeskError};
pub use secrets::Secrets;
pub use sessions::Session;
pub use staff::{Credentials, StaffError, StaffMember};
pub use statistics::{DayCounts, Funnel};

use group_commit::{Change, Writer};
use jiff::Timestamp;
use sqlx::AnyPool;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Dialect {
    Sqlite,
    Postgres,
}

#[derive(Debug, Clone)]
pub struct Store {
    writer: Writer,
    reader: AnyPool,
    dialect: Dialect,
}

impl Store {
    /// Begins a change: a transaction of its own, or a part of one that is committed for several.
    async fn begin(&self) -> Result<Change, StoreError> {
        self.writer.begin().await
    }

    /// # Errors
    /// When the database does not answer.
    pub async fn ping(&self) -> Result<(), StoreError> {
        sqlx::query("SELECT 1").execute(&self.reader).await?;
        Ok(())
    }

    /// Waits for what is under way and closes every connection.
    pub async fn close(&self) {
        self.reader.close().await;
        self.writer.pool().close().await;
    }
}

fn to_time(milliseconds: i64) -> Result<Timestamp, StoreError> {
    Timestamp::from_millisecond(milliseconds).map_err(|_| StoreError::Corrupt("a time out of range"))
}
