//! Where content comes from, and publishing it.

pub mod content_source;
pub mod content_status;
pub mod folder_watcher;
pub mod last_good_content;
pub mod picture_cache;
pub mod previous_files;
mod previous_publication;
pub mod publish_error;
pub mod published;
pub mod publisher;
mod time_limit;
mod unrendered_files;
