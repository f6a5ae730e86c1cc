//! What the handlers of the game, the claim and booking share.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use super::claim_response_time::ClaimResponseTime;
use super::health::WriteProbe;
use crate::clock_check::ClockCheck;
use crate::outbox::Outbox;
use clinic_content::model::Clinic;
use clinic_rules::game::PlayedGame;
use clinic_rules::person::DisposableDomains;
use clinic_rules::rate_limit::Limits;
use clinic_runtime::clock::{Clock, Randomness};
use clinic_runtime::metrics::Metrics;
use clinic_site::ContentStatus;
use clinic_store::{BackupFolder, Secrets, Store};

/// Returns the spot ids of each published level. A function, because an edit of the content can change them.
pub type Levels = Box<dyn Fn() -> Arc<Vec<Vec<u32>>> + Send + Sync>;

/// Returns the games that somebody may have begun. A function for the same reason.
pub type Played = Box<dyn Fn() -> Arc<Vec<PlayedGame>> + Send + Sync>;

pub struct Services {
    pub store: Store,
    pub secrets: Secrets,
    pub outbox: Outbox,
    pub metrics: Arc<Metrics>,
    pub clock: Arc<dyn Clock>,
    pub clock_check: Arc<ClockCheck>,
    pub random: Arc<dyn Randomness>,
    pub levels: Levels,
    pub played: Played,
    /// The published discount. A function, because an edit of the content can change it.
    pub discount_percent: Box<dyn Fn() -> u8 + Send + Sync>,
    /// How many days a new code is valid. A function for the same reason.
    pub code_days: Box<dyn Fn() -> u32 + Send + Sync>,
    /// The published facts about the clinic, with the settings of online booking. A function for the same reason.
    pub clinic: Box<dyn Fn() -> Arc<Clinic> + Send + Sync>,
    /// Whether the site shows the published content. A function for the same reason.
    pub content_status: Box<dyn Fn() -> ContentStatus + Send + Sync>,
    pub claim_response_time: ClaimResponseTime,
    pub write_probe: WriteProbe,
    pub settings: Settings,
}

#[derive(Debug, Clone)]
pub struct Settings {
    pub min_play: Duration,
    pub limits: Limits,
    pub disposable_domains: DisposableDomains,
    pub service_id: String,
    pub template_id: String,
    pub user_id: String,
    /// The host name in every Message-ID: the host of the site.
    pub mail_host: String,
    /// Its disk must not become full.
    pub data_folder: PathBuf,
    /// Where the site makes backups by itself, if it does.
    pub backups: Option<BackupFolder>,
    /// The address of the site, for links in calendar files.
    pub site_url: String,
    /// How long a claim waits for the mail server before it answers that the message is queued.
    pub delivery_wait: Duration,
    /// How long the answer of a phone waits for the screen of the sight self-check. Shorter than people wait before they press again.
    pub screen_wait: Duration,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            min_play: Duration::from_secs(4),
            limits: Limits::default(),
            disposable_domains: DisposableDomains::default(),
            service_id: "clinic".to_owned(),
            template_id: "discount".to_owned(),
            user_id: "website".to_owned(),
            mail_host: "localhost".to_owned(),
            data_folder: PathBuf::from("."),
            backups: None,
            site_url: "http://localhost".to_owned(),
            delivery_wait: Duration::from_secs(4),
            screen_wait: Duration::from_secs(5),
        }
    }
}
