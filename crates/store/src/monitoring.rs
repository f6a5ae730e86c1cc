//! What the database says about itself, for health and metrics.

use std::time::Duration;

use tokio::time::timeout;

use super::{Dialect, Store, StoreError, database};

/// A write that takes longer would keep visitors waiting too.
const WRITE_TIMEOUT: Duration = Duration::from_secs(3);

impl Store {
    /// Writes and commits, and changes nothing: a read also works on a full or read-only disk.
    ///
    /// # Errors
    /// When the database cannot be written, or not soon enough.
    pub async fn probe_write(&self) -> Result<(), StoreError> {
        let write = async {
            let mut tx = self.begin().await?;
            sqlx::query("UPDATE clock SET confirmations = confirmations WHERE id = 1").execute(&mut *tx).await?;
            tx.commit().await
        };
        let too_slow = || format!("a test write was not finished within {} seconds", WRITE_TIMEOUT.as_secs());
        timeout(WRITE_TIMEOUT, write).await.unwrap_or_else(|_| Err(StoreError::Unusable(too_slow())))
    }

    pub async fn database_bytes(&self) -> Result<u64, StoreError> {
        let statement = match self.dialect {
            Dialect::Sqlite => "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()",
            Dialect::Postgres => "SELECT pg_database_size(current_database())",
        };
        self.read(async |mut connection| {
            let bytes: i64 = sqlx::query_scalar(statement).fetch_one(&mut *connection).await?;
            Ok(bytes.cast_unsigned())
        })
        .await
    }

    /// The number of stored appointments in each state that any is in.
    pub async fn appointment_counts(&self) -> Result<Vec<(String, u64)>, StoreError> {
        self.read(async |mut connection| {
            let statement = "SELECT state, COUNT(*) FROM appointments GROUP BY state ORDER BY state";
            let counts: Vec<(String, i64)> = sqlx::query_as(statement).fetch_all(&mut *connection).await?;
            Ok(counts.into_iter().map(|(state, count)| (state, count.cast_unsigned())).collect())
        })
        .await
    }

    /// The schema of the database, and the one of this program. Another instance may have updated it.
    pub async fn schemas(&self) -> Result<(i64, i64), StoreError> {
        database::schemas(self).await
    }
}
