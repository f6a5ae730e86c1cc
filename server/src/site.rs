//! The published site: every page and file in memory, swapped as a whole.
//!
//! Owns what visitors see. A publication either replaces the site entirely or leaves it as it was.

mod assets;
mod desk;
mod document;
pub mod drawing;
mod feeds;
pub mod markup;
pub mod page;
mod publish;
pub mod resource;
mod routes;
mod structured;
pub mod watch;

use std::path::PathBuf;
use std::sync::Arc;

use arc_swap::ArcSwap;
use jiff::civil::Date;

use crate::content::{self, Folder, FolderError, Problems};
pub use assets::AssetError;
pub use publish::{PublishError, Published, Publisher};

/// Where the clinic's words come from.
#[derive(Debug, Clone)]
pub enum ContentSource {
    /// The copy that was embedded when the binary was built.
    Embedded,
    Folder(PathBuf),
}

#[derive(Debug, thiserror::Error)]
pub enum SiteError {
    #[error(transparent)]
    Folder(#[from] FolderError),
    #[error("The content has mistakes:\n{0}")]
    Content(#[from] Problems),
    #[error("The site could not be published: {0}")]
    Publish(#[from] PublishError),
}

impl From<AssetError> for SiteError {
    fn from(error: AssetError) -> Self {
        Self::Publish(error.into())
    }
}

impl ContentSource {
    pub fn read(&self) -> Result<Folder, FolderError> {
        match self {
            Self::Embedded => Ok(Folder::embedded()),
            Self::Folder(path) => Folder::read(path),
        }
    }
}

pub struct Site {
    source: ContentSource,
    publisher: Publisher,
    published: ArcSwap<Published>,
}

impl Site {
    /// Reads, checks and publishes; blocks, so call it where blocking is allowed.
    pub fn open(source: ContentSource, site_url: &str, today: Date) -> Result<Self, SiteError> {
        let publisher = Publisher::new(site_url)?;
        let first = publisher.publish(&content::load(&source.read()?)?, today)?;
        Ok(Self { source, publisher, published: ArcSwap::from_pointee(first) })
    }

    /// Publishes anew; an error leaves the site as it is. Blocks.
    pub fn republish(&self, today: Date) -> Result<Arc<Published>, SiteError> {
        let published = self.publisher.publish(&content::load(&self.source.read()?)?, today)?;
        let published = Arc::new(published);
        self.published.store(Arc::clone(&published));
        Ok(published)
    }

    pub fn published(&self) -> arc_swap::Guard<Arc<Published>> {
        self.published.load()
    }

    pub fn source(&self) -> &ContentSource {
        &self.source
    }
}
