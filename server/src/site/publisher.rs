//! Publishes content: renders the pages and collects everything that is served.
//!
//! Pages and files that did not change are reused from the previous publication, together with their compressed forms.
//! An edit of one article renders one page.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use jiff::Timestamp;
use jiff::civil::Date;
use sha2::{Digest, Sha256};

use super::desk_document;
use super::feeds;
use super::front_end::{self, FrontEnd, FrontEndError};
use super::page_document::{self, Document, DocumentAssets};
use super::paths;
use super::picture_cache::PictureCache;
use super::published::Published;
use super::raster_image::RasterImage;
use super::registry::{self, BuiltPage};
use super::resource::{CachePolicy, Encodings, Resource};
use super::retired::Retired;
use crate::clinic_time;
use crate::content::future_dates;
use crate::content::model::Content;
use crate::content::picture::{PictureFile, fingerprint};
use crate::content::{Problem, Problems};
use crate::render::{self, Job, RenderError};

const LOGO: &str = "pictures/mark.svg";
const CARD_BACKGROUND: &str = "pictures/share.svg";
const ICON_SIZES: [u32; 3] = [180, 192, 512];
/// Pictures for link previews. Their paths contain a hash.
const CARD_FOLDER: &str = "/share/";

#[derive(Debug, thiserror::Error)]
pub enum PublishError {
    #[error(transparent)]
    FrontEnd(#[from] FrontEndError),
    #[error(transparent)]
    Render(#[from] RenderError),
    #[error("The content has problems:\n{0}")]
    Pictures(#[from] Problems),
}

pub struct Publisher {
    front_end: FrontEnd,
    bundle: String,
    site_url: String,
    /// The front end's own files. They do not change with the content.
    assets: HashMap<String, Arc<Resource>>,
    picture_cache: PictureCache,
    previous: Mutex<PreviousPublication>,
}

#[derive(Default)]
struct PreviousPublication {
    pages: HashMap<String, RenderedPage>,
    /// Pictures and feeds.
    files: HashMap<String, Arc<Resource>>,
    raster_images: HashMap<String, Arc<RasterImage>>,
    retired_files: Retired<Resource>,
    retired_cards: Retired<RasterImage>,
}

#[derive(Clone)]
struct RenderedPage {
    input_hash: InputHash,
    html: Arc<Resource>,
    data: Arc<Resource>,
}

/// A hash of everything that a page's document depends on.
type InputHash = [u8; 32];

/// What a page's document is made from.
struct RenderInput<'a> {
    page: &'a BuiltPage,
    json: String,
    share_image: String,
    icon: String,
    hash: InputHash,
}

impl Publisher {
    pub fn new(site_url: &str) -> Result<Self, PublishError> {
        Ok(Self {
            front_end: FrontEnd::embedded(registry::PAGES.iter().map(|page| page.kind))?,
            bundle: front_end::server_bundle()?,
            site_url: site_url.trim_end_matches('/').to_owned(),
            assets: front_end::resources().map(|(path, resource)| (path, Arc::new(resource))).collect(),
            picture_cache: PictureCache::none(),
            previous: Mutex::default(),
        })
    }

    #[must_use]
    pub fn with_picture_cache(mut self, picture_cache: PictureCache) -> Self {
        self.picture_cache = picture_cache;
        self
    }

    /// How much visitors load for a photo at most. Slow when it was not published yet.
    pub fn largest_picture_bytes(&self, file: &PictureFile) -> Option<usize> {
        self.picture_cache.largest_bytes(file)
    }

    pub fn publish(&self, content: &Content, now: Timestamp) -> Result<Published, PublishError> {
        let today = now.to_zoned(clinic_time::zone()).date();
        let future_dates = future_dates::find(content, today);
        let content = &future_dates::without_scheduled(content, today);
        let pages = registry::build_pages(content, &self.front_end.build, today);
        let mut previous = self.previous.lock().unwrap_or_else(PoisonError::into_inner);
        let files = pictures(content).chain(self.feeds(content, &pages, today));
        let mut files: HashMap<_, _> = files.map(|file| previous.reuse_or_create(file)).collect();
        files.extend(self.renditions(content, &previous)?);
        let mut raster_images = icons(content);

        let background = svg_text(content, CARD_BACKGROUND);
        let inputs: Vec<RenderInput<'_>> =
            pages.iter().map(|page| self.render_input(page, content, &background, &mut raster_images)).collect();
        let changed: Vec<&RenderInput<'_>> = inputs.iter().filter(|input| !previous.has(input)).collect();
        let fresh = self.render(&changed)?;
        let (rendered, reused) = (fresh.len(), inputs.len() - fresh.len());
        let paths: HashSet<&str> = pages.iter().map(|page| page.data.path.as_str()).collect();
        previous.pages.retain(|path, _| paths.contains(path.as_str()));
        previous.pages.extend(fresh);
        previous.retire(&files, &raster_images, now);
        previous.files.clone_from(&files);
        previous.raster_images.clone_from(&raster_images);
        raster_images.extend(previous.retired_cards.items());

        let mut resources = self.assets.clone();
        resources.extend(previous.retired_files.items());
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
            redirects: content.redirects.clone(),
            not_found: not_found.html,
            not_found_data: not_found.data,
            clinic: Arc::new(content.clinic.clone()),
            game: Arc::new(content.game.clone()),
            desk: desk_document::compose(&self.front_end, &content.clinic.name, &logo_path(content)),
            spots: Arc::new(spot_ids(content)),
            embeds_map: content.clinic.map.embed.is_some(),
            future_dates,
            rendered,
            reused,
        })
    }

    /// One page as it would be with this content. Changes nothing that is published. `None` when there is no such page.
    pub fn preview(&self, content: &Content, path: &str, now: Timestamp) -> Result<Option<Document>, PublishError> {
        let today = now.to_zoned(clinic_time::zone()).date();
        let pages = registry::build_pages(content, &self.front_end.build, today);
        let Some(page) = pages.iter().find(|page| page.data.path == path) else { return Ok(None) };
        let background = svg_text(content, CARD_BACKGROUND);
        let input = self.render_input(page, content, &background, &mut HashMap::new());
        let job = Job { page: path, data: &input.json };
        let bodies = render::render(&self.bundle, &[job])?;
        let body = bodies.first().map(String::as_str).unwrap_or_default();
        let mut document = page_document::compose(&self.assets_for(&input), input.page, &input.json, body)?;
        document.html = self.with_draft_pictures(document.html, content);
        document.csp = document.csp.in_own_frames();
        Ok(Some(document))
    }

    /// Pictures that are not published yet are shown from the desk, in one size.
    fn with_draft_pictures(&self, html: String, content: &Content) -> String {
        let previous = self.previous.lock().unwrap_or_else(PoisonError::into_inner);
        let addresses = content.pictures.iter().flat_map(|(path, file)| {
            let reduced = file.renditions.iter().map(|form| form.path.as_str());
            reduced.chain([file.picture.src.as_str()]).map(move |address| (address, path))
        });
        let drafts = addresses.filter(|(address, _)| !previous.files.contains_key(*address));
        drafts.fold(html, |html, (address, path)| {
            if html.contains(address) { html.replace(address, &paths::draft_picture(path)) } else { html }
        })
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
        let card = RasterImage::card(background, &data.meta.title, &data.clinic.name);
        let name = data.path.trim_start_matches('/').replace('/', "-");
        let card_path = format!("{CARD_FOLDER}{name}.{}.png", fingerprint(card.svg().as_bytes()));
        let icon = logo_path(content);
        let hash = Sha256::digest(format!("{json}\n{card_path}\n{icon}")).into();
        let share_image = format!("{}{card_path}", self.site_url);
        raster_images.insert(card_path, Arc::new(card));
        RenderInput { page, json, share_image, icon, hash }
    }

    fn render(&self, inputs: &[&RenderInput<'_>]) -> Result<Vec<(String, RenderedPage)>, PublishError> {
        let jobs: Vec<Job<'_>> =
            inputs.iter().map(|input| Job { page: &input.page.data.path, data: &input.json }).collect();
        let bodies = render::render(&self.bundle, &jobs)?;
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
        }
    }

    /// The reduced forms of all photos, one photo after the other, so that only one is in memory.
    fn renditions(
        &self,
        content: &Content,
        previous: &PreviousPublication,
    ) -> Result<HashMap<String, Arc<Resource>>, Problems> {
        let mut files = HashMap::new();
        let mut problems = Vec::new();
        for (name, picture) in &content.pictures {
            if let Some(published) = previous.renditions(picture) {
                files.extend(published);
                continue;
            }
            match self.picture_cache.renditions(picture) {
                Ok(made) => files.extend(picture.renditions.iter().zip(made).map(|(form, bytes)| {
                    let encodings = Encodings::precompressed(bytes, None, None);
                    let resource = Resource::precompressed("image/webp", CachePolicy::Immutable, encodings);
                    (form.path.clone(), Arc::new(resource))
                })),
                Err(error) => problems.push(Problem { file: name.clone(), line: 1, message: error.message() }),
            }
        }
        if !problems.is_empty() {
            return Err(Problems(problems));
        }
        self.picture_cache.delete_all_except(content.pictures.values());
        Ok(files)
    }

    fn feeds(&self, content: &Content, pages: &[BuiltPage], today: Date) -> impl Iterator<Item = File> + use<> {
        let url = &self.site_url;
        let icon = &logo_path(content);
        [
            ("/sitemap.xml", "application/xml; charset=utf-8", feeds::sitemap(pages, url)),
            ("/robots.txt", "text/plain; charset=utf-8", feeds::robots(url)),
            ("/articles.atom", "application/atom+xml; charset=utf-8", feeds::atom(content, url)),
            ("/manifest.webmanifest", "application/manifest+json", feeds::manifest(content, icon)),
            ("/.well-known/security.txt", "text/plain; charset=utf-8", feeds::security_txt(content, url, today)),
        ]
        .into_iter()
        .map(|(path, content_type, body)| File {
            path: path.to_owned(),
            content_type,
            cache_policy: CachePolicy::Revalidate,
            bytes: body.into(),
        })
    }
}

impl PreviousPublication {
    fn has(&self, input: &RenderInput<'_>) -> bool {
        self.pages.get(&input.page.data.path).is_some_and(|page| page.input_hash == input.hash)
    }

    /// Keeps the files whose path contains a hash. All others keep their path and are replaced.
    fn retire(
        &mut self,
        files: &HashMap<String, Arc<Resource>>,
        raster_images: &HashMap<String, Arc<RasterImage>>,
        now: Timestamp,
    ) {
        let immutable = self.files.drain().filter(|(_, file)| file.cache_policy == CachePolicy::Immutable);
        self.retired_files.update(immutable, files, now);
        let cards = self.raster_images.drain().filter(|(path, _)| path.starts_with(CARD_FOLDER));
        self.retired_cards.update(cards, raster_images, now);
    }

    /// `None` when one of them is not published yet. Their addresses contain a hash of the photo.
    fn renditions(&self, picture: &PictureFile) -> Option<Vec<(String, Arc<Resource>)>> {
        let published = |path: &String| Some((path.clone(), Arc::clone(self.files.get(path)?)));
        picture.renditions.iter().map(|form| published(&form.path)).collect()
    }

    fn reuse_or_create(&self, file: File) -> (String, Arc<Resource>) {
        let same = self.files.get(&file.path).filter(|previous| previous.encodings().identity == file.bytes);
        let resource = same.map_or_else(|| Arc::new(file.resource()), Arc::clone);
        (file.path, resource)
    }
}

/// A file that is not rendered.
struct File {
    path: String,
    content_type: &'static str,
    cache_policy: CachePolicy,
    bytes: Bytes,
}

impl File {
    fn resource(&self) -> Resource {
        let bytes = self.bytes.clone();
        let is_compressed_format =
            self.content_type.starts_with("image/") && !self.content_type.starts_with("image/svg+xml");
        if is_compressed_format {
            let encodings = Encodings::precompressed(bytes, None, None);
            Resource::precompressed(self.content_type, self.cache_policy, encodings)
        } else {
            Resource::text(self.content_type, self.cache_policy, bytes)
        }
    }
}

fn spot_ids(content: &Content) -> Vec<Vec<u32>> {
    content.game.levels.iter().map(|level| level.spots.iter().map(|spot| spot.id).collect()).collect()
}

/// Drawings, and photos that are small enough as they are.
fn pictures(content: &Content) -> impl Iterator<Item = File> {
    content.pictures.values().filter_map(|file| {
        Some(File {
            path: file.picture.src.clone(),
            content_type: front_end::content_type(&file.picture.src),
            cache_policy: CachePolicy::Immutable,
            bytes: file.served.clone()?.into(),
        })
    })
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

    use super::super::content_source::load_content;
    use super::*;
    use crate::content::Folder;

    const PICTURE: &str = "pictures/team-director.svg";

    #[test]
    fn scheduled_article_appears_on_its_day_in_the_clinic() {
        let publisher = Publisher::new("https://clinic.example").expect("a publisher");
        let mut folder = Folder::embedded();
        let text = String::from_utf8(folder.get("articles/first-aid-for-the-eye.md").expect("it").to_vec());
        let text = text.expect("text").replace("published = 2026-11-15", "published = 2026-12-24");
        folder.insert("articles/later.md", text);
        let content = load_content(&folder).unwrap_or_else(|problems| panic!("{problems}"));
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

    fn content_with(picture: &[u8], title: &str) -> Content {
        let mut folder = Folder::embedded();
        folder.insert(PICTURE, picture);
        let page = String::from_utf8(folder.get("pages/team.md").expect("the page").to_vec()).expect("text");
        folder.insert("pages/team.md", page.replacen("title = \"", &format!("title = \"{title}"), 1));
        load_content(&folder).unwrap_or_else(|problems| panic!("{problems}"))
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

        let after = content_with(b"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 4 3'/> ", "Our ");
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
