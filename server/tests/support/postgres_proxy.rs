//! A proxy in front of PostgreSQL that breaks connections at the moment a test chooses.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{UnixListener, UnixStream};
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use crate::support::waiting::eventually;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// The next commit reaches PostgreSQL, its reply does not come back.
    LoseReplyToCommit,
    /// The next commit does not reach PostgreSQL.
    LoseCommit,
    /// The connection breaks at the next commit, which reaches PostgreSQL when the test says so.
    DelayCommit,
    /// The connection breaks at the next message that contains this text, and the message does not reach PostgreSQL.
    CloseAt(&'static str),
    /// Nothing is forwarded any more.
    Hang,
}

/// Listens on a socket in its own folder and forwards to the socket of a cluster.
pub struct PostgresProxy {
    folder: TempDir,
    fault: Arc<Mutex<Option<Fault>>>,
    upstream: Arc<Mutex<PathBuf>>,
    connections: Arc<AtomicUsize>,
    delayed_commit: Arc<Notify>,
}

const SOCKET: &str = ".s.PGSQL.5432";

impl PostgresProxy {
    pub fn start(cluster_folder: &Path) -> Self {
        let folder = TempDir::new().expect("a temporary folder");
        let listener = UnixListener::bind(folder.path().join(SOCKET)).expect("a socket");
        let fault = Arc::<Mutex<Option<Fault>>>::default();
        let upstream = Arc::new(Mutex::new(cluster_folder.join(SOCKET)));
        let connections = Arc::<AtomicUsize>::default();
        let delayed_commit = Arc::<Notify>::default();
        tokio::spawn({
            let (fault, upstream, connections) = (Arc::clone(&fault), Arc::clone(&upstream), Arc::clone(&connections));
            let delayed_commit = Arc::clone(&delayed_commit);
            async move {
                while let Ok((client, _)) = listener.accept().await {
                    let socket = upstream.lock().expect("the socket").clone();
                    let server = UnixStream::connect(socket).await.expect("PostgreSQL listens");
                    tokio::spawn(forward(client, server, Arc::clone(&fault), Arc::clone(&delayed_commit)));
                    connections.fetch_add(1, Ordering::SeqCst);
                }
            }
        });
        Self { folder, fault, upstream, connections, delayed_commit }
    }

    /// Forwards new connections to another cluster.
    pub fn forward_to(&self, cluster_folder: &Path) {
        *self.upstream.lock().expect("the socket") = cluster_folder.join(SOCKET);
    }

    /// Returns when a further connection has been forwarded.
    pub async fn wait_for_connection(&self) {
        let before = self.connections.load(Ordering::SeqCst);
        eventually("a further connection", async || self.connections.load(Ordering::SeqCst) != before).await;
    }

    /// A busy machine may need longer for a connection than a visitor should wait.
    pub fn url(&self) -> String {
        format!("{}&connect_timeout=600", self.url_with_usual_limits())
    }

    /// For tests in which the database stops to answer.
    pub fn url_with_usual_limits(&self) -> String {
        format!("postgres://postgres@localhost/postgres?host={}", self.folder.path().display())
    }

    /// Whether the fault has not happened yet.
    pub fn has_fault(&self) -> bool {
        self.fault.lock().expect("the fault").is_some()
    }

    pub fn set_fault(&self, fault: Fault) {
        *self.fault.lock().expect("the fault") = Some(fault);
    }

    /// Sends the commit of `Fault::DelayCommit`.
    pub fn send_delayed_commit(&self) {
        self.delayed_commit.notify_one();
    }
}

async fn forward(
    client: UnixStream,
    server: UnixStream,
    fault: Arc<Mutex<Option<Fault>>>,
    delayed_commit: Arc<Notify>,
) {
    let (mut from_client, mut to_client) = client.into_split();
    let (mut from_server, mut to_server) = server.into_split();
    let client_is_gone = CancellationToken::new();
    let replies = tokio::spawn({
        let (fault, client_is_gone) = (Arc::clone(&fault), client_is_gone.clone());
        async move {
            let mut buffer = vec![0; 64 * 1024];
            while let Some(Ok(length @ 1..)) = client_is_gone.run_until_cancelled(from_server.read(&mut buffer)).await {
                if is_set(&fault, Fault::Hang) {
                    std::future::pending::<()>().await;
                }
                if to_client.write_all(&buffer[..length]).await.is_err() {
                    break;
                }
            }
            from_server
        }
    });
    let mut buffer = vec![0; 64 * 1024];
    while let Ok(length @ 1..) = from_client.read(&mut buffer).await {
        let bytes = &buffer[..length];
        if is_set(&fault, Fault::Hang) {
            std::future::pending::<()>().await;
        }
        let contains = |text: &str| bytes.windows(text.len()).any(|window| window == text.as_bytes());
        let fault = fault.lock().expect("the fault").take_if(|fault| match fault {
            Fault::CloseAt(text) => contains(text),
            _ => contains("COMMIT"),
        });
        if let Some(fault) = fault {
            client_is_gone.cancel();
            // This also closes the connection to the client.
            let mut from_server = replies.await.expect("no panic");
            drop(from_client);
            match fault {
                Fault::LoseReplyToCommit => {}
                Fault::DelayCommit => delayed_commit.notified().await,
                Fault::LoseCommit | Fault::CloseAt(_) | Fault::Hang => return,
            }
            to_server.write_all(bytes).await.expect("sent");
            // The connection must not end before PostgreSQL has read the commit, which it then answers.
            let _ = from_server.read(&mut [0; 64]).await;
            return;
        }
        if to_server.write_all(bytes).await.is_err() {
            break;
        }
    }
    replies.abort();
}

fn is_set(fault: &Mutex<Option<Fault>>, expected: Fault) -> bool {
    *fault.lock().expect("the fault") == Some(expected)
}
