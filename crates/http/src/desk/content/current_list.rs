//! The list of documents of the current edition, checked, written as JSON and compressed once: many calls ask for it between
//! two changes, and with a thousand articles it has some hundred kilobytes. After a change only what changed is read, checked
//! and compressed again. It does not wait for uploads and previews.

use std::sync::Arc;

use clinic_compression::{FAST, ListCompressor};
use jiff::Timestamp;
use jiff::civil::Date;
use serde_json::value::RawValue;
use tokio::sync::Mutex;

use crate::problem::Problem;
use clinic_content::{Examined, KnownArticles};
use clinic_rules::clinic_time;
use clinic_site::find_problems;
use clinic_site::registry::site_pages;
use clinic_site::resource::Encodings;
use clinic_store::{ContentState, Edition, PublishedId};

/// Locked while a list is made, so that one request makes it and the others wait for it.
#[derive(Default)]
pub struct CurrentList(Arc<Mutex<Known>>);

#[derive(Default)]
struct Known {
    list: Option<KnownList>,
    articles: KnownArticles,
    published: PublishedEntries,
    compressor: ListCompressor,
}

struct KnownList {
    state: ContentState,
    /// Dates in the future are problems.
    today: Date,
    json: Arc<Encodings>,
}

/// The entries of the published documents: writing a thousand of them again after each save would take long.
#[derive(Default)]
pub struct PublishedEntries {
    /// What is published, and the day: dates in the future are part of an entry.
    written_for: Option<(PublishedId, Date)>,
    /// By path.
    entries: Vec<Entry>,
}

pub type Entry = (String, Box<RawValue>);

impl PublishedEntries {
    pub fn of(&mut self, edition: &Edition, today: Date, write: impl FnOnce() -> Vec<Entry>) -> &[Entry] {
        let needed = Some((edition.state.published, today));
        if self.written_for != needed {
            self.entries = write();
            self.written_for = needed;
        }
        &self.entries
    }
}

/// What a list is written from.
pub struct Checked<'a> {
    pub edition: &'a Edition,
    pub today: Date,
    pub published: &'a mut PublishedEntries,
    pub problems: Vec<clinic_content::Problem>,
    pub examined: &'a Examined<'a>,
}

impl CurrentList {
    /// `write` makes the JSON of a checked edition.
    ///
    /// # Errors
    /// When the list cannot be made.
    pub async fn read(
        &self,
        edition: Arc<Edition>,
        now: Timestamp,
        write: fn(Checked<'_>) -> Vec<u8>,
    ) -> Result<Arc<Encodings>, Problem> {
        let today = now.to_zoned(clinic_time::zone()).date();
        let mut known = Arc::clone(&self.0).lock_owned().await;
        if let Some(list) = known.list.as_ref().filter(|list| list.state == edition.state && list.today == today) {
            return Ok(Arc::clone(&list.json));
        }
        // The lock is kept until the work is done, also when its request is gone.
        let work = tokio::task::spawn_blocking(move || {
            let Known { articles, published, compressor, .. } = &mut *known;
            let examined = articles.examine(&edition.files, &site_pages());
            let problems = find_problems(&examined, &edition.files, &edition.base.files, now);
            let json = write(Checked { edition: &edition, today, published, problems, examined: &examined });
            let json = json.into();
            let gzip = compressor.gzip(&json, FAST);
            let json = Arc::new(Encodings::precompressed(json, None, Some(gzip)));
            known.list = Some(KnownList { state: edition.state, today, json: Arc::clone(&json) });
            json
        });
        work.await.map_err(|panic| Problem::internal(&panic))
    }
}
