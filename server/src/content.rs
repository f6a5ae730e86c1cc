//! The content folder: the clinic's own words and pictures, read and validated into typed values.
//!
//! Owns reading, checking and reporting. Refuses to hand out anything from a folder that has an error in it,
//! and reports every error at once, each with its file, its line and what to do.

pub mod markdown;
pub mod model;
pub mod picture;
