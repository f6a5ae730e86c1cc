//! Reads everything that identifies the current edition: what is published, how often each document was changed, and the
//! versions of the drafts.

use std::ops::Range;

use super::revision::PublishedId;
use crate::store::{Store, StoreError, retry};

/// Of one moment.
pub(super) struct StoredContent {
    pub published: PublishedId,
    pub counts: ChangeCounts,
    /// Ordered by path.
    pub drafts: Vec<StoredDraft>,
}

pub(super) struct StoredDraft {
    pub path: String,
    pub version: String,
    pub base: Option<String>,
}

/// How often each document was changed. A path is missing until its first change.
#[derive(Debug)]
pub(super) struct ChangeCounts {
    /// As the database writes it: a copy of every path would take longer than reading it.
    text: String,
    /// Where the paths are in the text, ordered by path, and their counts.
    counts: Vec<(Range<usize>, i64)>,
}

impl ChangeCounts {
    fn parse(text: String) -> Option<Self> {
        let mut counts = Vec::new();
        let mut rest = text.as_str();
        while !rest.is_empty() {
            let (count, after) = rest.split_once(' ')?;
            let (path, after) = split_path(after)?;
            let end = text.len() - after.len();
            counts.push((end - path.len()..end, count.parse().ok()?));
            rest = after;
        }
        counts.sort_unstable_by_key(|(path, _)| &text[path.clone()]);
        Some(Self { text, counts })
    }

    pub fn get(&self, path: &str) -> Option<i64> {
        let found = self.counts.binary_search_by_key(&path, |(path, _)| &self.text[path.clone()]).ok()?;
        self.counts.get(found).map(|(_, count)| *count)
    }

    /// All changes together: another number after every change.
    pub fn sum(&self) -> i64 {
        self.counts.iter().map(|(_, count)| count).sum()
    }
}

impl Store {
    /// One statement, so that everything is of the same moment, and one row: a row for each document, of which there may be
    /// a thousand, would take most of the time of a list. Without the columns after the bytes of the drafts: SQLite would
    /// read the bytes to find them.
    pub(super) async fn stored_content(&self) -> Result<StoredContent, StoreError> {
        retry(|| async {
            let (revision, removals, changes, drafts): (i64, i64, String, String) = sqlx::query_as(
                "SELECT COALESCE((SELECT revision FROM content_published WHERE id = 1), 0),
                     (SELECT COALESCE(MAX(number), 0) FROM content_removals),
                     COALESCE((SELECT STRING_AGG(changes || ' ' || LENGTH(path) || ' ' || path, '')
                         FROM content_versions), ''),
                     COALESCE((SELECT STRING_AGG(version || ' ' || COALESCE(base, '') || ' ' || LENGTH(path) || ' ' || path, '')
                         FROM content_drafts), '')",
            )
            .fetch_one(&self.reader)
            .await?;
            let corrupt = || StoreError::Corrupt("no list of the drafts and changes");
            let counts = ChangeCounts::parse(changes).ok_or_else(corrupt)?;
            let mut drafts = read_drafts(&drafts).ok_or_else(corrupt)?;
            // The databases sort text differently.
            drafts.sort_by(|a, b| a.path.cmp(&b.path));
            Ok(StoredContent { published: PublishedId { revision, removals }, counts, drafts })
        })
        .await
    }
}

fn read_drafts(mut text: &str) -> Option<Vec<StoredDraft>> {
    let mut drafts = Vec::new();
    while !text.is_empty() {
        let (version, rest) = text.split_once(' ')?;
        let (base, rest) = rest.split_once(' ')?;
        let (path, rest) = split_path(rest)?;
        let base = (!base.is_empty()).then(|| base.to_owned());
        drafts.push(StoredDraft { path: path.to_owned(), version: version.to_owned(), base });
        text = rest;
    }
    Some(drafts)
}

/// A path after the number of its characters: it may contain any of them.
fn split_path(text: &str) -> Option<(&str, &str)> {
    let (length, rest) = text.split_once(' ')?;
    let length: usize = length.parse().ok()?;
    if rest.as_bytes().get(..length).is_some_and(<[u8]>::is_ascii) {
        return Some(rest.split_at(length));
    }
    match rest.char_indices().nth(length) {
        Some((end, _)) => Some(rest.split_at(end)),
        None => (rest.chars().count() == length).then_some((rest, "")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_with_spaces_digits_and_letters_outside_ascii_are_read() {
        let changes = ChangeCounts::parse("3 4 a bé12 5 7 1 x".to_owned()).expect("complete");
        assert_eq!(["a bé", "7 1 x", "a b"].map(|path| changes.get(path)), [Some(3), Some(12), None]);
        assert_eq!(changes.sum(), 15);
        let drafts = read_drafts("none  1 a2-ab cd 2 b ").expect("complete");
        let read: Vec<_> =
            drafts.iter().map(|draft| (draft.path.as_str(), draft.version.as_str(), draft.base.as_deref())).collect();
        assert_eq!(read, [("a", "none", None), ("b ", "2-ab", Some("cd"))]);
    }

    #[test]
    fn text_that_ends_early_is_refused() {
        for text in ["3", "3 ", "3 4", "3 4 abc", "x 1 a"] {
            assert!(ChangeCounts::parse(text.to_owned()).is_none(), "{text}");
        }
    }
}
