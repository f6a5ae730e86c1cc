//! Connections that wait for the next message.
//!
//! Not the library's own pool: that one takes a connection back even when its conversation was cut short by our time
//! limit, in the middle of a message. Here only a connection at rest is ever parked; any other is simply dropped.

use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use lettre::transport::smtp::client::AsyncSmtpConnection;
use lettre::transport::smtp::commands::Rset;
use tokio::time::timeout;

/// Shorter than the patience of any mail server, so that the good-bye is ours.
const KEPT: Duration = Duration::from_secs(45);
const MOST: usize = 4;
/// A line that died without a word must not eat the time of the message that waits for it.
const PATIENCE: Duration = Duration::from_secs(5);

#[derive(Default)]
pub struct Idle {
    parked: Arc<Mutex<Parked>>,
}

#[derive(Default)]
struct Parked {
    next_ticket: u64,
    waiting: Vec<(u64, AsyncSmtpConnection)>,
}

impl Idle {
    /// A connection that answers and has forgotten whatever was said on it before.
    pub async fn take(&self) -> Option<AsyncSmtpConnection> {
        loop {
            let (_, mut connection) = lock(&self.parked).waiting.pop()?;
            if let Ok(Ok(_)) = timeout(PATIENCE, connection.command(Rset)).await {
                return Some(connection);
            }
        }
    }

    pub fn park(&self, connection: AsyncSmtpConnection) {
        let ticket = {
            let mut parked = lock(&self.parked);
            if parked.waiting.len() >= MOST {
                return;
            }
            parked.next_ticket += 1;
            let ticket = parked.next_ticket;
            parked.waiting.push((ticket, connection));
            ticket
        };
        tokio::spawn(retire(Arc::downgrade(&self.parked), ticket));
    }
}

async fn retire(parked: Weak<Mutex<Parked>>, ticket: u64) {
    tokio::time::sleep(KEPT).await;
    let Some(parked) = parked.upgrade() else { return };
    let found = {
        let waiting = &mut lock(&parked).waiting;
        waiting.iter().position(|(other, _)| *other == ticket).map(|at| waiting.swap_remove(at))
    };
    if let Some((_, mut connection)) = found {
        // A server that does not answer the good-bye is left code_status there.
        let _ = timeout(PATIENCE, connection.quit()).await;
    }
}

fn lock(parked: &Mutex<Parked>) -> std::sync::MutexGuard<'_, Parked> {
    parked.lock().unwrap_or_else(PoisonError::into_inner)
}
