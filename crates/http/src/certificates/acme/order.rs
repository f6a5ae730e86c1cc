//! One step of an order (RFC 8555, 7.1.6). Which step it is follows from what is stored and from what the authority says
//! about the order, so that any instance can take it, also after a crash.

use instant_acme::{
    Account, AuthorizationState, AuthorizationStatus, CertificateIdentifier, ChallengeStatus, ChallengeType,
    Identifier, NewOrder, Order, OrderStatus,
};
use jiff::Timestamp;
use rcgen::{CertificateParams, DistinguishedName, KeyPair};
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use std::time::Duration;

use super::super::Certificate;
use super::failure::AuthorityError;
use super::policy;
use clinic_runtime::clock::{Clock, Randomness};
use clinic_store::{AcmeChallengeKind, AcmeOrder, ChallengeAnswer, OrderLease, Store, StoreError, StoredCertificate};

/// Other instances read new answers to challenges from the store every five seconds.
const PROPAGATION: Duration = Duration::from_secs(10);

pub struct Step<'a> {
    pub store: &'a Store,
    pub account: &'a Account,
    pub lease: &'a OrderLease,
    pub names: &'a [String],
    pub clock: &'a dyn Clock,
    pub random: &'a dyn Randomness,
}

/// What to store after the step.
pub enum Progress {
    Order(AcmeOrder),
    Issued { certificate: StoredCertificate, next: AcmeOrder },
}

pub enum StepError {
    Authority(AuthorityError),
    /// The authority did not accept the answer to a challenge.
    RefusedChallenge(AuthorityError),
    Store(StoreError),
    LeaseLost,
}

impl From<instant_acme::Error> for StepError {
    fn from(error: instant_acme::Error) -> Self {
        Self::Authority(error.into())
    }
}

impl From<StoreError> for StepError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl Step<'_> {
    pub async fn take(&self) -> Result<Progress, StepError> {
        let Some(url) = &self.lease.order.url else { return self.renew_or_wait().await };
        let mut order = self.account.order(url.clone()).await?;
        match order.state().status {
            OrderStatus::Pending => self.answer_challenges(&mut order).await,
            OrderStatus::Ready => self.finalize(&mut order).await,
            OrderStatus::Processing => Ok(self.poll_later()),
            OrderStatus::Valid => self.download(&mut order).await,
            OrderStatus::Invalid => Err(invalid_order(&mut order).await),
        }
    }

    /// Without an open order: places one when there is no certificate or it is time to renew it.
    async fn renew_or_wait(&self) -> Result<Progress, StepError> {
        let order = &self.lease.order;
        // Not one that an earlier configuration ordered.
        if !self.store.has_certificate(&self.lease.id).await? {
            return self.open(None).await;
        }
        let Some(current) = self.store.certificate(&self.lease.id).await? else { return self.open(None).await };
        let (now, mut order) = (self.clock.now(), order.clone());
        let certificate = Certificate::from_pem(current.chain.as_bytes(), current.key.as_bytes())
            .map_err(|_| StoreError::Corrupt("a certificate that cannot be used"))?;
        let mut check_in = policy::WINDOW_CHECK;
        if let Some(identifier) = identifier(&current.chain) {
            match self.account.renewal_info(&identifier).await {
                Ok((info, retry_after)) => {
                    check_in = policy::window_check_delay(retry_after);
                    let time = |time: i64| Timestamp::from_second(time).unwrap_or(certificate.not_after);
                    let window = info.suggested_window;
                    let window = (time(window.start.unix_timestamp()), time(window.end.unix_timestamp()));
                    let random = u32::from_le_bytes(self.random.bytes());
                    let validity = (certificate.not_before, certificate.not_after);
                    order.window = policy::choose_in_window(order.window, window, validity, random);
                }
                Err(instant_acme::Error::Unsupported(_)) => order.window = None,
                // The window that is known stays valid.
                Err(error) => {
                    let error = AuthorityError::from(error);
                    tracing::debug!("no renewal window from the authority: {error}");
                }
            }
        }
        let default = || policy::default_renewal(certificate.not_before, certificate.not_after);
        let renew_at = order.window.map_or_else(default, |window| window.renew_at);
        if renew_at <= now {
            // Only at the first attempt: an authority that refuses to replace the old one still issues a new one.
            let replaces = identifier(&current.chain).filter(|_| order.window.is_some() && order.failures == 0);
            return self.open(replaces).await;
        }
        order.next_at = renew_at.min(now + check_in);
        Ok(Progress::Order(order))
    }

    async fn open(&self, replaces: Option<CertificateIdentifier<'static>>) -> Result<Progress, StepError> {
        let identifiers: Vec<Identifier> = self.names.iter().cloned().map(Identifier::Dns).collect();
        let mut request = NewOrder::new(&identifiers);
        if let Some(replaced) = replaces {
            request = request.replaces(replaced);
        }
        let key = KeyPair::generate().map_err(|error| nonsense(&error))?.serialize_pem();
        let order = self.account.new_order(&request).await?;
        let now = self.clock.now();
        tracing::info!("ordered a certificate for {}", self.lease.id.names);
        let url = Some(order.url().to_owned());
        Ok(Progress::Order(AcmeOrder {
            url,
            opened_at: Some(now),
            key: Some(key),
            next_at: now,
            ..self.lease.order.clone()
        }))
    }

    /// Stores the answers first. When all instances can give them, the authority is asked to check them.
    async fn answer_challenges(&self, order: &mut Order) -> Result<Progress, StepError> {
        let stored = self.store.challenge_answers().await?;
        let kind = match self.lease.order.challenge {
            AcmeChallengeKind::TlsAlpn01 => ChallengeType::TlsAlpn01,
            AcmeChallengeKind::Http01 => ChallengeType::Http01,
        };
        let mut answers = Vec::new();
        let mut authorizations = order.authorizations();
        while let Some(authorization) = authorizations.next().await {
            let mut authorization = authorization?;
            match authorization.status {
                AuthorizationStatus::Valid => continue,
                AuthorizationStatus::Pending => {}
                _ => return Err(StepError::RefusedChallenge(refusal(&authorization))),
            }
            let domain = authorization.identifier().to_string();
            let Some(mut challenge) = authorization.challenge(kind.clone()) else {
                let reason = format!("it offers no {} challenge for {domain}", self.lease.order.challenge.into_str());
                return Err(StepError::RefusedChallenge(AuthorityError::Nonsense { reason }));
            };
            let key_authorization = challenge.key_authorization().as_str().to_owned();
            let answer = ChallengeAnswer { token: challenge.token.clone(), domain, key_authorization };
            if stored.contains(&answer) && challenge.status == ChallengeStatus::Pending {
                challenge.set_ready().await?;
            }
            answers.push(answer);
        }
        if answers.iter().all(|answer| stored.contains(answer)) {
            return Ok(self.poll_later());
        }
        if !self.store.save_challenges(self.lease, &answers).await? {
            return Err(StepError::LeaseLost);
        }
        let wait = if self.store.is_shared() { PROPAGATION } else { Duration::ZERO };
        Ok(self.continue_in(wait))
    }

    async fn finalize(&self, order: &mut Order) -> Result<Progress, StepError> {
        let key = KeyPair::from_pem(self.key()?).map_err(|error| nonsense(&error))?;
        let mut params = CertificateParams::new(self.names.to_vec()).map_err(|error| nonsense(&error))?;
        params.distinguished_name = DistinguishedName::new();
        let request = params.serialize_request(&key).map_err(|error| nonsense(&error))?;
        order.finalize_csr(request.der()).await?;
        Ok(self.poll_later())
    }

    async fn download(&self, order: &mut Order) -> Result<Progress, StepError> {
        let Some(chain) = order.certificate().await? else { return Ok(self.poll_later()) };
        let (key, now) = (self.key()?.to_owned(), self.clock.now());
        let unusable = |reason: &str| {
            let detail = format!("the certificate {reason}");
            // Like a refusal: the same order would give the same certificate again.
            StepError::Authority(AuthorityError::Problem {
                kind: "unusable certificate".to_owned(),
                status: 200,
                detail,
            })
        };
        let certificate = Certificate::from_pem(chain.as_bytes(), key.as_bytes())
            .map_err(|_| unusable("is damaged or belongs to another key"))?;
        certificate.check_validity(now).map_err(|_| unusable("is not valid now"))?;
        if let Some(name) = self.names.iter().find(|name| !certificate.is_for_host(name)) {
            return Err(unusable(&format!("does not contain the name {name}")));
        }
        let next = AcmeOrder {
            url: None,
            opened_at: None,
            key: None,
            challenge: self.lease.order.challenge,
            failures: 0,
            last_error: None,
            // Asks for the renewal window.
            next_at: now,
            window: None,
        };
        // By the authority's clock, because certificates that expired before it are deleted.
        let (issued_at, expires_at) = (certificate.not_before, certificate.not_after);
        Ok(Progress::Issued { certificate: StoredCertificate { chain, key, issued_at, expires_at }, next })
    }

    fn key(&self) -> Result<&str, StepError> {
        let missing = StepError::Store(StoreError::Corrupt("an order without its key"));
        self.lease.order.key.as_deref().ok_or(missing)
    }

    fn poll_later(&self) -> Progress {
        let opened_at = self.lease.order.opened_at.unwrap_or(self.lease.order.next_at);
        let age = self.clock.now().duration_since(opened_at);
        self.continue_in(policy::poll_delay(Duration::try_from(age).unwrap_or_default()))
    }

    fn continue_in(&self, wait: Duration) -> Progress {
        Progress::Order(AcmeOrder { next_at: self.clock.now() + wait, ..self.lease.order.clone() })
    }
}

fn nonsense(error: &rcgen::Error) -> StepError {
    StepError::Authority(AuthorityError::Nonsense { reason: error.to_string() })
}

/// The name of a certificate in requests about its renewal.
fn identifier(chain: &str) -> Option<CertificateIdentifier<'static>> {
    let certificate = CertificateDer::from_pem_slice(chain.as_bytes()).ok()?;
    CertificateIdentifier::try_from(&certificate).ok().map(CertificateIdentifier::into_owned)
}

/// The reason is in the authorization that failed, or else in the order.
async fn invalid_order(order: &mut Order) -> StepError {
    let error = order.state().error.as_ref().map(AuthorityError::from_problem);
    let mut authorizations = order.authorizations();
    while let Some(Ok(authorization)) = authorizations.next().await {
        if authorization.status == AuthorizationStatus::Invalid {
            return StepError::RefusedChallenge(refusal(&authorization));
        }
    }
    let without_reason =
        || AuthorityError::Problem { kind: "invalid order".to_owned(), status: 200, detail: String::new() };
    StepError::Authority(error.unwrap_or_else(without_reason))
}

fn refusal(authorization: &AuthorizationState) -> AuthorityError {
    let problem = authorization.challenges.iter().find_map(|challenge| challenge.error.as_ref());
    problem.map_or_else(
        || AuthorityError::Nonsense { reason: "it refused a challenge and gave no reason".to_owned() },
        AuthorityError::from_problem,
    )
}
