//! The keys that sign and fingerprint, made at the first start and shared by every instance on the same database.

use super::{Store, StoreError};
use crate::clock::Randomness;
use crate::secret::{KEY_BYTES, Secret};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use jiff::Timestamp;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Secrets {
    /// Signs plays and proofs.
    pub signing: Secret,
    /// Fingerprints people and clients; changing it would make everybody a stranger.
    pub people: Secret,
}

impl Store {
    /// # Errors
    /// When the database does not answer or holds a key of the wrong length.
    pub async fn secrets(&self, random: &dyn Randomness, now: Timestamp) -> Result<Secrets, StoreError> {
        Ok(Secrets {
            signing: self.secret("signing", random.bytes(), now).await?,
            people: self.secret("people", random.bytes(), now).await?,
        })
    }

    /// Whoever comes first decides; a second instance that starts at the same moment reads what the first one wrote.
    async fn secret(&self, name: &str, fresh: [u8; KEY_BYTES], now: Timestamp) -> Result<Secret, StoreError> {
        let mut tx = self.begin().await?;
        sqlx::query("INSERT INTO secrets (name, value, made_at) VALUES ($1, $2, $3) ON CONFLICT (name) DO NOTHING")
            .bind(name)
            .bind(URL_SAFE_NO_PAD.encode(fresh))
            .bind(now.as_millisecond())
            .execute(&mut *tx)
            .await?;
        let kept: String =
            sqlx::query_scalar("SELECT value FROM secrets WHERE name = $1").bind(name).fetch_one(&mut *tx).await?;
        tx.commit().await?;
        let key = URL_SAFE_NO_PAD.decode(kept).ok().and_then(|bytes| bytes.try_into().ok());
        key.map(Secret::new).ok_or(StoreError::Corrupt("a secret of the wrong length"))
    }
}
