//! Deletes personal data at the end of its retention time, including message files in the mail folder.

use std::path::{Path, PathBuf};
use std::time::Duration;

use tokio_util::sync::CancellationToken;

use crate::clock::{Clock, System};
use crate::store::{Store, StoreError};

const INTERVAL: Duration = Duration::from_hours(6);

/// When a running read still needs the log with erased rows, or the database does not answer.
const RETRY_INTERVAL: Duration = Duration::from_mins(1);

pub async fn run(store: Store, mail_folder: PathBuf, stop: CancellationToken) {
    let purge_forever = async {
        loop {
            let pause = if purge(&store, &mail_folder).await { INTERVAL } else { RETRY_INTERVAL };
            tokio::time::sleep(pause).await;
        }
    };
    // The batch that is being deleted is rolled back.
    stop.run_until_cancelled(purge_forever).await;
}

/// Also finishes erasures that an earlier run, a command or the desk could not finish. `false` when something is left.
async fn purge(store: &Store, mail_folder: &Path) -> bool {
    match store.purge(System.now()).await {
        Ok(purged) => {
            for (category, records) in purged.categories {
                tracing::info!(category, records, "purged expired records");
            }
        }
        Err(error) => {
            tracing::warn!(%error, "could not purge expired records; trying again in a minute");
            return false;
        }
    }
    let finished = async {
        let finished = store.finish_erasures(Some(mail_folder)).await?;
        let files = store.delete_orphaned_message_files(mail_folder, System.now()).await?;
        if files > 0 {
            tracing::info!(files, "deleted files of emails that no longer exist");
        }
        Ok::<_, StoreError>(finished)
    };
    finished.await.unwrap_or_else(|error| {
        tracing::warn!(%error, "could not finish the erasure of personal data; trying again in a minute");
        false
    })
}
