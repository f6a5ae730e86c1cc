//! What answers the requests of a connection.

use std::net::SocketAddr;
use std::pin::Pin;

use arc_swap::ArcSwap;
use axum::Router;
use axum::body::Body;
use axum::http::{Request, Response};
use http_body_util::{Either, Full};
use hyper::body::{Bytes, Incoming};
use tower::ServiceExt;

use crate::middleware::client_address::Peer;
use crate::published::PublishedFromMemory;

#[derive(Debug, Clone, Copy)]
pub struct Client {
    pub peer: SocketAddr,
    pub is_trusted_proxy: bool,
}

/// Can be replaced while connections are open: requests that come later are answered by the new ones.
pub struct Handlers(ArcSwap<Parts>);

struct Parts {
    /// Answers for published pages and files before the router is asked.
    published: Option<PublishedFromMemory>,
    router: Router,
}

/// Published resources are plain bytes; the router's bodies are boxed.
pub type ResponseBody = Either<Full<Bytes>, Body>;

/// A response from memory, or one that the router computes. Boxed, so that the common case moves few bytes.
pub enum PendingResponse {
    Ready(Response<ResponseBody>),
    Future(Pin<Box<dyn Future<Output = Response<ResponseBody>> + Send>>),
}

impl Handlers {
    pub fn new(router: Router, published: Option<PublishedFromMemory>) -> Self {
        Self(ArcSwap::from_pointee(Parts { published, router }))
    }

    pub fn replace(&self, by: &Self) {
        self.0.store(by.0.load_full());
    }

    pub fn respond(&self, mut request: Request<Incoming>, peer: SocketAddr) -> PendingResponse {
        let parts = self.0.load();
        if let Some(published) = &parts.published
            && let Some(response) = published.try_respond(&request)
        {
            return PendingResponse::Ready(response.map(Either::Left));
        }
        request.extensions_mut().insert(Peer(peer));
        let response = parts.router.clone().oneshot(request.map(Body::new));
        PendingResponse::Future(Box::pin(async {
            let Ok(response) = response.await;
            response.map(Either::Right)
        }))
    }
}

impl PendingResponse {
    pub async fn wait(self) -> Response<ResponseBody> {
        match self {
            Self::Ready(response) => response,
            Self::Future(response) => response.await,
        }
    }
}
