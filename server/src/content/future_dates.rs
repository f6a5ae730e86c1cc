//! Articles with a publication date in the future, which appear on their day: one far in the future is nearly always a
//! mistyped year. Reviews that are said to have happened in the future. And links to articles whose day has not come.
//!
//! Not a problem of the content as such: a server whose clock is wrong must still publish.

use std::borrow::Cow;

use jiff::ToSpan;
use jiff::civil::Date;

use super::document_kind::URGENT_FILE;
use super::folder::Folder;
use super::load_context::Link;
use super::model::Content;
use super::problems::Problem;

/// The content without the articles whose day has not come.
pub fn without_scheduled(content: &Content, today: Date) -> Cow<'_, Content> {
    let mut content = Cow::Borrowed(content);
    if content.articles.iter().any(|article| article.published > today) {
        content.to_mut().articles.retain(|article| article.published <= today);
    }
    content
}

pub fn find(content: &Content, today: Date) -> Vec<Problem> {
    let Ok(latest) = today.checked_add(1.year()) else { return Vec::new() };
    let problem =
        |slug: &str, line: usize, message: String| Problem { file: format!("articles/{slug}.md"), line, message };
    let published = content.articles.iter().filter(|article| article.published > latest).map(|article| {
        let message = format!("The date {} is more than a year in the future. Check the year.", article.published);
        problem(&article.slug, article.published_line, message)
    });
    let reviewed = content.articles.iter().filter_map(|article| {
        let date = article.last_reviewed.filter(|date| *date > today)?;
        Some(problem(&article.slug, article.last_reviewed_line, review_in_future(date)))
    });
    let urgent = content.urgent.last_reviewed.filter(|date| *date > today).map(|date| Problem {
        file: URGENT_FILE.to_owned(),
        line: content.urgent.last_reviewed_line,
        message: review_in_future(date),
    });
    published.chain(reviewed).chain(urgent).collect()
}

/// Links that lead to nothing until an article appears. An article that appears on that day or later may have one.
///
/// Only a new one is refused: what visitors see already, or a clock that is wrong, must not keep other changes back.
pub fn early_links(content: &Content, today: Date, files: &Folder, published: &Folder) -> Vec<Problem> {
    let is_changed = |path: &str| files.get(path).map(|file| &file.hash) != published.get(path).map(|file| &file.hash);
    let find = |slug: &str| content.articles.iter().find(|article| article.slug == slug);
    let slug_of = |file: &str| Some(file.strip_prefix("articles/")?.strip_suffix(".md")?.to_owned());
    let problem = |link: &Link| {
        let target = find(link.href.strip_prefix("/articles/")?.split('#').next()?)?;
        let linking = slug_of(&link.file).and_then(|slug| find(&slug));
        let is_early = linking.is_none_or(|article| article.published < target.published);
        // An article that links already may have got an earlier day, so every change of it counts.
        let is_old =
            linking.is_none() && published.get(&link.file).is_some_and(|file| contains(&file.bytes, &link.href));
        let is_new = (is_changed(&link.file) && !is_old) || is_changed(&format!("articles/{}.md", target.slug));
        if link.waits_for_article || target.published <= today || !is_early || !is_new {
            return None;
        }
        let (title, day) = (&target.title, target.published.strftime("%-d %B %Y"));
        let message = format!(
            "This links to “{title}”, which appears on {day}. Until then visitors would find nothing there. Remove the link, \
             publish it on that day, or give “{title}” an earlier date."
        );
        Some(Problem { file: link.file.clone(), line: link.line, message })
    };
    content.links.iter().filter_map(problem).collect()
}

fn contains(text: &[u8], words: &str) -> bool {
    std::str::from_utf8(text).is_ok_and(|text| text.contains(words))
}

fn review_in_future(date: Date) -> String {
    format!("`last_reviewed` is {date}, which is in the future. Write the day of the last review.")
}
