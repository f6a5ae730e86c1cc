//! Reads services, outreaches, articles and team members: one Markdown file each.

use super::front_matter::Document;
use super::load_context::{Link, LoadContext};
use super::markdown::{self, HeadingAbove, ParsedMarkdown};
use super::model::{Article, Member, Outreach, Service, Source};
use super::picture::Picture;
use super::toml_fields::Fields;

/// A slow reading speed for adults, because many readers have poor sight.
const WORDS_PER_MINUTE: usize = 180;

fn picture(document: &mut Document<'_>, context: &LoadContext<'_>) -> Picture {
    let (line, name) = document.fields.text_at("picture");
    context.pictures.find("pictures", &name, document.file, line)
}

fn body(document: &Document<'_>, above: HeadingAbove, context: &mut LoadContext<'_>) -> ParsedMarkdown {
    let parsed = markdown::parse(document.file, document.body, document.body_line, above, context);
    if parsed.blocks.is_empty() {
        context.report.problem(document.file, document.body_line, "There is no text below the second +++.");
    }
    parsed
}

/// An item with the position that its file gives it in the list.
pub struct Ordered<T> {
    pub order: i64,
    pub item: T,
}

fn order(fields: &mut Fields<'_>) -> i64 {
    fields.integer("order", 1..=999)
}

pub fn service(slug: &str, mut document: Document<'_>, context: &mut LoadContext<'_>) -> Ordered<Service> {
    let picture = picture(&mut document, context);
    let body = body(&document, HeadingAbove::SectionTitle, context).blocks;
    let mut fields = document.fields;
    let item = Service {
        slug: slug.to_owned(),
        title: fields.text("title"),
        summary: fields.text("summary"),
        picture,
        duration: fields.text("duration"),
        drive: fields.text("drive"),
        happens: fields.texts("happens"),
        bring: fields.texts("bring"),
        come: fields.texts("come"),
        body,
    };
    let order = order(&mut fields);
    fields.finish();
    Ordered { order, item }
}

pub fn outreach(slug: &str, mut document: Document<'_>, context: &mut LoadContext<'_>) -> Ordered<Outreach> {
    let picture = picture(&mut document, context);
    let body = body(&document, HeadingAbove::SectionTitle, context).blocks;
    let mut fields = document.fields;
    let item = Outreach {
        slug: slug.to_owned(),
        title: fields.text("title"),
        summary: fields.text("summary"),
        picture,
        brings: fields.texts("brings"),
        needs: fields.texts("needs"),
        body,
    };
    let order = order(&mut fields);
    fields.finish();
    Ordered { order, item }
}

pub fn member(slug: &str, mut document: Document<'_>, context: &mut LoadContext<'_>) -> Ordered<Member> {
    let picture = picture(&mut document, context);
    let body = body(&document, HeadingAbove::SectionTitle, context).blocks;
    let mut fields = document.fields;
    let item =
        Member { slug: slug.to_owned(), name: fields.fact("name").value, role: fields.text("role"), picture, body };
    let order = order(&mut fields);
    fields.finish();
    Ordered { order, item }
}

pub fn article(slug: &str, mut document: Document<'_>, context: &mut LoadContext<'_>) -> Article {
    let picture = picture(&mut document, context);
    let parsed = body(&document, HeadingAbove::PageTitle, context);
    let mut fields = document.fields;
    let (published_line, published) = fields.date_at("published");
    let article = Article {
        slug: slug.to_owned(),
        title: fields.text("title"),
        summary: fields.text("summary"),
        picture,
        published,
        published_line,
        home_position: fields.has("home").then(|| fields.integer("home", 1..=99)),
        updated: fields.optional_date("updated"),
        minutes: u32::try_from(parsed.word_count.div_ceil(WORDS_PER_MINUTE)).unwrap_or(u32::MAX),
        urgent: fields.optional_texts("urgent"),
        sources: fields.tables("sources").into_iter().map(|fields| source(fields, document.file, context)).collect(),
        body: parsed.blocks,
    };
    fields.finish();
    article
}

fn source(mut fields: Fields<'_>, file: &str, context: &mut LoadContext<'_>) -> Source {
    let (publisher, title) = (fields.text("publisher"), fields.text("title"));
    let (line, url) = fields.text_at("url");
    fields.finish();
    context.links.push(Link { file: file.to_owned(), line, href: url.clone() });
    Source { publisher, title, url }
}
