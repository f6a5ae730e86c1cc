//! The content in the store, checked on SQLite and on PostgreSQL: drafts, revisions and the pointer to the published one.

use std::sync::Arc;

use clinic_content::{ContentFile, Folder};
use clinic_runtime::clock::Clock;
use clinic_store::{
    Actor, DeskError, Draft, DraftError, NO_DOCUMENT, NewRevision, PublishRefused, PublishedContent, Revision, Store,
};
use tokio::task::JoinSet;

use crate::support::databases::on_both;
use crate::support::{SeededRandom, TestClock};

const FRAMES: &str = "services/frames.md";

struct Fixture {
    store: Store,
    published: PublishedContent,
    clock: TestClock,
    random: SeededRandom,
}

impl Fixture {
    async fn open(url: &str, seed: u64) -> Self {
        let clock = TestClock::default();
        let store = Store::open(url, clock.now()).await.expect("the store opens");
        let published = PublishedContent::new(store.clone());
        Self { store, published, clock, random: SeededRandom::new(seed) }
    }

    fn actor(&self) -> Actor<'_> {
        Actor { name: "Ngozi", random: &self.random, now: self.clock.now() }
    }

    async fn published(&self) -> Arc<Revision> {
        self.published.read().await.expect("the published content")
    }

    /// Returns the new version.
    async fn save(&self, path: &str, text: &str, based_on: &str) -> Result<String, DraftError> {
        self.save_file(path, Some(file(text)), based_on).await
    }

    async fn save_file(&self, path: &str, file: Option<ContentFile>, based_on: &str) -> Result<String, DraftError> {
        let saved = self.store.save_draft(&*self.published().await, path, file.as_ref(), based_on, self.actor()).await;
        saved.map_err(|error| match error {
            DeskError::Refused(refused) => refused,
            DeskError::Store(error) => panic!("{error}"),
        })
    }

    /// Publishes all drafts.
    async fn publish(&self, note: &str) -> i64 {
        let (base, drafts) = (self.published().await, self.store.drafts().await.expect("drafts"));
        let files = with_drafts(&base.files, &drafts);
        let new = NewRevision { base: &base, files: &files, drafts: &drafts, note };
        self.store.publish_content(new, "publish content", self.actor()).await.expect("published")
    }

    async fn hash(&self, path: &str) -> String {
        self.published().await.files[path].hash.clone()
    }
}

fn file(text: &str) -> ContentFile {
    ContentFile::new(text.as_bytes())
}

fn with_drafts(files: &Folder, drafts: &[Draft]) -> Folder {
    let mut files = files.clone();
    for draft in drafts {
        match &draft.file {
            Some(file) => files.insert(&draft.path, file.clone()),
            None => files.remove(&draft.path),
        }
    }
    files
}

#[tokio::test]
async fn embedded_content_is_revision_zero_until_something_is_published() {
    on_both(|url| async move {
        let fixture = Fixture::open(&url, 1).await;
        let embedded = fixture.published().await;
        assert_eq!((embedded.number, &embedded.files), (0, &Folder::embedded()));
        assert_eq!(fixture.store.content_history(None, None, 10).await.expect("a history"), []);

        fixture.save(FRAMES, "new text", &embedded.files[FRAMES].hash).await.expect("saved");
        assert_eq!(fixture.publish("Better frames").await, 1);
        let first = fixture.store.content_revision(0, None).await.expect("read").expect("a revision");
        assert_eq!((first.number, &first.files), (0, &embedded.files), "the embedded content stays available");
        let history = fixture.store.content_history(None, None, 10).await.expect("a history");
        let shown: Vec<_> = history.iter().map(|info| (info.number, &*info.author, &*info.note)).collect();
        assert_eq!(shown, [(1, "Ngozi", "Better frames"), (0, "clinic", "The content that came with the program")]);
        let audit = fixture.store.audit(None, 10).await.expect("the log");
        let actions: Vec<_> = audit.iter().map(|entry| (&*entry.action, &*entry.subject)).collect();
        assert!(actions.contains(&("publish content", "revision 1")), "{actions:?}");
        assert!(actions.contains(&("edit content", FRAMES)), "{actions:?}");
    })
    .await;
}

#[tokio::test]
async fn published_revision_is_complete_and_its_drafts_are_gone() {
    on_both(|url| async move {
        let (fixture, other) = (Fixture::open(&url, 1).await, Fixture::open(&url, 2).await);
        let before = other.published().await;
        fixture.save(FRAMES, "new text", &fixture.hash(FRAMES).await).await.expect("saved");
        fixture.save("articles/news.md", "an article", NO_DOCUMENT).await.expect("saved");
        let deleted = "services/dry-eye-treatment.md";
        fixture.save_file(deleted, None, &fixture.hash(deleted).await).await.expect("saved");
        assert_eq!(other.published().await.number, 0, "a draft changed what is published");
        fixture.publish("").await;

        // The other instance, which has read an earlier revision.
        let after = other.published().await;
        assert_eq!((after.number, after.files.len()), (1, before.files.len()));
        assert_eq!((&after.files[FRAMES], &after.files["articles/news.md"]), (&file("new text"), &file("an article")));
        assert!(!after.files.contains(deleted));
        assert_eq!(fixture.store.drafts().await.expect("drafts"), []);
        let changes = fixture.store.content_changes(1).await.expect("changes").expect("a revision");
        let paths: Vec<_> =
            changes.iter().map(|change| (&*change.path, change.before.is_some(), change.after.is_some())).collect();
        assert_eq!(paths, [("articles/news.md", false, true), (deleted, true, false), (FRAMES, true, true)]);
    })
    .await;
}

#[tokio::test]
async fn save_that_is_based_on_an_older_text_gets_the_other_text() {
    on_both(|url| async move {
        let fixture = Fixture::open(&url, 1).await;
        let published = fixture.hash(FRAMES).await;
        let one = fixture.save(FRAMES, "one", &published).await.expect("saved");
        let Err(DraftError::Stale { version, current, draft, .. }) = fixture.save(FRAMES, "two", &published).await
        else {
            panic!("a stale save was accepted")
        };
        assert_eq!((version, current), (one.clone(), Some(file("one"))));
        assert_eq!(draft.map(|draft| draft.author), Some("Ngozi".to_owned()));
        // Repeating a save whose answer was lost is not a conflict.
        assert_eq!(fixture.save(FRAMES, "one", &published).await, Ok(one.clone()), "saved already");
        fixture.save(FRAMES, "two", &one).await.expect("saved");
        assert_eq!(
            fixture.store.stored_document(FRAMES).await.expect("read").draft.expect("a draft").file,
            Some(file("two"))
        );
    })
    .await;
}

#[tokio::test]
async fn typing_goes_on_after_the_draft_was_published() {
    on_both(|url| async move {
        let fixture = Fixture::open(&url, 1).await;
        let one = fixture.save(FRAMES, "one", &fixture.hash(FRAMES).await).await.expect("saved");
        fixture.publish("").await;
        fixture.save(FRAMES, "one and two", &one).await.expect("not a conflict");
        let draft = fixture.store.stored_document(FRAMES).await.expect("read").draft.expect("a draft");
        assert_eq!(draft.base, Some(file("one").hash.clone()));
    })
    .await;
}

#[tokio::test]
async fn save_that_was_delayed_until_the_text_was_changed_back_is_stale() {
    on_both(|url| async move {
        let fixture = Fixture::open(&url, 1).await;
        let first = fixture.hash(FRAMES).await;
        let published = fixture.published().await.files[FRAMES].clone();
        // The draft is removed when the text is the published one again.
        let changed = fixture.save(FRAMES, "one", &first).await.expect("saved");
        let back = fixture.save_file(FRAMES, Some(published), &changed).await.expect("saved");
        for (version, text) in [(&first, "late"), (&changed, "also late")] {
            let late = fixture.save(FRAMES, text, version).await;
            assert!(matches!(&late, Err(DraftError::Stale { version, .. }) if *version == back), "{late:?}");
        }
        // And while it stays a draft.
        let one = fixture.save(FRAMES, "one", &back).await.expect("saved");
        let two = fixture.save(FRAMES, "two", &one).await.expect("saved");
        let one_again = fixture.save(FRAMES, "one", &two).await.expect("saved");
        assert!(matches!(fixture.save(FRAMES, "late", &one).await, Err(DraftError::Stale { .. })));
        // And when it was published and restored.
        fixture.publish("").await;
        let base = fixture.published().await;
        let old = fixture.store.content_revision(0, None).await.expect("read").expect("a revision");
        let new = NewRevision { base: &base, files: &old.files, drafts: &[], note: "" };
        fixture.store.publish_content(new, "restore content", fixture.actor()).await.expect("published");
        for version in [&back, &one_again] {
            let late = fixture.save(FRAMES, "late", version).await;
            assert!(matches!(&late, Err(DraftError::Stale { .. })), "{version}: {late:?}");
        }
    })
    .await;
}

#[tokio::test]
async fn draft_that_says_what_is_published_is_removed() {
    on_both(|url| async move {
        let fixture = Fixture::open(&url, 1).await;
        let published = fixture.published().await.files[FRAMES].clone();
        let one = fixture.save(FRAMES, "one", &published.hash).await.expect("saved");
        fixture.save_file(FRAMES, Some(published), &one).await.expect("saved");
        assert_eq!(fixture.store.drafts().await.expect("drafts"), []);
    })
    .await;
}

#[tokio::test]
async fn draft_saved_while_it_is_published_stays() {
    on_both(|url| async move {
        let fixture = Fixture::open(&url, 1).await;
        let one = fixture.save(FRAMES, "one", &fixture.hash(FRAMES).await).await.expect("saved");
        let (base, drafts) = (fixture.published().await, fixture.store.drafts().await.expect("drafts"));
        fixture.save(FRAMES, "two", &one).await.expect("saved");
        let files = with_drafts(&base.files, &drafts);
        let new = NewRevision { base: &base, files: &files, drafts: &drafts, note: "" };
        fixture.store.publish_content(new, "publish content", fixture.actor()).await.expect("published");
        assert_eq!(fixture.published().await.files[FRAMES], file("one"));
        let draft = fixture.store.stored_document(FRAMES).await.expect("read").draft.expect("the newer draft");
        assert_eq!((draft.file, draft.base), (Some(file("two")), Some(file("one").hash.clone())));

        let again = fixture.store.publish_content(new, "publish content", fixture.actor()).await;
        assert!(matches!(again, Err(DeskError::Refused(PublishRefused::Moved))), "{again:?}");
    })
    .await;
}

#[tokio::test]
async fn restored_revision_is_a_new_one_with_the_old_files() {
    on_both(|url| async move {
        let fixture = Fixture::open(&url, 1).await;
        let first = fixture.published().await;
        fixture.save(FRAMES, "one", &first.files[FRAMES].hash).await.expect("saved");
        fixture.publish("").await;
        let base = fixture.published().await;
        let old = fixture.store.content_revision(0, None).await.expect("read").expect("a revision");
        let new = NewRevision { base: &base, files: &old.files, drafts: &[], note: "Back" };
        fixture.store.publish_content(new, "restore content", fixture.actor()).await.expect("published");
        let restored = fixture.published().await;
        assert_eq!((restored.number, &restored.files), (2, &first.files));
        let nothing = NewRevision { base: &restored, ..new };
        let nothing = fixture.store.publish_content(nothing, "restore content", fixture.actor()).await;
        assert!(matches!(nothing, Err(DeskError::Refused(PublishRefused::NothingChanged))), "{nothing:?}");
    })
    .await;
}

#[tokio::test]
async fn concurrent_saves_and_publications_of_two_instances_lose_nothing() {
    on_both(|url| async move {
        let instances = [Arc::new(Fixture::open(&url, 1).await), Arc::new(Fixture::open(&url, 2).await)];
        let base = instances[0].hash(FRAMES).await;
        // All are based on the same text, so one of them wins and the others are told.
        let saves = (0..12).map(|number| {
            let (fixture, base) = (Arc::clone(&instances[number % 2]), base.clone());
            async move { fixture.save(FRAMES, &format!("text {number}"), &base).await.is_ok() }
        });
        let accepted = saves.collect::<JoinSet<_>>().join_all().await;
        assert_eq!(accepted.iter().filter(|accepted| **accepted).count(), 1, "{accepted:?}");

        let publications = (0..6).map(|number| {
            let fixture = Arc::clone(&instances[number % 2]);
            async move {
                let (base, drafts) = (fixture.published().await, fixture.store.drafts().await.expect("drafts"));
                let files = with_drafts(&base.files, &drafts);
                let new = NewRevision { base: &base, files: &files, drafts: &drafts, note: "" };
                fixture.store.publish_content(new, "publish content", fixture.actor()).await.is_ok()
            }
        });
        let published = publications.collect::<JoinSet<_>>().join_all().await;
        assert_eq!(published.iter().filter(|published| **published).count(), 1, "{published:?}");
        for fixture in instances {
            let revision = fixture.published().await;
            assert_eq!(revision.number, 1);
            assert!(revision.files[FRAMES].bytes.starts_with(b"text "));
        }
    })
    .await;
}

#[tokio::test]
async fn imported_folder_becomes_drafts_of_what_differs() {
    on_both(|url| async move {
        let fixture = Fixture::open(&url, 1).await;
        let published = fixture.published().await;
        let mut files = published.files.clone();
        files.insert(FRAMES, file("imported"));
        files.remove("team/director.md");
        let imported = fixture.store.import_drafts(&published, &files, fixture.actor()).await.expect("imported");
        assert_eq!(imported, 2);
        let drafts = fixture.store.drafts().await.expect("drafts");
        let shown: Vec<_> = drafts.iter().map(|draft| (&*draft.path, draft.file.is_some())).collect();
        assert_eq!(shown, [(FRAMES, true), ("team/director.md", false)]);

        files.insert(FRAMES, file("another"));
        files.insert("articles/a.md", file("new"));
        let refused = fixture.store.import_drafts(&published, &files, fixture.actor()).await;
        let Err(DeskError::Refused(DraftError::Stale { path, .. })) = refused else { panic!("{refused:?}") };
        assert_eq!(path, FRAMES);
        assert_eq!(fixture.store.drafts().await.expect("drafts"), drafts, "a part was imported");
    })
    .await;
}

#[tokio::test]
async fn draft_that_was_discarded_while_the_site_was_rendered_is_not_published() {
    on_both(|url| async move {
        let fixture = Fixture::open(&url, 1).await;
        let old = fixture.hash(FRAMES).await;
        let version = fixture.save(FRAMES, "new text", &old).await.expect("saved");
        fixture.save("articles/news.md", "an article", NO_DOCUMENT).await.expect("saved");
        let (base, drafts) = (fixture.published().await, fixture.store.drafts().await.expect("drafts"));
        let files = with_drafts(&base.files, &drafts);
        fixture.save_file(FRAMES, base.files.get(FRAMES).cloned(), &version).await.expect("discarded");
        let before = fixture.store.drafts().await.expect("drafts");

        let new = NewRevision { base: &base, files: &files, drafts: &drafts, note: "" };
        let refused = fixture.store.publish_content(new, "publish content", fixture.actor()).await;
        assert!(matches!(refused, Err(DeskError::Refused(PublishRefused::Discarded))), "{refused:?}");
        assert_eq!(fixture.store.published_revision().await.expect("the pointer"), 0);
        assert_eq!(fixture.store.drafts().await.expect("drafts"), before);
        assert_eq!(fixture.publish("").await, 1);
        assert_eq!(fixture.hash(FRAMES).await, old);
    })
    .await;
}

#[tokio::test]
async fn discarding_many_drafts_leaves_those_that_were_saved_again() {
    on_both(|url| async move {
        let fixture = Fixture::open(&url, 1).await;
        let version = fixture.save(FRAMES, "new text", &fixture.hash(FRAMES).await).await.expect("saved");
        fixture.save("articles/news.md", "an article", NO_DOCUMENT).await.expect("saved");
        let drafts = fixture.store.drafts().await.expect("drafts");
        fixture.save(FRAMES, "newer text", &version).await.expect("saved");
        let discarded = fixture.store.discard_drafts(&drafts, fixture.actor()).await.expect("discarded");
        assert_eq!(discarded.iter().map(|draft| &*draft.path).collect::<Vec<_>>(), ["articles/news.md"]);
        let left = fixture.store.drafts().await.expect("drafts");
        assert_eq!(left.iter().map(|draft| &*draft.path).collect::<Vec<_>>(), [FRAMES]);
        // Whoever still edits the discarded draft is asked, instead of bringing it back.
        let stale = fixture.save("articles/news.md", "an article, longer", &drafts[0].version).await;
        assert!(matches!(stale, Err(DraftError::Stale { .. })), "{stale:?}");
        let audit = fixture.store.audit(None, 10).await.expect("the log");
        assert!(audit.iter().any(|entry| entry.action == "discard draft" && entry.subject == "articles/news.md"));
    })
    .await;
}
