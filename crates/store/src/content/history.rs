//! The history of the content: who published what and when.

use std::collections::{BTreeMap, BTreeSet};

use bytes::Bytes;
use jiff::Timestamp;
use sqlx::{AnyConnection, Row};

use super::revision::read_blob;
use crate::{Store, StoreError, to_time};
use clinic_content::ContentFile;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RevisionInfo {
    pub number: i64,
    pub author: String,
    pub note: String,
    pub published_at: Timestamp,
}

/// One file that differs from the revision before. `None` where it does not exist.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileChange {
    pub path: String,
    pub before: Option<Bytes>,
    pub after: Option<Bytes>,
}

impl Store {
    /// Revisions, newest first, starting below a number: all of them, or only those that changed one file. Empty until
    /// something was published.
    pub async fn content_history(
        &self,
        path: Option<&str>,
        below: Option<i64>,
        limit: u32,
    ) -> Result<Vec<RevisionInfo>, StoreError> {
        const ALL: &str = "SELECT number, author, note, published_at FROM content_revisions
             WHERE number < $1 ORDER BY number DESC LIMIT $2";
        const OF_FILE: &str = "SELECT number, author, note, published_at FROM content_revisions
             LEFT JOIN content_files AS file ON file.revision = number AND file.path = $3
             LEFT JOIN content_files AS earlier ON earlier.revision = number - 1 AND earlier.path = $3
             WHERE number < $1 AND COALESCE(file.hash, '') <> COALESCE(earlier.hash, '')
             ORDER BY number DESC LIMIT $2";
        self.read(async |mut connection| {
            let query = sqlx::query(if path.is_some() { OF_FILE } else { ALL });
            let query = query.bind(below.unwrap_or(i64::MAX)).bind(i64::from(limit));
            let query = if let Some(path) = path { query.bind(path) } else { query };
            query
                .fetch_all(&mut *connection)
                .await?
                .iter()
                .map(|row| {
                    Ok(RevisionInfo {
                        number: row.try_get("number")?,
                        author: row.try_get("author")?,
                        note: row.try_get("note")?,
                        published_at: to_time(row.try_get("published_at")?)?,
                    })
                })
                .collect()
        })
        .await
    }

    /// The documents and pictures that each of these revisions changed, ordered by path. Not those of revision 0, which are all.
    pub async fn changed_paths(&self, oldest: i64, newest: i64) -> Result<BTreeMap<i64, Vec<String>>, StoreError> {
        // The files that are new or changed in a revision, and those that only the one before has.
        const STATEMENT: &str = "SELECT own.revision AS number, own.path AS path FROM content_files AS own
             WHERE own.revision BETWEEN $1 AND $2 AND own.revision > 0 AND NOT EXISTS (
                 SELECT 1 FROM content_files AS other
                 WHERE other.revision = own.revision - 1 AND other.path = own.path AND other.hash = own.hash
             )
             UNION ALL
             SELECT gone.revision + 1 AS number, gone.path AS path FROM content_files AS gone
             WHERE gone.revision + 1 BETWEEN $1 AND $2 AND NOT EXISTS (
                 SELECT 1 FROM content_files AS own
                 WHERE own.revision = gone.revision + 1 AND own.path = gone.path
             )
             ORDER BY number, path";
        self.read(async |mut connection| {
            let query = sqlx::query_as(STATEMENT).bind(oldest).bind(newest);
            let rows: Vec<(i64, String)> = query.fetch_all(&mut *connection).await?;
            let mut paths: BTreeMap<i64, Vec<String>> = BTreeMap::new();
            for (number, path) in rows {
                paths.entry(number).or_default().push(path);
            }
            Ok(paths)
        })
        .await
    }

    /// What a revision changed, ordered by path. For revision 0 these are all its files. `None` when there is no such
    /// revision.
    pub async fn content_changes(&self, number: i64) -> Result<Option<Vec<FileChange>>, StoreError> {
        self.read(async |mut connection| {
            let exists: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM content_revisions WHERE number = $1")
                .bind(number)
                .fetch_one(&mut *connection)
                .await?;
            if exists == 0 {
                return Ok(None);
            }
            let (mut before, mut after) = (
                only_in(&mut connection, number - 1, number).await?,
                only_in(&mut connection, number, number - 1).await?,
            );
            let paths: BTreeSet<String> = before.keys().chain(after.keys()).cloned().collect();
            let mut changes = Vec::new();
            for path in paths {
                let (before, after) = (before.remove(&path), after.remove(&path));
                let before = optional_blob(&mut connection, before.as_ref()).await?;
                let after = optional_blob(&mut connection, after.as_ref()).await?;
                changes.push(FileChange { path, before, after });
            }
            Ok(Some(changes))
        })
        .await
    }

    /// The files that a revision and the published one do not have in common: what restoring it changes, ordered by path.
    /// Also the number of the published one.
    pub async fn changed_since(&self, number: i64) -> Result<(BTreeSet<String>, i64), StoreError> {
        let published = self.published_revision().await?;
        if number == published {
            return Ok((BTreeSet::new(), published));
        }
        self.read(async |mut connection| {
            let then = only_in(&mut connection, number, published).await?;
            let now = only_in(&mut connection, published, number).await?;
            Ok((then.into_keys().chain(now.into_keys()).collect(), published))
        })
        .await
    }

    /// One file of a revision. `None` when it did not have the file, or the file was removed from it for good.
    pub async fn file_of_revision(&self, number: i64, path: &str) -> Result<Option<ContentFile>, StoreError> {
        self.read(async |mut connection| {
            let statement = "SELECT hash FROM content_files WHERE revision = $1 AND path = $2";
            let hash: Option<String> =
                sqlx::query_scalar(statement).bind(number).bind(path).fetch_optional(&mut *connection).await?;
            let bytes = optional_blob(&mut connection, hash.as_ref()).await?;
            Ok(hash.zip(bytes).map(|(hash, bytes)| ContentFile::with_hash(hash, bytes)))
        })
        .await
    }
}

/// The files of a revision that another one does not have or has with other bytes: their hashes by path.
async fn only_in(
    connection: &mut AnyConnection,
    number: i64,
    other: i64,
) -> Result<BTreeMap<String, String>, StoreError> {
    let statement = "SELECT path, hash FROM content_files AS own WHERE revision = $1 AND NOT EXISTS (
             SELECT 1 FROM content_files AS other
             WHERE other.revision = $2 AND other.path = own.path AND other.hash = own.hash
         )";
    let rows: Vec<(String, String)> = sqlx::query_as(statement).bind(number).bind(other).fetch_all(connection).await?;
    Ok(rows.into_iter().collect())
}

async fn optional_blob(connection: &mut AnyConnection, hash: Option<&String>) -> Result<Option<Bytes>, StoreError> {
    match hash {
        Some(hash) => read_blob(connection, hash).await,
        None => Ok(None),
    }
}
