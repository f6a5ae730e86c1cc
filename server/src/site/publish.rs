//! Publication: from the clinic's words to every address of the site, finished and in memory.
//!
//! What did not change since the last publication is taken from it as it is, with the compressed forms it has by now:
//! one edited article costs one rendering, however many there are.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use jiff::civil::Date;

use super::assets::{self, AssetError, FrontEnd};
use super::desk;
use super::document::{self, Document, Frame};
use super::drawing::Drawing;
use super::feeds;
use super::page::PageData;
use super::resource::{CachePolicy, Encodings, Resource};
use super::routes;
use crate::content::model::{Clinic, Content, Game};
use crate::content::picture::fingerprint;
use crate::render::{self, Job, RenderError};

const MARK: &str = "pictures/mark.svg";
const BACKDROP: &str = "pictures/share.svg";
const ICON_SIZES: [u32; 3] = [180, 192, 512];

#[derive(Debug, thiserror::Error)]
pub enum PublishError {
    #[error(transparent)]
    Assets(#[from] AssetError),
    #[error(transparent)]
    Render(#[from] RenderError),
}

/// A whole site, ready to be served.
#[derive(Debug)]
pub struct Published {
    resources: HashMap<String, Arc<Resource>>,
    drawings: HashMap<String, Arc<Drawing>>,
    pages: Vec<String>,
    not_found: Arc<Resource>,
    not_found_data: Arc<Resource>,
    /// The facts that mails repeat.
    pub clinic: Arc<Clinic>,
    /// The levels, for those who count what was found.
    pub game: Arc<Game>,
    /// The ids of the spots of each level of the game.
    pub spots: Arc<Vec<Vec<u32>>>,
    /// What the staff desk starts in. Not among the resources, since it is not always there.
    pub desk: Document,
    /// An embedded map cannot live under cross-origin isolation.
    pub embeds_map: bool,
    /// How many pages were rendered for this publication, and how many were taken over.
    pub rendered: usize,
    pub reused: usize,
}

impl Published {
    pub fn resource(&self, path: &str) -> Option<&Arc<Resource>> {
        self.resources.get(path)
    }

    pub fn resources(&self) -> impl Iterator<Item = (&str, &Arc<Resource>)> {
        self.resources.iter().map(|(path, resource)| (path.as_str(), resource))
    }

    pub fn drawing(&self, path: &str) -> Option<&Arc<Drawing>> {
        self.drawings.get(path)
    }

    pub fn not_found(&self) -> &Arc<Resource> {
        &self.not_found
    }

    pub fn not_found_data(&self) -> &Arc<Resource> {
        &self.not_found_data
    }

    /// The addresses of the pages, for guessing what a visitor meant.
    pub fn page_paths(&self) -> impl Iterator<Item = &str> {
        self.pages.iter().map(String::as_str)
    }

    /// Makes every form as small as it gets; slow, so it is done while the site is already up.
    pub fn compress_max(&self) {
        for resource in self.resources.values().chain([&self.not_found, &self.not_found_data]) {
            resource.compress_max();
        }
    }
}

/// A page that was rendered, with the fingerprint of all that went into it.
#[derive(Clone)]
struct Rendered {
    made_from: String,
    page: Arc<Resource>,
    data: Arc<Resource>,
}

/// The last publication, to take from.
#[derive(Default)]
struct Last {
    pages: HashMap<String, Rendered>,
    /// Pictures and the files that machines read.
    files: HashMap<String, Arc<Resource>>,
}

impl Last {
    /// The file of the last publication if it had the same bytes, else a new one.
    fn file(&self, file: File) -> (String, Arc<Resource>) {
        let same = self.files.get(&file.path).filter(|last| last.encodings().identity == file.bytes);
        let resource = same.map_or_else(|| Arc::new(file.resource()), Arc::clone);
        (file.path, resource)
    }
}

pub struct Publisher {
    front_end: FrontEnd,
    bundle: String,
    site_url: String,
    assets: HashMap<String, Arc<Resource>>,
    last: Mutex<Last>,
}

impl Publisher {
    pub fn new(site_url: &str) -> Result<Self, AssetError> {
        Ok(Self {
            front_end: FrontEnd::embedded()?,
            bundle: assets::server_bundle()?,
            site_url: site_url.trim_end_matches('/').to_owned(),
            assets: assets::resources().map(|(path, resource)| (path, Arc::new(resource))).collect(),
            last: Mutex::default(),
        })
    }

    pub fn publish(&self, content: &Content, today: Date) -> Result<Published, PublishError> {
        let pages = routes::pages(content, &self.front_end.build, today);
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let files = pictures(content).chain(self.feeds(content, &pages, today));
        let files: HashMap<_, _> = files.map(|file| last.file(file)).collect();
        let mut drawings = icons(content);

        let backdrop: Arc<str> = svg_text(content, BACKDROP).into();
        let prepared: Vec<Prepared<'_>> =
            pages.iter().map(|data| self.prepare(data, content, &backdrop, &mut drawings)).collect();
        let stale: Vec<&Prepared<'_>> = prepared.iter().filter(|page| !page.is_in(&last.pages)).collect();
        let fresh = self.render(&stale)?;
        let (rendered, reused) = (fresh.len(), prepared.len() - fresh.len());
        // A page that is gone must not be taken over should it ever come back changed by something else.
        let paths: HashSet<&str> = pages.iter().map(|page| page.path.as_str()).collect();
        last.pages.retain(|path, _| paths.contains(path.as_str()));
        last.pages.extend(fresh);
        last.files.clone_from(&files);

        let mut resources = self.assets.clone();
        resources.extend(files);
        for (path, page) in last.pages.iter().filter(|(path, _)| *path != routes::NOT_FOUND) {
            resources.insert(path.clone(), Arc::clone(&page.page));
            resources.insert(format!("/data{path}.json"), Arc::clone(&page.data));
        }
        let not_found = last.pages[routes::NOT_FOUND].clone();
        Ok(Published {
            resources,
            drawings,
            pages: pages.iter().map(|page| page.path.clone()).filter(|path| path != routes::NOT_FOUND).collect(),
            not_found: not_found.page,
            not_found_data: not_found.data,
            clinic: Arc::new(content.clinic.clone()),
            game: Arc::new(content.game.clone()),
            desk: desk::compose(&self.front_end, &content.clinic.name, &icon(content)),
            spots: Arc::new(spots(content)),
            embeds_map: content.clinic.map.embed.is_some(),
            rendered,
            reused,
        })
    }

    fn prepare<'a>(
        &self,
        data: &'a PageData,
        content: &Content,
        backdrop: &Arc<str>,
        drawings: &mut HashMap<String, Arc<Drawing>>,
    ) -> Prepared<'a> {
        let json = serde_json::to_string(data).expect("page data is plain values and always serialises");
        let card = Drawing::card(backdrop, &data.meta.title, &data.clinic.name);
        let slug = data.path.trim_start_matches('/').replace('/', "-");
        let address = format!("/share/{slug}.{}.png", fingerprint(card.source().as_bytes()));
        drawings.insert(address.clone(), Arc::new(card));
        let icon = icon(content);
        let made_from = fingerprint(format!("{json}\n{address}\n{icon}").as_bytes());
        Prepared { data, json, share_image: format!("{}{address}", self.site_url), icon, made_from }
    }

    fn render(&self, pages: &[&Prepared<'_>]) -> Result<Vec<(String, Rendered)>, PublishError> {
        let jobs: Vec<Job<'_>> = pages.iter().map(|page| Job { page: &page.data.path, data: &page.json }).collect();
        let bodies = render::render(&self.bundle, &jobs)?;
        pages.iter().zip(bodies).map(|(page, body)| self.finish(page, &body)).collect()
    }

    fn finish(&self, page: &Prepared<'_>, body: &str) -> Result<(String, Rendered), PublishError> {
        let frame = Frame {
            front_end: &self.front_end,
            site_url: &self.site_url,
            share_image: &page.share_image,
            icon: &page.icon,
        };
        let document = document::compose(&frame, page.data, &page.json, body)?;
        let html =
            Resource::text("text/html; charset=utf-8", CachePolicy::Revalidate, document.html).with_csp(document.csp);
        let data = Resource::text("application/json", CachePolicy::Revalidate, page.json.clone());
        let rendered = Rendered { made_from: page.made_from.clone(), page: Arc::new(html), data: Arc::new(data) };
        Ok((page.data.path.clone(), rendered))
    }

    fn feeds(&self, content: &Content, pages: &[PageData], today: Date) -> impl Iterator<Item = File> + use<> {
        let url = &self.site_url;
        let icon = &icon(content);
        [
            ("/sitemap.xml", "application/xml", feeds::sitemap(pages, url)),
            ("/robots.txt", "text/plain; charset=utf-8", feeds::robots(url)),
            ("/articles.atom", "application/atom+xml", feeds::atom(content, url)),
            ("/manifest.webmanifest", "application/manifest+json", feeds::manifest(content, icon)),
            ("/.well-known/security.txt", "text/plain; charset=utf-8", feeds::security_txt(content, url, today)),
        ]
        .into_iter()
        .map(|(path, kind, body)| File {
            path: path.to_owned(),
            kind,
            cache_policy: CachePolicy::Revalidate,
            bytes: body.into(),
        })
    }
}

/// A file that is served as it is.
struct File {
    path: String,
    kind: &'static str,
    cache_policy: CachePolicy,
    bytes: Bytes,
}

impl File {
    fn resource(&self) -> Resource {
        let bytes = self.bytes.clone();
        let is_packed = self.kind.starts_with("image/") && self.kind != "image/svg+xml";
        if is_packed {
            Resource::ready(self.kind, self.cache_policy, Encodings::made(bytes, None, None))
        } else {
            Resource::text(self.kind, self.cache_policy, bytes)
        }
    }
}

/// A page with all that its document is made from.
struct Prepared<'a> {
    data: &'a PageData,
    json: String,
    share_image: String,
    icon: String,
    made_from: String,
}

impl Prepared<'_> {
    fn is_in(&self, last: &HashMap<String, Rendered>) -> bool {
        last.get(&self.data.path).is_some_and(|rendered| rendered.made_from == self.made_from)
    }
}

fn spots(content: &Content) -> Vec<Vec<u32>> {
    content.game.levels.iter().map(|level| level.spots.iter().map(|spot| spot.id).collect()).collect()
}

fn pictures(content: &Content) -> impl Iterator<Item = File> {
    content.pictures.values().map(|file| File {
        path: file.picture.src.clone(),
        kind: assets::content_type(&file.picture.src),
        cache_policy: CachePolicy::Immutable,
        bytes: file.bytes.clone().into(),
    })
}

fn icons(content: &Content) -> HashMap<String, Arc<Drawing>> {
    let mark = svg_text(content, MARK);
    let mut icons: HashMap<_, _> =
        ICON_SIZES.map(|size| (format!("/icon-{size}.png"), Arc::new(Drawing::icon(&mark, size)))).into();
    // QueryParams for by browsers that have not seen a page yet; they take a PNG under this name.
    icons.insert("/favicon.ico".to_owned(), Arc::new(Drawing::icon(&mark, 32)));
    icons
}

/// The address of the mark.
fn icon(content: &Content) -> String {
    content.pictures.get(MARK).map(|mark| mark.picture.src.clone()).unwrap_or_default()
}

fn svg_text(content: &Content, path: &str) -> String {
    content.pictures.get(path).map(|file| String::from_utf8_lossy(&file.bytes).into_owned()).unwrap_or_default()
}
