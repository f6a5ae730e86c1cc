//! Everything that the game and the claim need at hand, wired once and shared by their handlers.

use crate::clock::{Clock, Randomness};
use crate::discount::{Disposable, Limits};
use crate::metrics::Metrics;
use crate::outbox::Outbox;
use crate::store::{Secrets, Store};
use std::sync::Arc;
use std::time::Duration;

/// The spot ids of each published level, asked anew for every finished game because an edit can change them.
pub type Levels = Box<dyn Fn() -> Arc<Vec<Vec<u32>>> + Send + Sync>;

pub struct Promises {
    pub store: Store,
    pub secrets: Secrets,
    pub outbox: Outbox,
    pub metrics: Arc<Metrics>,
    pub clock: Arc<dyn Clock>,
    pub random: Arc<dyn Randomness>,
    pub levels: Levels,
    pub settings: Settings,
}

#[derive(Debug, Clone)]
pub struct Settings {
    pub min_play: Duration,
    pub code_days: u32,
    pub limits: Limits,
    pub disposable: Disposable,
    pub service_id: String,
    pub template_id: String,
    pub user_id: String,
    /// The right side of every Message-ID: the host of the site.
    pub mail_host: String,
    /// How long a claim waits for the mail server before it answers that the mail is queued.
    pub patience: Duration,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            min_play: Duration::from_secs(4),
            code_days: 90,
            limits: Limits::default(),
            disposable: Disposable::default(),
            service_id: "clinic".to_owned(),
            template_id: "discount".to_owned(),
            user_id: "website".to_owned(),
            mail_host: "localhost".to_owned(),
            patience: Duration::from_secs(4),
        }
    }
}
