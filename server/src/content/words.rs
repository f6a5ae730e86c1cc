//! `pages/*.md`: the words of each page that are not a collection.

use std::collections::BTreeMap;

use super::document::Document;
use super::markdown::{self, LinkUse};
use super::model::{Section, Words};
use super::picture::Gallery;
use super::report::Report;

/// A page's file and the parts that its design has a place for.
pub struct PageFile {
    pub name: &'static str,
    pub sections: &'static [&'static str],
    pub has_chart: bool,
}

const fn page(name: &'static str, sections: &'static [&'static str]) -> PageFile {
    PageFile { name, sections, has_chart: false }
}

pub const HOME: PageFile =
    PageFile { has_chart: true, ..page("home", &["services", "trust", "game", "outreaches", "articles", "visit"]) };
pub const SERVICES: PageFile = page("services", &["booking"]);
pub const OUTREACHES: PageFile = page("outreaches", &["ask"]);
pub const ARTICLES: PageFile = page("articles", &[]);
pub const ABOUT_US: PageFile = page("about-us", &["story", "location", "hours", "director", "services", "outreaches"]);
pub const TEAM: PageFile = page("team", &["booking"]);
pub const VISION_TEST: PageFile = page("visionTest", &["howto", "noscript", "rules"]);
pub const PRIVACY: PageFile = page("privacy", &[]);
pub const NOT_FOUND: PageFile = page("not-found", &[]);

pub fn read(
    mut document: Document<'_>,
    page: &PageFile,
    gallery: &Gallery<'_>,
    report: &Report,
    links: &mut Vec<LinkUse>,
) -> Words {
    let fields = &mut document.fields;
    let title = fields.text("title");
    let description = fields.text("description");
    let heading = fields.text("heading");
    let intro = fields.text("intro");
    let picture =
        fields.optional_text("picture").map(|(line, name)| gallery.find("pictures", &name, document.file, line));
    let chart = if page.has_chart { fields.texts("chart") } else { Vec::new() };
    let sections = if page.sections.is_empty() {
        BTreeMap::new()
    } else {
        let mut tables = fields.table("sections");
        let sections = page
            .sections
            .iter()
            .map(|&key| {
                let mut fields = tables.table(key);
                let section = Section { heading: fields.text("heading"), text: fields.text_or_empty("text") };
                fields.finish();
                (key.to_owned(), section)
            })
            .collect();
        tables.finish();
        sections
    };
    let prose = markdown::parse(document.file, document.body, document.body_line, gallery, report);
    links.extend(prose.links);
    document.fields.finish();
    Words { title, description, heading, intro, picture, chart, sections, body: prose.blocks }
}

/// For a page whose file cannot be read: the report refuses the folder, so nobody ever sees it.
pub fn blank() -> Words {
    Words {
        title: String::new(),
        description: String::new(),
        heading: String::new(),
        intro: String::new(),
        picture: None,
        chart: Vec::new(),
        sections: BTreeMap::new(),
        body: Vec::new(),
    }
}
