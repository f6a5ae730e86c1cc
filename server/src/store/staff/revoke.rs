//! Takes back what lets somebody sign in to an account: sessions, links for a new password, recovery codes.

use sqlx::AnyConnection;

use crate::staff::{SessionKey, StaffName};
use crate::store::StoreError;

pub async fn close_sessions(
    connection: &mut AnyConnection,
    name: &StaffName,
    except: Option<&SessionKey>,
) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM sessions WHERE staff = $1 AND id <> $2")
        .bind(name.key())
        .bind(except.map_or("", SessionKey::as_str))
        .execute(connection)
        .await?;
    Ok(())
}

pub async fn delete_resets(connection: &mut AnyConnection, name: &StaffName) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM password_resets WHERE staff = $1").bind(name.key()).execute(connection).await?;
    Ok(())
}

pub async fn delete_recovery_codes(connection: &mut AnyConnection, name: &StaffName) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM recovery_codes WHERE staff = $1").bind(name.key()).execute(connection).await?;
    Ok(())
}
