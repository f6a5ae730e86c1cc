//! A test write to the database, at most one every ten seconds: health and metrics can be asked for often, and each write waits
//! for the disk.

use std::time::{Duration, Instant};

use tokio::sync::Mutex;

use clinic_store::Store;

const REPEAT_AFTER: Duration = Duration::from_secs(10);

#[derive(Debug, Default)]
pub struct WriteProbe(Mutex<Option<(Instant, Result<(), String>)>>);

impl WriteProbe {
    /// # Errors
    /// Why the database cannot be written.
    pub async fn check(&self, store: &Store) -> Result<(), String> {
        let mut last = self.0.lock().await;
        if let Some((at, result)) = &*last
            && at.elapsed() < REPEAT_AFTER
        {
            return result.clone();
        }
        let result = store.probe_write().await.map_err(|error| error.to_string());
        *last = Some((Instant::now(), result.clone()));
        result
    }
}
