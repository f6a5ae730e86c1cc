//! Loads a whole content folder, or returns every problem found in it.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use super::definition::texts::PageFile;
use super::document_kind::{CLINIC_FILE, DocumentKind, GAME_FILE, REDIRECTS_FILE, URGENT_FILE};
use super::files::collections::{self, Ordered};
use super::files::page_text;
use super::files::{clinic_toml, game_toml, redirects_toml, urgent_toml};
use super::folder::Folder;
use super::load_context::LoadContext;
use super::model::{Content, Game, PageText};
use super::picture::index::PictureIndex;
use super::picture::{PictureFile, descriptions};
use super::problems::{Findings, Message, Problem, Problems, Report};
use super::toml::front_matter::{self, Document};
use super::variables::Variables;
use super::{link_check, misplaced_files};

/// The addresses on this site that content may link to, with the slugs of the articles.
pub type LinkTargets = fn(&Content, &[&str]) -> HashSet<String>;

/// The subfolder of the articles.
pub const ARTICLES: &str = "articles";

/// What the loader has to know about the pages of the site.
pub struct SitePages {
    pub files: Vec<PageFile>,
    pub link_targets: LinkTargets,
}

pub fn load(folder: &Folder, pages: &SitePages) -> Result<Content, Problems> {
    let report = Report::default();
    let content = read(folder, pages, &report);
    let placeholders = report.into_result()?;
    Ok(Content { placeholders, ..content })
}

/// Everything that was found, and the content as far as it could be read: values after a problem are defaults.
pub fn examine(folder: &Folder, pages: &SitePages) -> (Content, Findings) {
    let report = Report::default();
    let content = read(folder, pages, &report);
    (content, report.into_findings())
}

/// Content for a preview: a document that can be added, such as an article, may have texts that are not written yet.
pub fn load_unfinished(folder: &Folder, pages: &SitePages) -> Result<Content, Problems> {
    let (content, Findings { problems, unwritten, placeholders }) = examine(folder, pages);
    let is_needed = |problem: &Problem| !DocumentKind::of(&problem.file).is_some_and(DocumentKind::is_optional);
    let refused = problems.into_iter().chain(unwritten.into_iter().filter(is_needed));
    Problems::of(refused).map_or(Ok(Content { placeholders, ..content }), Err)
}

/// Only the game in a folder, with its pictures: for a puzzle that is not part of the content.
pub fn load_game(folder: &Folder) -> Result<(Game, BTreeMap<String, Arc<PictureFile>>), Problems> {
    let report = Report::default();
    let pictures = PictureIndex::scan(folder, &report);
    let context = LoadContext::new(&pictures, &report);
    let game = game_toml::read(&text_of(folder, GAME_FILE, &report), &context);
    let files = pictures.files;
    report.into_result()?;
    Ok((game, files))
}

fn read(folder: &Folder, pages: &SitePages, report: &Report) -> Content {
    misplaced_files::report(folder, &pages.files, report);
    let folder = &Variables::of(folder).expand(folder.clone(), report);
    let pictures = PictureIndex::scan(folder, report);
    let mut context = LoadContext::new(&pictures, report);
    let mut loaded = read_all_but_articles(folder, pages, &mut context);
    loaded.articles = read_items(folder, ARTICLES, &mut context, |slug, document, context| {
        collections::article(slug, document, &loaded.team, context)
    });
    loaded.articles.sort_by(|a, b| b.appears_at().cmp(&a.appears_at()).then_with(|| a.title.cmp(&b.title)));
    let slugs: Vec<&str> = loaded.articles.iter().map(|article| article.slug.as_str()).collect();
    // Now it is known which pages there are.
    let targets = (pages.link_targets)(&loaded, &slugs);
    loaded.redirects = read_redirects(folder, &targets, report);
    link_check::check(&context.links, &targets, &loaded.redirects, report);
    (loaded.links, _) = context.into_links_and_pictures();
    loaded.pictures = pictures.files;
    loaded
}

/// Variables have been replaced. Without the pictures, too.
pub fn read_all_but_articles(folder: &Folder, pages: &SitePages, context: &mut LoadContext<'_>) -> Content {
    let report = context.report;
    descriptions::check(folder, report);
    let team = sorted(read_items(folder, "team", context, collections::member));
    let mut loaded = Content {
        clinic: clinic_toml::read(&text_of(folder, CLINIC_FILE, report), report, &mut context.links),
        services: sorted(read_items(folder, "services", context, collections::service)),
        outreaches: sorted(read_items(folder, "outreaches", context, collections::outreach)),
        urgent: urgent_toml::read(&text_of(folder, URGENT_FILE, report), &team, report, &mut context.links),
        info_pages: read_items(folder, "info", context, collections::info),
        team,
        articles: Vec::new(),
        page_texts: pages.files.iter().map(|file| (file.name, read_page(folder, file, context))).collect(),
        game: game_toml::read(&text_of(folder, GAME_FILE, report), context),
        practice: None,
        pictures: BTreeMap::new(),
        redirects: BTreeMap::new(),
        placeholders: Vec::new(),
        links: Vec::new(),
    };
    loaded.info_pages.sort_by(|a, b| a.title.cmp(&b.title));
    name_booked_services(&mut loaded);
    loaded
}

/// The valid redirects. The file is optional.
pub fn read_redirects(folder: &Folder, targets: &HashSet<String>, report: &Report) -> BTreeMap<String, String> {
    if !folder.contains(REDIRECTS_FILE) {
        return BTreeMap::new();
    }
    redirects_toml::check(&redirects_toml::read(&text_of(folder, REDIRECTS_FILE, report), report), targets, report)
}

/// Settings name a service by its slug; messages show its title and what patients should know
/// before the visit.
fn name_booked_services(content: &mut Content) {
    let Some(booking) = &mut content.clinic.booking else { return };
    for booked in &mut booking.services {
        if let Some(service) = content.services.iter().find(|service| service.slug == booked.slug) {
            booked.title.clone_from(&service.title);
            booked.bring.clone_from(&service.bring);
            booked.drive.clone_from(&service.drive);
            booked.price = service.price;
        }
    }
}

/// Empty when the file is missing or not text, which is reported.
fn text_of(folder: &Folder, path: &str, report: &Report) -> String {
    let Some(bytes) = folder.get(path) else {
        let message = "This file is missing from the content folder. Put it back.";
        let plain = "This document is missing, and the site needs it. Bring it back from the history.";
        report.problem(path, 1, Message::new(message, plain));
        return String::new();
    };
    decode(path, bytes, report)
}

fn decode(path: &str, bytes: &[u8], report: &Report) -> String {
    let text = std::str::from_utf8(bytes).unwrap_or_else(|_| {
        report.problem(path, 1, "This file is not UTF-8 text. Save it again with the encoding UTF-8.");
        ""
    });
    text.trim_start_matches('\u{feff}').replace("\r\n", "\n")
}

/// Reads every Markdown file of a subfolder.
fn read_items<T>(
    folder: &Folder,
    subfolder: &str,
    context: &mut LoadContext<'_>,
    read: impl Fn(&str, Document<'_>, &mut LoadContext<'_>) -> T,
) -> Vec<T> {
    let items = folder.files().filter_map(|(path, file)| Some((path, slug_of(path, subfolder)?, file)));
    items.filter_map(|(path, slug, file)| read_item(path, slug, file, context, &read)).collect()
}

/// The file's name without `.md`. `None` for other files.
pub fn slug_of<'a>(path: &'a str, subfolder: &str) -> Option<&'a str> {
    path.strip_prefix(subfolder)?.strip_prefix('/')?.strip_suffix(".md")
}

pub fn read_item<T>(
    path: &str,
    slug: &str,
    bytes: &[u8],
    context: &mut LoadContext<'_>,
    read: impl Fn(&str, Document<'_>, &mut LoadContext<'_>) -> T,
) -> Option<T> {
    if slug.is_empty() || !slug.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-') {
        let message = "The file name becomes part of an address. Use only lower-case letters, digits and hyphens.";
        let plain = "The address of this document may only have lower-case letters, digits and hyphens.";
        context.report.problem(path, 1, Message::new(message, plain));
    }
    let text = decode(path, bytes, context.report);
    front_matter::parse(path, &text, context.report).map(|document| read(slug, document, context))
}

fn sorted<T>(mut items: Vec<Ordered<T>>) -> Vec<T> {
    items.sort_by_key(|ordered| ordered.order);
    items.into_iter().map(|ordered| ordered.item).collect()
}

fn read_page(folder: &Folder, file: &PageFile, context: &mut LoadContext<'_>) -> PageText {
    let path = file.path();
    let text = text_of(folder, &path, context.report);
    front_matter::parse(&path, &text, context.report)
        .map(|document| page_text::read(document, file, context))
        .unwrap_or_default()
}
