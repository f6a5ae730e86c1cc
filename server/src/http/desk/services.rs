//! The state shared by the handlers of the staff desk.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use tokio::sync::Semaphore;

use crate::http::services::Services;
use crate::mail;
use crate::staff::{Cost, Password, PasswordHash, StaffName, TooManyAttempts};
use crate::store::{Actor, DeskError, Lookup, StoreError};

/// Each hash takes 20 MB of memory, and anyone can send sign-in requests.
const MAX_CONCURRENT_HASHES: usize = 2;

/// Facts about the published site that the desk shows.
#[derive(Debug, Clone, Default)]
pub struct PublishedFacts {
    pub clinic_name: String,
    pub discount_percent: u8,
    /// The spots of each level of the game, with their labels.
    pub levels: Vec<Vec<(u32, Option<String>)>>,
    /// Why the content folder could not be published. Empty when the site shows the current content.
    pub content_problems: Vec<String>,
}

pub struct DeskServices {
    pub services: Arc<Services>,
    /// A function, because an edit of the content can change the facts.
    pub published_facts: Box<dyn Fn() -> PublishedFacts + Send + Sync>,
    pub settings: Settings,
    hash_permits: Semaphore,
    decoy_hash: OnceLock<PasswordHash>,
    has_staff: AtomicBool,
}

#[derive(Debug, Clone)]
pub struct Settings {
    /// Whether the site is served over https, so that cookies can require it.
    pub https: bool,
    pub mail: mail::Settings,
    pub password_cost: Cost,
    pub lookups_per_hour: u32,
    /// Lower than for codes: a receptionist helps a few patients an hour, and each look-up tells who has a code.
    pub address_lookups_per_hour: u32,
}

impl Settings {
    #[must_use]
    pub fn new(https: bool, mail: mail::Settings) -> Self {
        Self { https, mail, password_cost: Cost::default(), lookups_per_hour: 600, address_lookups_per_hour: 60 }
    }

    /// The folder that messages are written to, when mail is configured that way.
    #[must_use]
    pub fn mail_folder(&self) -> Option<&Path> {
        match &self.mail {
            mail::Settings::File(folder) => Some(folder),
            mail::Settings::Smtp(_) | mail::Settings::EmailJs(_) => None,
        }
    }
}

impl DeskServices {
    #[must_use]
    pub fn new(
        services: Arc<Services>,
        published_facts: Box<dyn Fn() -> PublishedFacts + Send + Sync>,
        settings: Settings,
    ) -> Self {
        Self {
            services,
            published_facts,
            settings,
            hash_permits: Semaphore::new(MAX_CONCURRENT_HASHES),
            decoy_hash: OnceLock::new(),
            has_staff: AtomicBool::new(false),
        }
    }

    /// Whether there is a staff account. Accounts are never deleted, so the answer "yes" is cached.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn has_staff(&self) -> Result<bool, StoreError> {
        if !self.has_staff.load(Ordering::Relaxed) && self.services.store.has_staff().await? {
            self.has_staff.store(true, Ordering::Relaxed);
        }
        Ok(self.has_staff.load(Ordering::Relaxed))
    }

    #[must_use]
    pub fn actor<'a>(&'a self, name: &'a str) -> Actor<'a> {
        Actor { name, random: &*self.services.random, now: self.services.clock.now() }
    }

    /// # Errors
    /// When this account has looked up too many codes or addresses in this hour.
    pub async fn limit_lookups(&self, lookup: Lookup, account: &StaffName) -> Result<(), DeskError<TooManyAttempts>> {
        let limit = match lookup {
            Lookup::Code => self.settings.lookups_per_hour,
            Lookup::Address => self.settings.address_lookups_per_hour,
        };
        self.services.store.count_lookup(lookup, &account.key(), limit, self.services.clock.now()).await
    }

    /// Without a hash (unknown account) it takes as long as with one, and returns false.
    pub async fn verify_password(self: &Arc<Self>, typed: String, hash: Option<PasswordHash>) -> bool {
        self.run_blocking(move |desk| {
            // Created even when it is not needed, so that the first unknown name does not take longer.
            let decoy = desk.decoy_hash();
            let is_known = hash.is_some();
            hash.as_ref().unwrap_or(decoy).matches(&typed) && is_known
        })
        .await
        .unwrap_or(false)
    }

    /// `None` when the server is shutting down.
    pub async fn hash(self: &Arc<Self>, password: Password) -> Option<PasswordHash> {
        let salt = self.services.random.bytes();
        self.run_blocking(move |desk| password.hash(desk.settings.password_cost, salt)).await
    }

    fn decoy_hash(&self) -> &PasswordHash {
        self.decoy_hash.get_or_init(|| PasswordHash::decoy(self.settings.password_cost, self.services.random.bytes()))
    }

    /// Runs password hashing off the async threads, a few at a time.
    async fn run_blocking<T: Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce(&Self) -> T + Send + 'static,
    ) -> Option<T> {
        let _permit = self.hash_permits.acquire().await.ok()?;
        let desk = Arc::clone(self);
        tokio::task::spawn_blocking(move || work(&desk)).await.ok()
    }
}
