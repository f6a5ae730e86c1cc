//! Serving what is published: pages, their data, pictures and files, with encodings, validators and ranges.
//!
//! `PublishedFromMemory` answers for known paths before the router is asked; `fallback` answers for the rest.

pub mod accept_encoding;
mod conditional;
pub mod fallback;
mod from_memory;
mod prepared_responses;
mod range;

pub use from_memory::PublishedFromMemory;
pub use prepared_responses::{PreparedResource, PreparedSite, ResponseCache};
