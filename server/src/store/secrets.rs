//! The secret keys, created at the first start and shared by all instances on the same database.

use data_encoding::BASE64URL_NOPAD;
use jiff::Timestamp;

use super::{Store, StoreError, retry};
use crate::clock::Randomness;
use crate::secret::{KEY_BYTES, Secret};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Secrets {
    /// Signs play tokens and proofs.
    pub signing: Secret,
    /// Hashes email and network addresses. With another key nobody would be recognised as a returning person.
    pub people: Secret,
}

impl Store {
    /// # Errors
    /// When the database does not answer or contains a key of the wrong length.
    pub async fn secrets(&self, random: &dyn Randomness, now: Timestamp) -> Result<Secrets, StoreError> {
        Ok(Secrets {
            signing: self.secret("signing", random.bytes(), now).await?,
            people: self.secret("people", random.bytes(), now).await?,
        })
    }

    /// The first instance writes its key; an instance that starts at the same time reads that one.
    async fn secret(&self, name: &str, new_key: [u8; KEY_BYTES], now: Timestamp) -> Result<Secret, StoreError> {
        retry(|| async {
            let mut tx = self.begin().await?;
            sqlx::query("INSERT INTO secrets (name, value, made_at) VALUES ($1, $2, $3) ON CONFLICT (name) DO NOTHING")
                .bind(name)
                .bind(BASE64URL_NOPAD.encode(&new_key))
                .bind(now.as_millisecond())
                .execute(&mut *tx)
                .await?;
            let stored: String =
                sqlx::query_scalar("SELECT value FROM secrets WHERE name = $1").bind(name).fetch_one(&mut *tx).await?;
            tx.commit().await?;
            let key = BASE64URL_NOPAD.decode(stored.as_bytes()).ok().and_then(|bytes| bytes.try_into().ok());
            key.map(Secret::new).ok_or(StoreError::Corrupt("a secret key of the wrong length"))
        })
        .await
    }
}
