//! Publishes content: renders the pages and collects everything that is served.
//!
//! Pages and files that did not change are reused from the previous publication, together with their compressed forms.
//! An edit of one article renders one page.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use jiff::civil::Date;
use sha2::{Digest, Sha256};

use super::desk_document;
use super::feeds;
use super::front_end::{self, FrontEnd, FrontEndError};
use super::page_document::{self, DocumentAssets};
use super::paths;
use super::published::Published;
use super::raster_image::RasterImage;
use super::registry::{self, BuiltPage};
use super::resource::{CachePolicy, Encodings, Resource};
use crate::content::model::Content;
use crate::content::picture::fingerprint;
use crate::render::{self, Job, RenderError};

const LOGO: &str = "pictures/mark.svg";
const CARD_BACKGROUND: &str = "pictures/share.svg";
const ICON_SIZES: [u32; 3] = [180, 192, 512];

#[derive(Debug, thiserror::Error)]
pub enum PublishError {
    #[error(transparent)]
    FrontEnd(#[from] FrontEndError),
    #[error(transparent)]
    Render(#[from] RenderError),
}

pub struct Publisher {
    front_end: FrontEnd,
    bundle: String,
    site_url: String,
    /// The front end's own files. They do not change with the content.
    assets: HashMap<String, Arc<Resource>>,
    previous: Mutex<PreviousPublication>,
}

#[derive(Default)]
struct PreviousPublication {
    pages: HashMap<String, RenderedPage>,
    /// Pictures and feeds.
    files: HashMap<String, Arc<Resource>>,
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
            previous: Mutex::default(),
        })
    }

    pub fn publish(&self, content: &Content, today: Date) -> Result<Published, PublishError> {
        let pages = registry::build_pages(content, &self.front_end.build, today);
        let mut previous = self.previous.lock().unwrap_or_else(PoisonError::into_inner);
        let files = pictures(content).chain(self.feeds(content, &pages, today));
        let files: HashMap<_, _> = files.map(|file| previous.reuse_or_create(file)).collect();
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
        previous.files.clone_from(&files);

        let mut resources = self.assets.clone();
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
            not_found: not_found.html,
            not_found_data: not_found.data,
            clinic: Arc::new(content.clinic.clone()),
            game: Arc::new(content.game.clone()),
            desk: desk_document::compose(&self.front_end, &content.clinic.name, &logo_path(content)),
            spots: Arc::new(spot_ids(content)),
            embeds_map: content.clinic.map.embed.is_some(),
            rendered,
            reused,
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
        let card_path = format!("/share/{name}.{}.png", fingerprint(card.svg().as_bytes()));
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
        let assets = DocumentAssets {
            front_end: &self.front_end,
            site_url: &self.site_url,
            share_image: &input.share_image,
            icon: &input.icon,
        };
        let document = page_document::compose(&assets, input.page, &input.json, body)?;
        let html =
            Resource::text("text/html; charset=utf-8", CachePolicy::Revalidate, document.html).with_csp(document.csp);
        let data = Resource::text("application/json", CachePolicy::Revalidate, input.json.clone());
        let rendered = RenderedPage { input_hash: input.hash, html: Arc::new(html), data: Arc::new(data) };
        Ok((input.page.data.path.clone(), rendered))
    }

    fn feeds(&self, content: &Content, pages: &[BuiltPage], today: Date) -> impl Iterator<Item = File> + use<> {
        let url = &self.site_url;
        let icon = &logo_path(content);
        [
            ("/sitemap.xml", "application/xml", feeds::sitemap(pages, url)),
            ("/robots.txt", "text/plain; charset=utf-8", feeds::robots(url)),
            ("/articles.atom", "application/atom+xml", feeds::atom(content, url)),
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
        let is_compressed_format = self.content_type.starts_with("image/") && self.content_type != "image/svg+xml";
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

fn pictures(content: &Content) -> impl Iterator<Item = File> {
    content.pictures.values().map(|file| File {
        path: file.picture.src.clone(),
        content_type: front_end::content_type(&file.picture.src),
        cache_policy: CachePolicy::Immutable,
        bytes: file.bytes.clone().into(),
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
    content.pictures.get(path).map(|file| String::from_utf8_lossy(&file.bytes).into_owned()).unwrap_or_default()
}
