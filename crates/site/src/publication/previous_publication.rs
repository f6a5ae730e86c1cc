//! What the last publication rendered and served: the next one reuses what did not change.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant;

use jiff::Timestamp;

use super::previous_files::PreviousFiles;
use super::unrendered_files::UnrenderedFile;
use crate::raster_image::RasterImage;
use crate::resource::{CachePolicy, Resource};
use clinic_rules::game::PlayedGame;

/// Pictures for link previews. Their paths contain a hash.
pub const CARD_FOLDER: &str = "/share/";

#[derive(Default)]
pub struct PreviousPublication {
    pub pages: HashMap<String, RenderedPage>,
    /// Pictures, and files for programs.
    pub files: HashMap<String, Arc<Resource>>,
    pub raster_images: HashMap<String, Arc<RasterImage>>,
    pub previous_files: PreviousFiles<Resource>,
    pub previous_cards: PreviousFiles<RasterImage>,
    pub played: Vec<PlayedGame>,
    /// Games of earlier publications, with the time of the publication that no longer had them. Not by the clock: setting it
    /// must not end a game.
    pub previous_games: Vec<(Instant, PlayedGame)>,
    /// Pages of content that was rendered to find out whether it can be published, and that are not published yet.
    pub candidates: HashMap<String, RenderedPage>,
}

#[derive(Clone)]
pub struct RenderedPage {
    pub input_hash: InputHash,
    pub html: Arc<Resource>,
    pub data: Arc<Resource>,
}

/// A hash of everything that a page's document depends on.
pub type InputHash = [u8; 32];

impl PreviousPublication {
    /// Keeps the files whose path contains a hash. All others keep their path and are replaced.
    pub fn retire(
        &mut self,
        files: &HashMap<String, Arc<Resource>>,
        raster_images: &HashMap<String, Arc<RasterImage>>,
        now: Timestamp,
    ) {
        let immutable = self.files.drain().filter(|(_, file)| file.cache_policy == CachePolicy::Immutable);
        self.previous_files.update(immutable, files, now);
        let cards = self.raster_images.drain().filter(|(path, _)| path.starts_with(CARD_FOLDER));
        self.previous_cards.update(cards, raster_images, now);
    }

    pub fn reuse_or_create(&self, file: UnrenderedFile) -> (String, Arc<Resource>) {
        let same = self.files.get(&file.path).filter(|previous| previous.encodings().identity == file.bytes);
        let resource = same.map_or_else(|| Arc::new(file.resource()), Arc::clone);
        (file.path, resource)
    }
}
