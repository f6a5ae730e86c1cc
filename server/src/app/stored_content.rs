//! Opens the site with the newest content of the store that this program can show. The content was checked by the program
//! that published it, perhaps an earlier version, so this one may refuse it. The site must start all the same.

use std::sync::Arc;

use super::start_error::StartError;
use super::{data_owner, puzzle_sets, setup};
use crate::config::Config;
use clinic_content::Folder;
use clinic_runtime::clock::{Clock, System};
use clinic_site::{ContentSource, ContentStatus, LastGoodContent, Publisher, ShownContent, Site, StoredContent};
use clinic_store::{Revision, Store, StoreError};

/// Reads the content and changes nothing in the database. Returns also the revision that is shown, so that its files are
/// in memory once.
pub async fn open_site(config: &Config, publisher: Arc<Publisher>) -> Result<(Arc<Site>, Arc<Revision>), StartError> {
    let Some(store) = Store::open_content(&config.database.url()).await.map_err(data_owner::explain)? else {
        return open_embedded(copy(config), &publisher, ContentStatus::of_revision(0)).await;
    };
    let site = open_newest(copy(config), &publisher, &store).await;
    store.close().await;
    site
}

/// An SQLite file is on this machine and can nearly always be read. PostgreSQL may be away at the next start.
fn copy(config: &Config) -> Option<LastGoodContent> {
    config.database.is_postgres().then(|| LastGoodContent::of_database(&config.database.data))
}

/// The site while the database cannot be used: with what can be read of its content, or with a copy of what was shown last, or
/// with the content of the program.
pub async fn open_site_without_database(config: &Config, publisher: &Arc<Publisher>) -> Result<Arc<Site>, StartError> {
    if let Ok(Some(store)) = Store::open_content_without_log(&config.database.url()).await {
        let site = open_newest(None, publisher, &store).await;
        store.close().await;
        if let Ok((site, _)) = site {
            return Ok(site);
        }
    }
    if let Some(folder) = copy(config).and_then(|copy| copy.load()) {
        match open(None, publisher, folder, ContentStatus::of_copy()).await {
            Ok(site) => return Ok(site),
            Err(error) => tracing::warn!("the copy of the content in the data folder cannot be shown: {error}"),
        }
    }
    Ok(open_embedded(None, publisher, ContentStatus::of_program()).await?.0)
}

/// The sets of the game's pictures, for content in a folder. Also when the folder does not ask for them: after a mistake in it
/// the copy of the content is shown, which may, and games may have been begun before it was changed. What keeps the database
/// from being used is reported when it is opened for that.
pub async fn read_puzzles_for_folder(config: &Config, publisher: &Publisher) {
    let url = config.database.url();
    let store = match Store::open_content(&url).await {
        Err(_) => Store::open_content_without_log(&url).await,
        opened => opened,
    };
    let Ok(Some(store)) = store else { return };
    let _ = puzzle_sets::read_stored(&store, publisher, System.now()).await;
    store.close().await;
}

async fn open_newest(
    copy: Option<LastGoodContent>,
    publisher: &Arc<Publisher>,
    store: &Store,
) -> Result<(Arc<Site>, Arc<Revision>), StartError> {
    puzzle_sets::read_stored(store, publisher, System.now()).await?;
    let newest = store.published_revision().await?;
    let mut status = ContentStatus::of_revision(newest);
    let mut refused: Option<Revision> = None;
    for number in (0..=newest).rev() {
        let revision = match store.content_revision(number, refused.as_ref()).await {
            Ok(Some(revision)) => revision,
            Ok(None) => continue,
            // Damage in one revision does not keep an earlier one from being shown.
            Err(error @ StoreError::Corrupt(_)) => {
                tracing::warn!("revision {number} of the content cannot be read: {error}");
                report(&mut status, vec![format!("Revision {number} of the content cannot be read: {error}.")]);
                continue;
            }
            Err(error) => return Err(error.into()),
        };
        if refused.as_ref().is_some_and(|refused| refused.files == revision.files) {
            continue;
        }
        status.shown = ShownContent::Revision(number);
        match open(copy.clone(), publisher, revision.files.clone(), status.clone()).await {
            Ok(site) => return Ok((site, Arc::new(revision))),
            Err(StartError::Site(error)) => {
                tracing::warn!("revision {number} of the content cannot be shown by this program");
                report(&mut status, error.problems());
            }
            Err(error) => return Err(error),
        }
        refused = Some(revision);
    }
    status.shown = ShownContent::Embedded;
    open_embedded(copy, publisher, status).await
}

/// What keeps the published revision from being shown is what has to be corrected. It is tried first.
fn report(status: &mut ContentStatus, problems: Vec<String>) {
    if status.problems.is_empty() {
        status.problems = problems;
    }
}

async fn open_embedded(
    copy: Option<LastGoodContent>,
    publisher: &Arc<Publisher>,
    status: ContentStatus,
) -> Result<(Arc<Site>, Arc<Revision>), StartError> {
    let revision = Revision::embedded();
    let site = open(copy, publisher, revision.files.clone(), status).await?;
    Ok((site, Arc::new(revision)))
}

async fn open(
    copy: Option<LastGoodContent>,
    publisher: &Arc<Publisher>,
    folder: Folder,
    status: ContentStatus,
) -> Result<Arc<Site>, StartError> {
    let source = ContentSource::Stored(StoredContent::new(folder));
    Ok(setup::open_site(Arc::clone(publisher), source, copy, status).await?)
}
