//! Services, outreaches, articles and team: one Markdown file an item.

use super::document::Document;
use super::fields::Fields;
use super::markdown::{self, LinkUse, Prose};
use super::model::{Article, Member, Outreach, Service, Source};
use super::picture::{Gallery, Picture};
use super::report::Report;

/// Adults read plain text at about this many words a minute; people with poor sight are slower, so not more.
const WORDS_A_MINUTE: usize = 180;

/// What reading an item needs besides its file.
pub struct Desk<'a> {
    pub gallery: &'a Gallery<'a>,
    pub report: &'a Report,
    pub links: Vec<LinkUse>,
}

impl Desk<'_> {
    fn picture(&self, document: &mut Document<'_>) -> Picture {
        let (line, name) = document.fields.text_at("picture");
        self.gallery.find("pictures", &name, document.file, line)
    }

    fn prose(&mut self, document: &Document<'_>) -> Prose {
        let mut prose = markdown::parse(document.file, document.body, document.body_line, self.gallery, self.report);
        if prose.blocks.is_empty() {
            self.report.problem(document.file, document.body_line, "The text below the second +++ is missing.");
        }
        self.links.append(&mut prose.links);
        prose
    }
}

/// An item with its place in the list.
pub struct Ordered<T> {
    pub order: i64,
    pub item: T,
}

fn order(fields: &mut Fields<'_>) -> i64 {
    fields.integer("order", 1..=999)
}

pub fn service(slug: &str, mut document: Document<'_>, desk: &mut Desk<'_>) -> Ordered<Service> {
    let picture = desk.picture(&mut document);
    let body = desk.prose(&document).blocks;
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

pub fn outreach(slug: &str, mut document: Document<'_>, desk: &mut Desk<'_>) -> Ordered<Outreach> {
    let picture = desk.picture(&mut document);
    let body = desk.prose(&document).blocks;
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

pub fn member(slug: &str, mut document: Document<'_>, desk: &mut Desk<'_>) -> Ordered<Member> {
    let picture = desk.picture(&mut document);
    let body = desk.prose(&document).blocks;
    let mut fields = document.fields;
    let item =
        Member { slug: slug.to_owned(), name: fields.fact("name").value, role: fields.text("role"), picture, body };
    let order = order(&mut fields);
    fields.finish();
    Ordered { order, item }
}

pub fn article(slug: &str, mut document: Document<'_>, desk: &mut Desk<'_>) -> Article {
    let picture = desk.picture(&mut document);
    let prose = desk.prose(&document);
    let mut fields = document.fields;
    let article = Article {
        slug: slug.to_owned(),
        title: fields.text("title"),
        summary: fields.text("summary"),
        picture,
        published: fields.date("published"),
        updated: fields.optional_date("updated"),
        minutes: u32::try_from(prose.words.div_ceil(WORDS_A_MINUTE)).unwrap_or(u32::MAX),
        urgent: fields.texts("urgent"),
        sources: fields.tables("sources").into_iter().map(|fields| source(fields, document.file, desk)).collect(),
        body: prose.blocks,
    };
    fields.finish();
    article
}

fn source(mut fields: Fields<'_>, file: &str, desk: &mut Desk<'_>) -> Source {
    let (publisher, title) = (fields.text("publisher"), fields.text("title"));
    let (line, url) = fields.text_at("url");
    fields.finish();
    desk.links.push(LinkUse { file: file.to_owned(), line, href: url.clone() });
    Source { publisher, title, url }
}
