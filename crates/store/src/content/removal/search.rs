//! Where a picture or a passage stands: on the site, in drafts, in earlier revisions, and in notes.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use bytes::Bytes;
use sqlx::AssertSqlSafe;

use super::{EarlierPicture, FoundContent, Place, RemoveRefused, Removed, colleague_notes};
use crate::content::edition::Edition;
use crate::{DeskError, Store, StoreError, to_time};
use clinic_content::picture::{descriptions, extension};
use clinic_content::{ContentFile, Folder, Passage, title_of};

const TEXTS: &str = "path LIKE '%.md' OR path LIKE '%.toml'";

impl Store {
    /// Where something stands in the content of an edition and in the history.
    ///
    /// # Errors
    /// When it is nowhere, or only in what came with the program.
    pub async fn find_removable(
        &self,
        edition: &Edition,
        removed: Removed<'_>,
    ) -> Result<FoundContent, DeskError<RemoveRefused>> {
        let mut found = match removed {
            Removed::Picture(hash) => self.find_picture(edition, hash).await?,
            Removed::Passage(passage) => self.find_passage(edition, passage).await?,
        };
        let is_in_notes = !found.notes.is_empty() || found.colleague_notes > 0;
        if found.places.is_empty() && !is_in_notes {
            return Err(DeskError::Refused(RemoveRefused::NotFound));
        }
        let program = hashes_of_program();
        found.replaced.retain(|hash, _| !program.contains(hash));
        found.cleaned.retain(|hash, _| !program.contains(hash));
        let is_shown = found.places.values().any(|place| place.is_shown);
        if found.replaced.is_empty() && !is_in_notes && found.drafts.is_empty() && !is_shown {
            return Err(DeskError::Refused(RemoveRefused::PartOfTheProgram));
        }
        Ok(found)
    }

    async fn find_picture(&self, edition: &Edition, hash: &str) -> Result<FoundContent, StoreError> {
        let mut found = FoundContent::default();
        found.replaced.insert(hash.to_owned(), None);
        self.add_places(&mut found, hash, Place::default).await?;
        for (path, _) in pictures_of(&edition.base.files).filter(|(_, file)| file.hash == hash) {
            found.place(path).is_shown = true;
        }
        for draft in &edition.drafts {
            if draft.file.as_ref().is_some_and(|file| file.hash == hash) {
                found.place(&draft.path).is_draft = true;
                found.drafts.push((draft.clone(), None));
            }
        }
        self.find_descriptions(edition, &mut found).await?;
        Ok(found)
    }

    /// What the picture shows may be as personal as the picture. Where another picture has its name now, the present
    /// description is of that one.
    async fn find_descriptions(&self, edition: &Edition, found: &mut FoundContent) -> Result<(), StoreError> {
        let earlier: Vec<String> = found.places.keys().map(|path| name_of(path).to_owned()).collect();
        let taken_out: BTreeSet<&String> = found.drafts.iter().map(|(draft, _)| &draft.path).collect();
        let stays = |path: &String| {
            edition.base.files.contains(path) || (edition.files.contains(path) && !taken_out.contains(path))
        };
        let present = found.places.keys().filter(|path| !stays(path)).map(|path| name_of(path).to_owned());
        let present: Vec<String> = present.collect();
        let shown = edition.base.files.get(descriptions::FILE).map(|file| file.hash.clone());
        let cleaned = &mut found.cleaned;
        self.each_file("path = 'pictures/descriptions.toml'", |hash, bytes| {
            let names = if shown.as_deref() == Some(hash) { &present } else { &earlier };
            if let Some(file) = without_descriptions(&bytes, names) {
                cleaned.insert(hash.to_owned(), file);
            }
        })
        .await?;
        if let Some(draft) = edition.draft(descriptions::FILE)
            && let Some(file) = draft.file.as_ref().and_then(|file| without_descriptions(file, &present))
        {
            found.drafts.push((draft.clone(), Some(file)));
        }
        Ok(())
    }

    async fn find_passage(&self, edition: &Edition, passage: &Passage) -> Result<FoundContent, StoreError> {
        let mut found = FoundContent::default();
        let without = |bytes: &[u8]| Some(ContentFile::new(passage.remove_from(std::str::from_utf8(bytes).ok()?)?));
        let mut places = BTreeMap::new();
        self.each_file(TEXTS, |hash, bytes| {
            if let Some(replacement) = without(&bytes) {
                found.replaced.insert(hash.to_owned(), Some(replacement));
                places.insert(hash.to_owned(), place_in(passage, &bytes));
            }
        })
        .await?;
        for (hash, place) in places {
            self.add_places(&mut found, &hash, || place.clone()).await?;
        }
        for (path, file) in edition.base.files.files().filter(|(path, _)| is_text(path)) {
            if without(file).is_some() {
                // The text that is shown tells more than an earlier one.
                let revisions = std::mem::take(&mut found.place(path).revisions);
                *found.place(path) = Place { is_shown: true, revisions, ..place_in(passage, file) };
            }
        }
        for draft in edition.drafts.iter().filter(|draft| is_text(&draft.path)) {
            let Some(file) = &draft.file else { continue };
            if let Some(replacement) = without(file) {
                let place = found.places.entry(draft.path.clone()).or_insert_with(|| place_in(passage, file));
                place.is_draft = true;
                found.drafts.push((draft.clone(), Some(replacement)));
            }
        }
        let notes: Vec<(i64, String)> =
            sqlx::query_as("SELECT number, note FROM content_revisions").fetch_all(&self.reader).await?;
        for (number, note) in notes {
            if let Some(note) = passage.remove_from(&note) {
                found.notes.insert(number, note);
            }
        }
        let mut connection = self.reader.acquire().await?;
        found.colleague_notes = colleague_notes::find(&mut connection, passage).await?.len();
        Ok(found)
    }

    /// Every different file of all revisions that meets a condition, one after the other: all together may be larger than
    /// the memory.
    async fn each_file(&self, condition: &'static str, mut visit: impl FnMut(&str, Bytes)) -> Result<(), StoreError> {
        let statement = format!("SELECT DISTINCT hash FROM content_files WHERE {condition}");
        let hashes: Vec<(String,)> = sqlx::query_as(AssertSqlSafe(statement)).fetch_all(&self.reader).await?;
        for (hash,) in hashes {
            if let Some(bytes) = self.blob(&hash).await? {
                visit(&hash, bytes);
            }
        }
        Ok(())
    }

    async fn add_places(
        &self,
        found: &mut FoundContent,
        hash: &str,
        place: impl Fn() -> Place,
    ) -> Result<(), StoreError> {
        let rows: Vec<(i64, String)> =
            sqlx::query_as("SELECT revision, path FROM content_files WHERE hash = $1 ORDER BY revision")
                .bind(hash)
                .fetch_all(&self.reader)
                .await?;
        for (revision, path) in rows {
            found.places.entry(path).or_insert_with(&place).revisions.insert(revision);
        }
        Ok(())
    }

    /// The pictures of earlier revisions that the site no longer shows, newest first. Without those that came with the
    /// program.
    pub async fn earlier_pictures(&self, edition: &Edition) -> Result<Vec<EarlierPicture>, StoreError> {
        let rows: Vec<(String, String, i64, i64, i64)> = sqlx::query_as(
            "SELECT hash, path, MAX(revision), CAST(COUNT(*) AS BIGINT), MAX(published_at)
             FROM content_files JOIN content_revisions ON number = revision
             WHERE path LIKE 'pictures/%' OR path LIKE 'game/%'
             GROUP BY hash, path ORDER BY MAX(revision) DESC, path",
        )
        .fetch_all(&self.reader)
        .await?;
        let (program, mut known) = (hashes_of_program(), BTreeMap::new());
        let shown: HashSet<&str> = edition.base.files.files().map(|(_, file)| file.hash.as_str()).collect();
        let mut pictures = Vec::new();
        for (hash, path, newest, revisions, last_published_at) in rows {
            if is_text(&path) || shown.contains(hash.as_str()) || program.contains(&hash) {
                continue;
            }
            let descriptions = match known.remove(&newest) {
                Some(descriptions) => descriptions,
                None => self.descriptions_of(newest).await?,
            };
            pictures.push(EarlierPicture {
                description: descriptions.get(name_of(&path)).and_then(|described| described.text.clone()),
                hash,
                path,
                revisions,
                last_published_at: to_time(last_published_at)?,
            });
            known.insert(newest, descriptions);
        }
        Ok(pictures)
    }

    async fn descriptions_of(&self, revision: i64) -> Result<descriptions::Descriptions, StoreError> {
        let statement = "SELECT hash FROM content_files WHERE revision = $1 AND path = $2";
        let hash: Option<String> =
            sqlx::query_scalar(statement).bind(revision).bind(descriptions::FILE).fetch_optional(&self.reader).await?;
        let bytes = match hash {
            Some(hash) => self.blob(&hash).await?,
            None => None,
        };
        Ok(descriptions::parse(bytes.as_deref()))
    }

    /// The bytes of a picture of any revision. `None` when there is none, or it was removed for good.
    pub async fn earlier_picture(&self, hash: &str) -> Result<Option<Bytes>, StoreError> {
        self.blob(hash).await
    }
}

fn hashes_of_program() -> HashSet<String> {
    Folder::embedded().files().map(|(_, file)| file.hash.clone()).collect()
}

fn place_in(passage: &Passage, bytes: &[u8]) -> Place {
    let text = String::from_utf8_lossy(bytes);
    Place { title: title_of(&text), excerpt: passage.excerpt(&text), ..Place::default() }
}

/// `None` when there are none of these.
fn without_descriptions(bytes: &[u8], names: &[String]) -> Option<ContentFile> {
    let mut lines = descriptions::parse(Some(bytes));
    let before = lines.len();
    lines.retain(|name, _| !names.contains(name));
    (lines.len() < before).then(|| ContentFile::new(descriptions::write(&lines)))
}

fn pictures_of(files: &Folder) -> impl Iterator<Item = (&str, &ContentFile)> {
    files.files().filter(|(path, _)| !is_text(path))
}

fn is_text(path: &str) -> bool {
    ["md", "toml"].contains(&extension::of(path).as_str())
}

/// Of a picture, in the list of descriptions.
fn name_of(path: &str) -> &str {
    path.trim_start_matches("pictures/")
}
