//! Reads everything that identifies the current edition: what is published, how often documents were changed, and the versions
//! of the drafts.

use std::collections::HashMap;

use super::revision::PublishedId;
use crate::{Store, StoreError};

/// Of one moment.
pub(super) struct StoredContent {
    pub published: PublishedId,
    /// Of all documents together.
    pub changes: i64,
    /// Ordered by path.
    pub drafts: Vec<StoredDraft>,
}

pub(super) struct StoredDraft {
    pub path: String,
    pub version: String,
    pub base: Option<String>,
}

impl Store {
    /// One statement, so that everything is of the same moment, and one row: a row for each draft, of which there may be
    /// hundreds, would take most of the time of a list. Without the columns after the bytes of the drafts: SQLite would
    /// read the bytes to find them.
    pub(super) async fn stored_content(&self) -> Result<StoredContent, StoreError> {
        self.read(async |mut connection| {
            let (revision, removals, changes, drafts): (i64, i64, i64, String) = sqlx::query_as(
                "SELECT COALESCE((SELECT revision FROM content_published WHERE id = 1), 0),
                     (SELECT COALESCE(MAX(number), 0) FROM content_removals),
                     (SELECT CAST(COALESCE(SUM(changes), 0) AS BIGINT) FROM content_versions),
                     COALESCE((SELECT STRING_AGG(version || ' ' || COALESCE(base, '') || ' ' || LENGTH(path) || ' ' || path, '')
                         FROM content_drafts), '')",
            )
            .fetch_one(&mut *connection)
            .await?;
            let mut drafts = read_drafts(&drafts).ok_or(StoreError::Corrupt("no list of the drafts"))?;
            // The databases sort text differently.
            drafts.sort_by(|a, b| a.path.cmp(&b.path));
            Ok(StoredContent { published: PublishedId { revision, removals }, changes, drafts })
        })
        .await
    }

    /// How often each document was changed. A path is missing until its first change.
    pub(super) async fn change_counts(&self) -> Result<HashMap<String, i64>, StoreError> {
        self.read(async |mut connection| {
            let counts: Vec<(String, i64)> =
                sqlx::query_as("SELECT path, changes FROM content_versions").fetch_all(&mut *connection).await?;
            Ok(counts.into_iter().collect())
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
        let drafts = read_drafts("none  4 a bé2-ab cd 5 7 1 x3-cd  2 b ").expect("complete");
        let read: Vec<_> =
            drafts.iter().map(|draft| (draft.path.as_str(), draft.version.as_str(), draft.base.as_deref())).collect();
        assert_eq!(read, [("a bé", "none", None), ("7 1 x", "2-ab", Some("cd")), ("b ", "3-cd", None)]);
    }

    #[test]
    fn text_that_ends_early_is_refused() {
        for text in ["3", "3 ", "3 b", "3 b 4", "3 b 4 abc", "3 b x a"] {
            assert!(read_drafts(text).is_none(), "{text}");
        }
    }
}
