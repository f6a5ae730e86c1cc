//! Articles with a publication date in the future, which appear on their day: one far in the future is nearly always a
//! mistyped year. And reviews that are said to have happened in the future.
//!
//! Not a problem of the content as such: a server whose clock is wrong must still publish.

use std::borrow::Cow;

use jiff::ToSpan;
use jiff::civil::Date;

use super::document_kind::URGENT_FILE;
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

fn review_in_future(date: Date) -> String {
    format!("`last_reviewed` is {date}, which is in the future. Write the day of the last review.")
}
