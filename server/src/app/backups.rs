//! Makes backups by itself, and deletes old ones.

use std::time::Duration;

use super::repeated_job::Done;
use clinic_http::services::Services;
use clinic_store::BackupFolder;

const INTERVAL: Duration = Duration::from_mins(1);
const RETRY_INTERVAL: Duration = Duration::from_mins(15);

pub async fn make_if_due(backups: &BackupFolder, services: &Services) -> Done {
    if !backups.is_due(services.clock.now()) {
        Done::Skipped(INTERVAL)
    } else if make(backups, services).await {
        Done::Succeeded(INTERVAL)
    } else {
        Done::Failed(RETRY_INTERVAL)
    }
}

/// Whatever the clock says: a backup that is too much does no harm. But only a clock that can be trusted deletes one.
async fn make(backups: &BackupFolder, services: &Services) -> bool {
    match backups.make(&services.store, services.clock.now()).await {
        Ok(None) => return true,
        Ok(Some(file)) => tracing::info!("made a backup and opened it to check it: {}", file.display()),
        Err(error) => {
            tracing::error!(%error, "could not make a backup; trying again in 15 minutes");
            return false;
        }
    }
    if let Ok(Some(now)) = services.clock_check.trusted_now().await
        && let Err(error) = backups.delete_old(now)
    {
        tracing::warn!(%error, "could not delete old backups in {}", backups.path().display());
    }
    true
}
