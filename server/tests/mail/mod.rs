//! Mail: the composed message, the three transports, and how each failure is classified.

mod dkim;
mod emailjs;
mod file;
pub mod fixture;
mod message;
mod smtp_transport;
