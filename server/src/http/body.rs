//! Reads a body that must be small, and says how long to stay away.

use axum::body::Body;
use axum::http::HeaderValue;
use axum::http::Request;
use axum::http::header::CONTENT_LENGTH;
use bytes::Bytes;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use std::time::Duration;
use tokio::time::timeout;

/// Sixteen times what the longest honest form needs.
pub const MAX_BODY_BYTES: usize = 16 * 1024;

/// A form of 16 KiB arrives in a moment even over a poor line. Who drips it slower holds a place that others need.
const BODY_TIMEOUT: Duration = Duration::from_secs(20);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BodyError {
    #[error("This is more than the server takes. Please reload the page and try again.")]
    TooLarge,
    #[error("The connection broke before everything arrived. Please try again.")]
    Broken,
    #[error("The request took too long to arrive. Please try again.")]
    TooSlow,
}

/// # Errors
/// When the body is larger than allowed (refused unread if it says so itself), breaks off or takes too long.
pub async fn read_body(request: Request<Body>) -> Result<Bytes, BodyError> {
    let announced = request.headers().get(CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse::<u64>().ok());
    if announced.is_some_and(|length| length > MAX_BODY_BYTES as u64) {
        return Err(BodyError::TooLarge);
    }
    match timeout(BODY_TIMEOUT, Limited::new(request.into_body(), MAX_BODY_BYTES).collect()).await {
        Ok(Ok(body)) => Ok(body.to_bytes()),
        Ok(Err(error)) if error.is::<LengthLimitError>() => Err(BodyError::TooLarge),
        Ok(Err(_)) => Err(BodyError::Broken),
        Err(_) => Err(BodyError::TooSlow),
    }
}

/// In whole seconds, rounded up: whoever comes back at that moment is let in.
#[must_use]
pub fn retry_after(wait: Duration) -> HeaderValue {
    HeaderValue::from(wait.as_secs() + u64::from(wait.subsec_nanos() > 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_body_is_read_up_to_the_limit_and_not_a_byte_further() {
        let read = |bytes: usize| read_body(Request::new(Body::from(vec![b'x'; bytes])));
        assert_eq!(read(MAX_BODY_BYTES).await.expect("read").len(), MAX_BODY_BYTES);
        assert_eq!(read(MAX_BODY_BYTES + 1).await, Err(BodyError::TooLarge));
    }

    #[tokio::test]
    async fn a_body_that_announces_too_much_is_refused_unread() {
        let request = Request::builder().header(CONTENT_LENGTH, "10485760").body(Body::empty()).expect("a request");
        assert_eq!(read_body(request).await, Err(BodyError::TooLarge));
    }

    #[test]
    fn part_of_a_second_counts_as_a_whole_one() {
        assert_eq!(retry_after(Duration::from_millis(2_001)), "3");
        assert_eq!(retry_after(Duration::from_secs(2)), "2");
    }
}
