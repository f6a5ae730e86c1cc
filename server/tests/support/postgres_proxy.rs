//! A proxy in front of PostgreSQL that breaks connections at the moment a test chooses.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{UnixListener, UnixStream};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// The next commit reaches PostgreSQL, its reply does not come back.
    LoseReplyToCommit,
    /// The next commit does not reach PostgreSQL.
    LoseCommit,
    /// The connection breaks at the next commit, which reaches PostgreSQL a second later.
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
}

const SOCKET: &str = ".s.PGSQL.5432";

impl PostgresProxy {
    pub fn start(cluster_folder: &Path) -> Self {
        let folder = TempDir::new().expect("a temporary folder");
        let listener = UnixListener::bind(folder.path().join(SOCKET)).expect("a socket");
        let fault = Arc::<Mutex<Option<Fault>>>::default();
        let upstream = Arc::new(Mutex::new(cluster_folder.join(SOCKET)));
        let connections = Arc::<AtomicUsize>::default();
        tokio::spawn({
            let (fault, upstream, connections) = (Arc::clone(&fault), Arc::clone(&upstream), Arc::clone(&connections));
            async move {
                while let Ok((client, _)) = listener.accept().await {
                    let socket = upstream.lock().expect("the socket").clone();
                    let server = UnixStream::connect(socket).await.expect("PostgreSQL listens");
                    tokio::spawn(forward(client, server, Arc::clone(&fault)));
                    connections.fetch_add(1, Ordering::SeqCst);
                }
            }
        });
        Self { folder, fault, upstream, connections }
    }

    /// Forwards new connections to another cluster.
    pub fn forward_to(&self, cluster_folder: &Path) {
        *self.upstream.lock().expect("the socket") = cluster_folder.join(SOCKET);
    }

    /// Returns when a further connection has been forwarded.
    pub async fn wait_for_connection(&self) {
        let before = self.connections.load(Ordering::SeqCst);
        while self.connections.load(Ordering::SeqCst) == before {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    pub fn url(&self) -> String {
        format!("postgres://postgres@localhost/postgres?host={}", self.folder.path().display())
    }

    /// Whether the fault has not happened yet.
    pub fn has_fault(&self) -> bool {
        self.fault.lock().expect("the fault").is_some()
    }

    pub fn set_fault(&self, fault: Fault) {
        *self.fault.lock().expect("the fault") = Some(fault);
    }
}

async fn forward(client: UnixStream, server: UnixStream, fault: Arc<Mutex<Option<Fault>>>) {
    let (mut from_client, mut to_client) = client.into_split();
    let (mut from_server, mut to_server) = server.into_split();
    let replies = tokio::spawn({
        let fault = Arc::clone(&fault);
        async move {
            let mut buffer = vec![0; 64 * 1024];
            while let Ok(length @ 1..) = from_server.read(&mut buffer).await {
                if is_set(&fault, Fault::Hang) {
                    std::future::pending::<()>().await;
                }
                if to_client.write_all(&buffer[..length]).await.is_err() {
                    break;
                }
            }
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
            replies.abort();
            let _ = replies.await;
            drop(from_client);
            match fault {
                Fault::LoseReplyToCommit => to_server.write_all(bytes).await.expect("sent"),
                Fault::DelayCommit => {
                    tokio::time::sleep(Duration::from_secs(1)).await;
                    to_server.write_all(bytes).await.expect("sent");
                }
                Fault::LoseCommit | Fault::CloseAt(_) | Fault::Hang => {}
            }
            // PostgreSQL must read the commit before it sees the end of the connection.
            tokio::time::sleep(Duration::from_millis(500)).await;
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
