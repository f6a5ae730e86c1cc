//! Reads services, outreaches, articles, added pages and team members: one Markdown file each.

use crate::definition::texts::{ARTICLE, DRIVING, INFO, MEMBER, OUTREACH, SERVICE};
use crate::files::https_url::is_https_url;
use crate::load_context::{Link, LoadContext};
use crate::model::{Article, Byline, InfoPage, Member, Outreach, Service, Source};
use crate::picture::Picture;
use crate::problems::Message;
use crate::text::markdown::{self, HeadingAbove, ParsedMarkdown};
use crate::toml::fields::Fields;
use crate::toml::front_matter::Document;
use clinic_rules::booking::Price;

/// A slow reading speed for adults, because many readers have poor sight.
const WORDS_PER_MINUTE: usize = 180;

fn picture(document: &mut Document<'_>, context: &LoadContext<'_>) -> Picture {
    let (line, name) = document.fields.text_at("picture");
    context.picture("pictures", &name, document.file, line)
}

fn body(document: &Document<'_>, above: HeadingAbove, context: &mut LoadContext<'_>) -> ParsedMarkdown {
    let parsed = markdown::parse(document.file, document.body, document.body_line, above, context);
    if parsed.blocks.is_empty() {
        // The line of the second +++: the one below it does not exist when the file ends there.
        let line = document.body_line - 1;
        context.report.unwritten(document.file, line, "There is no text yet. Write it before you publish.");
    }
    parsed
}

/// An item with the position that its file gives it in the list.
pub struct Ordered<T> {
    pub order: i64,
    pub item: T,
}

fn order(fields: &mut Fields<'_>) -> i64 {
    fields.number("order")
}

pub fn service(slug: &str, mut document: Document<'_>, context: &mut LoadContext<'_>) -> Ordered<Service> {
    document.fields = document.fields.defined_by(SERVICE);
    let picture = picture(&mut document, context);
    let body = body(&document, HeadingAbove::SectionTitle, context).blocks;
    let file = document.file;
    let mut fields = document.fields;
    let articles = if fields.has("articles") { fields.texts_at("articles") } else { Vec::new() };
    context.links.extend(articles.iter().map(|(line, slug)| Link::to_article(slug, file, *line)));
    let item = Service {
        slug: slug.to_owned(),
        title: fields.text("title"),
        summary: fields.text("summary"),
        picture,
        duration: fields.text("duration"),
        drive: fields.text("drive"),
        driving: driving(&mut fields),
        price: price(&mut fields),
        happens: fields.texts("happens"),
        bring: fields.texts("bring"),
        come: fields.texts("come"),
        articles: articles.into_iter().map(|(_, slug)| slug).collect(),
        search: fields.optional_texts("search"),
        body,
    };
    let order = order(&mut fields);
    fields.finish();
    Ordered { order, item }
}

/// The sentence of the option that the file names.
fn driving(fields: &mut Fields<'_>) -> Option<&'static str> {
    let chosen = fields.has("driving").then(|| fields.choice("driving"))?;
    DRIVING.iter().find(|option| option.value == chosen).map(|option| option.label)
}

fn price(fields: &mut Fields<'_>) -> Option<Price> {
    let (line, text) = fields.optional_text("price")?;
    // An empty text has been reported.
    if text.is_empty() {
        return None;
    }
    Price::parse(&text)
        .inspect_err(|error| fields.problem(line, fields.named("price", &format!("is “{text}”. {error}"))))
        .ok()
}

pub fn outreach(slug: &str, mut document: Document<'_>, context: &mut LoadContext<'_>) -> Ordered<Outreach> {
    document.fields = document.fields.defined_by(OUTREACH);
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
    document.fields = document.fields.defined_by(MEMBER);
    let picture = picture(&mut document, context);
    let body = body(&document, HeadingAbove::SectionTitle, context).blocks;
    let mut fields = document.fields;
    let name = fields.fact("name");
    let item = Member {
        slug: slug.to_owned(),
        name: name.value,
        is_name_confirmed: !name.is_placeholder,
        role: fields.text("role"),
        picture,
        body,
    };
    let order = order(&mut fields);
    fields.finish();
    Ordered { order, item }
}

pub fn info(slug: &str, mut document: Document<'_>, context: &mut LoadContext<'_>) -> InfoPage {
    document.fields = document.fields.defined_by(INFO);
    let picture = document.fields.has("picture").then(|| picture(&mut document, context));
    let body = body(&document, HeadingAbove::PageTitle, context).blocks;
    let mut fields = document.fields;
    let (menu_line, menu) = fields.optional_text("menu").unzip();
    let page = InfoPage {
        slug: slug.to_owned(),
        title: fields.text("title"),
        summary: fields.text("summary"),
        picture,
        menu,
        menu_line: menu_line.unwrap_or(1),
        search: fields.optional_texts("search"),
        body,
    };
    fields.finish();
    page
}

pub fn article(slug: &str, mut document: Document<'_>, team: &[Member], context: &mut LoadContext<'_>) -> Article {
    document.fields = document.fields.defined_by(ARTICLE);
    let picture = picture(&mut document, context);
    let parsed = body(&document, HeadingAbove::PageTitle, context);
    let mut fields = document.fields;
    let (published_line, published) = fields.date_at("published");
    for key in ["reviewed_by", "last_reviewed"] {
        if !fields.has(key) {
            fields.missing(key);
        }
    }
    let last_reviewed = fields.optional_date_at("last_reviewed");
    let article = Article {
        slug: slug.to_owned(),
        title: fields.text("title"),
        summary: fields.text("summary"),
        picture,
        published,
        time: fields.optional_time("time"),
        published_line,
        home_position: fields.has("home").then(|| fields.number("home")),
        search: fields.optional_texts("search"),
        need: fields.has("need").then(|| fields.choice("need")),
        updated: fields.optional_date_at("updated").map(|(_, date)| date),
        author: byline("author", &mut fields, team),
        reviewed_by: byline("reviewed_by", &mut fields, team),
        last_reviewed: last_reviewed.map(|(_, date)| date),
        last_reviewed_line: last_reviewed.map_or(published_line, |(line, _)| line),
        minutes: u32::try_from(parsed.word_count.div_ceil(WORDS_PER_MINUTE)).unwrap_or(u32::MAX),
        urgent: fields.optional_texts("urgent"),
        sources: fields.tables("sources").into_iter().map(source).collect(),
        body: parsed.blocks,
    };
    fields.finish();
    article
}

/// The team member whose file the key names, for example `director` for `team/director.md`.
pub fn byline(key: &str, fields: &mut Fields<'_>, team: &[Member]) -> Option<Byline> {
    let (line, slug) = fields.optional_text(key)?;
    let member = team.iter().find(|member| member.slug == slug);
    // An empty text has been reported.
    if member.is_none() && !slug.is_empty() {
        let known: Vec<_> = team.iter().map(|member| format!("\"{}\"", member.slug)).collect();
        let advice = if known.is_empty() {
            format!("Add the file team/{slug}.md, or remove this line.")
        } else {
            format!("Use one of {}, or add the file team/{slug}.md.", known.join(", "))
        };
        let message = format!("`{key}` is \"{slug}\", but there is no such team member. {advice}");
        let plain = format!("“{}” names somebody who is not in the team. Choose somebody else.", fields.label(key));
        fields.problem(line, Message::new(message, plain));
    }
    member.map(Member::byline)
}

fn source(mut fields: Fields<'_>) -> Source {
    let publisher = fields.optional_text("publisher").map(|(_, publisher)| publisher);
    let title = fields.text("title");
    let (line, url) = fields.text_at("url");
    if !url.is_empty() && !is_https_url(&url) {
        let message = format!("The source \"{url}\" must be the whole address of a page, starting with https://");
        fields.problem(line, message);
    }
    fields.finish();
    Source { publisher, title, url }
}
