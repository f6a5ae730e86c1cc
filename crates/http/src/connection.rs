//! Accepting connections and serving HTTP on them, with and without TLS: limits, timeouts and a clean shutdown.

mod acceptor;
mod http1;
pub mod http2;
pub mod limiter;
mod request_handlers;
mod timer;
mod tls;

use std::time::Duration;

pub use acceptor::{Endpoint, Listener, serve};
pub use request_handlers::Handlers;
pub use tls::TlsAcceptor;

const MAX_HEADER_BYTES: u16 = 16 * 1024;

/// How long a connection may take.
#[derive(Debug, Clone, Copy)]
pub struct TimeLimits {
    /// From the start of a connection, or the end of the last response, to the end of the next request's headers.
    pub headers: Duration,
    /// A client that accepts no byte for this long is gone or holds the connection on purpose.
    pub write: Duration,
    /// Without a request, in HTTP/2. Longer than HTTP/1.1 keeps an idle connection, because a browser opens only one: while a
    /// visitor reads a page, a new handshake for the next one is avoided.
    pub idle: Duration,
    /// How often the limits of an HTTP/2 connection are checked. They are exceeded by this much at most, in exchange for not
    /// moving a timer with every frame.
    pub check_interval: Duration,
    /// How long an HTTP/2 client may take to confirm that the connection ends.
    pub close: Duration,
    /// How long requests are still accepted on open connections after the signal to stop. Longer than the proxies in
    /// `deploy/` keep an idle connection, so a request they have already sent is answered.
    pub drain_grace: Duration,
    /// How long responses in progress may take after that.
    pub drain: Duration,
}

impl Default for TimeLimits {
    fn default() -> Self {
        Self {
            headers: Duration::from_secs(10),
            write: Duration::from_secs(30),
            idle: Duration::from_mins(1),
            check_interval: Duration::from_secs(5),
            close: Duration::from_secs(5),
            drain_grace: Duration::from_secs(2),
            drain: Duration::from_secs(15),
        }
    }
}
