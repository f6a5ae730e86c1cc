//! Editions, which are kept in memory, checked on SQLite and on PostgreSQL: they show every change, also one that another
//! instance made, and read only what changed.

use std::sync::Arc;

use clinic_content::{ContentFile, Folder, Passage};
use clinic_runtime::clock::{Clock, Randomness};
use clinic_store::{
    Actor, DeskError, Draft, DraftError, Edition, Editions, NO_DOCUMENT, NewRevision, PublishedContent, RemoveRefused,
    Removed, Store, VersionedEdition,
};
use tokio::task::JoinSet;

use crate::support::databases::on_both;
use crate::support::{SeededRandom, TestClock};

const FRAMES: &str = "services/frames.md";
const NEWS: &str = "articles/news.md";
const PHOTO: &str = "pictures/photo.webp";

/// An instance of the program: its own connections, and its own editions in memory.
struct Instance {
    store: Store,
    editions: Editions,
    clock: TestClock,
    random: SeededRandom,
}

impl Instance {
    async fn open(url: &str, seed: u64) -> Self {
        let clock = TestClock::default();
        let store = Store::open(url, clock.now()).await.expect("the store opens");
        let editions = editions_of(&store);
        Self { store, editions, clock, random: SeededRandom::new(seed) }
    }

    fn actor<'a>(&'a self, name: &'a str) -> Actor<'a> {
        Actor { name, random: &self.random, now: self.clock.now() }
    }

    async fn edition(&self) -> Arc<Edition> {
        self.editions.read().await.expect("an edition")
    }

    async fn versions(&self) -> VersionedEdition {
        self.editions.read_with_versions().await.expect("an edition")
    }

    async fn save(&self, path: &str, file: Option<ContentFile>, author: &str) {
        let edition = self.versions().await;
        let version = edition.version(path);
        let saved = self.store.save_draft(&edition.base, path, file.as_ref(), &version, self.actor(author)).await;
        saved.expect("saved");
    }

    async fn publish(&self, drafts: &[Draft], files: &Folder) {
        let base = self.edition().await.base.clone();
        let new = NewRevision { base: &base, files, drafts, note: "" };
        self.store.publish_content(new, "publish content", self.actor("Ngozi")).await.expect("published");
    }

    /// Removes a passage for good, where it is in earlier revisions and in drafts.
    async fn remove(&self, passage: &str) {
        let (edition, passage) = (self.edition().await, Passage::parse(passage).expect("a passage"));
        let removed = Removed::Passage(&passage);
        let Ok(found) = self.store.find_removable(&edition, removed).await else { return };
        match self.store.remove_content(&edition, removed, &found, self.actor("Tonye")).await {
            Ok(()) | Err(DeskError::Refused(RemoveRefused::StillShown { .. })) => {}
            Err(error) => panic!("{error}"),
        }
    }

    /// Changes something, chosen by two numbers.
    async fn change(&self, action: u8, choice: u8) {
        let path = [FRAMES, NEWS, PHOTO][usize::from(choice) % 3];
        let author = ["Ngozi", "Tamuno"][usize::from(choice) % 2];
        let edition = self.edition().await;
        match action % 8 {
            0 | 1 => self.save(path, Some(format!("text {choice}").into()), author).await,
            2 => self.save(path, None, author).await,
            3 => self.save(path, edition.base.files.get(path).cloned(), author).await,
            4 => drop(self.store.discard_drafts(&edition.drafts, self.actor(author)).await.expect("discarded")),
            5 if !edition.drafts.is_empty() => self.publish(&edition.drafts, &edition.files).await,
            5 => {}
            6 => {
                let texts = edition.drafts.iter().filter(|draft| draft.path != PHOTO).filter_map(|it| it.file.as_ref());
                for text in texts {
                    self.remove(&String::from_utf8_lossy(text)).await;
                }
            }
            _ => {
                let mut files = edition.base.files.clone();
                files.insert(path, format!("imported {choice}"));
                match self.store.import_drafts(&edition.base, &files, self.actor(author)).await {
                    Ok(_) | Err(DeskError::Refused(DraftError::Stale { .. })) => {}
                    Err(error) => panic!("{error}"),
                }
            }
        }
    }
}

fn editions_of(store: &Store) -> Editions {
    Editions::new(store.clone(), PublishedContent::new(store.clone()))
}

/// Everything that the desk shows of an edition.
fn shown(edition: &VersionedEdition) -> (i64, Vec<Draft>, Folder, Vec<String>) {
    let versions = [FRAMES, NEWS, PHOTO].map(|path| edition.version(path)).to_vec();
    (edition.base.number, edition.drafts.clone(), edition.files.clone(), versions)
}

#[tokio::test]
async fn edition_in_memory_is_what_the_database_has_after_every_change_of_any_instance() {
    on_both(|url| async move {
        let instances = [Instance::open(&url, 1).await, Instance::open(&url, 2).await];
        let choices = SeededRandom::new(3);
        for step in 0..60 {
            let mut numbers = [0; 4];
            choices.fill(&mut numbers);
            let [action, choice, at, seconds] = numbers;
            let instance = &instances[usize::from(at) % 2];
            instance.clock.advance(std::time::Duration::from_secs(u64::from(seconds)));
            instance.change(action, choice).await;
            let expected = shown(&editions_of(&instance.store).read_with_versions().await.expect("an edition"));
            for (number, instance) in instances.iter().enumerate() {
                assert_eq!(shown(&instance.versions().await), expected, "instance {number} after step {step}");
            }
        }
    })
    .await;
}

#[tokio::test]
async fn draft_that_was_saved_during_a_publication_is_based_on_it() {
    on_both(|url| async move {
        let [here, there] = [Instance::open(&url, 1).await, Instance::open(&url, 2).await];
        here.save(FRAMES, Some("one".into()), "Ngozi").await;
        let published = here.edition().await;
        there.save(FRAMES, Some("two".into()), "Tamuno").await;
        // Both have the newer draft in memory when the older one is published.
        let before = (here.edition().await.draft(FRAMES).cloned(), there.edition().await.draft(FRAMES).cloned());
        assert_eq!(before.0, before.1);
        here.publish(&published.drafts, &published.files).await;
        for instance in [&here, &there] {
            let edition = instance.edition().await;
            let draft = edition.draft(FRAMES).expect("the newer draft");
            assert_eq!(draft.base.as_ref(), Some(&edition.base.files[FRAMES].hash));
            assert_eq!(&*edition.files[FRAMES].bytes, b"two");
        }
    })
    .await;
}

#[tokio::test]
async fn deletion_names_who_deleted_last() {
    on_both(|url| async move {
        let [here, there] = [Instance::open(&url, 1).await, Instance::open(&url, 2).await];
        here.save(FRAMES, None, "Ngozi").await;
        assert_eq!(there.edition().await.draft(FRAMES).map(|draft| draft.author.as_str()), Some("Ngozi"));
        let drafts = here.edition().await.drafts.clone();
        here.store.discard_drafts(&drafts, here.actor("Ngozi")).await.expect("discarded");
        here.save(FRAMES, None, "Tamuno").await;
        let edition = there.edition().await;
        let draft = edition.draft(FRAMES).expect("a draft");
        assert_eq!((draft.author.as_str(), draft.version.as_str()), ("Tamuno", NO_DOCUMENT));
    })
    .await;
}

#[tokio::test]
async fn edition_is_kept_until_something_changes_and_what_did_not_change_is_not_read_again() {
    on_both(|url| async move {
        let instance = Instance::open(&url, 1).await;
        instance.save(PHOTO, Some(vec![7; 100_000].into()), "Ngozi").await;
        let first = instance.edition().await;
        assert!(Arc::ptr_eq(&first, &instance.edition().await), "read again without a change");
        instance.save(FRAMES, Some("new".into()), "Ngozi").await;
        let second = instance.edition().await;
        assert_eq!(first.files[PHOTO].as_ptr(), second.files[PHOTO].as_ptr(), "the photo was read again");
        assert!(Arc::ptr_eq(&first.base, &second.base));
        assert_eq!(&*second.files[FRAMES].bytes, b"new");
        instance.publish(&second.drafts, &second.files).await;
        let third = instance.edition().await;
        assert!(third.drafts.is_empty() && third.base.number == 1 && third.files == second.files);
    })
    .await;
}

#[tokio::test]
async fn edition_shows_every_save_that_was_answered_before_it_was_read() {
    on_both(|url| async move {
        let reader = Arc::new(Instance::open(&url, 1).await);
        let mut editors = JoinSet::new();
        for editor in 0..4 {
            let (instance, reader) = (Instance::open(&url, 10 + editor).await, Arc::clone(&reader));
            editors.spawn(async move {
                let path = format!("articles/by-{editor}.md");
                for number in 0..25 {
                    let text = format!("text {number}");
                    instance.save(&path, Some(text.clone().into()), "Ngozi").await;
                    let edition = reader.edition().await;
                    assert_eq!(edition.files.get(&path).map(|file| &*file.bytes), Some(text.as_bytes()));
                }
            });
        }
        while let Some(editor) = editors.join_next().await {
            editor.expect("all saves are shown");
        }
    })
    .await;
}
