//! Reads `pages/*.md`: the text of each page that does not come from a collection.

use std::collections::BTreeMap;

use super::front_matter::Document;
use super::load_context::LoadContext;
use super::markdown::{self, HeadingAbove};
use super::model::{PageText, Section};

/// The file with a page's text, and the sections and chart that its design shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageFile {
    /// `home` for `pages/home.md`.
    pub name: &'static str,
    pub sections: &'static [&'static str],
    pub has_chart: bool,
}

impl PageFile {
    pub fn path(&self) -> String {
        format!("pages/{}.md", self.name)
    }
}

pub fn read(mut document: Document<'_>, page: &PageFile, context: &mut LoadContext<'_>) -> PageText {
    let fields = &mut document.fields;
    let title = fields.text("title");
    let description = fields.text("description");
    let heading = fields.text("heading");
    let intro = fields.text("intro");
    let picture = fields
        .optional_text("picture")
        .map(|(line, name)| context.pictures.find("pictures", &name, document.file, line));
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
    let parsed = markdown::parse(document.file, document.body, document.body_line, HeadingAbove::PageTitle, context);
    document.fields.finish();
    PageText { title, description, heading, intro, picture, chart, sections, body: parsed.blocks }
}
