//! Who answers at the front door: what is published is handed out at once, from memory and with its head ready made;
//! everything else passes the guards to the rooms behind.

use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Instant;

use axum::Router;
use axum::body::Body;
use axum::http::{Request, Response};
use bytes::Bytes;
use http_body_util::Full;
use hyper::body::{Frame, Incoming, SizeHint};
use tower::ServiceExt;

use super::client::Peer;
use super::{Door, pages};

/// Whoever answers the requests that come in on a connection.
pub trait Answers: Clone + Send + Sync + 'static {
    fn answer(&self, request: Request<Incoming>, peer: SocketAddr) -> impl Future<Output = Response<Sent>> + Send;
}

/// What an answer carries: bytes that are there, or whatever a room makes.
pub enum Sent {
    Ready(Full<Bytes>),
    Made(Body),
}

impl hyper::body::Body for Sent {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        match self.get_mut() {
            Self::Ready(bytes) => Pin::new(bytes).poll_frame(context).map_err(|never| match never {}),
            Self::Made(body) => Pin::new(body).poll_frame(context),
        }
    }

    fn is_end_stream(&self) -> bool {
        match self {
            Self::Ready(bytes) => bytes.is_end_stream(),
            Self::Made(body) => body.is_end_stream(),
        }
    }

    fn size_hint(&self) -> SizeHint {
        match self {
            Self::Ready(bytes) => bytes.size_hint(),
            Self::Made(body) => body.size_hint(),
        }
    }
}

impl Answers for Router {
    async fn answer(&self, mut request: Request<Incoming>, peer: SocketAddr) -> Response<Sent> {
        request.extensions_mut().insert(Peer(peer));
        match self.clone().oneshot(request.map(Body::new)).await {
            Ok(response) => response.map(Sent::Made),
            Err(never) => match never {},
        }
    }
}

#[derive(Clone)]
pub struct Front {
    door: Arc<Door>,
    rooms: Router,
}

impl Front {
    pub fn new(door: Arc<Door>) -> Self {
        Self { rooms: super::router(Arc::clone(&door)), door }
    }
}

impl Answers for Front {
    async fn answer(&self, request: Request<Incoming>, peer: SocketAddr) -> Response<Sent> {
        match pages::at_once(&self.door, &request, Instant::now()) {
            Some(ready) => ready.map(Sent::Ready),
            None => self.rooms.answer(request, peer).await,
        }
    }
}
