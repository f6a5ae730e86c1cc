//! Articles and a notice that appear on a day in the future: one far in the future is nearly always a mistyped year. Reviews
//! that are said to have happened in the future. And links to articles that have not appeared.
//!
//! Not a problem of the content as such: a server whose clock is wrong must still publish.

use std::borrow::Cow;
use std::collections::HashMap;

use jiff::ToSpan;
use jiff::civil::{Date, DateTime, Time};
use toml::Table;

use super::document_kind::{CLINIC_FILE, URGENT_FILE};
use super::folder::Folder;
use super::load::{ARTICLES, slug_of};
use super::load_context::Link;
use super::model::{Article, Content, SiteNotice, Urgent};
use super::problems::Problem;

/// The content without the articles that have not appeared. `now` is in the clinic's time zone.
pub fn without_scheduled(content: &Content, now: DateTime) -> Cow<'_, Content> {
    let mut content = Cow::Borrowed(content);
    if next_appearance(&content, now).is_some() {
        content.to_mut().articles.retain(|article| article.appears_at() <= now);
    }
    content
}

/// When the next article appears, in the clinic's time zone.
pub fn next_appearance(content: &Content, now: DateTime) -> Option<DateTime> {
    content.articles.iter().map(Article::appears_at).filter(|appears_at| *appears_at > now).min()
}

/// What these checks need of an article.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DatedArticle {
    slug: String,
    title: String,
    published: Date,
    appears_at: DateTime,
    published_line: usize,
    last_reviewed: Option<Date>,
    last_reviewed_line: usize,
}

impl DatedArticle {
    pub fn of(article: &Article) -> Self {
        Self {
            slug: article.slug.clone(),
            title: article.title.clone(),
            published: article.published,
            appears_at: article.appears_at(),
            published_line: article.published_line,
            last_reviewed: article.last_reviewed,
            last_reviewed_line: article.last_reviewed_line,
        }
    }

    pub fn slug(&self) -> &str {
        &self.slug
    }
}

pub fn find(content: &Content, today: Date) -> Vec<Problem> {
    let articles: Vec<_> = content.articles.iter().map(DatedArticle::of).collect();
    find_among(&articles.iter().collect::<Vec<_>>(), &content.urgent, content.clinic.notice.as_ref(), today)
}

pub fn find_among(
    articles: &[&DatedArticle],
    urgent: &Urgent,
    notice: Option<&SiteNotice>,
    today: Date,
) -> Vec<Problem> {
    let Ok(latest) = today.checked_add(1.year()) else { return Vec::new() };
    let problem = |slug: &str, line: usize, message: String| Problem::new(format!("articles/{slug}.md"), line, message);
    let published = articles
        .iter()
        .filter(|article| article.published > latest)
        .map(|article| problem(&article.slug, article.published_line, far_in_future(article.published)));
    let notice = notice.and_then(|notice| {
        let from = notice.from.filter(|from| *from > latest)?;
        Some(Problem::new(CLINIC_FILE, notice.from_line, far_in_future(from)))
    });
    let reviewed = articles.iter().filter_map(|article| {
        let date = article.last_reviewed.filter(|date| *date > today)?;
        Some(problem(&article.slug, article.last_reviewed_line, review_in_future(date)))
    });
    let urgent = urgent
        .last_reviewed
        .filter(|date| *date > today)
        .map(|date| Problem::new(URGENT_FILE, urgent.last_reviewed_line, review_in_future(date)));
    published.chain(reviewed).chain(urgent).chain(notice).collect()
}

/// Links that lead to nothing until an article appears. An article that appears then or later may have one. `now` is in the
/// clinic's time zone.
///
/// Only a new one is refused: what visitors see already, or a clock that is wrong, must not keep other changes back.
pub fn early_links(content: &Content, now: DateTime, files: &Folder, published: &Folder) -> Vec<Problem> {
    let articles: Vec<_> = content.articles.iter().map(DatedArticle::of).collect();
    early_links_among(&articles.iter().collect::<Vec<_>>(), &content.links, now, files, published)
}

pub fn early_links_among<'a>(
    articles: &[&DatedArticle],
    links: impl IntoIterator<Item = &'a Link>,
    now: DateTime,
    files: &Folder,
    published: &Folder,
) -> Vec<Problem> {
    if articles.iter().all(|article| article.appears_at <= now) {
        return Vec::new();
    }
    let is_changed = |path: &str| files.get(path).map(|file| &file.hash) != published.get(path).map(|file| &file.hash);
    let by_slug: HashMap<&str, &DatedArticle> = articles.iter().map(|article| (article.slug(), *article)).collect();
    let problem = |link: &Link| {
        let slug = link.href.strip_prefix("/articles/")?.split('#').next()?;
        let target = *by_slug.get(slug).filter(|target| target.appears_at > now)?;
        let linking = slug_of(&link.file, ARTICLES).and_then(|slug| by_slug.get(slug));
        let shown_from = linking.map(|article| article.appears_at).or(link.shown_from.map(|day| day.at(0, 0, 0, 0)));
        let is_early = shown_from.is_none_or(|shown_from| shown_from < target.appears_at);
        // An article or a notice that links already may have got an earlier day, so every change of it counts.
        let is_old = shown_from.is_none()
            && published.get(&link.file).is_some_and(|file| contains(&file.bytes, &link.href))
            && !(link.file == CLINIC_FILE && notice_waits(published));
        let is_new = (is_changed(&link.file) && !is_old) || is_changed(&format!("articles/{}.md", target.slug));
        if link.waits_for_article || !is_early || !is_new {
            return None;
        }
        let has_time = target.appears_at.time() != Time::midnight();
        let format = if has_time { "%-d %B %Y at %-I:%M %p" } else { "%-d %B %Y" };
        let (title, day) = (&target.title, target.appears_at.strftime(format));
        let message = format!(
            "This links to “{title}”, which appears on {day}. Until then visitors would find nothing there. Remove the link, \
             publish it then, or give “{title}” an earlier date."
        );
        Some(Problem::new(link.file.clone(), link.line, message))
    };
    links.into_iter().filter_map(problem).collect()
}

fn contains(text: &[u8], words: &str) -> bool {
    std::str::from_utf8(text).is_ok_and(|text| text.contains(words))
}

/// Whether the notice has a first day.
fn notice_waits(files: &Folder) -> bool {
    let clinic = files.get(CLINIC_FILE).and_then(|file| std::str::from_utf8(&file.bytes).ok()?.parse::<Table>().ok());
    clinic.is_some_and(|clinic| clinic.get("notice").is_some_and(|notice| notice.get("from").is_some()))
}

fn far_in_future(date: Date) -> String {
    format!("The date {date} is more than a year in the future. Check the year.")
}

fn review_in_future(date: Date) -> String {
    format!("`last_reviewed` is {date}, which is in the future. Write the day of the last review.")
}
