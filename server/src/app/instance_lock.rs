//! The lock by which instances and commands that need the database for themselves know of each other.

use tokio_util::sync::CancellationToken;

use super::data_owner;
use super::start_error::StartError;
use crate::config::Database;
use clinic_store::{InstanceLock, Store};

/// For commands: refused while an instance runs. Held until the value is dropped.
pub async fn use_alone(database: &Database, command: &str) -> Result<InstanceLock, StartError> {
    InstanceLock::take_alone(&database.url(), &name(command)).await.map_err(data_owner::explain)
}

/// Keeps the lock until the site stops, and gives it back so that it is released last. Stops the site when the key was
/// replaced while PostgreSQL did not know the lock; systemd then starts it with the new key.
pub async fn keep_lock(
    mut lock: InstanceLock,
    store: Store,
    stop: CancellationToken,
) -> (InstanceLock, Result<(), StartError>) {
    let stopped = tokio::select! {
        () = stop.cancelled() => Ok(()),
        () = lock.keep(&store) => {
            stop.cancel();
            Err(StartError::KeyReplaced)
        }
    };
    (lock, stopped)
}

/// For messages: what runs where. PostgreSQL keeps 63 bytes of it.
pub fn name(what: &str) -> String {
    let host = std::fs::read_to_string("/etc/hostname").unwrap_or_default();
    let place = if host.trim().is_empty() { String::new() } else { format!(" on {}", host.trim()) };
    format!("{what}, process {}{place}", std::process::id())
}
