//! The state shared by the handlers of the staff desk.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use super::content::editing_state::ContentEditing;
use super::sign_in::password_hashing::PasswordHashing;
use crate::services::Services;
use clinic_rules::game::PuzzleSetId;
use clinic_rules::staff::{
    ClinicWords, Cost, HashMemory, LinkSeed, Password, PasswordError, PasswordHash, ResetToken, StaffName,
    TooManyAttempts,
};
use clinic_store::{Actor, DeskError, Lookup, RecordReader, Session, StoreError};

/// Each goes to any address that the owner types.
const TEST_EMAILS_PER_HOUR: u32 = 10;
/// The same. A clinic that opens its desk to all colleagues on one day invites a few more.
const INVITATIONS_PER_HOUR: u32 = 20;

/// Facts about the published site that the desk shows.
#[derive(Debug, Clone, Default)]
pub struct PublishedFacts {
    pub clinic_name: String,
    /// Words that a password must not consist of.
    pub clinic_words: ClinicWords,
    pub discount_percent: u8,
    /// The spots of each level of the game, with their labels.
    pub levels: Vec<Vec<(u32, Option<String>)>>,
    /// The set of the month that the game shows. `None` for the pictures of the content.
    pub puzzle_set: Option<PuzzleSetId>,
}

pub struct DeskServices {
    pub services: Arc<Services>,
    /// A function, because an edit of the content can change the facts.
    pub published_facts: Box<dyn Fn() -> PublishedFacts + Send + Sync>,
    pub settings: Settings,
    /// `None` when the content comes from a folder, so that it cannot be edited at the desk.
    pub content: Option<ContentEditing>,
    hashing: PasswordHashing,
    decoy_hash: OnceLock<PasswordHash>,
    has_staff: AtomicBool,
}

#[derive(Debug, Clone)]
pub struct Settings {
    /// Whether the site is served over https, so that cookies can require it.
    pub https: bool,
    pub mail: clinic_mail::Settings,
    pub password_cost: Cost,
    pub lookups_per_hour: u32,
    /// Lower than for codes: a receptionist helps a few patients an hour, and each look-up tells who has a code.
    pub address_lookups_per_hour: u32,
}

impl Settings {
    #[must_use]
    pub fn new(https: bool, mail: clinic_mail::Settings) -> Self {
        Self { https, mail, password_cost: Cost::default(), lookups_per_hour: 600, address_lookups_per_hour: 60 }
    }

    /// The folder that messages are written to, when mail is configured that way.
    #[must_use]
    pub fn mail_folder(&self) -> Option<&Path> {
        match &self.mail {
            clinic_mail::Settings::File(folder) => Some(folder),
            clinic_mail::Settings::Smtp(_) | clinic_mail::Settings::EmailJs(_) => None,
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
            content: None,
            hashing: PasswordHashing::default(),
            decoy_hash: OnceLock::new(),
            has_staff: AtomicBool::new(false),
        }
    }

    #[must_use]
    pub fn with_content(self, content: ContentEditing) -> Self {
        Self { content: Some(content), ..self }
    }

    /// Whether there is a staff account. Accounts that can sign in are never deleted, so the answer "yes" is cached.
    pub async fn has_staff(&self) -> Result<bool, StoreError> {
        if !self.has_staff.load(Ordering::Relaxed) && self.services.store.has_staff().await? {
            self.has_staff.store(true, Ordering::Relaxed);
        }
        Ok(self.has_staff.load(Ordering::Relaxed))
    }

    /// Whether the desk answers. The page of the link for the first owner's account is also there before there is any
    /// account.
    pub async fn is_open(&self, is_setup: bool) -> Result<bool, StoreError> {
        Ok((is_setup && self.services.store.is_owner_setup_offered().await?) || self.has_staff().await?)
    }

    #[must_use]
    pub fn actor<'a>(&'a self, name: &'a str) -> Actor<'a> {
        Actor { name, random: &*self.services.random, now: self.services.clock.now() }
    }

    /// A new link with which a colleague chooses a password. It can be sent by email.
    #[must_use]
    pub fn new_link(&self) -> ResetToken {
        ResetToken::signed(LinkSeed::new(self.services.random.bytes()), &self.services.secrets.signing)
    }

    /// Whoever opens patients' records in a session.
    #[must_use]
    pub fn reader<'a>(&'a self, session: &'a Session) -> RecordReader<'a> {
        RecordReader { session, actor: self.actor(session.name.as_str()) }
    }

    /// # Errors
    /// When this account has looked up too many codes or addresses in this hour, or sent too many test emails or invitations.
    pub async fn limit_lookups(&self, lookup: Lookup, account: &StaffName) -> Result<(), DeskError<TooManyAttempts>> {
        let limit = match lookup {
            Lookup::Code => self.settings.lookups_per_hour,
            Lookup::Address => self.settings.address_lookups_per_hour,
            Lookup::TestEmail => TEST_EMAILS_PER_HOUR,
            Lookup::Invitation => INVITATIONS_PER_HOUR,
        };
        self.services.store.count_lookup(lookup, &account.key(), limit, self.services.clock.now()).await
    }

    /// Without a hash (an unknown account, or one that was invited) it takes as long as with one, and returns false.
    pub async fn verify_password(self: &Arc<Self>, typed: String, hash: Option<PasswordHash>) -> bool {
        let desk = Arc::clone(self);
        let work = move |memory: &mut HashMemory| {
            // Created even when it is not needed, so that the first unknown name does not take longer.
            let decoy = desk.decoy_hash(memory);
            let is_known = hash.is_some();
            hash.as_ref().unwrap_or(decoy).matches(&typed, memory) && is_known
        };
        self.hashing.run(work).await.unwrap_or(false)
    }

    /// Checks a new password.
    ///
    /// # Errors
    /// The error message is meant for the person who chose the password.
    pub fn choose_password(&self, typed: &str, name: &StaffName) -> Result<Password, PasswordError> {
        Password::choose(typed, name, &(self.published_facts)().clinic_words)
    }

    /// `None` when the server is shutting down.
    pub async fn hash(&self, password: Password) -> Option<PasswordHash> {
        let (cost, salt) = (self.settings.password_cost, self.services.random.bytes());
        self.hashing.run(move |memory| password.hash(cost, salt, memory)).await
    }

    fn decoy_hash(&self, memory: &mut HashMemory) -> &PasswordHash {
        self.decoy_hash
            .get_or_init(|| PasswordHash::decoy(self.settings.password_cost, self.services.random.bytes(), memory))
    }
}
