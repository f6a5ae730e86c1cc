//! HTTP/2 on one connection. hyper and h2 limit the number and size of what a client sends; the time limits are here.
//!
//! h2 by itself limits concurrent streams, the header list, CONTINUATION frames, small DATA frames and streams that are
//! reset before they are answered. It has no timeouts and answers any number of PING and SETTINGS frames.

mod activity;
pub mod frames;
mod inline_executor;
mod observed_stream;

use std::convert::Infallible;
use std::pin::pin;
use std::sync::Arc;

use axum::http::{HeaderValue, Response, StatusCode, header};
use http_body_util::{Either, Full};
use hyper::server::conn::http2;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::time::{Instant, sleep_until};
use tokio_util::sync::CancellationToken;

use super::MAX_HEADER_BYTES;
use super::limiter::RequestLimiter;
use super::request_handlers::{Client, Handlers, PendingResponse, ResponseBody};
pub use activity::Activity;
use activity::Expired;
use inline_executor::InlineExecutor;
use observed_stream::ObservedStream;

/// Browsers open this many at once.
const MAX_CONCURRENT_STREAMS: u32 = 100;
/// How much of a request body a client may send before a handler reads it. All bodies of a connection share the second.
const STREAM_WINDOW: u32 = 64 * 1024;
const CONNECTION_WINDOW: u32 = 128 * 1024;

/// Serves until the connection ends. Errors are not logged: clients break connections all the time.
///
/// `stop` announces the end to the client (GOAWAY). Requests that it has sent by then are answered.
pub async fn serve<S>(
    stream: S,
    client: Client,
    activity: Activity,
    handlers: Arc<Handlers>,
    requests: RequestLimiter,
    stop: CancellationToken,
) where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let limits = activity.limits();
    let service = service_fn(move |request| {
        let (response, permit) = match handlers.respond(request, client.peer) {
            PendingResponse::Future(response) => match requests.acquire(client.peer.ip(), client.is_trusted_proxy) {
                Some(permit) => (PendingResponse::Future(response), Some(permit)),
                None => (PendingResponse::Ready(too_many_requests()), None),
            },
            // In memory, so there is nothing to limit.
            ready @ PendingResponse::Ready(_) => (ready, None),
        };
        async move {
            let response = response.wait().await;
            drop(permit);
            Ok::<_, Infallible>(response)
        }
    });
    let mut connection = pin!(
        http2::Builder::new(InlineExecutor)
            .max_concurrent_streams(MAX_CONCURRENT_STREAMS)
            .initial_stream_window_size(STREAM_WINDOW)
            .initial_connection_window_size(CONNECTION_WINDOW)
            .max_header_list_size(MAX_HEADER_BYTES.into())
            .serve_connection(TokioIo::new(ObservedStream::new(stream, activity.clone())), service)
    );
    let mut timer = pin!(sleep_until(activity.first_check(Instant::now())));
    let mut is_closing = false;
    loop {
        tokio::select! {
            biased;
            _ = connection.as_mut() => return,
            () = stop.cancelled(), if !is_closing => {
                connection.as_mut().graceful_shutdown();
                is_closing = true;
            }
            () = timer.as_mut() => {
                let now = Instant::now();
                let next = match activity.expired(now) {
                    Some(Expired::Idle) if !is_closing => {
                        connection.as_mut().graceful_shutdown();
                        is_closing = true;
                        now + limits.close
                    }
                    Some(Expired::Idle | Expired::Stalled) => return,
                    None => now + limits.check_interval,
                };
                timer.as_mut().reset(next);
            }
        }
    }
}

fn too_many_requests() -> Response<ResponseBody> {
    let mut response = Response::new(Either::Left(Full::from("The server is busy. Please try again.")));
    *response.status_mut() = StatusCode::SERVICE_UNAVAILABLE;
    response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("5"));
    response
}
