//! What the search field of the articles page finds: articles, services and pages. The browser loads it when the field is used.

use serde::Serialize;
use utoipa::ToSchema;

use crate::page_data::Page;
use crate::page_registry::BuiltPage;
use crate::paths;
use clinic_content::model::Content;
use clinic_content::text::rich_text::{Block, plain_text};

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SearchEntry {
    pub kind: SearchKind,
    pub href: String,
    pub title: String,
    pub summary: String,
    /// More words by which it is found: headings and names that people use.
    pub words: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SearchKind {
    Article,
    Service,
    Page,
}

pub fn build(content: &Content, pages: &[BuiltPage]) -> String {
    serde_json::to_string(&entries(content, pages)).expect("texts can be written as JSON")
}

fn entries(content: &Content, pages: &[BuiltPage]) -> Vec<SearchEntry> {
    let articles = content.articles.iter().map(|article| SearchEntry {
        kind: SearchKind::Article,
        href: paths::with_slug(paths::ARTICLE, &article.slug),
        title: article.title.clone(),
        summary: article.summary.clone(),
        words: words(&article.search, &article.body),
    });
    let services = content.services.iter().map(|service| SearchEntry {
        kind: SearchKind::Service,
        href: paths::with_section(paths::SERVICES, &service.slug),
        title: service.title.clone(),
        summary: service.summary.clone(),
        words: words(&service.search, &service.body),
    });
    let pages = pages.iter().filter(|page| page.entry.is_indexed && !matches!(page.data.page, Page::Article { .. }));
    let pages = pages.map(|page| SearchEntry {
        kind: SearchKind::Page,
        href: page.data.path.clone(),
        title: page.data.meta.title.clone(),
        summary: page.data.meta.description.clone(),
        words: match &page.data.page {
            Page::Info { info } => words(&info.search, &info.body),
            _ => String::new(),
        },
    });
    articles.chain(services).chain(pages).collect()
}

fn words(search: &[String], body: &[Block]) -> String {
    let mut words = search.to_vec();
    for block in body {
        if let Block::Heading { content, .. } = block {
            words.push(plain_text(content));
        }
    }
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;
    use crate::page_registry::build_pages;
    use crate::publication::content_source::valid_content;
    use clinic_content::Folder;

    #[test]
    fn articles_services_and_pages_are_found_with_the_words_of_their_editors() {
        let content = valid_content(&Folder::embedded());
        let pages = build_pages(&content, "build", date(2026, 11, 17));
        let entries = entries(&content, &pages);
        let found = |kind: SearchKind, href: &str| entries.iter().any(|entry| entry.kind == kind && entry.href == href);
        assert!(found(SearchKind::Article, "/articles/apollo-the-red-eye-that-spreads"));
        assert!(found(SearchKind::Service, "/services#frames"));
        assert!(found(SearchKind::Page, "/about-us"));
        assert!(!entries.iter().any(|entry| entry.href == "/appointment"), "not a page that people look for");
        let apollo = entries.iter().find(|entry| entry.href.contains("apollo")).expect("the article");
        assert!(apollo.words.contains("pink eye") && apollo.words.contains("How it spreads"), "{}", apollo.words);
    }
}
