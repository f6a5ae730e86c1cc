//! The published site: all pages and files in memory, replaced as a whole by each publication.

mod documents;
mod front_end;
mod page_builders;
pub mod page_data;
pub mod page_registry;
pub mod paths;
mod publication;
mod puzzles;
pub mod raster_image;
pub mod render;
pub mod resource;

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use arc_swap::ArcSwap;
use jiff::Timestamp;

use clinic_content::model::Content;
use clinic_content::picture::PictureFile;
use clinic_content::{Examined, Folder, Problem, Problems, future_dates, new_pages};
use clinic_rules::clinic_time;

pub use documents::escape::{escape, escape_script_json};
pub use documents::page_document::Document;
pub use documents::search_index;
pub use front_end::FrontEndError;
pub use publication::content_source::{ContentError, ContentSource, StoredContent, load_content, load_unfinished};
pub use publication::content_status::{ContentStatus, ShownContent};
pub use publication::folder_watcher;
pub use publication::last_good_content::LastGoodContent;
pub use publication::picture_cache::PictureCache;
pub use publication::publish_error::PublishError;
pub use publication::published::Published;
pub use publication::publisher::Publisher;
pub use puzzles::puzzle_drawing::{NotDrawn, draw as draw_puzzle_set, draw_practice};

#[derive(Debug, thiserror::Error)]
pub enum SiteError {
    #[error(transparent)]
    Content(#[from] ContentError),
    #[error("Cannot publish the site: {0}")]
    Publish(#[from] PublishError),
    /// A mistake in this program, which only this content may meet.
    #[error("Cannot publish the site: the program failed: {0}")]
    Panicked(String),
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
    copy: Option<LastGoodContent>,
    publisher: Arc<Publisher>,
    published: ArcSwap<Published>,
    status: ArcSwap<ContentStatus>,
    /// Not after an edit that could be published but not copied, as with a full disk.
    is_copy_newest: AtomicBool,
}

impl Site {
    /// Loads the content and publishes it. When that fails for a folder, publishes the content that was published last, if
    /// there is any. Keeps a copy of what is published, if there is a place for it. `status` is what is true when it succeeds.
    /// Blocks, so it must not run on an async thread.
    pub fn open(
        source: ContentSource,
        copy: Option<LastGoodContent>,
        publisher: Arc<Publisher>,
        mut status: ContentStatus,
        now: Timestamp,
    ) -> Result<Self, SiteError> {
        let (first, is_copied) = match publish_and_save(&source, copy.as_ref(), &publisher, now) {
            Ok(first) => first,
            Err(error) => {
                let Some(earlier) = publish_copy(&source, copy.as_ref(), &publisher, now) else { return Err(error) };
                status.problems = error.problems();
                (earlier, true)
            }
        };
        Ok(Self {
            source,
            copy,
            publisher,
            published: ArcSwap::from_pointee(first),
            status: ArcSwap::from_pointee(status),
            is_copy_newest: AtomicBool::new(is_copied),
        })
    }

    /// Loads the content again and publishes it. After a mistake in a folder, publishes again what was published last: the
    /// pictures of the game and the puzzle for practice change with the date, whenever the mistake is corrected. After
    /// another error the previous publication stays. Blocks.
    pub fn republish(&self, now: Timestamp) -> Result<Arc<Published>, SiteError> {
        let Self { source, copy, publisher, .. } = self;
        let result = publish_and_save(source, copy.as_ref(), publisher, now);
        if let Ok((_, is_copied)) = &result {
            self.is_copy_newest.store(*is_copied, Ordering::Relaxed);
        }
        if matches!(result, Err(SiteError::Content(_)))
            && self.is_copy_newest.load(Ordering::Relaxed)
            && let Some(earlier) = publish_copy(source, copy.as_ref(), publisher, now)
        {
            self.show(earlier);
        }
        let status = ContentStatus::clone(&self.status());
        let is_wanted = status.published.is_none_or(|number| status.shown == ShownContent::Revision(number));
        // What keeps another revision from being shown is still true.
        if is_wanted {
            let problems = result.as_ref().err().map(SiteError::problems).unwrap_or_default();
            self.status.store(Arc::new(ContentStatus { problems, ..status }));
        }
        result.map(|(published, _)| self.show(published))
    }

    /// Publishes a revision of the store. After an error the previous publication stays, also as the source of the next
    /// `republish`. Blocks.
    pub fn publish_revision(&self, number: i64, folder: Folder, now: Timestamp) -> Result<Arc<Published>, SiteError> {
        let ContentSource::Stored(content) = &self.source else { return self.republish(now) };
        let candidate = StoredContent::new(folder);
        let source = ContentSource::Stored(candidate.clone());
        match publish_and_save(&source, self.copy.as_ref(), &self.publisher, now) {
            Ok((published, _)) => {
                content.replace(&candidate);
                let published = self.show(published);
                self.status.store(Arc::new(ContentStatus::of_revision(number)));
                Ok(published)
            }
            Err(error) => {
                self.refuse_revision(number, error.problems());
                Err(error)
            }
        }
    }

    /// Something was removed from the content for good: drops everything that is kept beside what is published. Visitors
    /// get it until the next publication, which has to follow.
    pub fn forget_removed(&self) {
        self.publisher.forget_earlier();
    }

    /// Another revision than the shown one is published and cannot be shown.
    pub fn refuse_revision(&self, number: i64, problems: Vec<String>) {
        let shown = self.status().shown;
        self.status.store(Arc::new(ContentStatus { published: Some(number), shown, problems }));
    }

    /// What is published could not be rendered again.
    pub fn set_problems(&self, problems: Vec<String>) {
        self.status.store(Arc::new(ContentStatus { problems, ..ContentStatus::clone(&self.status()) }));
    }

    fn show(&self, published: Published) -> Arc<Published> {
        let published = Arc::new(published);
        self.published.store(Arc::clone(&published));
        published
    }

    pub fn published(&self) -> arc_swap::Guard<Arc<Published>> {
        self.published.load()
    }

    /// For previews.
    pub fn publisher(&self) -> Arc<Publisher> {
        Arc::clone(&self.publisher)
    }

    pub fn status(&self) -> arc_swap::Guard<Arc<ContentStatus>> {
        self.status.load()
    }
}

/// Returns also whether the copy of a folder is now what is published.
fn publish_and_save(
    source: &ContentSource,
    copy: Option<&LastGoodContent>,
    publisher: &Publisher,
    now: Timestamp,
) -> Result<(Published, bool), SiteError> {
    let folder = source.read().map_err(ContentError::from)?;
    let publication = match source {
        ContentSource::Folder(_) => {
            publish_folder(&with_new_pages(&folder, copy.and_then(LastGoodContent::load).as_ref()), publisher, now)?
        }
        ContentSource::Embedded | ContentSource::Stored(_) => publish_folder(&folder, publisher, now)?,
    };
    // When it fails, the site itself is fine; only the next start would miss the copy.
    let is_copied = match (source, copy) {
        (ContentSource::Stored(_), Some(copy)) => {
            copy.save_or_remove(&folder);
            false
        }
        (ContentSource::Folder(_), Some(copy)) => copy.save(&folder).inspect_err(warn_of_missing_copy).is_ok(),
        _ => false,
    };
    Ok((publication, is_copied))
}

fn warn_of_missing_copy(error: &io::Error) {
    tracing::warn!("cannot keep a copy of the content in the data folder: {error}");
}

/// With the set of the month, if the content asks for it and there is one.
fn publish_folder(folder: &Folder, publisher: &Publisher, now: Timestamp) -> Result<Published, SiteError> {
    let own = load_content(folder).map_err(ContentError::from)?;
    let mut content = own.clone();
    let sets = puzzles::puzzle_of_the_month::add(&mut content, &publisher.puzzles(), now);
    match publisher.publish(&content, now) {
        Ok(shown) => {
            let played = publisher.with_earlier_games(sets.played, Instant::now());
            Ok(Published { puzzle_set: sets.shown, played, ..shown })
        }
        Err(error) if !sets.has_any() => Err(error.into()),
        Err(error) => {
            // The sets must not keep anything else of the site from being published.
            let shown = publisher.publish(&own, now)?;
            tracing::error!("the game shows the pictures of the content, because those of the month fail: {error}");
            let own_game = puzzles::puzzle_of_the_month::AddedSets::none(&own.game).played;
            let played = publisher.with_earlier_games(own_game, Instant::now());
            Ok(Published { played, lacks_puzzle_set: true, ..shown })
        }
    }
}

/// A page that was there when the folder was published last was removed since, perhaps by mistake, so it is not added.
fn with_new_pages(folder: &Folder, last_published: Option<&Folder>) -> Folder {
    let was_published = |path: &str| last_published.is_some_and(|earlier| earlier.contains(path));
    let mut complete = folder.clone();
    for (path, file) in new_pages::missing(folder, |path| folder.contains(path) || was_published(path)) {
        if !path.starts_with("pictures/") {
            tracing::warn!("{path} is not in the content folder. The site shows the text that came with the program.");
        }
        complete.insert(path, file);
    }
    complete
}

fn publish_copy(
    source: &ContentSource,
    copy: Option<&LastGoodContent>,
    publisher: &Publisher,
    now: Timestamp,
) -> Option<Published> {
    // The embedded content is part of the program: when it fails, another copy would hide a bug. The store has earlier
    // revisions of its own.
    if !matches!(source, ContentSource::Folder(_)) {
        return None;
    }
    publish_folder(&with_new_pages(&copy?.load()?, None), publisher, now).ok()
}

/// Loads content as the site does, and refuses dates that are nearly always mistyped.
pub fn load_to_publish(folder: &Folder, now: Timestamp) -> Result<Content, Problems> {
    let content = load_content(folder)?;
    let future_dates = future_dates::find(&content, now.to_zoned(clinic_time::zone()).date());
    if future_dates.is_empty() { Ok(content) } else { Err(Problems(future_dates)) }
}

/// The same for files that take the place of the published ones. They may not link to articles that have not appeared.
pub fn load_candidate(folder: &Folder, published: &Folder, now: Timestamp) -> Result<Content, Problems> {
    let content = load_to_publish(folder, now)?;
    Problems::of(future_dates::early_links(&content, clinic_time::civil(now), folder, published))
        .map_or(Ok(content), Err)
}

/// What refuses a publication of drafts: mistakes, and if there are none, dates.
pub fn find_problems(examined: &Examined<'_>, folder: &Folder, published: &Folder, now: Timestamp) -> Vec<Problem> {
    let now = clinic_time::civil(now);
    Problems::of(examined.problems().cloned())
        .or_else(|| Problems::of(examined.future_dates(now.date())))
        .or_else(|| Problems::of(examined.early_links(now, folder, published)))
        .map_or_else(Vec::new, |problems| problems.0)
}

/// How long content may take to be rendered before it is published with a command.
const COMMAND_LIMIT: Duration = Duration::from_mins(10);

/// Finds out whether a folder can be published, as publishing at the desk does: loads it, makes its pictures and renders its
/// pages. Slow.
pub fn check_folder(folder: &Folder, now: Timestamp) -> Result<Content, SiteError> {
    let content = load_to_publish(folder, now).map_err(ContentError::from)?;
    // The address is in the pages, but no page fails because of it.
    Publisher::new("http://localhost")?.check(&content, now, COMMAND_LIMIT)?;
    Ok(content)
}

/// Makes the reduced forms of all photos, to find those that cannot be shown. Slow.
pub fn check_pictures(content: &Content) -> Result<(), Problems> {
    let cache = PictureCache::none();
    let problem = |(name, file): (&String, &Arc<PictureFile>)| {
        let message = cache.forms(file).err()?.message();
        Some(Problem::new(name.clone(), 1, message))
    };
    let problems: Vec<_> = content.pictures.iter().filter_map(problem).collect();
    if problems.is_empty() { Ok(()) } else { Err(Problems(problems)) }
}
