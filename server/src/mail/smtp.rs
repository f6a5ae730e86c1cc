//! The SMTP server: sends a message and says whose fault it was when that failed.
//!
//! Owns the conversation, its hard limit and the connections kept warm between messages. Only the server's final word
//! about this message is a refusal; trouble with the line, the certificate or the login is ours, and worth another
//! attempt. Refuses to send a password where others could read it.

mod idle;
mod relay;
mod verdict;

pub use relay::Relay;
