//! What must survive a power cut: plays, claims, the mails owed, the staff and their deeds, and the secrets that sign.
//!
//! One `Store` value over SQLite or PostgreSQL; one method is one use case is one transaction. Refuses to decide
//! anything (the rules do) and to hand out rows: callers get values. Where one database needs other words than the
//! other, the difference stays inside this room.

mod audit;
mod backup;
mod claims;
mod counters;
mod desk;
mod error;
mod guesses;
mod mail_room;
mod mails;
mod migrate;
mod open;
mod people;
mod plays;
mod privacy;
mod secrets;
mod sessions;
mod staff;
mod stats;
mod writer;

pub use audit::{AuditEntry, Hand};
pub use claims::{Claim, ClaimError, Claimed};
pub use counters::ClientKey;
pub use desk::{DeskError, StandingError};
pub use error::StoreError;
pub use guesses::Guess;
pub use mail_room::{MailError, MailRecord};
pub use mails::{LEASE, Lease, MailState, Settled};
pub use people::{Person, Search};
pub use plays::{FinishPlayError, StartPlayError};
pub use privacy::{ClaimRecord, Purged};
pub use secrets::Secrets;
pub use sessions::Session;
pub use staff::{Credentials, StaffError, StaffMember};
pub use stats::{DayCounts, Funnel};

use jiff::Timestamp;
use sqlx::AnyPool;
use writer::{Change, Writer};

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
