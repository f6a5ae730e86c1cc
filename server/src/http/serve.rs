//! The accept loop. A plain `axum::serve` never closes a silent connection; here every one has its limits:
//! time for the head of a request, size of that head, time for a stalled write, and how many there may be.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::header::CONNECTION;
use axum::http::{HeaderValue, Request};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower::ServiceExt;

use super::client::{Peer, TrustedProxies};
use super::crowd::Crowd;
use super::express::{Express, LOOK_UP};
use super::handed::Handed;
use super::patience::Patience;
use super::stall::StallGuard;

/// Time until a request begins, and once more until its head has come.
pub const HEAD_TIME: Duration = Duration::from_secs(10);
const HEAD_SIZE: usize = 16 * 1024;
/// More connections wait in the kernel's queue until one is closed.
const CONNECTIONS: usize = 8192;
/// How many may wait there: with the usual 128 a burst of visitors would be told to come back in a second or three.
const WAITING: u32 = 4096;
/// Files that are open beside connections: the database, the content folder, mail.
const OTHER_FILES: u64 = 256;
/// What one address may hold of all places: a town behind one operator fits in, an attacker leaves room for the rest.
const SHARE: usize = 4;
/// How long requests may still come in on open connections when the server is told to stop: longer than a proxy keeps
/// an idle connection to us (see the ready configurations).
pub const LAST_ORDERS: Duration = Duration::from_secs(2);
/// How long answers under way may take to finish when the server is told to stop.
const FAREWELL: Duration = Duration::from_secs(15);

pub struct Listening {
    listener: TcpListener,
}

impl Listening {
    pub fn on(address: SocketAddr) -> io::Result<Self> {
        let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
        // A server that is started anew takes its port back at once.
        socket.set_reuseaddr(true)?;
        socket.bind(address)?;
        Ok(Self { listener: socket.listen(WAITING)? })
    }

    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

/// Who answers on a connection.
pub struct Hosts {
    /// Whatever is published, if anything is.
    pub express: Option<Express>,
    pub rooms: Router,
}

/// Serves until `stop` is cancelled, then lets what was begun finish, so that behind a proxy one instance after the
/// other can be restarted without a lost request.
pub async fn serve(listening: Listening, hosts: Hosts, proxies: TrustedProxies, stop: CancellationToken) {
    let count = connections_allowed();
    let places = Arc::new(Semaphore::new(count));
    let reception = Reception {
        hosts: Arc::new(hosts),
        proxies,
        stopping: Arc::default(),
        crowd: Crowd::new((count / SHARE).max(1)),
        graceful: GracefulShutdown::new(),
        open: TaskTracker::new(),
    };
    loop {
        tokio::select! {
            (stream, peer, place) = accept(&listening.listener, &places) => reception.receive(stream, peer, Some(place)),
            () = stop.cancelled() => break,
        }
    }
    reception.stopping.store(true, Ordering::Relaxed);
    reception.receive_waiting(listening);
    reception.farewell().await;
}

/// Where connections are received, and what all of them share.
struct Reception {
    hosts: Arc<Hosts>,
    proxies: TrustedProxies,
    /// Looked at with every answer, so not the token itself, which has a lock that all connections would share.
    stopping: Arc<AtomicBool>,
    crowd: Crowd,
    graceful: GracefulShutdown,
    open: TaskTracker,
}

impl Reception {
    fn receive(&self, stream: TcpStream, peer: SocketAddr, place: Option<OwnedSemaphorePermit>) {
        let Some(seat) = self.crowd.seat(peer.ip(), self.proxies.trusts(peer.ip())) else { return };
        let (hosts, stopping) = (Arc::clone(&self.hosts), Arc::clone(&self.stopping));
        let watcher = self.graceful.watcher();
        self.open.spawn(async move {
            attend(stream, peer, &hosts, &stopping, watcher).await;
            drop((place, seat));
        });
    }

    /// Whoever waits in the kernel's queue when the door is closed would be cut off: they are let in first.
    fn receive_waiting(&self, listening: Listening) {
        let Ok(listener) = listening.listener.into_std() else { return };
        while let Ok((stream, peer)) = listener.accept() {
            if stream.set_nonblocking(true).is_ok()
                && let Ok(stream) = TcpStream::from_std(stream)
            {
                self.receive(stream, peer, None);
            }
        }
    }

    async fn farewell(self) {
        self.open.close();
        // A proxy may have sent a request on a connection that looks idle from here. Each is answered once more, with
        // a word that it was the last, before what is really idle is closed.
        let _ = timeout(LAST_ORDERS, self.open.wait()).await;
        if timeout(FAREWELL, self.graceful.shutdown()).await.is_err() {
            tracing::warn!("some connections did not finish in time and were cut");
        }
    }
}

/// As many as the system lets us open files for: the usual soft limit of 1,024 would shut visitors out long before.
fn connections_allowed() -> usize {
    let wanted = CONNECTIONS as u64 + OTHER_FILES;
    let files = rlimit::increase_nofile_limit(wanted).unwrap_or(1024);
    usize::try_from(files.saturating_sub(OTHER_FILES)).unwrap_or(CONNECTIONS).clamp(64, CONNECTIONS)
}

async fn accept(listener: &TcpListener, places: &Arc<Semaphore>) -> (TcpStream, SocketAddr, OwnedSemaphorePermit) {
    let place = Arc::clone(places).acquire_owned().await.expect("the semaphore is never closed");
    loop {
        match listener.accept().await {
            Ok((stream, peer)) => return (stream, peer, place),
            Err(error) => {
                // Out of file handles, most likely: wait for some to be returned instead of spinning.
                tracing::warn!(%error, "a connection could not be accepted");
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
    }
}

/// Broken connections are the visitor's business, not news.
async fn attend(stream: TcpStream, peer: SocketAddr, hosts: &Hosts, stopping: &AtomicBool, watcher: Watcher) {
    let _ = stream.set_nodelay(true);
    let mut stream = StallGuard::new(stream);
    let patience = Patience::of(LOOK_UP);
    let read = match &hosts.express {
        Some(express) => match express.attend(&mut stream, &patience, stopping).await {
            Ok(Some(read)) => read,
            Ok(None) | Err(_) => return,
        },
        None => Vec::new(),
    };
    let service = service_fn(|mut request: Request<Incoming>| {
        request.extensions_mut().insert(Peer(peer));
        let answer = hosts.rooms.clone().oneshot(request.map(Body::new));
        async move {
            let mut answer = answer.await?;
            if stopping.load(Ordering::Relaxed) {
                answer.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
            }
            Ok::<_, std::convert::Infallible>(answer)
        }
    });
    let connection = http1::Builder::new()
        .timer(patience)
        .header_read_timeout(HEAD_TIME)
        .max_buf_size(HEAD_SIZE)
        .serve_connection(TokioIo::new(Handed::new(read, stream)), service);
    let _ = watcher.watch(connection).await;
}
