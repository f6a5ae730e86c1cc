//! The secret keys, created at the first start and shared by all instances on the same database. They and the keys of
//! two-step verification are encrypted with the key file, which is not in the database.

use data_encoding::BASE64URL_NOPAD;
use jiff::Timestamp;
use sqlx::AnyConnection;

use super::certificates::{account_purpose, certificate_purpose};
use super::{Actor, CertificateId, Store, StoreError};
use clinic_rules::secret::{EncryptionKeys, KEY_BYTES, Secret, is_encrypted};
use clinic_rules::staff::{TotpKey, strengthen_fingerprint};
use clinic_runtime::clock::Randomness;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Secrets {
    /// Signs play tokens and proofs.
    pub signing: Secret,
    /// Hashes email and network addresses. With another key nobody would be recognised as a returning person.
    pub people: Secret,
}

impl Store {
    /// The store can then read and write secrets.
    #[must_use]
    pub fn with_keys(mut self, keys: EncryptionKeys) -> Self {
        self.keys = Some(keys);
        self
    }

    /// # Errors
    /// When the database does not answer or its secrets cannot be decrypted.
    pub async fn secrets(&self, random: &dyn Randomness, now: Timestamp) -> Result<Secrets, StoreError> {
        Ok(Secrets {
            signing: self.secret("signing", random.bytes(), now).await?,
            people: self.secret("people", random.bytes(), now).await?,
        })
    }

    /// The first instance writes its key; an instance that starts at the same time reads that one.
    async fn secret(&self, name: &str, new_key: [u8; KEY_BYTES], now: Timestamp) -> Result<Secret, StoreError> {
        let sealed = self.keys()?.encrypt(&purpose(name), &new_key);
        self.transaction(async |mut tx| {
            sqlx::query(
                "INSERT INTO secrets (name, sealed, made_at) VALUES ($1, $2, $3) ON CONFLICT (name) DO NOTHING",
            )
            .bind(name)
            .bind(&sealed)
            .bind(now.as_millisecond())
            .execute(&mut *tx)
            .await?;
            let stored: String =
                sqlx::query_scalar("SELECT sealed FROM secrets WHERE name = $1").bind(name).fetch_one(&mut *tx).await?;
            let key = self.keys()?.decrypt(&purpose(name), &stored)?;
            key.try_into().map(Secret::new).map_err(|_| StoreError::Corrupt("a secret key of the wrong length"))
        })
        .await
    }

    /// Whether the database contains a secret that is encrypted, with whatever key.
    pub async fn has_encrypted_secrets(&self) -> Result<bool, StoreError> {
        self.read(async |mut connection| {
            let stored: Vec<String> =
                sqlx::query_scalar("SELECT sealed FROM secrets").fetch_all(&mut *connection).await?;
            Ok(stored.iter().any(|text| is_encrypted(text)))
        })
        .await
    }

    /// Whether this instance can still read the secrets that all instances share.
    ///
    /// # Errors
    /// When the database does not answer or its secrets cannot be decrypted.
    pub async fn check_keys(&self) -> Result<(), StoreError> {
        self.read(async |mut connection| {
            let query = "SELECT name, sealed FROM secrets";
            let secrets: Vec<(String, String)> = sqlx::query_as(query).fetch_all(&mut *connection).await?;
            for (name, stored) in secrets {
                self.keys()?.decrypt(&purpose(&name), &stored)?;
            }
            Ok(())
        })
        .await
    }

    /// Encrypts all secrets with the current key: those of earlier releases, which are not encrypted, and those with an
    /// old key. Recovery codes of earlier releases get their slow hash. Returns the number of changes.
    ///
    /// # Errors
    /// When the database does not answer or a secret is encrypted with an unknown key. Nothing is changed then.
    pub async fn encrypt_secrets(&self) -> Result<u64, StoreError> {
        self.transaction(async |mut tx| {
            let mut changed = 0;
            let secrets: Vec<(String, String)> =
                sqlx::query_as("SELECT name, sealed FROM secrets ORDER BY name").fetch_all(&mut *tx).await?;
            for (name, stored) in secrets {
                let plain = || BASE64URL_NOPAD.decode(stored.as_bytes()).ok();
                let Some(sealed) = self.reseal(&purpose(&name), &stored, plain)? else { continue };
                let update = "UPDATE secrets SET sealed = $2 WHERE name = $1";
                sqlx::query(update).bind(name).bind(sealed).execute(&mut *tx).await?;
                changed += 1;
            }
            for (select, update) in TOTP_COLUMNS {
                let keys: Vec<(String, String)> = sqlx::query_as(select).fetch_all(&mut *tx).await?;
                for (staff, stored) in keys {
                    let plain = || TotpKey::parse(&stored).map(|key| key.to_base32().into_bytes());
                    let Some(sealed) = self.reseal(&totp_purpose(&staff), &stored, plain)? else { continue };
                    sqlx::query(update).bind(staff).bind(sealed).execute(&mut *tx).await?;
                    changed += 1;
                }
            }
            changed += self.seal_acme_keys(&mut tx).await?;
            let codes: Vec<(String, String)> =
                sqlx::query_as("SELECT fingerprint, staff FROM recovery_codes ORDER BY fingerprint")
                    .fetch_all(&mut *tx)
                    .await?;
            for (stored, staff) in codes {
                let Some(strong) = strengthen_fingerprint(&stored, &staff) else { continue };
                let update = "UPDATE recovery_codes SET fingerprint = $2 WHERE fingerprint = $1";
                sqlx::query(update).bind(stored).bind(strong).execute(&mut *tx).await?;
                changed += 1;
            }
            Ok(changed)
        })
        .await
    }

    async fn seal_acme_keys(&self, connection: &mut AnyConnection) -> Result<u64, StoreError> {
        let mut changed = 0;
        let never_plain = || None;
        let accounts: Vec<(String, String)> =
            sqlx::query_as("SELECT directory, sealed_key FROM acme_accounts").fetch_all(&mut *connection).await?;
        for (directory, stored) in accounts {
            let Some(sealed) = self.reseal(&account_purpose(&directory), &stored, never_plain)? else { continue };
            let update = "UPDATE acme_accounts SET sealed_key = $2 WHERE directory = $1";
            sqlx::query(update).bind(directory).bind(sealed).execute(&mut *connection).await?;
            changed += 1;
        }
        for (select, update) in CERTIFICATE_KEY_COLUMNS {
            let keys: Vec<(String, String, String)> = sqlx::query_as(select).fetch_all(&mut *connection).await?;
            for (names, directory, stored) in keys {
                let id = CertificateId { names, directory };
                let Some(sealed) = self.reseal(&certificate_purpose(&id), &stored, never_plain)? else { continue };
                sqlx::query(update).bind(id.names).bind(id.directory).bind(sealed).execute(&mut *connection).await?;
                changed += 1;
            }
        }
        Ok(changed)
    }

    /// Deletes the secrets whose key is lost. New ones are made at the next start: nobody is recognised as a returning
    /// person, staff sign in without two-step verification until they set it up again, and a certificate is ordered.
    pub async fn delete_sealed_secrets(&self, actor: Actor<'_>) -> Result<(), StoreError> {
        self.transaction(async |mut tx| {
            for statement in [
                "DELETE FROM secrets",
                "DELETE FROM recovery_codes",
                "DELETE FROM acme_accounts",
                "DELETE FROM acme_challenges",
                "DELETE FROM acme_orders",
                "DELETE FROM certificates",
                "UPDATE staff SET totp_key = NULL, totp_pending = NULL",
            ] {
                sqlx::query(statement).execute(&mut *tx).await?;
            }
            actor.record(&mut tx, "replace lost key", "the key file").await?;
            Ok(())
        })
        .await
    }

    pub(super) fn seal_totp(&self, staff: &str, key: &TotpKey) -> Result<String, StoreError> {
        Ok(self.keys()?.encrypt(&totp_purpose(staff), key.to_base32().as_bytes()))
    }

    pub(super) fn unseal_totp(&self, staff: &str, stored: &str) -> Result<TotpKey, StoreError> {
        let base32 = self.keys()?.decrypt(&totp_purpose(staff), stored)?;
        let key = String::from_utf8(base32).ok().and_then(|base32| TotpKey::parse(&base32));
        key.ok_or(StoreError::Corrupt("an invalid two-step verification key"))
    }

    pub(super) fn keys(&self) -> Result<&EncryptionKeys, StoreError> {
        self.keys.as_ref().ok_or(StoreError::NoKey)
    }

    /// `None` when it is encrypted with the current key already. `plain` reads the form of earlier releases.
    fn reseal(
        &self,
        purpose: &str,
        stored: &str,
        plain: impl Fn() -> Option<Vec<u8>>,
    ) -> Result<Option<String>, StoreError> {
        let keys = self.keys()?;
        if keys.is_current(stored) {
            return Ok(None);
        }
        let secret = if is_encrypted(stored) {
            keys.decrypt(purpose, stored)?
        } else {
            plain().ok_or(StoreError::Corrupt("an invalid secret"))?
        };
        Ok(Some(keys.encrypt(purpose, &secret)))
    }
}

const TOTP_COLUMNS: [(&str, &str); 2] = [
    (
        "SELECT name_key, totp_key FROM staff WHERE totp_key IS NOT NULL ORDER BY name_key",
        "UPDATE staff SET totp_key = $2 WHERE name_key = $1",
    ),
    (
        "SELECT name_key, totp_pending FROM staff WHERE totp_pending IS NOT NULL ORDER BY name_key",
        "UPDATE staff SET totp_pending = $2 WHERE name_key = $1",
    ),
];

const CERTIFICATE_KEY_COLUMNS: [(&str, &str); 2] = [
    (
        "SELECT names, directory, sealed_key FROM certificates ORDER BY names, directory",
        "UPDATE certificates SET sealed_key = $3 WHERE names = $1 AND directory = $2",
    ),
    (
        "SELECT names, directory, sealed_key FROM acme_orders WHERE sealed_key IS NOT NULL ORDER BY names, directory",
        "UPDATE acme_orders SET sealed_key = $3 WHERE names = $1 AND directory = $2",
    ),
];

fn purpose(name: &str) -> String {
    format!("secret {name}")
}

fn totp_purpose(staff: &str) -> String {
    format!("two-step verification of {staff}")
}
