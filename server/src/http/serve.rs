//! The accept loop. A plain `axum::serve` never closes a silent connection; here every one has its limits:
//! time for the head of a request, size of that head, time for a stalled write, and how many there may be.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use tower::ServiceExt;

use super::client::Peer;
use super::stall::StallGuard;

const HEAD_TIME: Duration = Duration::from_secs(10);
const HEAD_SIZE: usize = 16 * 1024;
/// More connections wait in the kernel's queue until one is closed.
const CONNECTIONS: usize = 8192;
/// How long answers under way may take to finish when the server is told to stop.
const FAREWELL: Duration = Duration::from_secs(15);

pub struct Listening {
    listener: TcpListener,
}

impl Listening {
    pub async fn on(address: SocketAddr) -> io::Result<Self> {
        Ok(Self { listener: TcpListener::bind(address).await? })
    }

    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

/// Serves until `stop` is cancelled, then lets the answers under way finish.
pub async fn serve(listening: Listening, router: Router, stop: CancellationToken) {
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    let graceful = GracefulShutdown::new();
    loop {
        let (stream, peer, place) = tokio::select! {
            accepted = accept(&listening.listener, &places) => accepted,
            () = stop.cancelled() => break,
        };
        let connection = graceful.watch(connection(stream, peer, router.clone()));
        tokio::spawn(async move {
            // Broken connections are the visitor's business, not news.
            let _ = connection.await;
            drop(place);
        });
    }
    drop(listening);
    if tokio::time::timeout(FAREWELL, graceful.shutdown()).await.is_err() {
        tracing::warn!("some connections did not finish in time and were cut");
    }
}

async fn accept(listener: &TcpListener, places: &Arc<Semaphore>) -> (TcpStream, SocketAddr, impl Drop + use<>) {
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

fn connection(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
) -> http1::Connection<
    TokioIo<StallGuard>,
    impl hyper::service::Service<
        Request<Incoming>,
        Response = axum::response::Response,
        Error = std::convert::Infallible,
        Future: Send,
    >,
> {
    let _ = stream.set_nodelay(true);
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(Peer(peer));
        router.clone().oneshot(request.map(Body::new))
    });
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIME)
        .max_buf_size(HEAD_SIZE)
        .serve_connection(TokioIo::new(StallGuard::new(stream)), service)
}
