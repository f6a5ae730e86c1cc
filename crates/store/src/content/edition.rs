//! Editions: the published content with all drafts on it, kept in memory. An edition never changes. One small query tells
//! whether somebody, also at another instance, has saved or published since; then only what changed is read.

use std::collections::{BTreeSet, HashMap};
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use arc_swap::ArcSwapOption;
use sqlx::AnyConnection;
use tokio::sync::Mutex;

use super::drafts::{Draft, NO_DOCUMENT, StoredDocument, version_of};
use super::revision::{PublishedContent, PublishedId, Revision};
use super::stored_content::{StoredContent, StoredDraft};
use crate::{Store, StoreError};
use clinic_content::picture::{descriptions, usage::Usage};
use clinic_content::{ContentFile, DocumentKind, Folder, GAME_FILE};

/// Identifies the drafts and the revision they are based on. Every change of a draft is counted, and every publication and
/// every removal has a new number, in transactions that wait for each other, so the same state means the same content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ContentState {
    pub published: PublishedId,
    changes: i64,
}

/// The content as it would be with all drafts.
#[derive(Debug)]
pub struct Edition {
    pub state: ContentState,
    pub base: Arc<Revision>,
    /// Ordered by path.
    pub drafts: Vec<Draft>,
    pub files: Folder,
    usage: OnceLock<Usage>,
}

/// Drafts that are published together.
#[derive(Debug, Clone)]
pub struct Selection {
    /// Ordered by path.
    pub drafts: Vec<Draft>,
    /// The published content with these drafts.
    pub files: Folder,
    /// Drafts that the chosen documents need and that were begun on an older text. They are published only when they are
    /// chosen, because they undo what was published since.
    pub left_out: BTreeSet<String>,
    /// Drafts of the game that are not among these, although others are: the spots of a level fit only the drawing that they
    /// were placed on. Nothing is published while there is one.
    pub apart: BTreeSet<String>,
}

impl Edition {
    fn new(state: ContentState, base: Arc<Revision>, drafts: Vec<Draft>) -> Self {
        let mut files = base.files.clone();
        for draft in &drafts {
            draft.apply(&mut files);
        }
        Self { state, base, drafts, files, usage: OnceLock::new() }
    }

    pub fn draft(&self, path: &str) -> Option<&Draft> {
        let index = self.drafts.binary_search_by(|draft| draft.path.as_str().cmp(path)).ok()?;
        self.drafts.get(index)
    }

    /// The published files with one document changed, and with all pictures of the drafts.
    pub fn with_only(&self, path: &str, file: &ContentFile) -> Folder {
        let mut files = self.base.files.clone();
        for (path, file) in self.files.files().filter(|(path, _)| path.starts_with("pictures/")) {
            files.insert(path, file.clone());
        }
        files.insert(path, file.clone());
        files
    }

    /// The drafts of some documents, and everything that they need to be published: the draft pictures that they use, and
    /// what these show.
    pub fn select(&self, paths: &BTreeSet<String>) -> Selection {
        let uses =
            |draft: &Draft| draft.file.is_some() && self.used_in(&draft.path).iter().any(|user| paths.contains(user));
        let is_picture = |draft: &Draft| DocumentKind::of(&draft.path) == Some(DocumentKind::Picture);
        let is_chosen = |draft: &Draft| paths.contains(&draft.path);
        let is_added = |draft: &&Draft| is_chosen(draft) || !draft.is_outdated(self.base.files.get(&draft.path));
        let needed = self.drafts.iter().filter(|draft| is_chosen(draft) || (is_picture(draft) && uses(draft)));
        let (mut drafts, mut left_out): (Vec<&Draft>, Vec<&Draft>) = needed.partition(is_added);
        if drafts.iter().any(|draft| is_picture(draft)) && !paths.contains(descriptions::FILE) {
            let (added, outdated): (Vec<_>, Vec<_>) = self.draft(descriptions::FILE).into_iter().partition(is_added);
            drafts.extend(added);
            drafts.sort_by(|a, b| a.path.cmp(&b.path));
            left_out.extend(outdated);
        }
        let mut files = self.base.files.clone();
        for draft in &drafts {
            draft.apply(&mut files);
        }
        let left_out: BTreeSet<_> = left_out.into_iter().map(|draft| draft.path.clone()).collect();
        let apart = self.apart(&drafts, &left_out);
        Selection { drafts: drafts.into_iter().cloned().collect(), files, left_out, apart }
    }

    fn apart(&self, drafts: &[&Draft], left_out: &BTreeSet<String>) -> BTreeSet<String> {
        let is_of_game = |path: &str| path.starts_with("game/");
        if drafts.iter().any(|draft| draft.path == GAME_FILE) {
            return left_out.iter().filter(|path| is_of_game(path)).cloned().collect();
        }
        let has_drawing = drafts.iter().any(|draft| is_of_game(&draft.path));
        self.draft(GAME_FILE).filter(|_| has_drawing).map(|spots| spots.path.clone()).into_iter().collect()
    }

    /// The documents that use a picture.
    pub fn used_in(&self, picture: &str) -> Vec<String> {
        self.usage.get_or_init(|| Usage::of(&self.files)).used_in(picture, &self.files)
    }
}

/// An edition with the versions of all documents, also of those without a draft.
#[derive(Debug)]
pub struct VersionedEdition {
    edition: Arc<Edition>,
    /// How often each document was changed. A path is missing until its first change.
    changes: HashMap<String, i64>,
}

impl VersionedEdition {
    /// To be named by the next save of a document.
    pub fn version(&self, path: &str) -> String {
        let published = || version_of(self.changes.get(path).copied(), self.base.files.get(path));
        self.draft(path).map_or_else(published, |draft| draft.version.clone())
    }
}

impl Deref for VersionedEdition {
    type Target = Edition;

    fn deref(&self) -> &Edition {
        &self.edition
    }
}

/// The current edition.
#[derive(Debug)]
pub struct Editions {
    store: Store,
    published: PublishedContent,
    current: ArcSwapOption<Edition>,
    /// Held while the next edition is read, so that it is read once.
    reading: Mutex<()>,
}

impl Editions {
    pub fn new(store: Store, published: PublishedContent) -> Self {
        Self { store, published, current: ArcSwapOption::empty(), reading: Mutex::new(()) }
    }

    /// Without the drafts.
    pub async fn published(&self) -> Result<Arc<Revision>, StoreError> {
        self.published.read().await
    }

    /// The published revision at the moment at which a document was read.
    pub async fn published_with(&self, document: &StoredDocument) -> Result<Arc<Revision>, StoreError> {
        self.published.read_id(document.published).await
    }

    /// Drops what is in memory: it may contain what was removed for good.
    pub fn forget(&self) {
        self.current.store(None);
        self.published.forget();
    }

    pub async fn read(&self) -> Result<Arc<Edition>, StoreError> {
        if let Some(current) = self.unchanged().await? {
            return Ok(current);
        }
        let _reading = if let Ok(reading) = self.reading.try_lock() {
            reading
        } else {
            let reading = self.reading.lock().await;
            // Another request has read it while this one waited. What was saved before this request may be part of it.
            if let Some(current) = self.unchanged().await? {
                return Ok(current);
            }
            reading
        };
        let previous = self.current.load_full();
        let mut read = HashMap::new();
        // A draft may be saved again between reading which drafts there are and reading its text. Each round reads only
        // what changed since the last one, which takes a moment.
        loop {
            let stored = self.store.stored_content().await?;
            let Some(drafts) = self.read_drafts(&stored, previous.as_deref(), &mut read).await? else { continue };
            let state = ContentState { published: stored.published, changes: stored.changes };
            let base = self.published.read_id(state.published).await?;
            let edition = Arc::new(Edition::new(state, base, drafts));
            self.current.store(Some(Arc::clone(&edition)));
            return Ok(edition);
        }
    }

    /// Takes longer than reading the edition alone, because it reads something about every document.
    pub async fn read_with_versions(&self) -> Result<VersionedEdition, StoreError> {
        // A count may be newer than the edition. That does no harm: the hash of the text is part of a version, too.
        let edition = self.read().await?;
        Ok(VersionedEdition { edition, changes: self.store.change_counts().await? })
    }

    /// One file of the current edition. Reads nothing else, so it is as fast right after a change.
    pub async fn file(&self, path: &str) -> Result<Option<ContentFile>, StoreError> {
        // A draft may be saved again between reading its version and reading its text.
        loop {
            let (published, version) = self.store.draft_state(path).await?;
            let Some(version) = version else {
                return Ok(self.published.read_id(published).await?.files.get(path).cloned());
            };
            let current = self.current.load_full();
            let known =
                current.as_ref().and_then(|current| current.draft(path)).filter(|draft| draft.version == version);
            if let Some(draft) = known {
                return Ok(draft.file.clone());
            }
            if let Some(draft) = self.store.draft_version(path, &version).await? {
                return Ok(draft.file);
            }
        }
    }

    async fn unchanged(&self) -> Result<Option<Arc<Edition>>, StoreError> {
        let state = self.store.content_state().await?;
        Ok(self.current.load_full().filter(|current| current.state == state))
    }

    /// `None` when one of them was changed meanwhile. A version is never used for another text, so drafts that are known
    /// need not be read. All deletions have the same version, and nothing to read but who wants it.
    async fn read_drafts(
        &self,
        stored: &StoredContent,
        previous: Option<&Edition>,
        read: &mut HashMap<(String, String), Draft>,
    ) -> Result<Option<Vec<Draft>>, StoreError> {
        let mut drafts = Vec::with_capacity(stored.drafts.len());
        for StoredDraft { path, version, base } in &stored.drafts {
            let known = previous.and_then(|previous| previous.draft(path)).filter(|draft| draft.version == *version);
            let draft = match known.filter(|_| version != NO_DOCUMENT) {
                Some(draft) => draft.clone(),
                None => match self.read_draft(path, version, read).await? {
                    Some(draft) => draft,
                    None => return Ok(None),
                },
            };
            // A publication changes what a draft is based on, and not its version.
            drafts.push(Draft { base: base.clone(), ..draft });
        }
        Ok(Some(drafts))
    }

    /// `read` has those that an earlier round has read.
    async fn read_draft(
        &self,
        path: &str,
        version: &str,
        read: &mut HashMap<(String, String), Draft>,
    ) -> Result<Option<Draft>, StoreError> {
        let key = (path.to_owned(), version.to_owned());
        if let Some(draft) = read.get(&key).filter(|_| version != NO_DOCUMENT) {
            return Ok(Some(draft.clone()));
        }
        let draft = self.store.draft_version(path, version).await?;
        read.extend(draft.clone().map(|draft| (key, draft)));
        Ok(draft)
    }
}

pub(super) async fn state(connection: &mut AnyConnection) -> Result<ContentState, StoreError> {
    let (revision, changes, removals) = sqlx::query_as(
        "SELECT COALESCE((SELECT revision FROM content_published WHERE id = 1), 0),
             (SELECT CAST(COALESCE(SUM(changes), 0) AS BIGINT) FROM content_versions),
             (SELECT COALESCE(MAX(number), 0) FROM content_removals)",
    )
    .fetch_one(connection)
    .await?;
    Ok(ContentState { published: PublishedId { revision, removals }, changes })
}

impl Store {
    pub async fn content_state(&self) -> Result<ContentState, StoreError> {
        self.read(async |mut connection| state(&mut connection).await).await
    }

    /// Which content is published, and the version of the draft of a document.
    async fn draft_state(&self, path: &str) -> Result<(PublishedId, Option<String>), StoreError> {
        self.read(async |mut connection| {
            let (revision, removals, version) = sqlx::query_as(
                "SELECT COALESCE((SELECT revision FROM content_published WHERE id = 1), 0),
                     (SELECT COALESCE(MAX(number), 0) FROM content_removals),
                     (SELECT version FROM content_drafts WHERE path = $1)",
            )
            .bind(path)
            .fetch_one(&mut *connection)
            .await?;
            Ok((PublishedId { revision, removals }, version))
        })
        .await
    }
}
