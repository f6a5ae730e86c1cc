//! Reads the content folder (texts and pictures) into typed values and validates it.
//!
//! A folder with problems is rejected as a whole. All problems are reported together, each with its file, line and
//! what to do about it.

pub mod address_change;
pub mod advice;
pub mod definition;
mod document_kind;
mod document_summary;
mod file;
mod files;
mod folder;
pub mod future_dates;
mod known_articles;
mod link_check;
mod load;
mod load_context;
mod misplaced_files;
pub mod model;
pub mod new_pages;
pub mod picture;
#[cfg(test)]
mod plain_messages;
mod problems;
mod removed_passage;
mod search;
pub mod text;
mod toml;
pub mod variables;

pub use definition::texts::PageFile;
pub use document_kind::{CLINIC_FILE, DocumentKind, GAME_FILE, REDIRECTS_FILE};
pub use document_summary::title_of;
pub use file::ContentFile;
pub use folder::{Folder, FolderError};
pub use known_articles::{Examined, KnownArticles};
pub use load::{SitePages, examine, load, load_game, load_unfinished};
pub use problems::{Findings, Placeholder, Problem, Problems};
pub use removed_passage::{Passage, PassageError};
pub use search::{FoundText, SearchWords};
