//! What a list of documents shows of one: its title, its day and its place.

use jiff::civil::{Date, DateTime, Time};
use toml::{Table, Value};

/// What a list of documents shows of one, as far as it can be read.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct DocumentSummary {
    /// The key `title` or `name`.
    pub title: Option<String>,
    /// When an article appears, in the clinic's time zone.
    pub appears_at: Option<DateTime>,
    /// The key `order`, or `home` of an article.
    pub position: Option<i64>,
}

impl DocumentSummary {
    pub fn read(text: &str) -> Self {
        let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n");
        let keys = match text.strip_prefix("+++\n") {
            Some(rest) => rest.split_once("\n+++").map_or("", |(keys, _)| keys),
            None => &text,
        };
        let Ok(table) = keys.parse::<Table>() else { return Self::default() };
        let title = table.get("title").or_else(|| table.get("name"));
        let title = title.and_then(|title| title.as_str().or_else(|| title.get("placeholder").and_then(Value::as_str)));
        let published = table.get("published").and_then(Value::as_datetime);
        let published: Option<Date> = published.and_then(|published| published.to_string().parse().ok());
        let time = table.get("time").and_then(Value::as_str).and_then(|time| Time::strptime("%H:%M", time).ok());
        let position = table.get("order").or_else(|| table.get("home"));
        Self {
            position: position.and_then(Value::as_integer),
            title: title.map(str::to_owned),
            appears_at: published.map(|date| date.to_datetime(time.unwrap_or_default())),
        }
    }
}

pub fn title_of(text: &str) -> Option<String> {
    DocumentSummary::read(text).title
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn broken_keys_have_no_title() {
        for text in ["", "+++", "+++\ntitle = \n+++\n", "+++\nother = 1\n+++\n"] {
            assert_eq!(title_of(text), None, "{text}");
        }
    }
}
