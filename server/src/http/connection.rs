//! Accepting connections and serving HTTP on them: limits, timeouts and a clean shutdown.

mod acceptor;
mod limiter;

pub use acceptor::{Handlers, Listener, serve};
