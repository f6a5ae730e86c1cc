//! Who did what, written in the same transaction as the deed. Never holds an address.

use super::StoreError;
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use jiff::Timestamp;
use sqlx::AnyConnection;

pub(super) struct Deed<'a> {
    pub id: [u8; 12],
    pub actor: &'a str,
    pub action: &'a str,
    pub subject: &'a str,
}

pub(super) async fn record(connection: &mut AnyConnection, deed: Deed<'_>, now: Timestamp) -> Result<(), StoreError> {
    sqlx::query("INSERT INTO audit (id, at, actor, action, subject) VALUES ($1, $2, $3, $4, $5)")
        .bind(URL_SAFE_NO_PAD.encode(deed.id))
        .bind(now.as_millisecond())
        .bind(deed.actor)
        .bind(deed.action)
        .bind(deed.subject)
        .execute(connection)
        .await?;
    Ok(())
}
