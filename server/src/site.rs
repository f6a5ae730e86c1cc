//! The published site: all pages and files in memory, replaced as a whole by each publication.

mod compression;
mod content_security_policy;
mod content_source;
mod desk_document;
mod escape;
mod feeds;
pub mod folder_watcher;
mod front_end;
pub mod page;
mod page_builders;
mod page_document;
pub mod paths;
mod published;
mod publisher;
pub mod raster_image;
pub mod registry;
pub mod resource;
mod retired;
mod structured_data;

use std::sync::Arc;

use arc_swap::ArcSwap;
use jiff::Timestamp;

pub use content_source::{ContentError, ContentSource, load_content};
pub use escape::{escape, escape_script_json};
pub use front_end::FrontEndError;
pub use published::Published;
pub use publisher::{PublishError, Publisher};

#[derive(Debug, thiserror::Error)]
pub enum SiteError {
    #[error(transparent)]
    Content(#[from] ContentError),
    #[error("Cannot publish the site: {0}")]
    Publish(#[from] PublishError),
}

pub struct Site {
    source: ContentSource,
    publisher: Publisher,
    published: ArcSwap<Published>,
}

impl Site {
    /// Loads the content and publishes it. Blocks, so it must not run on an async thread.
    pub fn open(source: ContentSource, site_url: &str, now: Timestamp) -> Result<Self, SiteError> {
        let publisher = Publisher::new(site_url)?;
        let first = publisher.publish(&source.load()?, now)?;
        Ok(Self { source, publisher, published: ArcSwap::from_pointee(first) })
    }

    /// Loads the content again and publishes it. After an error the previous publication stays. Blocks.
    pub fn republish(&self, now: Timestamp) -> Result<Arc<Published>, SiteError> {
        let published = Arc::new(self.publisher.publish(&self.source.load()?, now)?);
        self.published.store(Arc::clone(&published));
        Ok(published)
    }

    pub fn published(&self) -> arc_swap::Guard<Arc<Published>> {
        self.published.load()
    }
}
