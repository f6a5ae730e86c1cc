//! Finds articles whose publication date is far in the future, which is nearly always a mistyped year.
//!
//! Not a problem of the content as such: a server whose clock is wrong must still publish.

use jiff::ToSpan;
use jiff::civil::Date;

use super::model::Content;
use super::problems::Problem;

pub fn find(content: &Content, today: Date) -> Vec<Problem> {
    let Ok(latest) = today.checked_add(1.year()) else { return Vec::new() };
    let problem = |slug: &str, line: usize, date: Date| Problem {
        file: format!("articles/{slug}.md"),
        line,
        message: format!("The date {date} is more than a year in the future. Check the year."),
    };
    content
        .articles
        .iter()
        .filter(|article| article.published > latest)
        .map(|article| problem(&article.slug, article.published_line, article.published))
        .collect()
}
