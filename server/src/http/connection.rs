//! Accepting connections and serving HTTP on them: limits, timeouts and a clean shutdown.

mod acceptor;
mod limiter;
mod timer;

pub use acceptor::{Handlers, Listener, serve};
