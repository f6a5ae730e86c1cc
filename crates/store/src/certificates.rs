//! Certificates by ACME: the account, the certificate, the open order and the answers to its challenges.
//!
//! A step of an order needs the lease of its row, so that several instances place one order. As in the outbox, every lease
//! increments a fence number; what an instance writes after its lease has run out is ignored.

use std::time::Duration;

use jiff::Timestamp;
use sqlx::Row;
use sqlx::any::AnyRow;

use super::{Dialect, Store, StoreError, to_time};

/// How long an instance that died keeps the others from continuing its order. A running one renews its lease.
pub const ORDER_LEASE: Duration = Duration::from_secs(15);

/// Which certificate is meant: its domain names, separated by spaces, and the authority.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CertificateId {
    pub names: String,
    pub directory: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AcmeAccount {
    /// PKCS#8 in DER.
    pub key: Vec<u8>,
    /// `None` until the authority has registered the key.
    pub url: Option<String>,
    pub email: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredCertificate {
    /// PEM, the certificate of the site first.
    pub chain: String,
    /// PEM.
    pub key: String,
    pub issued_at: Timestamp,
    pub expires_at: Timestamp,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::EnumString, strum::IntoStaticStr)]
#[strum(const_into_str)]
pub enum AcmeChallengeKind {
    #[strum(serialize = "tls-alpn-01")]
    TlsAlpn01,
    #[strum(serialize = "http-01")]
    Http01,
}

/// The time in which the authority suggests to renew a certificate, and the time chosen between the two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RenewalWindow {
    pub start: Timestamp,
    pub end: Timestamp,
    pub renew_at: Timestamp,
}

/// Where the order of the next certificate stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AcmeOrder {
    /// The address of the open order at the authority.
    pub url: Option<String>,
    pub opened_at: Option<Timestamp>,
    /// The private key of the certificate that is ordered, PEM. Stored before it is used, so that a certificate that was
    /// issued while this process died still has its key.
    pub key: Option<String>,
    pub challenge: AcmeChallengeKind,
    /// Failed attempts since the last certificate.
    pub failures: u32,
    pub last_error: Option<String>,
    /// When the next step is due.
    pub next_at: Timestamp,
    pub window: Option<RenewalWindow>,
}

/// The right to take the next step of an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderLease {
    pub id: CertificateId,
    pub fence: i64,
    pub order: AcmeOrder,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChallengeAnswer {
    pub token: String,
    pub domain: String,
    pub key_authorization: String,
}

const LEASE: &str = "UPDATE acme_orders SET lease_until = $4, fence = fence + 1
     WHERE names = $1 AND directory = $2 AND next_at <= $3 AND lease_until <= $3
     RETURNING url, opened_at, sealed_key, challenge, failures, last_error, next_at, window_start, window_end, renew_at, fence";

const UPDATE: &str = "UPDATE acme_orders SET url = $4, opened_at = $5, sealed_key = $6, challenge = $7, failures = $8,
         last_error = $9, next_at = $10, window_start = $11, window_end = $12, renew_at = $13, lease_until = 0
     WHERE names = $1 AND directory = $2 AND fence = $3";

impl Store {
    /// Several instances may use the database. With SQLite there is only this one.
    pub fn is_shared(&self) -> bool {
        self.dialect == Dialect::Postgres
    }

    /// The account at this authority. The first call stores the key.
    ///
    /// # Errors
    /// When the database does not answer or the key cannot be decrypted.
    pub async fn acme_account(&self, directory: &str, new_key: &[u8]) -> Result<AcmeAccount, StoreError> {
        let sealed = self.keys()?.encrypt(&account_purpose(directory), new_key);
        self.transaction(async |mut tx| {
            sqlx::query("INSERT INTO acme_accounts (directory, sealed_key) VALUES ($1, $2) ON CONFLICT DO NOTHING")
                .bind(directory)
                .bind(&sealed)
                .execute(&mut *tx)
                .await?;
            let select = "SELECT sealed_key, url, email FROM acme_accounts WHERE directory = $1";
            let (stored, url, email): (String, Option<String>, Option<String>) =
                sqlx::query_as(select).bind(directory).fetch_one(&mut *tx).await?;
            Ok(AcmeAccount { key: self.keys()?.decrypt(&account_purpose(directory), &stored)?, url, email })
        })
        .await
    }

    /// Stores where the authority keeps the account; `None` when it does not know the account any more.
    pub async fn save_acme_account(
        &self,
        directory: &str,
        url: Option<&str>,
        email: Option<&str>,
    ) -> Result<(), StoreError> {
        self.transaction(async |mut tx| {
            sqlx::query("UPDATE acme_accounts SET url = $2, email = $3 WHERE directory = $1")
                .bind(directory)
                .bind(url)
                .bind(email)
                .execute(&mut *tx)
                .await?;
            Ok(())
        })
        .await
    }

    /// The certificate, or one that an earlier configuration ordered for one of these names: it is served until the right
    /// one is issued.
    ///
    /// # Errors
    /// When the database does not answer or the key cannot be decrypted.
    pub async fn certificate(&self, id: &CertificateId) -> Result<Option<StoredCertificate>, StoreError> {
        self.read(async |mut connection| {
            let rows: Vec<(String, String, String, String, i64, i64)> = sqlx::query_as(
                "SELECT names, directory, chain, sealed_key, issued_at, expires_at FROM certificates ORDER BY issued_at",
            )
            .fetch_all(&mut *connection)
            .await?;
            let exact = rows.iter().position(|row| row.0 == id.names && row.1 == id.directory);
            let shares_name = |names: &str| names.split(' ').any(|name| id.names.split(' ').any(|wanted| wanted == name));
            let fallback = || rows.iter().rposition(|row| shares_name(&row.0));
            let Some(found) = exact.or_else(fallback) else { return Ok(None) };
            let (names, directory, chain, sealed, issued_at, expires_at) = rows[found].clone();
            let key = self.unseal_certificate_key(&CertificateId { names, directory }, &sealed)?;
            let (issued_at, expires_at) = (to_time(issued_at)?, to_time(expires_at)?);
            Ok(Some(StoredCertificate { chain, key, issued_at, expires_at }))
        })
        .await
    }

    /// Whether the certificate was ordered with exactly these names from this authority.
    pub async fn has_certificate(&self, id: &CertificateId) -> Result<bool, StoreError> {
        self.read(async |mut connection| {
            let count: i64 =
                sqlx::query_scalar("SELECT COUNT(*) FROM certificates WHERE names = $1 AND directory = $2")
                    .bind(&id.names)
                    .bind(&id.directory)
                    .fetch_one(&mut *connection)
                    .await?;
            Ok(count > 0)
        })
        .await
    }

    /// The next step of the order, when it is due and no other instance takes it. `Err` in the inner result says when to
    /// ask again.
    ///
    /// # Errors
    /// When the database does not answer or the key cannot be decrypted.
    pub async fn lease_order(
        &self,
        id: &CertificateId,
        now: Timestamp,
        length: Duration,
    ) -> Result<Result<OrderLease, Timestamp>, StoreError> {
        if let Some(due) = self.order_due(id).await?
            && due > now
        {
            return Ok(Err(due));
        }
        self.transaction(async |mut tx| {
            sqlx::query(
                "INSERT INTO acme_orders (names, directory, challenge, failures, next_at, lease_until, fence)
                 VALUES ($1, $2, $3, 0, $4, 0, 0) ON CONFLICT DO NOTHING",
            )
            .bind(&id.names)
            .bind(&id.directory)
            .bind(AcmeChallengeKind::TlsAlpn01.into_str())
            .bind(now.as_millisecond())
            .execute(&mut *tx)
            .await?;
            let row = sqlx::query(LEASE)
                .bind(&id.names)
                .bind(&id.directory)
                .bind(now.as_millisecond())
                .bind((now + length).as_millisecond())
                .fetch_optional(&mut *tx)
                .await?;
            // Also with a key that cannot be decrypted: the next attempt waits.
            tx.commit().await?;
            match row {
                Some(row) => self.to_order_lease(id, &row).map(Ok),
                // Another instance was faster.
                None => Ok(Err(now + length)),
            }
        })
        .await
    }

    /// When the next step of the order can be leased. `None` when there has not been one yet.
    async fn order_due(&self, id: &CertificateId) -> Result<Option<Timestamp>, StoreError> {
        self.read(async |mut connection| {
            let due: Option<i64> = sqlx::query_scalar(
                "SELECT CASE WHEN next_at > lease_until THEN next_at ELSE lease_until END
                 FROM acme_orders WHERE names = $1 AND directory = $2",
            )
            .bind(&id.names)
            .bind(&id.directory)
            .fetch_optional(&mut *connection)
            .await?;
            due.map(to_time).transpose()
        })
        .await
    }

    /// The order as it is stored, without a lease.
    ///
    /// # Errors
    /// When the database does not answer or the key cannot be decrypted.
    pub async fn acme_order(&self, id: &CertificateId) -> Result<Option<AcmeOrder>, StoreError> {
        self.read(async |mut connection| {
            let row = sqlx::query(
                "SELECT url, opened_at, sealed_key, challenge, failures, last_error, next_at, window_start, window_end,
                        renew_at, fence FROM acme_orders WHERE names = $1 AND directory = $2",
            )
            .bind(&id.names)
            .bind(&id.directory)
            .fetch_optional(&mut *connection)
            .await?;
            row.map(|row| self.to_order_lease(id, &row).map(|lease| lease.order)).transpose()
        })
        .await
    }

    /// Keeps the lease while a step is running. `false` when it was lost.
    pub async fn renew_order_lease(
        &self,
        lease: &OrderLease,
        now: Timestamp,
        length: Duration,
    ) -> Result<bool, StoreError> {
        self.transaction(async |mut tx| {
            let statement =
                "UPDATE acme_orders SET lease_until = $4 WHERE names = $1 AND directory = $2 AND fence = $3";
            let updated = sqlx::query(statement)
                .bind(&lease.id.names)
                .bind(&lease.id.directory)
                .bind(lease.fence)
                .bind((now + length).as_millisecond())
                .execute(&mut *tx)
                .await?
                .rows_affected();
            Ok(updated > 0)
        })
        .await
    }

    /// Stores where the order stands and ends the lease. Answers to challenges are kept only while the order is open.
    /// `false` when the lease was lost; nothing is stored then.
    pub async fn save_order(&self, lease: &OrderLease, order: &AcmeOrder) -> Result<bool, StoreError> {
        self.save_order_with(lease, order, None).await
    }

    /// Stores the answers that every instance gives from then on.
    pub async fn save_challenges(&self, lease: &OrderLease, answers: &[ChallengeAnswer]) -> Result<bool, StoreError> {
        self.transaction(async |mut tx| {
            let fence = "UPDATE acme_orders SET fence = fence WHERE names = $1 AND directory = $2 AND fence = $3";
            let updated = sqlx::query(fence)
                .bind(&lease.id.names)
                .bind(&lease.id.directory)
                .bind(lease.fence)
                .execute(&mut *tx)
                .await?
                .rows_affected();
            if updated == 0 {
                return Ok(false);
            }
            delete_challenges(&mut tx, &lease.id).await?;
            for answer in answers {
                sqlx::query(
                    "INSERT INTO acme_challenges (token, domain, names, directory, key_authorization)
                     VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING",
                )
                .bind(&answer.token)
                .bind(&answer.domain)
                .bind(&lease.id.names)
                .bind(&lease.id.directory)
                .bind(&answer.key_authorization)
                .execute(&mut *tx)
                .await?;
            }
            Ok(true)
        })
        .await
    }

    /// Stores a new certificate and the order for the one after it.
    pub async fn save_certificate(
        &self,
        lease: &OrderLease,
        certificate: &StoredCertificate,
        next_order: &AcmeOrder,
    ) -> Result<bool, StoreError> {
        self.save_order_with(lease, next_order, Some(certificate)).await
    }

    /// The answers to all open challenges.
    pub async fn challenge_answers(&self) -> Result<Vec<ChallengeAnswer>, StoreError> {
        self.read(async |mut connection| {
            let rows: Vec<(String, String, String)> =
                sqlx::query_as("SELECT token, domain, key_authorization FROM acme_challenges ORDER BY token")
                    .fetch_all(&mut *connection)
                    .await?;
            let answer = |(token, domain, key_authorization)| ChallengeAnswer { token, domain, key_authorization };
            Ok(rows.into_iter().map(answer).collect())
        })
        .await
    }

    async fn save_order_with(
        &self,
        lease: &OrderLease,
        order: &AcmeOrder,
        certificate: Option<&StoredCertificate>,
    ) -> Result<bool, StoreError> {
        let encrypt =
            |key: &String| self.keys().map(|keys| keys.encrypt(&certificate_purpose(&lease.id), key.as_bytes()));
        let sealed_order_key = order.key.as_ref().map(encrypt).transpose()?;
        let sealed_key = certificate.map(|certificate| encrypt(&certificate.key)).transpose()?;
        let milliseconds = |time: Option<Timestamp>| time.map(Timestamp::as_millisecond);
        self.transaction(async |mut tx| {
            let updated = sqlx::query(UPDATE)
                .bind(&lease.id.names)
                .bind(&lease.id.directory)
                .bind(lease.fence)
                .bind(&order.url)
                .bind(milliseconds(order.opened_at))
                .bind(&sealed_order_key)
                .bind(order.challenge.into_str())
                .bind(i64::from(order.failures))
                .bind(&order.last_error)
                .bind(order.next_at.as_millisecond())
                .bind(milliseconds(order.window.map(|window| window.start)))
                .bind(milliseconds(order.window.map(|window| window.end)))
                .bind(milliseconds(order.window.map(|window| window.renew_at)))
                .execute(&mut *tx)
                .await?
                .rows_affected();
            if updated == 0 {
                return Ok(false);
            }
            if order.url.is_none() {
                delete_challenges(&mut tx, &lease.id).await?;
            }
            if let (Some(certificate), Some(sealed_key)) = (certificate, &sealed_key) {
                sqlx::query(
                    "INSERT INTO certificates (names, directory, chain, sealed_key, issued_at, expires_at)
                     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (names, directory) DO UPDATE SET
                     chain = $3, sealed_key = $4, issued_at = $5, expires_at = $6",
                )
                .bind(&lease.id.names)
                .bind(&lease.id.directory)
                .bind(&certificate.chain)
                .bind(sealed_key)
                .bind(certificate.issued_at.as_millisecond())
                .bind(certificate.expires_at.as_millisecond())
                .execute(&mut *tx)
                .await?;
                // Those of earlier configurations.
                let expired = "DELETE FROM certificates WHERE expires_at < $1";
                sqlx::query(expired).bind(certificate.issued_at.as_millisecond()).execute(&mut *tx).await?;
            }
            Ok(true)
        })
        .await
    }

    fn unseal_certificate_key(&self, id: &CertificateId, sealed: &str) -> Result<String, StoreError> {
        let key = self.keys()?.decrypt(&certificate_purpose(id), sealed)?;
        String::from_utf8(key).map_err(|_| StoreError::Corrupt("an invalid key of a certificate"))
    }

    fn to_order_lease(&self, id: &CertificateId, row: &AnyRow) -> Result<OrderLease, StoreError> {
        let time = |column: &str| row.try_get::<Option<i64>, _>(column)?.map(to_time).transpose();
        let sealed: Option<String> = row.try_get("sealed_key")?;
        let window = match (time("window_start")?, time("window_end")?, time("renew_at")?) {
            (Some(start), Some(end), Some(renew_at)) => Some(RenewalWindow { start, end, renew_at }),
            _ => None,
        };
        let order = AcmeOrder {
            url: row.try_get("url")?,
            opened_at: time("opened_at")?,
            key: sealed.map(|sealed| self.unseal_certificate_key(id, &sealed)).transpose()?,
            challenge: row
                .try_get::<String, _>("challenge")?
                .parse()
                .map_err(|_| StoreError::Corrupt("an unknown kind of challenge"))?,
            failures: u32::try_from(row.try_get::<i64, _>("failures")?).unwrap_or(u32::MAX),
            last_error: row.try_get("last_error")?,
            next_at: to_time(row.try_get("next_at")?)?,
            window,
        };
        Ok(OrderLease { id: id.clone(), fence: row.try_get("fence")?, order })
    }
}

async fn delete_challenges(connection: &mut sqlx::AnyConnection, id: &CertificateId) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM acme_challenges WHERE names = $1 AND directory = $2")
        .bind(&id.names)
        .bind(&id.directory)
        .execute(connection)
        .await?;
    Ok(())
}

pub(super) fn account_purpose(directory: &str) -> String {
    format!("ACME account at {directory}")
}

/// The same for the order and for the certificate.
pub(super) fn certificate_purpose(id: &CertificateId) -> String {
    format!("certificate of {} by {}", id.names, id.directory)
}
