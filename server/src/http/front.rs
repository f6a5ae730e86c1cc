//! Who answers at the front door: what is published is handed out at once, from memory and with its head ready made;
//! everything else passes the guards to the rooms behind.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Instant;

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use axum::response::Response;
use hyper::body::Incoming;
use tower::ServiceExt;

use super::client::Peer;
use super::{Door, pages, trace};

/// Whoever answers the requests that come in on a connection.
pub trait Answers: Clone + Send + Sync + 'static {
    fn answer(&self, request: Request<Incoming>, peer: SocketAddr) -> impl Future<Output = Response> + Send;
}

impl Answers for Router {
    async fn answer(&self, mut request: Request<Incoming>, peer: SocketAddr) -> Response {
        request.extensions_mut().insert(Peer(peer));
        match self.clone().oneshot(request.map(Body::new)).await {
            Ok(response) => response,
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
    async fn answer(&self, request: Request<Incoming>, peer: SocketAddr) -> Response {
        let begun = Instant::now();
        match pages::at_once(&self.door, &request) {
            Some(response) => {
                trace::note(&self.door, request.method(), request.uri().path(), None, &response, begun);
                response
            }
            None => self.rooms.answer(request, peer).await,
        }
    }
}
