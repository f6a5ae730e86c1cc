//! Accepting connections and serving HTTP on them, with and without TLS: limits, timeouts and a clean shutdown.

mod acceptor;
mod handlers;
mod http1;
pub mod http2;
mod limiter;
mod timer;
mod tls;

use std::time::Duration;

pub use acceptor::{Endpoint, Listener, serve};
pub use handlers::Handlers;
pub use tls::TlsAcceptor;

/// From the start of a connection, or the end of the last response, to the end of the next request's headers.
const HEADER_READ_TIMEOUT: Duration = Duration::from_secs(10);
const MAX_HEADER_BYTES: u16 = 16 * 1024;
/// A client that accepts no byte for this long is gone or holds the connection on purpose.
const WRITE_TIMEOUT: Duration = Duration::from_secs(30);
