//! SIGTERM and SIGINT start the shutdown.

use std::io;

use tokio::signal::unix::{SignalKind, signal};
use tokio_util::sync::CancellationToken;

/// The token is cancelled by the first signal.
pub fn listen() -> io::Result<CancellationToken> {
    let stop = CancellationToken::new();
    let (mut terminate, mut interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    tokio::spawn({
        let stop = stop.clone();
        async move {
            tokio::select! { _ = terminate.recv() => {}, _ = interrupt.recv() => {} }
            stop.cancel();
        }
    });
    Ok(stop)
}
