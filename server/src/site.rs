//! The published site: all pages and files in memory, replaced as a whole by each publication.

mod compression;
mod content_security_policy;
mod content_source;
mod desk_document;
mod escape;
mod feeds;
pub mod folder_watcher;
mod front_end;
mod last_good_content;
pub mod page;
mod page_builders;
mod page_document;
pub mod paths;
mod picture_cache;
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

use crate::content::model::Content;
use crate::content::picture::PictureFile;
use crate::content::{Folder, Problem, Problems};

pub use content_source::{ContentError, ContentSource, StoredContent, load_content};
pub use escape::{escape, escape_script_json};
pub use front_end::FrontEndError;
pub use last_good_content::LastGoodContent;
pub use page_document::Document;
pub use picture_cache::PictureCache;
pub use published::Published;
pub use publisher::{PublishError, Publisher};

#[derive(Debug, thiserror::Error)]
pub enum SiteError {
    #[error(transparent)]
    Content(#[from] ContentError),
    #[error("Cannot publish the site: {0}")]
    Publish(#[from] PublishError),
}

impl SiteError {
    /// One sentence per problem, with file and line where known.
    pub fn problems(&self) -> Vec<String> {
        match self {
            Self::Content(ContentError::Problems(problems)) | Self::Publish(PublishError::Pictures(problems)) => {
                problems.0.iter().map(ToString::to_string).collect()
            }
            other => vec![other.to_string()],
        }
    }
}

pub struct Site {
    source: ContentSource,
    last_good: LastGoodContent,
    publisher: Arc<Publisher>,
    /// Overrides the content's `code_days`.
    code_days: Option<u32>,
    published: ArcSwap<Published>,
    /// Why the content folder could not be published. Empty when it is what is published.
    problems: ArcSwap<Vec<String>>,
}

impl Site {
    /// Loads the content and publishes it. When that fails, publishes the content that was published last, if there is
    /// any. Blocks, so it must not run on an async thread.
    pub fn open(
        source: ContentSource,
        last_good: LastGoodContent,
        picture_cache: PictureCache,
        site_url: &str,
        code_days: Option<u32>,
        now: Timestamp,
    ) -> Result<Self, SiteError> {
        let publisher = Arc::new(Publisher::new(site_url)?.with_picture_cache(picture_cache));
        let (first, problems) = match publish_and_save(&source, &last_good, &publisher, code_days, now) {
            Ok(first) => (first, Vec::new()),
            Err(error) => match publish_last_good(&source, &last_good, &publisher, code_days, now) {
                Some(earlier) => (earlier, error.problems()),
                None => return Err(error),
            },
        };
        Ok(Self {
            source,
            last_good,
            publisher,
            code_days,
            published: ArcSwap::from_pointee(first),
            problems: ArcSwap::from_pointee(problems),
        })
    }

    /// Loads the content again and publishes it. After an error the previous publication stays. Blocks.
    pub fn republish(&self, now: Timestamp) -> Result<Arc<Published>, SiteError> {
        let Self { source, last_good, publisher, code_days, .. } = self;
        let published = Arc::new(publish_and_save(source, last_good, publisher, *code_days, now)?);
        self.published.store(Arc::clone(&published));
        self.set_problems(Vec::new());
        Ok(published)
    }

    pub fn published(&self) -> arc_swap::Guard<Arc<Published>> {
        self.published.load()
    }

    /// For previews.
    pub fn publisher(&self) -> Arc<Publisher> {
        Arc::clone(&self.publisher)
    }

    pub fn problems(&self) -> arc_swap::Guard<Arc<Vec<String>>> {
        self.problems.load()
    }

    pub fn set_problems(&self, problems: Vec<String>) {
        self.problems.store(Arc::new(problems));
    }
}

fn publish_and_save(
    source: &ContentSource,
    last_good: &LastGoodContent,
    publisher: &Publisher,
    code_days: Option<u32>,
    now: Timestamp,
) -> Result<Published, SiteError> {
    let folder = source.read().map_err(ContentError::from)?;
    let content = load_with(&folder, code_days).map_err(ContentError::from)?;
    let publication = publisher.publish(&content, now)?;
    if matches!(source, ContentSource::Folder(_)) {
        // The site itself is fine; only the next start would miss the copy.
        let _ = last_good.save(&folder).inspect_err(|error| {
            tracing::warn!("cannot keep a copy of the content in the data folder: {error}");
        });
    }
    Ok(publication)
}

fn publish_last_good(
    source: &ContentSource,
    last_good: &LastGoodContent,
    publisher: &Publisher,
    code_days: Option<u32>,
    now: Timestamp,
) -> Option<Published> {
    // The embedded content is part of the program: when it fails, another copy would hide a bug. What is in the store was
    // checked when it was published.
    if !matches!(source, ContentSource::Folder(_)) {
        return None;
    }
    let content = load_with(&last_good.load()?, code_days).ok()?;
    publisher.publish(&content, now).ok()
}

/// Makes the reduced forms of all photos, to find those that cannot be shown. Slow.
pub fn check_pictures(content: &Content) -> Result<(), Problems> {
    let cache = PictureCache::none();
    let problem = |(name, file): (&String, &PictureFile)| {
        let message = cache.renditions(file).err()?.message();
        Some(Problem { file: name.clone(), line: 1, message })
    };
    let problems: Vec<_> = content.pictures.iter().filter_map(problem).collect();
    if problems.is_empty() { Ok(()) } else { Err(Problems(problems)) }
}

fn load_with(folder: &Folder, code_days: Option<u32>) -> Result<Content, Problems> {
    let mut content = load_content(folder)?;
    content.clinic.code_days = code_days.unwrap_or(content.clinic.code_days);
    Ok(content)
}
