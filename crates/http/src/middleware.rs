//! Middleware of the router. The last `.layer` in `lib.rs` runs first.

pub mod client_address;
pub mod host;
pub mod request_log;
pub mod response_timeout;
pub mod same_origin;
pub mod security_headers;
