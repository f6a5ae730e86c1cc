//! Takes back what lets somebody sign in to an account: sessions, links for a new password, recovery codes.

use sqlx::AnyConnection;

use crate::StoreError;
use crate::content::close_documents;
use clinic_rules::staff::{SessionKey, StaffName};

/// The session in which something was changed. It goes on with a new key: whoever has a copy of the old one is signed out.
#[derive(Debug, Clone, Copy)]
pub struct RenewedSession<'a> {
    pub old: &'a SessionKey,
    pub new: &'a SessionKey,
}

pub async fn close_sessions(connection: &mut AnyConnection, name: &StaffName) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM sessions WHERE staff = $1").bind(name.key()).execute(&mut *connection).await?;
    close_documents(connection, name).await
}

/// Closes all sessions of an account but one.
pub async fn keep_only(
    connection: &mut AnyConnection,
    name: &StaffName,
    session: RenewedSession<'_>,
) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM sessions WHERE staff = $1 AND id <> $2 AND id <> $3")
        .bind(name.key())
        .bind(session.old.as_str())
        .bind(session.new.as_str())
        .execute(&mut *connection)
        .await?;
    sqlx::query("UPDATE sessions SET id = $2 WHERE id = $1")
        .bind(session.old.as_str())
        .bind(session.new.as_str())
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
