//! Delivery through an SMTP server. Connections are reused between messages.

mod classify;
mod idle_connections;
mod transport;

pub use transport::SmtpTransport;
