//! The list of published documents and that of the drafts, each written as JSON and compressed once: many calls ask for them
//! between two changes. With a thousand articles, the first one has some hundred kilobytes, and only a publication, a new
//! day or an article that appears changes it. They do not wait for uploads and previews.

use std::sync::Arc;

use clinic_compression::{FAST, gzip};
use jiff::civil::{Date, DateTime};
use tokio::sync::Mutex;

use crate::api_error::ApiError;
use clinic_content::{DocumentKind, Examined, Folder, KnownArticles};
use clinic_site::page_registry::site_pages;
use clinic_site::resource::Encodings;
use clinic_store::{ContentState, Edition, PublishedId};

/// Each is locked while a list is made, so that one request makes it and the others wait for it.
#[derive(Default)]
pub struct CurrentLists {
    published: Arc<Mutex<Option<Known<PublishedId>>>>,
    drafts: Arc<Mutex<KnownDrafts>>,
}

#[derive(Default)]
struct KnownDrafts {
    list: Option<Known<ContentState>>,
    /// What was examined before, so that after a save only the changed articles are examined.
    articles: KnownArticles,
}

/// What of the time a list depends on: dates in the future are problems of a draft, and part of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moment {
    pub today: Date,
    /// How many articles have not appeared.
    pub scheduled: usize,
}

impl Moment {
    /// `now` is in the clinic's time zone.
    pub fn of(files: &Folder, now: DateTime) -> Self {
        let articles = files.files().filter(|(path, _)| DocumentKind::of(path) == Some(DocumentKind::Article));
        let scheduled = articles.filter(|(_, file)| file.head().appears_at.is_some_and(|appears_at| appears_at > now));
        Self { today: now.date(), scheduled: scheduled.count() }
    }
}

struct Known<State> {
    state: State,
    moment: Moment,
    json: Arc<Encodings>,
}

impl<State: PartialEq> Known<State> {
    fn json_of(known: Option<&Self>, state: &State, moment: Moment) -> Option<Arc<Encodings>> {
        known.filter(|known| known.state == *state && known.moment == moment).map(|known| Arc::clone(&known.json))
    }
}

impl CurrentLists {
    /// `now` is in the clinic's time zone.
    ///
    /// # Errors
    /// When the list cannot be made.
    pub async fn published(
        &self,
        edition: Arc<Edition>,
        now: DateTime,
        write: impl FnOnce(&Edition) -> Vec<u8> + Send + 'static,
    ) -> Result<Arc<Encodings>, ApiError> {
        let moment = Moment::of(&edition.base.files, now);
        let mut known = Arc::clone(&self.published).lock_owned().await;
        if let Some(json) = Known::json_of(known.as_ref(), &edition.state.published, moment) {
            return Ok(json);
        }
        // The lock is kept until the work is done, also when its request is gone.
        let work = tokio::task::spawn_blocking(move || {
            let json = compress(write(&edition));
            *known = Some(Known { state: edition.state.published, moment, json: Arc::clone(&json) });
            json
        });
        work.await.map_err(|panic| ApiError::internal(&panic))
    }

    /// `now` is in the clinic's time zone.
    ///
    /// # Errors
    /// When the list cannot be made.
    pub async fn drafts(
        &self,
        edition: Arc<Edition>,
        now: DateTime,
        write: impl FnOnce(&Edition, &Examined<'_>) -> Vec<u8> + Send + 'static,
    ) -> Result<Arc<Encodings>, ApiError> {
        let moment = Moment::of(&edition.files, now);
        let mut known = Arc::clone(&self.drafts).lock_owned().await;
        if let Some(json) = Known::json_of(known.list.as_ref(), &edition.state, moment) {
            return Ok(json);
        }
        let work = tokio::task::spawn_blocking(move || {
            let examined = known.articles.examine(&edition.files, &site_pages());
            let json = compress(write(&edition, &examined));
            known.list = Some(Known { state: edition.state, moment, json: Arc::clone(&json) });
            json
        });
        work.await.map_err(|panic| ApiError::internal(&panic))
    }
}

fn compress(json: Vec<u8>) -> Arc<Encodings> {
    let gzip = gzip(&json, FAST);
    Arc::new(Encodings::precompressed(json, None, gzip))
}
