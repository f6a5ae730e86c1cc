//! The accept loop. `axum::serve` never closes an idle connection; here each one has limits on the time and size of the
//! request headers, on stalled writes and on the number of connections.

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::header::CONNECTION;
use axum::http::{HeaderValue, Request, Response};
use http_body_util::{Either, Full};
use hyper::body::{Bytes, Incoming};
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::server::conn::auto;
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;
use tokio_io_timeout::TimeoutStream;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower::ServiceExt;

use super::limiter::ConnectionLimiter;
use super::timer::ConnectionTimer;
use crate::http::middleware::client_address::{Peer, TrustedProxies};
use crate::http::published::PublishedService;

/// From the start of a connection, or the end of the last response, to the end of the next request's headers.
const HEADER_READ_TIMEOUT: Duration = Duration::from_secs(10);
const MAX_HEADER_BYTES: usize = 16 * 1024;
/// A client that accepts no byte for this long is gone or holds the connection on purpose.
const WRITE_TIMEOUT: Duration = Duration::from_secs(30);
/// Further connections wait in the listen backlog until one is closed.
const MAX_CONNECTIONS: usize = 8192;
/// The usual 128 overflows in a burst of visitors; their SYN is then repeated after one to three seconds.
const LISTEN_BACKLOG: u32 = 4096;
/// Files that are open beside connections: the database, the content folder, mail.
const RESERVED_FILES: u64 = 256;
/// One client address may hold at most a quarter of all connections. Carrier NAT puts many visitors behind one address.
const MAX_SHARE_PER_CLIENT: usize = 4;
/// How long requests are still accepted on open connections after the signal to stop. Longer than the proxies in
/// `deploy/` keep an idle connection, so a request they have already sent is answered.
const DRAIN_GRACE: Duration = Duration::from_secs(2);
/// How long responses in progress may take after that.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(15);

pub struct Listener {
    socket: TcpListener,
}

impl Listener {
    pub fn bind(address: SocketAddr) -> io::Result<Self> {
        let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
        // Without this a restarted server could not bind while old connections are in TIME_WAIT.
        socket.set_reuseaddr(true)?;
        socket.bind(address)?;
        Ok(Self { socket: socket.listen(LISTEN_BACKLOG)? })
    }

    pub fn address(&self) -> io::Result<SocketAddr> {
        self.socket.local_addr()
    }
}

/// What answers the requests of a connection.
pub struct Handlers {
    /// Answers for published pages and files before the router is asked.
    pub published: Option<PublishedService>,
    pub router: Router,
}

/// Published resources are plain bytes; the router's bodies are boxed.
type ResponseBody = Either<Full<Bytes>, Body>;

/// Serves until `stop` is cancelled, then finishes the requests in progress.
pub async fn serve(listener: Listener, handlers: Handlers, trusted_proxies: TrustedProxies, stop: CancellationToken) {
    let max_connections = connection_limit();
    let permits = Arc::new(Semaphore::new(max_connections));
    let acceptor = Acceptor {
        handlers: Arc::new(handlers),
        trusted_proxies,
        draining: Arc::default(),
        limiter: ConnectionLimiter::new((max_connections / MAX_SHARE_PER_CLIENT).max(1)),
        graceful: GracefulShutdown::new(),
        tasks: TaskTracker::new(),
    };
    loop {
        tokio::select! {
            (stream, peer, permit) = accept(&listener.socket, &permits) => acceptor.spawn(stream, peer, Some(permit)),
            () = stop.cancelled() => break,
        }
    }
    acceptor.draining.store(true, Ordering::Relaxed);
    acceptor.accept_backlog(listener);
    acceptor.drain().await;
}

/// Starts a task for each connection and waits for them at shutdown.
struct Acceptor {
    handlers: Arc<Handlers>,
    trusted_proxies: TrustedProxies,
    /// Read for every response. A flag, because reading the cancellation token takes a lock shared by all connections.
    draining: Arc<AtomicBool>,
    limiter: ConnectionLimiter,
    graceful: GracefulShutdown,
    tasks: TaskTracker,
}

impl Acceptor {
    fn spawn(&self, stream: TcpStream, peer: SocketAddr, permit: Option<OwnedSemaphorePermit>) {
        let Some(client_permit) = self.limiter.acquire(peer.ip(), self.trusted_proxies.trusts(peer.ip())) else {
            return;
        };
        let (handlers, draining) = (Arc::clone(&self.handlers), Arc::clone(&self.draining));
        let watcher = self.graceful.watcher();
        self.tasks.spawn(async move {
            let _ = stream.set_nodelay(true);
            serve_connection(stream, peer, handlers, draining, watcher).await;
            drop((permit, client_permit));
        });
    }

    /// Accepts what is still in the listen backlog; closing the socket would reset those clients.
    fn accept_backlog(&self, listener: Listener) {
        let Ok(socket) = listener.socket.into_std() else { return };
        while let Ok((stream, peer)) = socket.accept() {
            if stream.set_nonblocking(true).is_ok()
                && let Ok(stream) = TcpStream::from_std(stream)
            {
                self.spawn(stream, peer, None);
            }
        }
    }

    async fn drain(self) {
        self.tasks.close();
        // A proxy may have sent a request on a connection that looks idle from here. Each connection is answered once
        // more, with `Connection: close`, before the idle ones are closed.
        let _ = timeout(DRAIN_GRACE, self.tasks.wait()).await;
        if timeout(DRAIN_TIMEOUT, self.graceful.shutdown()).await.is_err() {
            tracing::warn!(
                connections = self.tasks.len(),
                "shutdown timeout: closing connections that have not finished"
            );
        }
    }
}

/// Raises the limit on open files, whose usual soft value of 1,024 is too low, and returns how many connections fit.
fn connection_limit() -> usize {
    let wanted = MAX_CONNECTIONS as u64 + RESERVED_FILES;
    let files = rlimit::increase_nofile_limit(wanted).unwrap_or(1024);
    usize::try_from(files.saturating_sub(RESERVED_FILES)).unwrap_or(MAX_CONNECTIONS).clamp(64, MAX_CONNECTIONS)
}

async fn accept(socket: &TcpListener, permits: &Arc<Semaphore>) -> (TcpStream, SocketAddr, OwnedSemaphorePermit) {
    let permit = Arc::clone(permits).acquire_owned().await.expect("the semaphore is never closed");
    loop {
        match socket.accept().await {
            Ok((stream, peer)) => return (stream, peer, permit),
            Err(error) => {
                // Most likely out of file descriptors: wait for some to be closed instead of spinning.
                tracing::warn!(%error, "could not accept a connection");
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
    }
}

/// Serves HTTP on any stream until it ends. Errors are not logged: clients break connections all the time.
async fn serve_connection<S>(
    stream: S,
    peer: SocketAddr,
    handlers: Arc<Handlers>,
    draining: Arc<AtomicBool>,
    watcher: Watcher,
) where
    S: AsyncRead + AsyncWrite + Send + 'static,
{
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(WRITE_TIMEOUT));
    let service = service_fn(move |request| {
        let response = handlers.respond(request, peer);
        let is_draining = draining.load(Ordering::Relaxed);
        async move {
            let mut response = match response {
                PendingResponse::Ready(response) => response,
                PendingResponse::Future(response) => response.await,
            };
            if is_draining {
                response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
            }
            Ok::<_, Infallible>(response)
        }
    });
    // Browsers use HTTP/2 only over TLS, which a proxy terminates today.
    let mut builder = auto::Builder::new(TokioExecutor::new()).http1_only();
    builder
        .http1()
        .timer(ConnectionTimer::default())
        .header_read_timeout(HEADER_READ_TIMEOUT)
        .max_buf_size(MAX_HEADER_BYTES);
    let connection = builder.serve_connection(TokioIo::new(Box::pin(stream)), service);
    let _ = watcher.watch(connection.into_owned()).await;
}

/// A response from memory, or one that the router computes. Boxed, so that the common case moves few bytes.
enum PendingResponse {
    Ready(Response<ResponseBody>),
    Future(Pin<Box<dyn Future<Output = Response<ResponseBody>> + Send>>),
}

impl Handlers {
    fn respond(&self, mut request: Request<Incoming>, peer: SocketAddr) -> PendingResponse {
        if let Some(published) = &self.published
            && let Some(response) = published.try_respond(&request)
        {
            return PendingResponse::Ready(response.map(Either::Left));
        }
        request.extensions_mut().insert(Peer(peer));
        let response = self.router.clone().oneshot(request.map(Body::new));
        PendingResponse::Future(Box::pin(async {
            let Ok(response) = response.await;
            response.map(Either::Right)
        }))
    }
}
