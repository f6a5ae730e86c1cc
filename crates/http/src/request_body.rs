//! Reads request bodies with limits on size and time.

use std::time::Duration;

use axum::body::Body;
use axum::http::header::CONTENT_LENGTH;
use axum::http::{HeaderValue, Request};
use bytes::Bytes;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use tokio::time::timeout;

/// 16 times the size of the longest form that the site's own pages send.
pub const MAX_BODY_BYTES: usize = 16 * 1024;

/// Enough for 16 KiB over a slow mobile connection. A client that sends more slowly blocks a connection for others.
const BODY_TIMEOUT: Duration = Duration::from_secs(20);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BodyError {
    #[error("The request is too large. Please reload the page and try again.")]
    TooLarge,
    #[error("The connection was interrupted. Please try again.")]
    Incomplete,
    #[error("The request took too long to arrive. Please try again.")]
    TooSlow,
}

/// For 12 MB over a mobile connection of 1 Mbit/s.
const UPLOAD_TIMEOUT: Duration = Duration::from_mins(2);

/// # Errors
/// When the body is too large, incomplete or too slow. A body with a too large `Content-Length` is not read at all.
pub async fn read_body(request: Request<Body>) -> Result<Bytes, BodyError> {
    read_body_up_to(MAX_BODY_BYTES, request).await
}

/// As `read_body`, for calls that take more.
pub async fn read_body_up_to(limit: usize, request: Request<Body>) -> Result<Bytes, BodyError> {
    read_within(BODY_TIMEOUT, limit, request).await
}

/// As `read_body`, for files.
pub async fn read_upload(limit: usize, request: Request<Body>) -> Result<Bytes, BodyError> {
    read_within(UPLOAD_TIMEOUT, limit, request).await
}

async fn read_within(time: Duration, limit: usize, request: Request<Body>) -> Result<Bytes, BodyError> {
    let announced = request.headers().get(CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse::<u64>().ok());
    if announced.is_some_and(|length| length > limit as u64) {
        return Err(BodyError::TooLarge);
    }
    match timeout(time, Limited::new(request.into_body(), limit).collect()).await {
        Ok(Ok(body)) => Ok(body.to_bytes()),
        Ok(Err(error)) if error.is::<LengthLimitError>() => Err(BodyError::TooLarge),
        Ok(Err(_)) => Err(BodyError::Incomplete),
        Err(_) => Err(BodyError::TooSlow),
    }
}

/// The value of `Retry-After`: whole seconds, rounded up so that a retry at that moment succeeds.
#[must_use]
pub fn retry_after(wait: Duration) -> HeaderValue {
    HeaderValue::from(wait.as_secs() + u64::from(wait.subsec_nanos() > 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn body_is_read_up_to_the_limit() {
        let read = |bytes: usize| read_body(Request::new(Body::from(vec![b'x'; bytes])));
        assert_eq!(read(MAX_BODY_BYTES).await.expect("read").len(), MAX_BODY_BYTES);
        assert_eq!(read(MAX_BODY_BYTES + 1).await, Err(BodyError::TooLarge));
    }

    #[tokio::test]
    async fn body_with_too_large_content_length_is_rejected_unread() {
        let request = Request::builder().header(CONTENT_LENGTH, "10485760").body(Body::empty()).expect("a request");
        assert_eq!(read_body(request).await, Err(BodyError::TooLarge));
    }

    #[test]
    fn retry_after_is_rounded_up_to_whole_seconds() {
        assert_eq!(retry_after(Duration::from_millis(2_001)), "3");
        assert_eq!(retry_after(Duration::from_secs(2)), "2");
    }
}
