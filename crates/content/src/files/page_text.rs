//! Reads `pages/*.md`: the text of each page that does not come from a collection.

use std::collections::BTreeMap;

use crate::definition::FieldDefinition;
use crate::definition::texts::{PAGE, PageFile};
use crate::load_context::LoadContext;
use crate::model::{PageText, Section};
use crate::text::markdown::{self, HeadingAbove};
use crate::toml::front_matter::Document;

pub fn read(document: Document<'_>, page: &PageFile, context: &mut LoadContext<'_>) -> PageText {
    let mut fields = document.fields.defined_by(PAGE);
    let title = fields.text("title");
    let description = fields.text("description");
    let heading = fields.text("heading");
    let intro = fields.text("intro");
    // Content of an earlier release may name one for a page that shows none.
    let named = fields.optional_text("picture").filter(|_| page.has_picture);
    let picture = named.map(|(line, name)| context.picture("pictures", &name, document.file, line));
    let chart = if page.has_chart { fields.texts("chart") } else { Vec::new() };
    let sections = if page.sections.is_empty() {
        BTreeMap::new()
    } else {
        let mut tables = fields.table("sections").defined_by(page.sections);
        let sections = page
            .sections
            .iter()
            .map(|&FieldDefinition { key, .. }| {
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
    fields.finish();
    PageText { title, description, heading, intro, picture, chart, sections, body: parsed.blocks }
}
