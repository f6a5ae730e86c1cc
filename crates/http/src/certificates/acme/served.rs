//! What the listeners serve: the certificate and the answers to open challenges. Refreshed from the store, so that all
//! instances serve the same.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use arc_swap::ArcSwap;
use jiff::Timestamp;

use super::super::{Certificate, CertificateResolver};
use super::self_signed::tls_alpn_answer;
use clinic_store::{CertificateId, ChallengeAnswer, Store, StoreError, StoredCertificate};

pub struct Served {
    resolver: Arc<CertificateResolver>,
    /// For HTTP-01, by token.
    http_answers: ArcSwap<HashMap<String, String>>,
    current: Mutex<Current>,
}

#[derive(Default)]
struct Current {
    certificate: Option<StoredCertificate>,
    answers: Vec<ChallengeAnswer>,
}

impl Served {
    pub fn new(resolver: Arc<CertificateResolver>) -> Self {
        Self { resolver, http_answers: ArcSwap::default(), current: Mutex::default() }
    }

    /// `false` until the first order is done. Visitors would get a warning about a self-signed certificate.
    pub fn has_certificate(&self) -> bool {
        self.expires_at().is_some()
    }

    pub fn expires_at(&self) -> Option<Timestamp> {
        self.current().certificate.as_ref().map(|certificate| certificate.expires_at)
    }

    /// The answer to an HTTP-01 challenge.
    pub fn http_answer(&self, token: &str) -> Option<String> {
        self.http_answers.load().get(token).cloned()
    }

    /// Takes over what this or another instance has stored. `true` when there is a new certificate.
    ///
    /// # Errors
    /// When the database does not answer. What is served does not change then.
    pub async fn refresh(&self, store: &Store, id: &CertificateId) -> Result<bool, StoreError> {
        let (stored, answers) = (store.certificate(id).await?, store.challenge_answers().await?);
        let mut current = self.current();
        if current.answers != answers {
            let tls = |answer: &ChallengeAnswer| {
                (answer.domain.clone(), tls_alpn_answer(&answer.domain, &answer.key_authorization))
            };
            self.resolver.set_challenges(answers.iter().map(tls).collect());
            let http = answers.iter().map(|answer| (answer.token.clone(), answer.key_authorization.clone()));
            self.http_answers.store(Arc::new(http.collect()));
            current.answers = answers;
        }
        let Some(stored) = stored.filter(|stored| current.certificate.as_ref() != Some(stored)) else {
            return Ok(false);
        };
        let certificate = Certificate::from_pem(stored.chain.as_bytes(), stored.key.as_bytes())
            .map_err(|_| StoreError::Corrupt("a certificate that cannot be used"))?;
        self.resolver.replace(&certificate);
        current.certificate = Some(stored);
        Ok(true)
    }

    fn current(&self) -> std::sync::MutexGuard<'_, Current> {
        self.current.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
