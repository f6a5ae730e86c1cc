//! Checks a content folder again after a change. Of the articles, of which there may be a thousand, only those are read that
//! changed since the last time; the rest of the content is small.

use std::collections::HashMap;
use std::sync::Arc;

use jiff::civil::Date;

use super::files::collections;
use super::folder::Folder;
use super::future_dates::{self, DatedArticle};
use super::load::{ARTICLES, SitePages, check_links, read_all_but_articles, read_item, slug_of};
use super::load_context::{Link, LoadContext};
use super::model::{Member, Urgent};
use super::picture::index::PictureIndex;
use super::problems::{Findings, Placeholder, Problem, Report};
use super::unused_files;
use super::variables::Variables;

/// What was found in the articles that were read last.
#[derive(Debug, Default)]
pub struct KnownArticles {
    read_with: Option<ReadWith>,
    /// The paths of all pictures.
    pictures: Vec<String>,
    /// Keyed by path. An article that names a missing picture is not kept: what to do about that depends on all pictures.
    articles: HashMap<String, KnownArticle>,
}

/// Everything outside an article that changes what is found in it, apart from pictures.
#[derive(Debug, PartialEq, Eq)]
struct ReadWith {
    variables: Variables,
    /// The slugs, in the order in which a problem lists them.
    team: Vec<String>,
}

#[derive(Debug)]
struct KnownArticle {
    /// Of the file, before its variables are replaced.
    hash: String,
    /// The paths of the pictures that it names.
    pictures: Vec<String>,
    found: Arc<ReadArticle>,
}

/// What was found in an article.
#[derive(Debug)]
struct ReadArticle {
    /// `None` when it cannot be read at all.
    article: Option<DatedArticle>,
    links: Vec<Link>,
    /// With what is still to be written.
    problems: Vec<Problem>,
    placeholders: Vec<Placeholder>,
}

/// A folder that was checked.
#[derive(Debug)]
pub struct Examined {
    articles: Vec<Arc<ReadArticle>>,
    /// In all other files.
    links: Vec<Link>,
    urgent: Urgent,
    /// Problems of the other files, and of all links.
    problems: Vec<Problem>,
    placeholders: Vec<Placeholder>,
}

impl KnownArticles {
    pub fn examine(&mut self, folder: &Folder, pages: &SitePages) -> Examined {
        let report = Report::default();
        unused_files::report(folder, &pages.files, &report);
        let variables = Variables::of(folder);
        let others = variables.expand(folder.filtered(|path| slug_of(path, ARTICLES).is_none()), &report);
        let pictures = PictureIndex::scan(&others, &report);
        let mut context = LoadContext::new(&pictures, &report);
        let loaded = read_all_but_articles(&others, pages, &mut context);
        let (links, _) = context.into_links_and_pictures();
        let articles = self.read_articles(folder, variables, &loaded.team, &pictures);
        let slugs: Vec<&str> = dated(&articles).map(DatedArticle::slug).collect();
        let all_links = links.iter().chain(articles.iter().flat_map(|article| &article.links));
        check_links(&others, &loaded, &slugs, all_links, pages, &report);
        let Findings { mut problems, unwritten, placeholders } = report.into_findings();
        problems.extend(unwritten);
        Examined { articles, links, urgent: loaded.urgent, problems, placeholders }
    }

    fn read_articles(
        &mut self,
        folder: &Folder,
        variables: Variables,
        team: &[Member],
        pictures: &PictureIndex,
    ) -> Vec<Arc<ReadArticle>> {
        let Self { read_with, pictures: known_pictures, articles: known_articles } = self;
        let new = ReadWith { variables, team: team.iter().map(|member| member.slug.clone()).collect() };
        if read_with.as_ref() != Some(&new) {
            known_articles.clear();
        }
        let ReadWith { variables, .. } = read_with.insert(new);
        if !known_pictures.iter().eq(pictures.files.keys()) {
            known_articles.retain(|_, known| known.pictures.iter().all(|path| pictures.files.contains_key(path)));
            *known_pictures = pictures.files.keys().cloned().collect();
        }
        let mut articles = Vec::new();
        let mut kept = 0;
        for (path, file) in folder.files() {
            let Some(slug) = slug_of(path, ARTICLES) else { continue };
            let known = known_articles.get(path).filter(|known| known.hash == file.hash);
            if let Some(known) = known {
                articles.push(Arc::clone(&known.found));
                kept += 1;
                continue;
            }
            let (found, named) = read_article(path, slug, file, variables, team, pictures);
            let found = Arc::new(found);
            articles.push(Arc::clone(&found));
            if named.iter().all(|picture| pictures.files.contains_key(picture)) {
                let known = KnownArticle { hash: file.hash.clone(), pictures: named, found };
                known_articles.insert(path.to_owned(), known);
                kept += 1;
            } else {
                known_articles.remove(path);
            }
        }
        if known_articles.len() > kept {
            known_articles.retain(|path, _| folder.contains(path));
        }
        articles
    }
}

/// With the paths of the pictures that it names.
fn read_article(
    path: &str,
    slug: &str,
    file: &[u8],
    variables: &Variables,
    team: &[Member],
    pictures: &PictureIndex,
) -> (ReadArticle, Vec<String>) {
    let report = Report::default();
    let expanded = variables.expand_file(path, file, &report);
    let bytes = expanded.as_ref().map_or(file, String::as_bytes);
    let mut context = LoadContext::new(pictures, &report);
    let article = read_item(path, slug, bytes, &mut context, |slug, document, context| {
        DatedArticle::of(&collections::article(slug, document, team, context))
    });
    let (links, named) = context.into_links_and_pictures();
    let Findings { mut problems, unwritten, placeholders } = report.into_findings();
    problems.extend(unwritten);
    (ReadArticle { article, links, problems, placeholders }, named)
}

fn dated(articles: &[Arc<ReadArticle>]) -> impl Iterator<Item = &DatedArticle> {
    articles.iter().filter_map(|read| read.article.as_ref())
}

impl Examined {
    /// Also what is still to be written.
    pub fn problems(&self) -> impl Iterator<Item = &Problem> {
        self.problems.iter().chain(self.articles.iter().flat_map(|article| &article.problems))
    }

    pub fn future_dates(&self, today: Date) -> Vec<Problem> {
        future_dates::find_among(&dated(&self.articles).collect::<Vec<_>>(), &self.urgent, today)
    }

    pub fn early_links(&self, today: Date, files: &Folder, published: &Folder) -> Vec<Problem> {
        let links = self.links.iter().chain(self.articles.iter().flat_map(|article| &article.links));
        future_dates::early_links_among(&dated(&self.articles).collect::<Vec<_>>(), links, today, files, published)
    }

    /// Values that the clinic still has to fill in.
    pub fn placeholders(&self) -> impl Iterator<Item = &Placeholder> {
        let articles = self.articles.iter().flat_map(|article| &article.placeholders);
        self.placeholders.iter().chain(articles)
    }
}
