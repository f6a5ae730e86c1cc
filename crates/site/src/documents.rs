//! What is written around and beside rendered pages: HTML documents, feeds, data for search engines.

pub mod content_security_policy;
pub mod desk_document;
pub mod escape;
pub mod files_for_programs;
pub mod page_document;
pub mod search_index;
pub mod structured_data;
