//! The content folder: the clinic's own words and pictures, read and validated into typed values.
//!
//! Owns reading, checking and reporting. Refuses to hand out anything from a folder that has an error in it,
//! and reports every error at once, each with its file, its line and what to do.

mod clinic;
mod collections;
mod document;
mod fields;
mod folder;
mod game;
mod hours;
mod links;
mod load;
pub mod markdown;
pub mod model;
pub mod picture;
mod report;
mod words;

pub use folder::{Folder, FolderError};
pub use load::load;
pub use report::{Problem, Problems};
