//! Reads the content folder (texts and pictures) into typed values and validates it.
//!
//! A folder with problems is rejected as a whole. All problems are reported together, each with its file, line and
//! what to do about it.

mod clinic_toml;
mod collections;
mod folder;
mod front_matter;
pub mod future_dates;
mod game_toml;
mod link_check;
mod load;
mod load_context;
mod markdown;
pub mod model;
mod opening_hours;
mod page_text;
pub mod picture;
mod picture_format;
mod picture_index;
mod problems;
mod redirects_toml;
pub mod rich_text;
mod toml_errors;
mod toml_fields;
mod unused_files;
mod variables;

pub use folder::{Folder, FolderError};
pub use load::{SitePages, load};
pub use page_text::PageFile;
pub use problems::{Placeholder, Problem, Problems};
