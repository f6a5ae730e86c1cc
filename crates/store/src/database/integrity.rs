//! Whether an SQLite file is whole.

use sqlx::AnyConnection;

use crate::StoreError;
use crate::error::is_damaged;

/// # Errors
/// When the file is damaged or is no database of this program.
pub async fn check_integrity(connection: &mut AnyConnection) -> Result<(), StoreError> {
    let checked: Result<Vec<String>, _> =
        sqlx::query_scalar("PRAGMA integrity_check(3)").fetch_all(&mut *connection).await;
    let problems = match checked {
        Err(error) if is_damaged(&error) => return Err(StoreError::Incomplete),
        checked => checked?,
    };
    if problems != ["ok"] {
        return Err(StoreError::DamagedFile(problems.join("; ")));
    }
    let tables: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM sqlite_master WHERE name = 'migrations'")
        .fetch_one(connection)
        .await?;
    if tables == 0 { Err(StoreError::OtherDatabase) } else { Ok(()) }
}
