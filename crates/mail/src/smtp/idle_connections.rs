//! Idle SMTP connections, kept open for the next message.
//!
//! lettre's own pool takes a connection back even when our time limit interrupted it in the middle of a message. Here
//! a connection is only kept when its last command has ended; any other is dropped.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use lettre::transport::smtp::client::AsyncSmtpConnection;
use lettre::transport::smtp::commands::Rset;
use tokio::time::timeout;

/// Shorter than the idle timeout of common mail servers, so that we close with QUIT before they hang up.
const MAX_IDLE: Duration = Duration::from_secs(45);
const MAX_CONNECTIONS: usize = 4;
/// A dead connection must not use up the time limit of the message that waits for it.
const COMMAND_TIMEOUT: Duration = Duration::from_secs(5);

#[derive(Default)]
pub struct IdleConnections {
    idle: Arc<Mutex<Idle>>,
}

#[derive(Default)]
struct Idle {
    last_id: u64,
    connections: Vec<(u64, AsyncSmtpConnection)>,
}

impl IdleConnections {
    /// A connection that still answers, reset to the state before MAIL.
    pub async fn take(&self) -> Option<AsyncSmtpConnection> {
        loop {
            let (_, mut connection) = lock(&self.idle).connections.pop()?;
            if let Ok(Ok(_)) = timeout(COMMAND_TIMEOUT, connection.command(Rset)).await {
                return Some(connection);
            }
        }
    }

    pub fn put(&self, connection: AsyncSmtpConnection) {
        let id = {
            let mut idle = lock(&self.idle);
            if idle.connections.len() >= MAX_CONNECTIONS {
                return;
            }
            idle.last_id += 1;
            let id = idle.last_id;
            idle.connections.push((id, connection));
            id
        };
        tokio::spawn(close_when_unused(Arc::downgrade(&self.idle), id));
    }
}

async fn close_when_unused(idle: Weak<Mutex<Idle>>, id: u64) {
    tokio::time::sleep(MAX_IDLE).await;
    let Some(idle) = idle.upgrade() else { return };
    let unused = {
        let connections = &mut lock(&idle).connections;
        connections.iter().position(|(other, _)| *other == id).map(|index| connections.swap_remove(index))
    };
    if let Some((_, mut connection)) = unused {
        // Dropping the connection closes it even when the server does not answer QUIT.
        let _ = timeout(COMMAND_TIMEOUT, connection.quit()).await;
    }
}

fn lock(idle: &Mutex<Idle>) -> MutexGuard<'_, Idle> {
    idle.lock().unwrap_or_else(PoisonError::into_inner)
}
