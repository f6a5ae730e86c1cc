//! The list of documents of the current edition, checked, written as JSON and compressed once: many calls ask for it between
//! two changes, and with a thousand articles it has some hundred kilobytes. It does not wait for uploads and previews.

use std::sync::Arc;

use clinic_compression::FAST;
use jiff::Timestamp;
use jiff::civil::Date;
use tokio::sync::Mutex;

use crate::clinic_time;
use crate::content::{self, Placeholder};
use crate::http::problem::Problem;
use crate::site::find_problems;
use crate::site::resource::Encodings;
use crate::store::{ContentState, Edition};

/// Locked while a list is made, so that one request makes it and the others wait for it.
#[derive(Default)]
pub struct CurrentList(Arc<Mutex<Option<KnownList>>>);

struct KnownList {
    state: ContentState,
    /// Dates in the future are problems.
    today: Date,
    json: Arc<Encodings>,
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
        write: fn(&Edition, Date, Vec<content::Problem>, Vec<Placeholder>) -> Vec<u8>,
    ) -> Result<Arc<Encodings>, Problem> {
        let today = now.to_zoned(clinic_time::zone()).date();
        let mut known = Arc::clone(&self.0).lock_owned().await;
        if let Some(known) = known.as_ref().filter(|known| known.state == edition.state && known.today == today) {
            return Ok(Arc::clone(&known.json));
        }
        // The lock is kept until the work is done, also when its request is gone.
        let work = tokio::task::spawn_blocking(move || {
            let (problems, placeholders) = find_problems(&edition.files, &edition.base.files, now);
            let json = write(&edition, today, problems, placeholders);
            let json = Arc::new(Encodings::compress(&json.into(), FAST));
            *known = Some(KnownList { state: edition.state, today, json: Arc::clone(&json) });
            json
        });
        work.await.map_err(|panic| Problem::internal(&panic))
    }
}
