//! The mail room from outside: what arrives, where it arrives, and what each failure is taken for.

mod dkim;
mod emailjs;
mod file;
mod fixture;
mod message;
mod relay;
#[path = "../smtp/mod.rs"]
mod smtp;
