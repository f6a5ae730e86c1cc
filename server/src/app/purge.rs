//! Deletes personal data at the end of its retention time, including message files in the mail folder.

use std::path::PathBuf;
use std::time::Duration;

use tokio_util::sync::CancellationToken;

use crate::clock::{Clock, System};
use crate::mail;
use crate::store::Store;

const INTERVAL: Duration = Duration::from_hours(6);

pub async fn run(store: Store, mail_folder: Option<PathBuf>, stop: CancellationToken) {
    loop {
        match store.purge(System.now()).await {
            Ok(purged) => {
                let result =
                    mail_folder.as_deref().map_or(Ok(()), |folder| mail::file::erase_all(folder, &purged.message_ids));
                for (category, records) in purged.categories {
                    tracing::info!(category, records, "purged records at the end of their retention time");
                }
                if let Err(error) = result {
                    tracing::warn!(%error, "could not delete message files of purged claims");
                }
            }
            Err(error) => tracing::warn!(%error, "could not purge old claims; retrying in 6 hours"),
        }
        tokio::select! {
            () = stop.cancelled() => return,
            () = tokio::time::sleep(INTERVAL) => {}
        }
    }
}
