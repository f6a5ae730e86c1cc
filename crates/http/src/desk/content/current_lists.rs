//! The list of published documents and that of the drafts, each written as JSON and compressed once: many calls ask for them
//! between two changes. With a thousand articles, the first one has some hundred kilobytes, and only a publication or a new
//! day changes it. They do not wait for uploads and previews.

use std::sync::Arc;

use clinic_compression::{FAST, gzip};
use jiff::civil::Date;
use tokio::sync::Mutex;

use crate::problem::Problem;
use clinic_content::{Examined, KnownArticles};
use clinic_site::registry::site_pages;
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

struct Known<State> {
    state: State,
    /// Dates in the future are problems of a draft, and part of an entry.
    today: Date,
    json: Arc<Encodings>,
}

impl<State: PartialEq> Known<State> {
    fn json_of(known: Option<&Self>, state: &State, today: Date) -> Option<Arc<Encodings>> {
        known.filter(|known| known.state == *state && known.today == today).map(|known| Arc::clone(&known.json))
    }
}

impl CurrentLists {
    /// # Errors
    /// When the list cannot be made.
    pub async fn published(
        &self,
        edition: Arc<Edition>,
        today: Date,
        write: fn(&Edition, Date) -> Vec<u8>,
    ) -> Result<Arc<Encodings>, Problem> {
        let mut known = Arc::clone(&self.published).lock_owned().await;
        if let Some(json) = Known::json_of(known.as_ref(), &edition.state.published, today) {
            return Ok(json);
        }
        // The lock is kept until the work is done, also when its request is gone.
        let work = tokio::task::spawn_blocking(move || {
            let json = compress(write(&edition, today));
            *known = Some(Known { state: edition.state.published, today, json: Arc::clone(&json) });
            json
        });
        work.await.map_err(|panic| Problem::internal(&panic))
    }

    /// # Errors
    /// When the list cannot be made.
    pub async fn drafts(
        &self,
        edition: Arc<Edition>,
        today: Date,
        write: impl FnOnce(&Edition, &Examined<'_>) -> Vec<u8> + Send + 'static,
    ) -> Result<Arc<Encodings>, Problem> {
        let mut known = Arc::clone(&self.drafts).lock_owned().await;
        if let Some(json) = Known::json_of(known.list.as_ref(), &edition.state, today) {
            return Ok(json);
        }
        let work = tokio::task::spawn_blocking(move || {
            let examined = known.articles.examine(&edition.files, &site_pages());
            let json = compress(write(&edition, &examined));
            known.list = Some(Known { state: edition.state, today, json: Arc::clone(&json) });
            json
        });
        work.await.map_err(|panic| Problem::internal(&panic))
    }
}

fn compress(json: Vec<u8>) -> Arc<Encodings> {
    let gzip = gzip(&json, FAST);
    Arc::new(Encodings::precompressed(json, None, gzip))
}
