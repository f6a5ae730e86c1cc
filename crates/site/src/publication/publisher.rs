//! Publishes content: renders the pages and collects everything that is served.
//!
//! Pages and files that did not change are reused from the previous publication, together with their compressed forms.
//! An edit of one article renders one page. Content that is to become the published one is rendered before it does, and
//! its pages are kept for its publication.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use arc_swap::ArcSwap;
use jiff::Timestamp;
use jiff::civil::Date;
use sha2::{Digest, Sha256};

use crate::documents::desk_document;
use crate::documents::page_document::{self, Document, DocumentAssets};
use crate::front_end::{self, FrontEnd};
use crate::page_registry::{self, BuiltPage};
use crate::paths;
use crate::publication::picture_cache::PictureCache;
use crate::publication::previous_publication::{CARD_FOLDER, InputHash, PreviousPublication, RenderedPage};
use crate::publication::publish_error::PublishError;
use crate::publication::published::Published;
use crate::publication::time_limit::TimeLimit;
use crate::publication::unrendered_files::{self, UnrenderedFile};
use crate::puzzles::practice_of_the_day;
use crate::raster_image::RasterImage;
use crate::render::{self, Job, RenderLimits};
use crate::resource::{CachePolicy, Encodings, Resource};
use clinic_content::future_dates;
use clinic_content::model::{Content, Game, SiteNotice};
use clinic_content::picture::{Picture, PictureFile, fingerprint};
use clinic_content::{Problem, Problems};
use clinic_rules::clinic_time;
use clinic_rules::game::{MonthlySets, PlayedGame, PracticePuzzles, TOKEN_LIFE};

const LOGO: &str = "pictures/mark.svg";
const CARD_BACKGROUND: &str = "pictures/share.svg";
const ICON_SIZES: [u32; 3] = [180, 192, 512];

pub struct Publisher {
    front_end: FrontEnd,
    bundle: String,
    render_limits: RenderLimits,
    site_url: String,
    /// The front end's own files. They do not change with the content.
    assets: HashMap<String, Arc<Resource>>,
    picture_cache: PictureCache,
    /// Overrides the content's `code_days`.
    code_days: Option<u32>,
    /// Whether the sets that staff have chosen at the desk are shown.
    has_desk_choices: bool,
    previous: Mutex<PreviousPublication>,
    /// The stored sets of the game's pictures.
    puzzles: ArcSwap<MonthlySets>,
    /// The stored puzzles for practice.
    practice: ArcSwap<PracticePuzzles>,
}

/// What a page's document is made from.
struct RenderInput<'a> {
    page: &'a BuiltPage,
    json: String,
    share_image: String,
    icon: String,
    /// Added to the style sheet of the document.
    css: String,
    hash: InputHash,
}

impl Publisher {
    pub fn new(site_url: &str) -> Result<Self, PublishError> {
        Ok(Self {
            front_end: FrontEnd::embedded(page_registry::PAGES.iter().map(|page| page.kind))?,
            bundle: front_end::server_bundle()?,
            render_limits: RenderLimits::default(),
            site_url: site_url.trim_end_matches('/').to_owned(),
            assets: front_end::resources().map(|(path, resource)| (path, Arc::new(resource))).collect(),
            picture_cache: PictureCache::none(),
            code_days: None,
            has_desk_choices: true,
            previous: Mutex::default(),
            puzzles: ArcSwap::default(),
            practice: ArcSwap::default(),
        })
    }

    #[must_use]
    pub fn with_picture_cache(mut self, picture_cache: PictureCache) -> Self {
        self.picture_cache = picture_cache;
        self
    }

    /// What one publication, check or preview may use.
    #[must_use]
    pub fn with_render_limits(mut self, limits: RenderLimits) -> Self {
        self.render_limits = limits;
        self
    }

    #[must_use]
    pub fn with_code_days(mut self, code_days: Option<u32>) -> Self {
        self.code_days = code_days;
        self
    }

    /// For content in a folder: the desk cannot change or release what was chosen there, so it is not in force.
    #[must_use]
    pub fn with_desk_choices(mut self, has_desk_choices: bool) -> Self {
        self.has_desk_choices = has_desk_choices;
        self
    }

    /// Shown by the next publication of content that asks for a new set every month.
    pub fn set_puzzles(&self, puzzles: MonthlySets) {
        let puzzles = if self.has_desk_choices { puzzles } else { puzzles.without_choices() };
        self.puzzles.store(Arc::new(puzzles));
    }

    pub fn puzzles(&self) -> Arc<MonthlySets> {
        self.puzzles.load_full()
    }

    /// Shown by the next publication of content that asks for a puzzle every day.
    pub fn set_practice(&self, puzzles: PracticePuzzles) {
        self.practice.store(Arc::new(puzzles));
    }

    pub fn practice(&self) -> Arc<PracticePuzzles> {
        self.practice.load_full()
    }

    /// How much visitors load for a photo at most. Slow when it was not published yet.
    pub fn largest_picture_bytes(&self, file: &PictureFile) -> Option<usize> {
        self.picture_cache.largest_bytes(file)
    }

    pub fn publish(&self, content: &Content, now: Timestamp) -> Result<Published, PublishError> {
        let civil_now = clinic_time::civil(now);
        let today = civil_now.date();
        let content = &self.with_settings(content, today);
        let future_dates = future_dates::find(content, today);
        let next_appearance = future_dates::next_appearance(content, civil_now);
        let content = &future_dates::without_scheduled(content, civil_now);
        let pages = page_registry::build_pages(content, &self.front_end.build, today);
        let mut previous = self.lock_previous();
        let files = unrendered_files::pictures(content).chain(self.files_for_programs(content, &pages, today));
        let mut files: HashMap<_, _> = files.map(|file| previous.reuse_or_create(file)).collect();
        files.extend(self.renditions(content, &previous.files, TimeLimit::none())?);
        let mut raster_images = icons(content);

        let inputs = self.render_inputs(&pages, content, &mut raster_images);
        let mut shown: HashMap<String, RenderedPage> =
            inputs.iter().filter_map(|input| unchanged(&previous.pages, input)).collect();
        let reused = shown.len();
        shown.extend(inputs.iter().filter_map(|input| unchanged(&previous.candidates, input)));
        let changed = inputs.iter().filter(|input| !shown.contains_key(&input.page.data.path)).collect::<Vec<_>>();
        shown.extend(self.render(&changed, TimeLimit::none())?);
        let rendered = shown.len() - reused;
        // Only now: what is published stays in the cache when other content cannot be.
        self.picture_cache.delete_all_except(content.pictures.values().map(|file| &**file));
        previous.candidates.clear();
        previous.pages = shown;
        previous.retire(&files, &raster_images, now);
        previous.files.clone_from(&files);
        previous.raster_images.clone_from(&raster_images);
        raster_images.extend(previous.previous_cards.items());

        let mut resources = self.assets.clone();
        resources.extend(previous.previous_files.items());
        resources.extend(files);
        for (path, page) in previous.pages.iter().filter(|(path, _)| *path != paths::NOT_FOUND) {
            resources.insert(path.clone(), Arc::clone(&page.html));
            resources.insert(format!("/data{path}.json"), Arc::clone(&page.data));
        }
        let not_found = previous.pages[paths::NOT_FOUND].clone();
        Ok(Published {
            resources,
            raster_images,
            page_paths: pages.into_iter().map(|page| page.data.path).filter(|path| path != paths::NOT_FOUND).collect(),
            redirects: redirects(content),
            not_found: not_found.html,
            not_found_data: not_found.data,
            clinic: Arc::new(content.clinic.clone()),
            game: Arc::new(content.game.clone()),
            desk: desk_document::compose(&self.front_end, &content.clinic.name, &logo_path(content)),
            spots: Arc::new(spot_ids(&content.game)),
            puzzle_set: None,
            played: Arc::default(),
            lacks_puzzle_set: false,
            practice_date: content.practice.as_ref().map(|puzzle| puzzle.date),
            embeds_map: content.clinic.map.embed.is_some(),
            future_dates,
            next_appearance,
            rendered,
            reused,
        })
    }

    /// Makes the pictures and renders the pages of content that is to be published, also of articles that have not appeared.
    /// Changes nothing that is published. Slow, at most as slow as `limit`.
    pub fn check(&self, content: &Content, now: Timestamp, limit: Duration) -> Result<(), PublishError> {
        let limit = TimeLimit::start(limit);
        let now = clinic_time::civil(now);
        let today = now.date();
        let content = &self.with_settings(content, today);
        // Copies, so that a preview and a publication do not wait for this.
        let (files, published) = {
            let previous = self.lock_previous();
            (previous.files.clone(), previous.pages.clone())
        };
        self.renditions(content, &files, limit)?;
        let of_today = future_dates::without_scheduled(content, now);
        let pages = page_registry::build_pages(&of_today, &self.front_end.build, today);
        drop(self.files_for_programs(&of_today, &pages, today));
        let later = page_registry::build_pages(content, &self.front_end.build, today);
        let later: Vec<_> =
            later.into_iter().filter(|page| !pages.iter().any(|it| it.data.path == page.data.path)).collect();
        let mut inputs = self.render_inputs(&pages, &of_today, &mut HashMap::new());
        inputs.extend(self.render_inputs(&later, content, &mut HashMap::new()));
        let changed = inputs.iter().filter(|input| unchanged(&published, input).is_none()).collect::<Vec<_>>();
        let rendered = self.render(&changed, limit)?;
        self.lock_previous().candidates = rendered.into_iter().collect();
        Ok(())
    }

    /// One page as it would be with this content, and with a notice whose first day has not come. Changes nothing that is
    /// published. `None` when there is no such page.
    pub fn preview(&self, content: &Content, path: &str, now: Timestamp) -> Result<Option<Document>, PublishError> {
        let today = now.to_zoned(clinic_time::zone()).date();
        let mut content = self.with_settings(content, today);
        if content.clinic.notice.as_ref().is_some_and(|notice| notice.from.is_some()) {
            content.to_mut().clinic.notice = content.clinic.notice.clone().map(|it| SiteNotice { from: None, ..it });
        }
        let content = &content;
        let pages = page_registry::build_pages(content, &self.front_end.build, today);
        let Some(page) = pages.iter().find(|page| page.data.path == path) else { return Ok(None) };
        let background = svg_text(content, CARD_BACKGROUND);
        let mut input = self.render_input(page, content, &background, &mut HashMap::new());
        // Before the policy of the document names the hash of its styles.
        input.css = self.with_draft_pictures(input.css, content);
        let job = Job { page: path, data: &input.json };
        let bodies = render::render(&self.bundle, &[job], self.render_limits, None)?;
        let body = bodies.first().map(String::as_str).unwrap_or_default();
        let mut document = page_document::compose(&self.assets_for(&input), input.page, &input.json, body)?;
        document.html = self.with_draft_pictures(document.html, content);
        document.csp = document.csp.for_preview();
        Ok(Some(document))
    }

    /// Pictures that are not published yet are shown from the desk, in one size.
    fn with_draft_pictures(&self, html: String, content: &Content) -> String {
        let previous = self.lock_previous();
        let addresses = content.pictures.iter().flat_map(|(path, file)| {
            let view = if file.area.is_some() { "?view=page" } else { "" };
            let reduced = file.renditions.iter().map(|form| form.path.as_str());
            let on_page = reduced.chain([file.picture.src.as_str()]).map(move |address| (address, path, view));
            on_page.chain(file.picture.card.iter().map(move |address| (address.as_str(), path, "?view=card")))
        });
        let drafts = addresses.filter(|(address, ..)| !previous.files.contains_key(*address));
        drafts.fold(html, |html, (address, path, view)| {
            if html.contains(address) { html.replace(address, &(paths::draft_picture(path) + view)) } else { html }
        })
    }

    /// Drops the files of all publications until now, and what was only checked.
    pub fn forget_earlier(&self) {
        let mut previous = self.lock_previous();
        // The files too, so that the next publication does not keep those that it no longer has.
        *previous = PreviousPublication {
            pages: std::mem::take(&mut previous.pages),
            // No words and no pictures, and somebody may be playing.
            played: std::mem::take(&mut previous.played),
            previous_games: std::mem::take(&mut previous.previous_games),
            ..PreviousPublication::default()
        };
    }

    /// The games of this publication, and those of earlier ones that can still be finished.
    pub fn with_earlier_games(&self, played: Vec<PlayedGame>, now: Instant) -> Arc<Vec<PlayedGame>> {
        let mut previous = self.lock_previous();
        let before = std::mem::replace(&mut previous.played, played.clone());
        let games = &mut previous.previous_games;
        games.retain(|(since, _)| now.duration_since(*since) < TOKEN_LIFE);
        games.extend(before.into_iter().map(|game| (now, game)));
        games.retain(|(_, game)| !played.contains(game));
        Arc::new(played.into_iter().chain(games.iter().map(|(_, game)| game.clone())).collect())
    }

    fn lock_previous(&self) -> MutexGuard<'_, PreviousPublication> {
        self.previous.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn with_settings<'a>(&self, content: &'a Content, today: Date) -> Cow<'a, Content> {
        let mut content = Cow::Borrowed(content);
        if let Some(code_days) = self.code_days {
            content.to_mut().clinic.code_days = code_days;
        }
        if content.clinic.has_daily_practice {
            practice_of_the_day::add(content.to_mut(), &self.practice.load(), today);
        }
        content
    }

    fn render_inputs<'a>(
        &self,
        pages: &'a [BuiltPage],
        content: &Content,
        raster_images: &mut HashMap<String, Arc<RasterImage>>,
    ) -> Vec<RenderInput<'a>> {
        let background = svg_text(content, CARD_BACKGROUND);
        pages.iter().map(|page| self.render_input(page, content, &background, raster_images)).collect()
    }

    fn render_input<'a>(
        &self,
        page: &'a BuiltPage,
        content: &Content,
        background: &str,
        raster_images: &mut HashMap<String, Arc<RasterImage>>,
    ) -> RenderInput<'a> {
        let data = &page.data;
        let json = serde_json::to_string(data).expect("page data always serialises");
        let photo = data.page.top_picture().and_then(|picture| picture.card.clone());
        let card_path = photo.unwrap_or_else(|| {
            let card = RasterImage::card(background, &data.meta.title, &data.clinic.name);
            let name = data.path.trim_start_matches('/').replace('/', "-");
            let path = format!("{CARD_FOLDER}{name}.{}.png", fingerprint(card.svg().as_bytes()));
            raster_images.insert(path.clone(), Arc::new(card));
            path
        });
        let icon = logo_path(content);
        let map = page.map_embed.as_deref().unwrap_or_default();
        // What the rules for positions say is part of the data.
        let hash = Sha256::digest(format!("{json}\n{card_path}\n{icon}\n{map}")).into();
        let share_image = format!("{}{card_path}", self.site_url);
        let css = position_css(content, &json);
        RenderInput { page, json, share_image, icon, css, hash }
    }

    fn render(
        &self,
        inputs: &[&RenderInput<'_>],
        limit: TimeLimit,
    ) -> Result<Vec<(String, RenderedPage)>, PublishError> {
        let jobs: Vec<Job<'_>> =
            inputs.iter().map(|input| Job { page: &input.page.data.path, data: &input.json }).collect();
        let bodies = render::render(&self.bundle, &jobs, self.render_limits, limit.until);
        let bodies = bodies.map_err(|error| limit.explain(error))?;
        inputs.iter().zip(bodies).map(|(input, body)| self.compose(input, &body)).collect()
    }

    fn compose(&self, input: &RenderInput<'_>, body: &str) -> Result<(String, RenderedPage), PublishError> {
        let document = page_document::compose(&self.assets_for(input), input.page, &input.json, body)?;
        let html = Resource::text("text/html; charset=utf-8", CachePolicy::Revalidate, document.html)
            .with_csp(document.csp.to_string());
        let data = Resource::text("application/json", CachePolicy::Revalidate, input.json.clone());
        let rendered = RenderedPage { input_hash: input.hash, html: Arc::new(html), data: Arc::new(data) };
        Ok((input.page.data.path.clone(), rendered))
    }

    fn assets_for<'a>(&'a self, input: &'a RenderInput<'_>) -> DocumentAssets<'a> {
        DocumentAssets {
            front_end: &self.front_end,
            site_url: &self.site_url,
            share_image: &input.share_image,
            icon: &input.icon,
            css: &input.css,
        }
    }

    fn files_for_programs(
        &self,
        content: &Content,
        pages: &[BuiltPage],
        today: Date,
    ) -> impl Iterator<Item = UnrenderedFile> + use<> {
        unrendered_files::files_for_programs(content, pages, &self.site_url, &logo_path(content), today)
    }

    /// The forms of all photos, one photo after the other, so that only one is in memory.
    fn renditions(
        &self,
        content: &Content,
        published: &HashMap<String, Arc<Resource>>,
        limit: TimeLimit,
    ) -> Result<HashMap<String, Arc<Resource>>, PublishError> {
        let mut files = HashMap::new();
        let mut problems = Vec::new();
        for (name, picture) in &content.pictures {
            if let Some(published) = renditions_in(published, picture) {
                files.extend(published);
                continue;
            }
            limit.check()?;
            match self.picture_cache.forms(picture) {
                Ok(made) => files.extend(picture.forms().zip(made).map(|(form, bytes)| {
                    let encodings = Encodings::precompressed(bytes, None, None);
                    let content_type = front_end::content_type(&form.path);
                    let resource = Resource::precompressed(content_type, CachePolicy::Immutable, encodings);
                    (form.path.clone(), Arc::new(resource))
                })),
                Err(error) => problems.push(Problem::new(name.clone(), 1, error.message())),
            }
        }
        if !problems.is_empty() {
            return Err(Problems(problems).into());
        }
        Ok(files)
    }
}

/// The page that was rendered from the same input.
fn unchanged(pages: &HashMap<String, RenderedPage>, input: &RenderInput<'_>) -> Option<(String, RenderedPage)> {
    let (path, page) = pages.get_key_value(&input.page.data.path)?;
    (page.input_hash == input.hash).then(|| (path.clone(), page.clone()))
}

/// `None` when one of them is not published yet. Their addresses contain a hash of the photo.
fn renditions_in(
    published: &HashMap<String, Arc<Resource>>,
    picture: &PictureFile,
) -> Option<Vec<(String, Arc<Resource>)>> {
    let found = |path: &String| Some((path.clone(), Arc::clone(published.get(path)?)));
    picture.forms().map(|form| found(&form.path)).collect()
}

/// With that of the page for practice while there is none: its address was shared on days on which it was there.
fn redirects(content: &Content) -> BTreeMap<String, String> {
    let mut redirects = content.redirects.clone();
    if content.practice.is_none() {
        redirects.entry(paths::PRACTICE.to_owned()).or_insert_with(|| paths::VISION_TEST.to_owned());
    }
    redirects
}

pub fn spot_ids(game: &Game) -> Vec<Vec<u32>> {
    game.levels.iter().map(|level| level.spots.iter().map(|spot| spot.id).collect()).collect()
}

/// Rules for the pictures of a page that have a point which must stay visible. The policy forbids style attributes, and a
/// style sheet for all pages would be loaded by all visitors.
fn position_css(content: &Content, json: &str) -> String {
    let positions = content.pictures.values().filter_map(|file| {
        let Picture { src, position, .. } = &file.picture;
        let position = position.as_ref().filter(|_| json.contains(src.as_str()))?;
        Some(format!("img[src=\"{src}\"]{{object-position:{position}}}"))
    });
    positions.collect()
}

fn icons(content: &Content) -> HashMap<String, Arc<RasterImage>> {
    let logo = svg_text(content, LOGO);
    let mut icons: HashMap<_, _> =
        ICON_SIZES.map(|size| (format!("/icon-{size}.png"), Arc::new(RasterImage::icon(&logo, size)))).into();
    // Browsers request this path without having seen a page. They accept a PNG under this name.
    icons.insert("/favicon.ico".to_owned(), Arc::new(RasterImage::icon(&logo, 32)));
    icons
}

fn logo_path(content: &Content) -> String {
    content.pictures.get(LOGO).map(|logo| logo.picture.src.clone()).unwrap_or_default()
}

fn svg_text(content: &Content, path: &str) -> String {
    let bytes = content.pictures.get(path).and_then(|file| file.served.as_deref()).unwrap_or_default();
    String::from_utf8_lossy(bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use jiff::ToSpan;

    use super::*;
    use crate::publication::content_source::valid_content;
    use clinic_content::Folder;

    const PICTURE: &str = "pictures/team-director.svg";

    #[test]
    fn scheduled_article_appears_on_its_day_in_the_clinic() {
        let publisher = Publisher::new("https://clinic.example").expect("a publisher");
        let mut folder = Folder::embedded();
        let text = String::from_utf8(folder.get("articles/first-aid-for-the-eye.md").expect("it").to_vec());
        let text = text.expect("text").replace("published = 2026-11-15", "published = 2026-12-24");
        folder.insert("articles/later.md", text);
        let content = valid_content(&folder);
        let shows = |time: &str| {
            let site = publisher.publish(&content, time.parse().expect("a time")).expect("published");
            let text = |path: &str| {
                String::from_utf8(site.resource(path).expect(path).encodings().identity.to_vec()).expect("text")
            };
            let lists = ["/articles", "/sitemap.xml", "/articles.atom"];
            let listed = lists.iter().filter(|list| text(list).contains("/articles/later")).count();
            (site.resource("/articles/later").is_some(), listed)
        };
        assert_eq!(shows("2026-12-23T22:59:00Z"), (false, 0));
        // Midnight in Nigeria.
        assert_eq!(shows("2026-12-23T23:00:00Z"), (true, 3));
    }

    #[test]
    fn scheduled_article_appears_at_its_time_of_the_day() {
        let publisher = Publisher::new("https://clinic.example").expect("a publisher");
        let mut folder = Folder::embedded();
        let text = String::from_utf8(folder.get("articles/first-aid-for-the-eye.md").expect("it").to_vec());
        let later = text.expect("text").replace("published = 2026-11-15", "published = 2026-12-24\ntime = \"14:30\"");
        folder.insert("articles/later.md", later);
        let content = valid_content(&folder);
        let publish = |time: &str| publisher.publish(&content, time.parse().expect("a time")).expect("published");
        let before = publish("2026-12-24T13:29:59Z");
        assert!(before.resource("/articles/later").is_none());
        assert_eq!(before.next_appearance, Some(jiff::civil::datetime(2026, 12, 24, 14, 30, 0, 0)));
        let after = publish("2026-12-24T13:30:00Z");
        assert!(after.resource("/articles/later").is_some());
        assert_eq!(after.next_appearance, None);
    }

    /// A PNG file of 1000 by 500 pixels.
    fn photo(pixel: impl Fn(u32) -> u8) -> Vec<u8> {
        let mut photo = Vec::new();
        let mut encoder = png::Encoder::new(&mut photo, 1000, 500);
        encoder.set_color(png::ColorType::Grayscale);
        let mut writer = encoder.write_header().expect("a header");
        writer.write_image_data(&(0..500_000).map(pixel).collect::<Vec<_>>()).expect("pixels");
        writer.finish().expect("the end");
        photo
    }

    /// A folder with one more photo, whose pixels may be damaged.
    fn content_with_photo(is_damaged: bool) -> Content {
        let mut photo = photo(|_| 128);
        let middle = photo.len() / 2;
        if is_damaged {
            photo[middle..middle + 20].fill(0xaa);
        }
        let mut folder = Folder::embedded();
        folder.insert("pictures/photo.png", photo);
        valid_content(&folder)
    }

    #[test]
    fn checked_content_changes_nothing_that_is_published_and_its_pages_are_kept_for_its_publication() {
        let data = tempfile::tempdir().expect("a folder");
        let cached = || std::fs::read_dir(data.path().join("pictures")).map_or(0, Iterator::count);
        let publisher = Publisher::new("https://clinic.example").expect("a publisher");
        let publisher = publisher.with_picture_cache(PictureCache::in_data_folder(data.path()));
        let (now, limit) = ("2026-11-15T09:00:00Z".parse().expect("a time"), Duration::from_mins(5));
        publisher.publish(&content_with_photo(false), now).expect("published");
        assert_eq!(cached(), 3);

        let refused = publisher.check(&content_with_photo(true), now, limit).expect_err("a damaged photo");
        assert!(matches!(refused, PublishError::Pictures(_)), "{refused}");
        let without_photo = content_with(b"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 4 3'/>", "Our ");
        publisher.check(&without_photo, now, limit).expect("it can be published");
        assert_eq!(cached(), 3, "a picture that is published was removed from the cache");
        let again = publisher.publish(&content_with_photo(false), now).expect("published");
        assert_eq!(again.rendered, 0, "the check changed what is published");

        publisher.check(&without_photo, now, limit).expect("it can be published");
        let kept = publisher.lock_previous().candidates.len();
        let next = publisher.publish(&without_photo, now).expect("published");
        assert_eq!((next.rendered, kept), (kept, kept), "pages were rendered twice");
        assert!(kept > 0 && cached() == 0 && publisher.lock_previous().candidates.is_empty());
    }

    const ARTICLE: &str = "/articles/first-aid-for-the-eye";

    /// An article with a photo of 1000 by 500 pixels at its top, of which `descriptions` say what is shown.
    fn article_with_photo(descriptions: &str) -> (Content, Vec<u8>) {
        let photo = photo(|pixel| if pixel % 1000 < 500 { 20 } else { 220 });
        let mut folder = Folder::embedded();
        let article = "articles/first-aid-for-the-eye.md";
        let text = String::from_utf8(folder.get(article).expect("it").to_vec()).expect("text");
        let text = text.replace("article-first-aid-for-the-eye.svg", "photo.png");
        folder.insert(article, text);
        folder.insert("pictures/photo.png", photo.clone());
        if !descriptions.is_empty() {
            folder.insert("pictures/descriptions.toml", descriptions);
        }
        (valid_content(&folder), photo)
    }

    const RIGHT_HALF: &str = "\"photo.png\" = { crop = { left = \"50%\", top = \"0%\", width = \"50%\", height = \"100%\" }, \
                              focal_point = { left = \"60%\", top = \"10%\" } }";

    #[test]
    fn part_of_a_photo_is_published_for_pages_and_shared_links_and_other_pages_stay_the_same() {
        let now = "2026-11-15T09:00:00Z".parse().expect("a time");
        let publish = |content: &Content| {
            Publisher::new("https://clinic.example").expect("a publisher").publish(content, now).expect("published")
        };
        let bytes = |site: &Published, path: &str| site.resource(path).expect(path).encodings().identity.clone();
        let text = |site: &Published, path: &str| String::from_utf8(bytes(site, path).to_vec()).expect("text");
        let (whole, _) = article_with_photo("");
        let (framed, photo) = article_with_photo(RIGHT_HALF);
        let (before, after) = (publish(&whole), publish(&framed));
        assert!(!text(&before, ARTICLE).contains("object-position"));
        for page in ["/about-us", "/services", "/team"] {
            assert_eq!(text(&before, page), text(&after, page), "{page}");
        }

        let picture = &framed.pictures["pictures/photo.png"].picture;
        let html = text(&after, ARTICLE);
        let rule = format!("img[src=\"{}\"]{{object-position:20% 10%}}</style>", picture.src);
        assert!(html.contains(&rule) && !html.contains(" style="), "{rule}: {html}");
        let right_half = clinic_images::Area { left: 500, top: 0, width: 500, height: 500 };
        let shown = clinic_images::Size { width: 500, height: 500 };
        let expected = clinic_images::render(&photo, Some(right_half), &[shown]).expect("rendered");
        assert_eq!(bytes(&after, &picture.src), expected[0]);

        let card = picture.card.as_ref().expect("an address");
        assert!(
            html.contains(&format!("<meta property=\"og:image\" content=\"https://clinic.example{card}\">")),
            "{html}"
        );
        let expected = clinic_images::render_card(&photo, right_half.for_card(0.2, 0.1)).expect("rendered");
        assert_eq!(bytes(&after, card), expected);
        assert!(text(&before, ARTICLE).contains("/share/articles-first-aid-for-the-eye."));
    }

    #[test]
    fn policy_of_a_page_and_of_its_preview_allows_the_rule_for_a_point() {
        let publisher = Publisher::new("https://clinic.example").expect("a publisher");
        let now = "2026-11-15T09:00:00Z".parse().expect("a time");
        let (content, _) = article_with_photo(RIGHT_HALF);
        for is_published in [false, true] {
            if is_published {
                publisher.publish(&content, now).expect("published");
            }
            let preview = publisher.preview(&content, ARTICLE, now).expect("rendered").expect("a page");
            let css = preview.html.split("<style>").nth(1).and_then(|rest| rest.split("</style>").next());
            let css = css.expect("styles");
            assert_eq!(css.contains("/api/desk/pictures/"), !is_published, "{css}");
            let hash = crate::documents::content_security_policy::inline_hash(css);
            assert!(preview.csp.to_string().contains(&hash), "{}", preview.csp);
        }
    }

    #[test]
    fn pages_of_articles_whose_day_has_not_come_are_checked_too() {
        let publisher = Publisher::new("https://clinic.example").expect("a publisher");
        let mut folder = Folder::embedded();
        let text = String::from_utf8(folder.get("articles/first-aid-for-the-eye.md").expect("it").to_vec());
        folder.insert(
            "articles/later.md",
            text.expect("text").replace("published = 2026-11-15", "published = 2026-12-24"),
        );
        let content = valid_content(&folder);
        let now = "2026-11-15T09:00:00Z".parse().expect("a time");
        publisher.check(&content, now, Duration::from_mins(5)).expect("it can be published");
        assert!(publisher.lock_previous().candidates.contains_key("/articles/later"));
    }

    #[test]
    fn check_ends_at_its_time_limit() {
        let publisher = Publisher::new("https://clinic.example").expect("a publisher");
        let now = "2026-11-15T09:00:00Z".parse().expect("a time");
        let error = publisher.check(&content_with_photo(false), now, Duration::ZERO).expect_err("no time");
        assert!(matches!(error, PublishError::TooSlow { .. }), "{error}");
    }

    fn content_with(picture: &[u8], title: &str) -> Content {
        let mut folder = Folder::embedded();
        folder.insert(PICTURE, picture);
        let page = String::from_utf8(folder.get("pages/team.md").expect("the page").to_vec()).expect("text");
        folder.insert("pages/team.md", page.replacen("title = \"", &format!("title = \"{title}"), 1));
        valid_content(&folder)
    }

    #[test]
    fn replaced_pictures_and_previews_are_served_for_an_hour() {
        let publisher = Publisher::new("https://clinic.example").expect("a publisher");
        let start: Timestamp = "2026-11-15T09:00:00Z".parse().expect("a time");
        let before = content_with(b"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 4 3'/>", "");
        let old_picture = before.pictures[PICTURE].picture.src.clone();
        let first = publisher.publish(&before, start).expect("published");
        let old_card =
            first.raster_images.keys().find(|path| path.starts_with("/share/team.")).expect("a card").clone();

        let after = content_with(b"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 6'/>", "Our ");
        let new_picture = &after.pictures[PICTURE].picture.src;
        let is_served = |minutes: i64| {
            let site = publisher.publish(&after, start + minutes.minutes()).expect("published");
            assert!(site.resource(new_picture).is_some());
            (site.resource(&old_picture).is_some(), site.raster_image(&old_card).is_some())
        };
        assert_eq!(is_served(10), (true, true));
        assert_eq!(is_served(65), (true, true));
        assert_eq!(is_served(75), (false, false));
    }
}
