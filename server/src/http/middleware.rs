//! What every request to the router passes before its handler, in the order in which `http.rs` lists it.

pub mod client_address;
pub mod host;
pub mod request_log;
pub mod response_timeout;
pub mod same_origin;
pub mod security_headers;
