//! The accept loop. `axum::serve` never closes an idle connection; here each one has limits on the time and size of the
//! request headers, on stalled writes and on the number of connections.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, timeout, timeout_at};
use tokio_io_timeout::TimeoutStream;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::http1::HeaderTime;
use super::limiter::{ConnectionLimiter, RequestLimiter};
use super::request_handlers::{Client, Handlers};
use super::tls::{Protocol, TlsAcceptor};
use super::{TimeLimits, http1, http2};
use crate::middleware::client_address::TrustedProxies;

/// Further connections wait in the listen backlog until one is closed.
const MAX_CONNECTIONS: usize = 8192;
/// The usual 128 overflows in a burst of visitors; their SYN is then repeated after one to three seconds.
const LISTEN_BACKLOG: u32 = 4096;
/// Files that are open beside connections: the database, the content folder, mail.
const RESERVED_FILES: u64 = 256;
/// One client address may hold at most a quarter of all connections. Carrier NAT puts many visitors behind one address.
const MAX_SHARE_PER_CLIENT: usize = 4;

pub struct Listener {
    socket: TcpListener,
}

impl Listener {
    pub fn bind(address: SocketAddr) -> io::Result<Self> {
        let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
        // Without this a restarted server could not bind while old connections are in TIME_WAIT.
        socket.set_reuseaddr(true)?;
        if address.is_ipv6() {
            // Also IPv4, whatever net.ipv6.bindv6only says on this machine.
            rustix::net::sockopt::set_ipv6_v6only(&socket, false)?;
        }
        socket.bind(address)?;
        Ok(Self { socket: socket.listen(LISTEN_BACKLOG)? })
    }

    pub fn address(&self) -> io::Result<SocketAddr> {
        self.socket.local_addr()
    }
}

/// A listener and what its connections get.
pub struct Endpoint {
    listener: Listener,
    service: EndpointService,
}

struct EndpointService {
    tls: Option<TlsAcceptor>,
    handlers: Arc<Handlers>,
    /// For connections from trusted proxies.
    proxy_handlers: Arc<Handlers>,
}

impl Endpoint {
    pub fn new(listener: Listener, handlers: Arc<Handlers>) -> Self {
        Self { listener, service: EndpointService { tls: None, proxy_handlers: Arc::clone(&handlers), handlers } }
    }

    #[must_use]
    pub fn with_tls(mut self, tls: TlsAcceptor) -> Self {
        self.service.tls = Some(tls);
        self
    }

    #[must_use]
    pub fn with_proxy_handlers(mut self, handlers: Arc<Handlers>) -> Self {
        self.service.proxy_handlers = handlers;
        self
    }
}

/// Serves until `stop` is cancelled, then finishes the requests in progress. All endpoints share one limit on connections.
pub async fn serve(
    endpoints: Vec<Endpoint>,
    trusted_proxies: TrustedProxies,
    limits: TimeLimits,
    stop: CancellationToken,
) {
    let max_connections = connection_limit();
    let max_per_client = (max_connections / MAX_SHARE_PER_CLIENT).max(1);
    let acceptor = Arc::new(Acceptor {
        trusted_proxies,
        limits,
        permits: Arc::new(Semaphore::new(max_connections)),
        limiter: ConnectionLimiter::new(max_per_client),
        requests: RequestLimiter::new(max_connections, max_per_client),
        stop,
        draining: Arc::default(),
        close_idle: CancellationToken::new(),
        tasks: TaskTracker::new(),
    });
    let loops = TaskTracker::new();
    for endpoint in endpoints {
        loops.spawn(Arc::clone(&acceptor).accept_until_stopped(endpoint));
    }
    loops.close();
    loops.wait().await;
    acceptor.drain().await;
}

/// Starts a task for each connection and waits for them at shutdown.
struct Acceptor {
    trusted_proxies: TrustedProxies,
    limits: TimeLimits,
    permits: Arc<Semaphore>,
    limiter: ConnectionLimiter,
    requests: RequestLimiter,
    stop: CancellationToken,
    /// Read for every response. A flag, because reading a cancellation token takes a lock.
    draining: Arc<AtomicBool>,
    close_idle: CancellationToken,
    tasks: TaskTracker,
}

impl Acceptor {
    async fn accept_until_stopped(self: Arc<Self>, endpoint: Endpoint) {
        let Endpoint { listener, service } = endpoint;
        loop {
            tokio::select! {
                (stream, peer, permit) = accept(&listener.socket, &self.permits) => {
                    self.spawn(stream, peer, &service, Some(permit));
                }
                () = self.stop.cancelled() => break,
            }
        }
        self.draining.store(true, Ordering::Relaxed);
        self.accept_backlog(listener, &service);
    }

    fn spawn(
        &self,
        stream: TcpStream,
        peer: SocketAddr,
        service: &EndpointService,
        permit: Option<OwnedSemaphorePermit>,
    ) {
        let is_proxy = self.trusted_proxies.trusts(peer.ip());
        let Some(client_permit) = self.limiter.acquire(peer.ip(), is_proxy) else { return };
        let handlers = if is_proxy { &service.proxy_handlers } else { &service.handlers };
        let connection = Connection {
            peer,
            is_proxy,
            limits: self.limits,
            tls: service.tls.clone(),
            handlers: Arc::clone(handlers),
            draining: Arc::clone(&self.draining),
            close_idle: self.close_idle.child_token(),
            requests: self.requests.clone(),
            stop: self.stop.child_token(),
        };
        self.tasks.spawn(async move {
            connection.serve(stream).await;
            drop((permit, client_permit));
        });
    }

    /// Accepts what is still in the listen backlog; closing the socket would reset those clients.
    fn accept_backlog(&self, listener: Listener, service: &EndpointService) {
        let Ok(socket) = listener.socket.into_std() else { return };
        while let Ok((stream, peer)) = socket.accept() {
            if stream.set_nonblocking(true).is_ok()
                && let Ok(stream) = TcpStream::from_std(stream)
            {
                self.spawn(stream, peer, service, None);
            }
        }
    }

    async fn drain(&self) {
        self.tasks.close();
        // A proxy may have sent a request on a connection that looks idle from here. Each connection is answered once
        // more, with `Connection: close`, before the idle ones are closed.
        let _ = timeout(self.limits.drain_grace, self.tasks.wait()).await;
        self.close_idle.cancel();
        if timeout(self.limits.drain, self.tasks.wait()).await.is_err() {
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

struct Connection {
    peer: SocketAddr,
    is_proxy: bool,
    limits: TimeLimits,
    tls: Option<TlsAcceptor>,
    handlers: Arc<Handlers>,
    draining: Arc<AtomicBool>,
    close_idle: CancellationToken,
    requests: RequestLimiter,
    stop: CancellationToken,
}

impl Connection {
    async fn serve(self, stream: TcpStream) {
        // The TLS handshake is part of the time for the first headers.
        let first_headers = Instant::now() + self.limits.headers;
        let _ = stream.set_nodelay(true);
        // Below TLS, which accepts bytes into a buffer of its own while the socket accepts none.
        let mut stream = Box::pin(TimeoutStream::new(stream));
        stream.as_mut().set_write_timeout_pinned(Some(self.limits.write));
        let Some(tls) = self.tls.clone() else { return self.serve_http1(stream, first_headers).await };
        let Ok(Some((mut stream, protocol))) = timeout_at(first_headers, tls.accept(stream)).await else { return };
        match protocol {
            Protocol::Http1 => self.serve_http1(stream, first_headers).await,
            Protocol::Http2 => {
                let client = Client { peer: self.peer, is_trusted_proxy: self.is_proxy };
                let activity = http2::Activity::new(first_headers, self.limits);
                http2::serve(stream, client, activity, self.handlers, self.requests, self.stop).await;
            }
            Protocol::AcmeChallenge => {
                let _ = stream.shutdown().await;
            }
        }
    }

    async fn serve_http1<S>(self, stream: S, first_headers: Instant)
    where
        S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        let headers = HeaderTime { limit: self.limits.headers, first_deadline: first_headers };
        http1::serve(stream, self.peer, headers, self.handlers, self.draining, self.close_idle).await;
    }
}
