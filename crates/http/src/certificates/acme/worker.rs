//! Orders and renews the certificate: one step at a time, as long as the program runs.

use std::sync::Arc;
use std::time::Duration;

use instant_acme::{Account, Key};
use jiff::Timestamp;
use rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};
use tokio::sync::Mutex;

use super::super::ExpiryMonitor;
use super::advice::advice;
use super::failure::{AuthorityError, parse_retry_after};
use super::order::{Progress, Step, StepError};
use super::{DomainName, Served, Settings, Transport, policy};
use clinic_mail::one_line;
use clinic_runtime::clock::{Clock, Randomness};
use clinic_runtime::metrics::{CertificateAttempt, Metrics};
use clinic_store::{AcmeChallengeKind, AcmeOrder, CertificateId, OrderLease, Store, StoreError};

/// How often the store is read for certificates and challenges of other instances.
pub const POLL_INTERVAL: Duration = Duration::from_secs(5);
/// How long what an authority says may be in the log.
const MAX_LOGGED_CHARS: usize = 500;
const EXPIRY_ADVICE: &str = "It is not renewed yet. The log lines of the attempts say why.";

pub struct Worker {
    store: Store,
    settings: Settings,
    names: Vec<String>,
    id: CertificateId,
    transport: Transport,
    served: Arc<Served>,
    metrics: Arc<Metrics>,
    clock: Arc<dyn Clock>,
    random: Arc<dyn Randomness>,
    /// Its directory is read once. Forgotten after a failure.
    account: Mutex<Option<Account>>,
    expiry: ExpiryMonitor,
}

impl Worker {
    pub fn new(
        store: Store,
        settings: Settings,
        transport: Transport,
        served: Arc<Served>,
        metrics: Arc<Metrics>,
        clock: Arc<dyn Clock>,
        random: Arc<dyn Randomness>,
    ) -> Self {
        let names = settings.names();
        let id = CertificateId { names: names.join(" "), directory: settings.directory.clone() };
        let canonical = settings.domains.first().map_or("", DomainName::as_str);
        let expiry = ExpiryMonitor::new(canonical, EXPIRY_ADVICE, Arc::clone(&metrics));
        let account = Mutex::default();
        Self { store, settings, names, id, transport, served, metrics, clock, random, account, expiry }
    }

    /// Serves what is stored, takes the next step of the order if it is due, and returns when the one after it is. A step that is
    /// interrupted is repeated at the next start.
    ///
    /// # Errors
    /// When the database does not answer. The certificate that is served stays in use.
    pub async fn take_due_step(&self) -> Result<Timestamp, StoreError> {
        self.refresh().await?;
        let lease = match self.store.lease_order(&self.id, self.clock.now(), self.settings.order_lease).await? {
            Ok(lease) => lease,
            Err(due) => return Ok(due),
        };
        let next = match self.keep_lease_during(&lease, self.take_step(&lease)).await {
            Ok(Progress::Order(order)) => {
                self.store.save_order(&lease, &order).await?;
                order.next_at
            }
            Ok(Progress::Issued { certificate, next }) => {
                self.store.save_certificate(&lease, &certificate, &next).await?;
                self.metrics.certificate_attempt(CertificateAttempt::Issued);
                let expires_at = certificate.expires_at;
                tracing::info!("the certificate for {} was issued and is valid until {expires_at}", self.id.names);
                next.next_at
            }
            Err(StepError::Authority(error)) => self.after_failure(&lease, error, false).await?,
            Err(StepError::RefusedChallenge(error)) => self.after_failure(&lease, error, true).await?,
            Err(StepError::Store(error)) => return Err(error),
            Err(StepError::LeaseLost) => self.clock.now() + POLL_INTERVAL,
        };
        self.refresh().await?;
        Ok(next)
    }

    /// Serves what is stored.
    pub async fn refresh(&self) -> Result<(), StoreError> {
        if self.served.refresh(&self.store, &self.id).await? {
            tracing::info!("serving the certificate for {}", self.id.names);
        }
        if let Some(expires_at) = self.served.expires_at() {
            self.expiry.check(expires_at, self.clock.now());
        }
        Ok(())
    }

    async fn take_step(&self, lease: &OrderLease) -> Result<Progress, StepError> {
        let account = self.account().await?;
        let step = Step {
            store: &self.store,
            account: &account,
            lease,
            names: &self.names,
            clock: &*self.clock,
            random: &*self.random,
        };
        step.take().await
    }

    /// Another instance takes over when the lease cannot be renewed, so the step is given up.
    async fn keep_lease_during<T>(
        &self,
        lease: &OrderLease,
        step: impl Future<Output = Result<T, StepError>>,
    ) -> Result<T, StepError> {
        let keep_lease = async {
            loop {
                tokio::time::sleep(self.settings.order_lease / 3).await;
                match self.store.renew_order_lease(lease, self.clock.now(), self.settings.order_lease).await {
                    Ok(true) => {}
                    Ok(false) => return StepError::LeaseLost,
                    Err(error) => return StepError::Store(error),
                }
            }
        };
        tokio::select! {
            result = step => result,
            lost = keep_lease => Err(lost),
        }
    }

    /// The account at the authority. Its key is stored before it is registered: the authority answers a second registration
    /// of the same key with the same account.
    async fn account(&self) -> Result<Account, StepError> {
        let mut cached = self.account.lock().await;
        if let Some(account) = &*cached {
            return Ok(account.clone());
        }
        let (_, new_key) = Key::generate_pkcs8()?;
        let directory = &self.settings.directory;
        let stored = self.store.acme_account(directory, new_key.secret_pkcs8_der()).await?;
        let builder = Account::builder_with_http(Box::new(self.transport.clone()));
        let key = PrivatePkcs8KeyDer::from(stored.key.clone());
        let account = if let Some(url) = stored.url {
            builder.from_parts(url, key, directory.clone()).await?
        } else {
            let pair = (Key::from_pkcs8_der(key.clone_key())?, PrivateKeyDer::Pkcs8(key));
            let (account, _) = builder.create_from_key(pair, directory.clone()).await?;
            self.store.save_acme_account(directory, Some(account.id()), None).await?;
            tracing::info!("registered an account at {directory}");
            account
        };
        let email = self.settings.email.as_deref();
        if stored.email.as_deref() != email {
            let contact = email.map(|email| format!("mailto:{email}"));
            let contacts: Vec<&str> = contact.as_deref().into_iter().collect();
            account.update_contacts(&contacts).await?;
            self.store.save_acme_account(directory, Some(account.id()), email).await?;
        }
        *cached = Some(account.clone());
        Ok(account)
    }

    async fn after_failure(
        &self,
        lease: &OrderLease,
        error: AuthorityError,
        refused_challenge: bool,
    ) -> Result<Timestamp, StoreError> {
        *self.account.lock().await = None;
        let now = self.clock.now();
        let account_is_gone = error.is("accountDoesNotExist");
        if account_is_gone {
            self.store.save_acme_account(&self.settings.directory, None, None).await?;
        }
        let mut order = lease.order.clone();
        let challenge = order.challenge;
        let is_abandoned = order.opened_at.is_some_and(|opened_at| policy::is_abandoned(opened_at, now));
        if refused_challenge || account_is_gone || is_abandoned || error.is_final() {
            (order.url, order.opened_at, order.key) = (None, None, None);
        }
        let said: String = one_line(&error.to_string()).chars().take(MAX_LOGGED_CHARS).collect();
        // Ports 80 and 443 often have different obstacles. The other kind of challenge is tried before any delay.
        let try_other = refused_challenge && challenge == AcmeChallengeKind::TlsAlpn01;
        if refused_challenge {
            order.challenge = match challenge {
                AcmeChallengeKind::TlsAlpn01 => AcmeChallengeKind::Http01,
                AcmeChallengeKind::Http01 => AcmeChallengeKind::TlsAlpn01,
            };
        }
        if try_other {
            order.next_at = now;
        } else {
            order.failures = order.failures.saturating_add(1);
            let [jitter] = (*self.random).bytes();
            let mut delay = policy::retry_delay(order.failures, jitter);
            let retry_after = self.transport.retry_after().and_then(|value| parse_retry_after(&value, now));
            if error.is_rate_limit() {
                delay = delay.max(policy::rate_limit_delay(retry_after));
            } else if let Some(retry_after) = retry_after {
                delay = delay.max(policy::rate_limit_delay(Some(retry_after)));
            }
            order.next_at = now + delay;
        }
        order.last_error = Some(said.clone());
        self.store.save_order(lease, &order).await?;
        self.metrics.certificate_attempt(CertificateAttempt::Failed);
        let next = if try_other {
            "HTTP-01 is tried now.".to_owned()
        } else {
            format!("Next attempt: {}.", order.next_at.round(jiff::Unit::Second).unwrap_or(order.next_at))
        };
        let kind = if refused_challenge { format!(" with {}", challenge.into_str()) } else { String::new() };
        tracing::warn!("no new certificate for {}{kind}: {said}. {} {next}", self.id.names, advice(&error, challenge));
        Ok(order.next_at)
    }

    /// After a restart: why there may be no certificate, and when the next attempt is.
    pub async fn log_state(&self) {
        if let Ok(Some(AcmeOrder { last_error: Some(said), next_at, .. })) = self.store.acme_order(&self.id).await
            && next_at > self.clock.now()
        {
            tracing::warn!(
                "the last attempt to get a certificate for {} failed: {said}. Next attempt: {next_at}.",
                self.id.names
            );
        }
    }
}
