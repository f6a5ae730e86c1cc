//! Everything that the staff desk needs at hand, wired once and shared by its handlers.

use crate::mail;
use crate::promises::Promises;
use crate::staff::{Cost, Password, PasswordHash};
use crate::store::{Hand, StoreError};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use tokio::sync::Semaphore;

/// Passwords checked at the same moment: each takes twenty megabytes, and a stranger decides how many come.
const HASHES_AT_ONCE: usize = 2;

/// What the desk repeats of the published site, asked anew each time because an edit can change it.
#[derive(Debug, Clone, Default)]
pub struct Facts {
    pub clinic_name: String,
    /// The spots of each level of the game, with their labels.
    pub levels: Vec<Vec<(u32, Option<String>)>>,
}

pub struct Desk {
    pub promises: Arc<Promises>,
    pub facts: Box<dyn Fn() -> Facts + Send + Sync>,
    pub settings: Settings,
    hashing: Semaphore,
    decoy: OnceLock<PasswordHash>,
    has_staff: AtomicBool,
}

#[derive(Debug, Clone)]
pub struct Settings {
    /// Whether the site is served over https, so that cookies can demand it.
    pub https: bool,
    pub mail: mail::Settings,
    pub cost: Cost,
    pub looks_per_hour: u32,
}

impl Settings {
    #[must_use]
    pub fn new(https: bool, mail: mail::Settings) -> Self {
        Self { https, mail, cost: Cost::default(), looks_per_hour: 600 }
    }

    /// The folder that mail is put into, if that is how it is carried.
    #[must_use]
    pub fn mail_folder(&self) -> Option<&Path> {
        match &self.mail {
            mail::Settings::File(folder) => Some(folder),
            mail::Settings::Smtp(_) | mail::Settings::EmailJs(_) => None,
        }
    }
}

impl Desk {
    #[must_use]
    pub fn new(promises: Arc<Promises>, facts: Box<dyn Fn() -> Facts + Send + Sync>, settings: Settings) -> Self {
        Self {
            promises,
            facts,
            settings,
            hashing: Semaphore::new(HASHES_AT_ONCE),
            decoy: OnceLock::new(),
            has_staff: AtomicBool::new(false),
        }
    }

    /// Whether there is a desk at all. Accounts are never deleted, so a yes holds for good.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn is_open(&self) -> Result<bool, StoreError> {
        if !self.has_staff.load(Ordering::Relaxed) && self.promises.store.has_staff().await? {
            self.has_staff.store(true, Ordering::Relaxed);
        }
        Ok(self.has_staff.load(Ordering::Relaxed))
    }

    #[must_use]
    pub fn hand<'a>(&'a self, by: &'a str) -> Hand<'a> {
        Hand { by, random: &*self.promises.random, now: self.promises.clock.now() }
    }

    /// Checks a password. Without a hash to check against it takes the same path and the same time, and fails.
    pub async fn checks_out(self: &Arc<Self>, typed: String, hash: Option<PasswordHash>) -> bool {
        self.slowly(move |desk| {
            // Made before it is known whether it is needed, or the first stranger would wait longer than the first friend.
            let decoy = desk.decoy();
            let is_known = hash.is_some();
            hash.as_ref().unwrap_or(decoy).matches(&typed) && is_known
        })
        .await
        .unwrap_or(false)
    }

    /// Hashes a password; nothing when the server is stopping.
    pub async fn hash(self: &Arc<Self>, password: Password) -> Option<PasswordHash> {
        let salt = self.promises.random.bytes();
        self.slowly(move |desk| password.hash(desk.settings.cost, salt)).await
    }

    fn decoy(&self) -> &PasswordHash {
        self.decoy.get_or_init(|| PasswordHash::decoy(self.settings.cost, self.promises.random.bytes()))
    }

    /// Off the threads that answer requests, and a few at a time.
    async fn slowly<T: Send + 'static>(self: &Arc<Self>, work: impl FnOnce(&Self) -> T + Send + 'static) -> Option<T> {
        let _turn = self.hashing.acquire().await.ok()?;
        let desk = Arc::clone(self);
        tokio::task::spawn_blocking(move || work(&desk)).await.ok()
    }
}
