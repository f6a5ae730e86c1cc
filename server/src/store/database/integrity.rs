//! Whether an SQLite file is whole.

use sqlx::AnyConnection;

use crate::store::StoreError;

/// # Errors
/// When the file is damaged or is no database of this program.
pub async fn check_integrity(connection: &mut AnyConnection) -> Result<(), StoreError> {
    let problems: Vec<String> = sqlx::query_scalar("PRAGMA integrity_check(3)").fetch_all(&mut *connection).await?;
    if problems != ["ok"] {
        return Err(StoreError::DamagedFile(problems.join("; ")));
    }
    sqlx::query("SELECT MAX(version) FROM migrations").execute(connection).await?;
    Ok(())
}
