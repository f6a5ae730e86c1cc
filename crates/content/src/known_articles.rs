//! Checks a content folder again after a change. Of the articles, of which there may be a thousand, only those are read that
//! changed since the last time; the rest of the content is small.

use std::collections::{BTreeMap, HashSet};
use std::mem;

use jiff::civil::{Date, DateTime};

use super::file::ContentFile;
use super::files::collections;
use super::folder::Folder;
use super::future_dates::{self, DatedArticle};
use super::link_check;
use super::load::{ARTICLES, SitePages, read_all_but_articles, read_item, read_redirects, slug_of};
use super::load_context::{Link, LoadContext};
use super::misplaced_files;
use super::model::{Content, Member, SiteNotice, Urgent};
use super::picture::index::PictureIndex;
use super::problems::{Findings, Placeholder, Problem, Report};
use super::variables::Variables;

/// What was found in the articles that were read last.
#[derive(Debug, Default)]
pub struct KnownArticles {
    read_with: Option<ReadWith>,
    /// The paths of all pictures.
    pictures: Vec<String>,
    addresses: Addresses,
    /// Ordered by path.
    articles: Vec<KnownArticle>,
}

/// Everything outside an article that changes what is found in it, apart from pictures and addresses.
#[derive(Debug, PartialEq, Eq)]
struct ReadWith {
    variables: Variables,
    /// The slugs, in the order in which a problem lists them.
    team: Vec<String>,
}

/// What links were checked with.
#[derive(Debug, Default)]
struct Addresses {
    /// With the first article only.
    targets_but_articles: HashSet<String>,
    slugs: Vec<String>,
    targets: HashSet<String>,
    redirects: BTreeMap<String, String>,
}

#[derive(Debug)]
struct KnownArticle {
    path: String,
    /// Before its variables are replaced.
    file: ContentFile,
    /// The paths of the pictures that it names.
    pictures: Vec<String>,
    /// What to do about that depends on all pictures.
    names_missing_picture: bool,
    /// `None` when it cannot be read at all.
    article: Option<DatedArticle>,
    links: Vec<Link>,
    /// `None` before they are checked.
    link_problems: Option<Vec<Problem>>,
    /// With what is still to be written.
    problems: Vec<Problem>,
    placeholders: Vec<Placeholder>,
}

/// A folder that was checked.
#[derive(Debug)]
pub struct Examined<'a> {
    articles: &'a [KnownArticle],
    /// In all other files.
    links: Vec<Link>,
    urgent: Urgent,
    notice: Option<SiteNotice>,
    problems: Vec<Problem>,
    placeholders: Vec<Placeholder>,
}

impl KnownArticles {
    pub fn examine(&mut self, folder: &Folder, pages: &SitePages) -> Examined<'_> {
        let report = Report::default();
        misplaced_files::report(folder, &pages.files, &report);
        let variables = Variables::of(folder);
        let others = variables.expand(folder.filtered(|path| slug_of(path, ARTICLES).is_none()), &report);
        let pictures = PictureIndex::scan(&others, &report);
        let mut context = LoadContext::new(&pictures, &report);
        let loaded = read_all_but_articles(&others, pages, &mut context);
        let (links, _) = context.into_links_and_pictures();
        self.read_articles(folder, variables, &loaded.team, &pictures);
        self.check_links(&others, &loaded, &links, pages, &report);
        let Findings { mut problems, unwritten, placeholders } = report.into_findings();
        problems.extend(unwritten);
        let (urgent, notice) = (loaded.urgent, loaded.clinic.notice);
        Examined { articles: &self.articles, links, urgent, notice, problems, placeholders }
    }

    fn read_articles(&mut self, folder: &Folder, variables: Variables, team: &[Member], pictures: &PictureIndex) {
        let new = ReadWith { variables, team: team.iter().map(|member| member.slug.clone()).collect() };
        if self.read_with.as_ref() != Some(&new) {
            self.articles.clear();
        }
        let ReadWith { variables, .. } = self.read_with.insert(new);
        let has = |path: &String| pictures.files.contains_key(path);
        if !self.pictures.iter().eq(pictures.files.keys()) {
            self.articles.retain(|known| known.pictures.iter().all(has));
            self.pictures = pictures.files.keys().cloned().collect();
        }
        let mut known = mem::take(&mut self.articles).into_iter().peekable();
        for (path, file) in folder.files() {
            let Some(slug) = slug_of(path, ARTICLES) else { continue };
            while known.next_if(|known| *known.path < *path).is_some() {}
            let known =
                known.next_if(|known| known.path == path && known.file == *file && !known.names_missing_picture);
            self.articles.push(known.unwrap_or_else(|| read_article(path, slug, file, variables, team, pictures)));
        }
    }

    /// Links of articles that did not change are checked again when other addresses exist.
    fn check_links(&mut self, others: &Folder, loaded: &Content, links: &[Link], pages: &SitePages, report: &Report) {
        let Self { addresses, articles, .. } = self;
        let slugs: Vec<&str> = dated(articles).map(DatedArticle::slug).collect();
        let targets_but_articles = (pages.link_targets)(loaded, &slugs[..slugs.len().min(1)]);
        let has_same_targets = addresses.targets_but_articles == targets_but_articles && addresses.slugs == slugs;
        if !has_same_targets {
            addresses.targets = (pages.link_targets)(loaded, &slugs);
            addresses.slugs = slugs.into_iter().map(str::to_owned).collect();
            addresses.targets_but_articles = targets_but_articles;
        }
        let redirects = read_redirects(others, &addresses.targets, report);
        let is_known = has_same_targets && addresses.redirects == redirects;
        addresses.redirects = redirects;
        let Addresses { targets, redirects, .. } = addresses;
        link_check::check(links, targets, redirects, report);
        for article in articles.iter_mut().filter(|article| !is_known || article.link_problems.is_none()) {
            let report = Report::default();
            link_check::check(&article.links, targets, redirects, &report);
            article.link_problems = Some(report.into_findings().problems);
        }
    }
}

fn read_article(
    path: &str,
    slug: &str,
    file: &ContentFile,
    variables: &Variables,
    team: &[Member],
    pictures: &PictureIndex,
) -> KnownArticle {
    let report = Report::default();
    let expanded = variables.expand_file(path, file, &report);
    let bytes = expanded.as_ref().map_or(&*file.bytes, String::as_bytes);
    let mut context = LoadContext::new(pictures, &report);
    let article = read_item(path, slug, bytes, &mut context, |slug, document, context| {
        DatedArticle::of(&collections::article(slug, document, team, context))
    });
    let (links, named) = context.into_links_and_pictures();
    let Findings { mut problems, unwritten, placeholders } = report.into_findings();
    problems.extend(unwritten);
    KnownArticle {
        path: path.to_owned(),
        file: file.clone(),
        names_missing_picture: !named.iter().all(|picture| pictures.files.contains_key(picture)),
        pictures: named,
        article,
        links,
        link_problems: None,
        problems,
        placeholders,
    }
}

fn dated(articles: &[KnownArticle]) -> impl Iterator<Item = &DatedArticle> {
    articles.iter().filter_map(|known| known.article.as_ref())
}

impl Examined<'_> {
    /// Also what is still to be written.
    pub fn problems(&self) -> impl Iterator<Item = &Problem> {
        let articles = self.articles.iter();
        let articles = articles.flat_map(|known| known.problems.iter().chain(known.link_problems.iter().flatten()));
        self.problems.iter().chain(articles)
    }

    pub fn future_dates(&self, today: Date) -> Vec<Problem> {
        let articles: Vec<_> = dated(self.articles).collect();
        future_dates::find_among(&articles, &self.urgent, self.notice.as_ref(), today)
    }

    pub fn early_links(&self, now: DateTime, files: &Folder, published: &Folder) -> Vec<Problem> {
        let links = self.links.iter().chain(self.articles.iter().flat_map(|known| &known.links));
        future_dates::early_links_among(&dated(self.articles).collect::<Vec<_>>(), links, now, files, published)
    }

    pub fn notice(&self) -> Option<&SiteNotice> {
        self.notice.as_ref()
    }

    /// Values that the clinic still has to fill in.
    pub fn placeholders(&self) -> impl Iterator<Item = &Placeholder> {
        self.placeholders.iter().chain(self.articles.iter().flat_map(|known| &known.placeholders))
    }
}
