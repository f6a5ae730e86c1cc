//! HTTP/1.1 on one connection.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::http::HeaderValue;
use axum::http::header::CONNECTION;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use super::MAX_HEADER_BYTES;
use super::request_handlers::Handlers;
use super::timer::ConnectionTimer;

/// How long the headers of a request may take.
pub struct HeaderTime {
    pub limit: Duration,
    /// For those of the first request: they include the TLS handshake.
    pub first_deadline: Instant,
}

/// Serves until the connection ends. Errors are not logged: clients break connections all the time.
///
/// While `draining` is set, each response closes its connection. `close_idle` closes the connection when it is idle.
pub async fn serve<S>(
    stream: S,
    peer: SocketAddr,
    headers: HeaderTime,
    handlers: Arc<Handlers>,
    draining: Arc<AtomicBool>,
    close_idle: CancellationToken,
) where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let service = service_fn(move |request| {
        let response = handlers.respond(request, peer);
        let is_draining = draining.load(Ordering::Relaxed);
        async move {
            let mut response = response.wait().await;
            if is_draining {
                response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
            }
            Ok::<_, Infallible>(response)
        }
    });
    let mut connection = pin!(
        http1::Builder::new()
            .timer(ConnectionTimer::with_first_deadline(headers.first_deadline.into_std()))
            .header_read_timeout(headers.limit)
            .max_buf_size(MAX_HEADER_BYTES.into())
            .serve_connection(TokioIo::new(stream), service)
    );
    tokio::select! {
        _ = connection.as_mut() => return,
        () = close_idle.cancelled() => connection.as_mut().graceful_shutdown(),
    }
    let _ = connection.await;
}
