//! Reads the content folder (texts and pictures) into typed values and validates it.
//!
//! A folder with problems is rejected as a whole. All problems are reported together, each with its file, line and
//! what to do about it.

pub mod advice;
mod booking_toml;
mod clinic_toml;
mod collections;
pub mod definition;
mod document_kind;
mod folder;
mod front_matter;
pub mod future_dates;
mod game_toml;
mod https_url;
mod link_check;
mod load;
mod load_context;
mod markdown;
pub mod model;
mod opening_hours;
mod page_text;
pub mod picture;
pub mod picture_descriptions;
mod picture_format;
mod picture_index;
pub mod picture_usage;
mod problems;
mod readability;
mod redirects_toml;
pub mod rich_text;
pub mod text_tree;
mod toml_errors;
mod toml_fields;
mod unused_files;
mod variables;

pub use definition::texts::PageFile;
pub use document_kind::{DocumentKind, title_of};
pub use folder::{Folder, FolderError};
pub use load::{SitePages, load};
pub use problems::{Placeholder, Problem, Problems};
