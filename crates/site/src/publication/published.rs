//! One publication of the site: everything that is served, by path.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use jiff::civil::{Date, DateTime};

use crate::documents::page_document::Document;
use crate::raster_image::RasterImage;
use crate::resource::Resource;
use clinic_content::Problem;
use clinic_content::model::{Clinic, Game};
use clinic_rules::game::{PlayedGame, PuzzleSetId};

#[derive(Debug)]
pub struct Published {
    pub(crate) resources: HashMap<String, Arc<Resource>>,
    pub(crate) raster_images: HashMap<String, Arc<RasterImage>>,
    pub(crate) page_paths: Vec<String>,
    pub(crate) redirects: BTreeMap<String, String>,
    pub(crate) not_found: Arc<Resource>,
    pub(crate) not_found_data: Arc<Resource>,
    /// Shown in emails as well.
    pub clinic: Arc<Clinic>,
    pub game: Arc<Game>,
    /// The spot ids of each level of the game.
    pub spots: Arc<Vec<Vec<u32>>>,
    /// The set of the month that the game shows. `None` for the pictures of the content.
    pub puzzle_set: Option<PuzzleSetId>,
    /// The pictures of the content are shown only because the publication failed with the sets of the month.
    pub lacks_puzzle_set: bool,
    /// The games that somebody may have begun, also before this publication.
    pub played: Arc<Vec<PlayedGame>>,
    /// The day of the puzzle for practice. `None` when there is no such page.
    pub practice_date: Option<Date>,
    /// Not among the resources, because the desk is hidden until there is a staff account.
    pub desk: Document,
    /// An embedded map does not load under cross-origin isolation.
    pub embeds_map: bool,
    /// Articles with a date far in the future, which is probably mistyped.
    pub future_dates: Vec<Problem>,
    /// When the next article appears, in the clinic's time zone.
    pub next_appearance: Option<DateTime>,
    /// How many pages were rendered for this publication.
    pub rendered: usize,
    /// How many unchanged pages were reused from the previous publication.
    pub reused: usize,
}

impl Published {
    pub fn resource(&self, path: &str) -> Option<&Arc<Resource>> {
        self.resources.get(path)
    }

    pub fn resources(&self) -> impl Iterator<Item = (&str, &Arc<Resource>)> {
        self.resources.iter().map(|(path, resource)| (path.as_str(), resource))
    }

    pub fn raster_image(&self, path: &str) -> Option<&Arc<RasterImage>> {
        self.raster_images.get(path)
    }

    pub fn not_found(&self) -> &Arc<Resource> {
        &self.not_found
    }

    pub fn not_found_data(&self) -> &Arc<Resource> {
        &self.not_found_data
    }

    /// The paths of all pages except the not-found page.
    pub fn page_paths(&self) -> impl Iterator<Item = &str> {
        self.page_paths.iter().map(String::as_str)
    }

    /// The new path of a page that was renamed or removed, or that is not there today.
    pub fn redirect(&self, path: &str) -> Option<&str> {
        self.redirects.get(path).map(String::as_str)
    }

    /// Compresses every resource at the highest level. Slow, so it runs while the site is already served.
    pub fn compress_max(&self) {
        for resource in self.resources.values().chain([&self.not_found, &self.not_found_data]) {
            resource.compress_max();
        }
    }
}
