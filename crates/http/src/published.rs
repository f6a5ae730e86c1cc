//! Serving what is published: pages, their data, pictures and files, with encodings, validators and ranges.
//!
//! `PublishedFromMemory` answers for known paths before the router is asked; `fallback` answers for the rest.

pub mod accept_encoding;
mod conditional;
pub mod fallback;
mod range;
mod responses;
mod from_memory;

pub use responses::{PreparedResource, PreparedSite, ResponseCache};
pub use from_memory::PublishedFromMemory;
