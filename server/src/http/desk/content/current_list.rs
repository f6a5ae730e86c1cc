//! The list of documents of the current edition, checked and written as JSON once: many calls ask for it between two changes.
//! It does not wait for uploads and previews.

use std::sync::Arc;

use bytes::Bytes;
use jiff::Timestamp;
use jiff::civil::Date;
use tokio::sync::Mutex;

use crate::clinic_time;
use crate::content::Problems;
use crate::content::model::Content;
use crate::http::problem::Problem;
use crate::site::load_to_publish;
use crate::store::{ContentState, Edition};

/// Locked while a list is made, so that one request makes it and the others wait for it.
#[derive(Default)]
pub struct CurrentList(Arc<Mutex<Option<KnownList>>>);

struct KnownList {
    state: ContentState,
    /// Dates in the future are problems.
    today: Date,
    json: Bytes,
}

impl CurrentList {
    /// `write` makes the list of a checked edition.
    ///
    /// # Errors
    /// When the list cannot be made.
    pub async fn read(
        &self,
        edition: Arc<Edition>,
        now: Timestamp,
        write: fn(&Edition, Result<Content, Problems>) -> Vec<u8>,
    ) -> Result<Bytes, Problem> {
        let today = now.to_zoned(clinic_time::zone()).date();
        let mut known = Arc::clone(&self.0).lock_owned().await;
        if let Some(known) = known.as_ref().filter(|known| known.state == edition.state && known.today == today) {
            return Ok(known.json.clone());
        }
        // The lock is kept until the work is done, also when its request is gone.
        let work = tokio::task::spawn_blocking(move || {
            let json = Bytes::from(write(&edition, load_to_publish(&edition.files, now)));
            *known = Some(KnownList { state: edition.state, today, json: json.clone() });
            json
        });
        work.await.map_err(|panic| Problem::internal(&panic))
    }
}
