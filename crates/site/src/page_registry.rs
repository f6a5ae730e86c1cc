//! The registry of pages. Routes, page data, allowed links, the sitemap, breadcrumbs and the front end's route table
//! are derived from it.
//!
//! To add a page, add an entry to `PAGES`, a variant to `Page`, a function to `page_builders` that builds its data, and
//! a folder to `web/src/pages` that is named after its kind.

use std::collections::HashSet;
use std::fmt::Write;

use jiff::civil::Date;
use serde_json::json;

use super::page_builders as build;
use super::page_data::{ItemPage, Meta, Page, PageData};
use super::paths;
use clinic_content::definition::FieldDefinition;
use clinic_content::definition::texts::section;
use clinic_content::model::{Content, PageText};
use clinic_content::{PageFile, SitePages};
use clinic_rules::booking::APPOINTMENT_PAGE;

#[derive(Debug, Clone, Copy)]
pub struct RegisteredPage {
    /// The tag of the page's data, and the name of its folder in `web/src/pages`.
    pub kind: &'static str,
    /// With `{slug}` when there is one page for each item of a collection.
    pub path: &'static str,
    /// The link in the header of every page.
    pub header: Option<HeaderLink>,
    /// Whether search engines may index it. Such pages are in the sitemap and have a canonical address.
    pub is_indexed: bool,
    /// Whether the page does nothing useful without the whole app, also on connections that save data.
    pub needs_app: bool,
    /// Whether such a page can be read without the app, for example when the app is not on the device and there is no network.
    pub is_readable_without_app: bool,
    source: PageSource,
    /// Whether the site has this page. Without online booking it has no booking page.
    is_published: fn(&Content) -> bool,
    /// Ids of the page's sections that content may link to.
    sections: fn(&Content) -> Vec<String>,
}

#[derive(Debug, Clone, Copy)]
pub struct HeaderLink {
    pub label: &'static str,
    pub icon: Option<&'static str>,
}

#[derive(Debug, Clone, Copy)]
enum PageSource {
    /// One page, with title, description and text from a file in `content/pages`.
    Text(PageFile, fn(PageText, &Content) -> Page),
    /// One page for each article.
    Articles,
    /// One page for each page that the clinic added.
    InfoPages,
}

pub static PAGES: [RegisteredPage; 16] = [
    page("home", paths::HOME, PageSource::Text(HOME_TEXT, build::home)).in_header("Home", None),
    page("services", paths::SERVICES, text("services", BOOKING_SECTION, build::services))
        .in_header("Services", None)
        .with_sections(|content| content.services.iter().map(|service| service.slug.clone()).collect()),
    page("outreaches", paths::OUTREACHES, prose("outreaches", ASK_SECTION, build::outreaches))
        .in_header("Outreaches", None)
        .with_sections(|content| content.outreaches.iter().map(|outreach| outreach.slug.clone()).collect()),
    page("articles", paths::ARTICLES, text("articles", &[], build::articles)).in_header("Articles", None),
    page("article", paths::ARTICLE, PageSource::Articles),
    page("info", paths::INFO, PageSource::InfoPages),
    page("about-us", paths::ABOUT_US, text("about-us", ABOUT_US_SECTIONS, build::about_us))
        .in_header("About Us", None)
        .with_sections(|_| vec![build::CONTACT_SECTION.to_owned()]),
    page("team", "/team", text("team", BOOKING_SECTION, build::team)).in_header("Our Team", None),
    page("vision-test", paths::VISION_TEST, text_only("visionTest", VISION_TEST_SECTIONS, build::vision_test))
        .in_header("Play & Win", Some("gift"))
        .with_app(),
    page("practice", paths::PRACTICE, text_only("practice", PRACTICE_SECTIONS, build::practice))
        .with_app()
        .only_with_practice(),
    page("book", paths::BOOK, text_only("book", CALL_SECTION, build::book)).with_app().only_with_booking(),
    // Also when booking has been turned off: appointments that were made before keep their page.
    page("appointment", APPOINTMENT_PAGE, text_only("appointment", CALL_SECTION, build::appointment))
        .with_app()
        .not_indexed(),
    page("urgent", paths::URGENT, text_only("urgent", &[], build::urgent)).better_with_app(),
    page("sight-check", "/sight-check", text_only("sight-check", &[], build::sight_check))
        .better_with_app()
        .only_with_sight_check(),
    page("privacy", "/privacy", prose("privacy", &[], build::privacy)),
    page("not-found", paths::NOT_FOUND, prose("not-found", &[], build::not_found)).not_indexed(),
];

const HOME_TEXT: PageFile = PageFile {
    name: "home",
    sections: &[
        section("services", "Services"),
        section("trust", "Trust"),
        section("game", "Game"),
        section("outreaches", "Outreaches"),
        section("articles", "Articles"),
        section("visit", "Visit us"),
    ],
    has_chart: true,
    has_picture: false,
    has_text: false,
};

const ABOUT_US_SECTIONS: &[FieldDefinition] = &[
    section("story", "Our story"),
    section("location", "Location"),
    section("hours", "Opening hours"),
    section("director", "Director"),
    section("services", "Services"),
    section("outreaches", "Outreaches"),
];

const VISION_TEST_SECTIONS: &[FieldDefinition] =
    &[section("howto", "How to play"), section("noscript", "When the game cannot start"), section("rules", "Rules")];

const PRACTICE_SECTIONS: &[FieldDefinition] =
    &[section("howto", "How to play"), section("noscript", "When the puzzle cannot start")];

const ASK_SECTION: &[FieldDefinition] = &[section("ask", "Ask for a visit")];
const BOOKING_SECTION: &[FieldDefinition] = &[section("booking", "Booking")];
const CALL_SECTION: &[FieldDefinition] = &[section("call", "Call us")];

const fn page(kind: &'static str, path: &'static str, source: PageSource) -> RegisteredPage {
    RegisteredPage {
        kind,
        path,
        header: None,
        is_indexed: true,
        needs_app: false,
        is_readable_without_app: true,
        source,
        is_published: |_| true,
        sections: |_| Vec::new(),
    }
}

const fn text(
    name: &'static str,
    sections: &'static [FieldDefinition],
    build: fn(PageText, &Content) -> Page,
) -> PageSource {
    PageSource::Text(PageFile { name, sections, has_chart: false, has_picture: true, has_text: false }, build)
}

/// A page without a picture beside its heading.
const fn text_only(
    name: &'static str,
    sections: &'static [FieldDefinition],
    build: fn(PageText, &Content) -> Page,
) -> PageSource {
    PageSource::Text(PageFile { name, sections, has_chart: false, has_picture: false, has_text: false }, build)
}

/// A page that also shows the text below the fields of its file.
const fn prose(
    name: &'static str,
    sections: &'static [FieldDefinition],
    build: fn(PageText, &Content) -> Page,
) -> PageSource {
    PageSource::Text(PageFile { name, sections, has_chart: false, has_picture: true, has_text: true }, build)
}

impl RegisteredPage {
    const fn in_header(self, label: &'static str, icon: Option<&'static str>) -> Self {
        Self { header: Some(HeaderLink { label, icon }), ..self }
    }

    const fn with_sections(self, sections: fn(&Content) -> Vec<String>) -> Self {
        Self { sections, ..self }
    }

    const fn with_app(self) -> Self {
        Self { needs_app: true, is_readable_without_app: false, ..self }
    }

    /// The app is loaded on every connection, but the page helps without it.
    const fn better_with_app(self) -> Self {
        Self { needs_app: true, ..self }
    }

    const fn not_indexed(self) -> Self {
        Self { is_indexed: false, ..self }
    }

    const fn only_with_booking(self) -> Self {
        Self { is_published: |content| content.clinic.books_online, ..self }
    }

    /// Only with a puzzle that is drawn and can be shown.
    const fn only_with_practice(self) -> Self {
        Self { is_published: |content| content.practice.is_some(), ..self }
    }

    const fn only_with_sight_check(self) -> Self {
        Self { is_published: |content| content.clinic.has_sight_check, ..self }
    }

    /// The registered page one level up in the path, such as the list of articles for an article.
    pub fn parent(&self) -> Option<&'static Self> {
        let (parent, _) = self.path.rsplit_once('/')?;
        PAGES.iter().find(|page| page.path == parent)
    }

    /// Path, title and data of each page of this kind.
    fn instances(&self, content: &Content) -> Vec<(String, Meta, Page)> {
        if !(self.is_published)(content) {
            return Vec::new();
        }
        match self.source {
            PageSource::Text(file, build) => {
                let text = content.page_texts.get(file.name).cloned().unwrap_or_default();
                let meta = Meta { title: text.title.clone(), description: text.description.clone() };
                vec![(self.path.to_owned(), meta, build(text, content))]
            }
            PageSource::Articles => self.of_items(build::article_pages(content)),
            PageSource::InfoPages => self.of_items(build::info_pages(content)),
        }
    }

    fn of_items(&self, items: Vec<ItemPage>) -> Vec<(String, Meta, Page)> {
        items.into_iter().map(|item| (paths::with_slug(self.path, &item.slug), item.meta, item.page)).collect()
    }
}

/// A page of the site with its data.
#[derive(Debug)]
pub struct BuiltPage {
    pub entry: &'static RegisteredPage,
    pub data: PageData,
    /// Every document allows the embedded map, because visitors reach the page that shows it inside the app.
    pub map_embed: Option<String>,
}

/// Builds the data of every page. `front_end_build` identifies the front end that will render it.
pub fn build_pages(content: &Content, front_end_build: &str, today: Date) -> Vec<BuiltPage> {
    let mut clinic = content.clinic.clone();
    clinic.menu_pages = build::menu_pages(content);
    clinic.notice = clinic.notice.filter(|notice| notice.is_shown_on(today));
    PAGES
        .iter()
        .flat_map(|entry| entry.instances(content).into_iter().map(move |instance| (entry, instance)))
        .map(|(entry, (path, meta, page))| {
            let mut clinic = clinic.clone();
            clinic.closures.retain(|closure| closure.until >= today);
            // Only the about page shows it, and it would be in the data of every page.
            let map_embed = clinic.map.embed.clone();
            if path != paths::ABOUT_US {
                clinic.map.embed = None;
            }
            let data = PageData { build: front_end_build.to_owned(), path, meta, clinic, year: today.year(), page };
            BuiltPage { entry, data, map_embed }
        })
        .collect()
}

/// The link in the menu of a site on which one can book.
const BOOKING_LINK: &str = "Book online";

/// What the content loader has to know about the pages.
pub fn site_pages() -> SitePages {
    let files = PAGES.iter().filter_map(|page| match page.source {
        PageSource::Text(file, _) => Some(file),
        PageSource::Articles | PageSource::InfoPages => None,
    });
    let menu = PAGES.iter().filter_map(|page| page.header).map(|link| link.label).chain([BOOKING_LINK]);
    SitePages { files: files.collect(), link_targets, menu: menu.collect() }
}

/// `content` may be without its articles.
fn link_targets(content: &Content, articles: &[&str]) -> HashSet<String> {
    let mut targets = HashSet::new();
    for page in PAGES.iter().filter(|page| page.is_indexed && (page.is_published)(content)) {
        match page.source {
            PageSource::Text(..) => drop(targets.insert(page.path.to_owned())),
            PageSource::Articles => targets.extend(articles.iter().map(|slug| paths::with_slug(page.path, slug))),
            PageSource::InfoPages => {
                targets.extend(content.info_pages.iter().map(|info| paths::with_slug(page.path, &info.slug)));
            }
        }
        targets.extend((page.sections)(content).iter().map(|section| paths::with_section(page.path, section)));
    }
    targets
}

/// The contents of `web/src/generated/pages.ts`.
pub fn typescript() -> String {
    let mut source = String::from(
        "// This file is generated from the page registry in crates/site/src/page_registry.rs. Do not edit it.\n\
         export const pages = [\n",
    );
    for page in &PAGES {
        let header = page.header.map_or_else(
            || "null".to_owned(),
            |header| format!("{{ label: {}, icon: {} }}", json!(header.label), json!(header.icon)),
        );
        let (kind, path) = (json!(page.kind), json!(page.path));
        let _ = writeln!(source, "  {{ kind: {kind}, path: {path}, header: {header} }},");
    }
    source + "] as const;\n"
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::page_data::PageLink;
    use crate::publication::content_source::valid_content;
    use clinic_content::Folder;
    use clinic_content::model::Practice;

    /// The embedded content with another text in one place.
    fn edited(path: &str, from: &str, to: &str) -> Folder {
        let mut folder = Folder::embedded();
        let text = String::from_utf8(folder.get(path).expect("the file").to_vec()).expect("text");
        assert!(text.contains(from), "{from:?} is not in {path}");
        folder.insert(path, text.replace(from, to));
        folder
    }

    fn articles_on_home(folder: &Folder) -> Vec<String> {
        let content = valid_content(folder);
        let pages = build_pages(&content, "1", jiff::civil::date(2026, 11, 15));
        let home = pages.into_iter().find_map(|page| match page.data.page {
            Page::Home { articles, .. } => Some(articles),
            _ => None,
        });
        home.expect("the home page").into_iter().map(|card| card.href).collect()
    }

    #[test]
    fn home_shows_the_articles_that_the_editor_chose_in_that_order() {
        let glaucoma = "/articles/glaucoma-the-quiet-thief";
        assert_eq!(articles_on_home(&Folder::embedded())[0], glaucoma);
        let moved = edited("articles/glaucoma-the-quiet-thief.md", "home = 1\n", "home = 9\n");
        assert_eq!(articles_on_home(&moved)[2], glaucoma);
    }

    /// The titles that the services page, the article and the urgent page link to.
    fn links_of(folder: &Folder, service: &str, article: &str, row: &str) -> [Vec<String>; 3] {
        let content = valid_content(folder);
        let today = jiff::civil::date(2026, 11, 15);
        let content = clinic_content::future_dates::without_scheduled(&content, today.at(0, 0, 0, 0));
        let mut found = [Vec::new(), Vec::new(), Vec::new()];
        let titles = |links: Vec<PageLink>| links.into_iter().map(|link| link.title).collect();
        for page in build_pages(&content, "1", today) {
            match page.data.page {
                Page::Services { mut articles, .. } => found[0] = titles(articles.remove(service).unwrap_or_default()),
                Page::Article { article: shown, services, .. } if shown.slug == article => found[1] = titles(services),
                Page::Urgent { urgent, mut articles, .. } => {
                    let row = urgent.rows.into_iter().find(|it| it.id == row).expect("the row");
                    found[2] = titles(row.article.and_then(|slug| articles.remove(&slug)).into_iter().collect());
                }
                _ => {}
            }
        }
        found
    }

    #[test]
    fn services_and_articles_link_to_each_other_and_urgent_rows_to_articles() {
        let links = |folder: &Folder| links_of(folder, "glaucoma-screening", "glaucoma-the-quiet-thief", "curtain");
        let sudden = "Sudden loss of sight, flashes and floaters".to_owned();
        let glaucoma = "Glaucoma, the quiet thief".to_owned();
        let shipped = links(&Folder::embedded());
        assert_eq!(shipped, [vec![glaucoma], vec!["Glaucoma screening".to_owned()], vec![sudden.clone()]]);

        let scheduled = edited("articles/glaucoma-the-quiet-thief.md", "published = 20", "published = 21");
        assert_eq!(links(&scheduled), [vec![], vec![], vec![sudden]], "a page that is not there yet");
    }

    #[test]
    fn links_to_articles_that_do_not_exist_are_problems() {
        let problems = |path: &str, from: &str| {
            let folder = edited(path, from, "glaucoma-the-quite-thief");
            clinic_content::load(&folder, &site_pages()).expect_err("a problem").to_string()
        };
        let service = problems("services/glaucoma-screening.md", "glaucoma-the-quiet-thief");
        let expected = "There is no article /articles/glaucoma-the-quite-thief on this site.";
        assert!(service.starts_with("services/glaucoma-screening.md:7:") && service.contains(expected), "{service}");
        let urgent = problems("urgent.toml", "sudden-loss-of-sight-flashes-and-floaters");
        assert!(urgent.starts_with("urgent.toml:") && urgent.contains(expected), "{urgent}");
    }

    #[test]
    fn home_shows_the_newest_articles_when_none_is_chosen() {
        let mut folder = Folder::embedded();
        let chosen: Vec<_> = folder
            .files()
            .filter(|(path, _)| path.starts_with("articles/"))
            .map(|(path, bytes)| (path.to_owned(), String::from_utf8(bytes.to_vec()).expect("text")))
            .collect();
        for (path, text) in chosen {
            let text: Vec<_> = text.lines().filter(|line| !line.starts_with("home = ")).collect();
            folder.insert(&path, text.join("\n"));
        }
        let newer = "articles/sun-dust-and-harmattan.md";
        let text = String::from_utf8(folder.get(newer).expect("the file").to_vec()).expect("text");
        folder.insert(newer, text.replace("published = 2026-11-15", "published = 2026-11-16"));
        let shown = articles_on_home(&folder);
        assert_eq!((shown.len(), shown[0].as_str()), (3, "/articles/sun-dust-and-harmattan"));
    }

    #[test]
    fn emergency_link_to_a_missing_page_is_reported() {
        let folder = edited("clinic.toml", "/articles/first-aid-for-the-eye", "/articles/first-aid");
        let problems = clinic_content::load(&folder, &site_pages()).expect_err("a problem").to_string();
        assert!(problems.contains("clinic.toml:") && problems.contains("/articles/first-aid"), "{problems}");
    }

    #[test]
    fn notice_is_on_every_page_until_the_end_of_its_last_day() {
        let notice = "[notice]\ntext = \"We have moved.\"\nlink = \"/about-us\"\nuntil = 2026-11-15\n\n[socials]";
        let folder = edited("clinic.toml", "[socials]", notice);
        let content = valid_content(&folder);
        let pages_with_notice = |day| {
            let pages = build_pages(&content, "1", jiff::civil::date(2026, 11, day));
            (pages.iter().filter(|page| page.data.clinic.notice.is_some()).count(), pages.len())
        };
        let (shown, all) = pages_with_notice(15);
        assert_eq!(shown, all);
        assert_eq!(pages_with_notice(16), (0, all));
    }

    #[test]
    fn notice_appears_on_its_first_day() {
        let notice = "[notice]\ntext = \"We have moved.\"\nfrom = 2026-11-15\nuntil = 2026-11-16\n\n[socials]";
        let folder = edited("clinic.toml", "[socials]", notice);
        let content = clinic_content::load(&folder, &site_pages()).unwrap_or_else(|problems| panic!("{problems}"));
        let is_shown = |day| {
            let pages = build_pages(&content, "1", jiff::civil::date(2026, 11, day));
            pages.iter().any(|page| page.data.clinic.notice.is_some())
        };
        assert_eq!([14, 15, 16, 17].map(is_shown), [false, true, true, false]);
    }

    #[test]
    fn notice_that_links_to_a_missing_page_is_reported() {
        let notice = "[notice]\ntext = \"We have moved.\"\nlink = \"/abut-us\"\nuntil = 2026-11-15\n\n[socials]";
        let folder = edited("clinic.toml", "[socials]", notice);
        let problems = clinic_content::load(&folder, &site_pages()).expect_err("a problem").to_string();
        assert!(problems.contains("clinic.toml:") && problems.contains("There is no page /abut-us"), "{problems}");
    }

    #[test]
    fn sight_check_that_is_off_has_no_page_and_no_link() {
        let pages_with = |switch: &str| {
            let folder = edited("clinic.toml", "sight_check = { placeholder = \"on\" }", switch);
            let content = valid_content(&folder);
            let is_target = link_targets(&content, &[]).contains("/sight-check");
            let pages = build_pages(&content, "1", jiff::civil::date(2026, 11, 15));
            let links: Vec<_> = pages
                .iter()
                .filter_map(|page| match page.data.page {
                    Page::VisionTest { has_sight_check, .. } | Page::Articles { has_sight_check, .. } => {
                        Some(has_sight_check)
                    }
                    _ => None,
                })
                .collect();
            (pages.iter().any(|page| page.data.path == "/sight-check"), is_target, links)
        };
        assert_eq!(pages_with("sight_check = \"on\""), (true, true, vec![true, true]));
        assert_eq!(pages_with("sight_check = \"off\""), (false, false, vec![false, false]));
    }

    fn with_prices() -> Folder {
        let mut folder = Folder::embedded();
        folder.insert(
            "info/prices.md",
            "+++\ntitle = \"Prices\"\nsummary = \"What we charge.\"\nmenu = \"Prices\"\n+++\n| Visit | Price |\n|---|---|\n\
             | Eye exam | ₦15,000 |\n",
        );
        folder.insert(
            "info/parking.md",
            "+++\ntitle = \"Parking\"\nsummary = \"Where to park.\"\n+++\nBehind the house. See [prices](/info/prices).\n",
        );
        folder
    }

    #[test]
    fn added_pages_are_published_and_in_the_menu_when_they_have_a_name_there() {
        let content = valid_content(&with_prices());
        let pages = build_pages(&content, "1", jiff::civil::date(2026, 11, 15));
        let paths: Vec<_> = pages.iter().map(|page| page.data.path.as_str()).collect();
        assert!(paths.contains(&"/info/prices") && paths.contains(&"/info/parking"), "{paths:?}");
        for page in &pages {
            let menu: Vec<_> = page.data.clinic.menu_pages.iter().map(|it| (&*it.href, &*it.label)).collect();
            assert_eq!(menu, [("/info/prices", "Prices")], "{}", page.data.path);
        }
    }

    #[test]
    fn second_link_of_the_menu_with_the_same_name_is_a_problem() {
        let page = |menu: &str| format!("+++\ntitle = \"Fees\"\nsummary = \"Fees.\"\nmenu = \"{menu}\"\n+++\nWords.\n");
        let problems_with = |menu: &str| {
            let mut folder = with_prices();
            folder.insert("info/fees.md", page(menu));
            clinic_content::load(&folder, &site_pages()).err().map(|problems| problems.to_string())
        };
        assert_eq!(problems_with("Fees"), None);
        // In the order of their titles: the page about prices is the second one.
        let problems = problems_with("prices").expect("a problem");
        assert!(problems.contains("info/prices.md:4: The menu has “Prices” already, for “Fees”."), "{problems}");
        for fixed in ["about us", "Book online"] {
            let problems = problems_with(fixed).expect("a problem");
            assert!(problems.contains("info/fees.md:4: The menu has"), "{problems}");
        }
    }

    #[test]
    fn link_to_an_added_page_that_does_not_exist_is_a_problem() {
        let mut folder = with_prices();
        folder.remove("info/prices.md");
        let problems = clinic_content::load(&folder, &site_pages()).expect_err("a problem").to_string();
        assert!(problems.contains("info/parking.md:5: There is no page /info/prices"), "{problems}");
    }

    /// With a puzzle for practice and an added page, so that every kind has a page.
    fn built() -> Vec<BuiltPage> {
        let mut content = valid_content(&with_prices());
        let level = content.game.levels[2].clone();
        content.practice = Some(Practice { date: jiff::civil::date(2026, 11, 15), level });
        build_pages(&content, "1", jiff::civil::date(2026, 11, 15))
    }

    #[test]
    fn kinds_and_paths_are_unique() {
        assert_eq!(PAGES.iter().map(|page| page.kind).collect::<BTreeSet<_>>().len(), PAGES.len());
        assert_eq!(PAGES.iter().map(|page| page.path).collect::<BTreeSet<_>>().len(), PAGES.len());
    }

    #[test]
    fn data_of_every_page_carries_the_registered_kind() {
        let built = built();
        for page in &built {
            let data = serde_json::to_value(&page.data).expect("JSON");
            assert_eq!(data["page"]["kind"], page.entry.kind, "{}", page.data.path);
        }
        let kinds: BTreeSet<_> = built.iter().map(|page| page.entry.kind).collect();
        assert_eq!(kinds, PAGES.iter().map(|page| page.kind).collect(), "a kind has no page");
    }

    #[test]
    fn articles_have_their_own_paths_below_the_list() {
        let built = built();
        let article =
            built.iter().find(|page| page.data.path == "/articles/first-aid-for-the-eye").expect("the article");
        assert_eq!(article.entry.parent().map(|parent| parent.path), Some("/articles"));
        assert!(built.iter().all(|page| !page.data.path.contains('{')));
    }

    #[test]
    fn typescript_lists_every_page() {
        let source = typescript();
        assert!(source.contains("  { kind: \"home\", path: \"/home\", header: { label: \"Home\", icon: null } },\n"));
        assert!(source.contains("header: { label: \"Play & Win\", icon: \"gift\" } },\n"), "{source}");
        assert!(source.contains("  { kind: \"article\", path: \"/articles/{slug}\", header: null },\n"), "{source}");
        assert_eq!(source.lines().count(), PAGES.len() + 3);
    }
}
