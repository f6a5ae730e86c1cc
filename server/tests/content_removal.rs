//! Removing a picture or a passage for good, checked on SQLite and on PostgreSQL, at the desk and on the site.

use std::fs;
use std::sync::Arc;

use axum::http::StatusCode;
use clinic_content::{ContentFile, Folder, Passage};
use clinic_rules::staff::Role;
use clinic_runtime::clock::Clock;
use clinic_store::{
    Actor, DeskError, Edition, Editions, NewNote, NewRevision, PublishedContent, RemoveRefused, Removed, Revision,
    Store,
};
use reqwest::Method;
use serde_json::json;

use crate::support::databases::{Cluster, on_both};
use crate::support::desk_client::SessionCookie;
use crate::support::test_app::TestApp;
use crate::support::waiting::eventually;
use crate::support::{SeededRandom, TestClock};
use crate::test_server::editor::Editor;
use crate::test_server::{TestServer, content_copy, run};

const NEWS: &str = "articles/news.md";
const FRAMES: &str = "services/frames.md";
const PHOTO: &str = "pictures/nurses.webp";
const DESCRIPTIONS: &str = "pictures/descriptions.toml";
const STORY: &str = "+++\ntitle = \"News\"\n+++\nSeen by **Mrs Ada**\nObi in May.\n";
const WITHOUT: &str = "+++\ntitle = \"News\"\n+++\nSeen by [removed] in May.\n";

struct Desk {
    store: Store,
    editions: Editions,
    clock: TestClock,
    random: SeededRandom,
}

impl Desk {
    async fn open(url: &str) -> Self {
        let clock = TestClock::default();
        let store = Store::open(url, clock.now()).await.expect("the store opens");
        let editions = Editions::new(store.clone(), PublishedContent::new(store.clone()));
        Self { store, editions, clock, random: SeededRandom::new(1) }
    }

    fn actor<'a>(&'a self, name: &'a str) -> Actor<'a> {
        Actor { name, random: &self.random, now: self.clock.now() }
    }

    async fn edition(&self) -> Arc<Edition> {
        self.editions.read().await.expect("an edition")
    }

    async fn version(&self, path: &str) -> String {
        self.editions.read_with_versions().await.expect("an edition").version(path)
    }

    async fn save(&self, path: &str, file: Option<&str>) {
        let (edition, file) = (self.edition().await, file.map(|text| ContentFile::from(text.to_owned())));
        let version = self.version(path).await;
        let saved = self.store.save_draft(&edition.base, path, file.as_ref(), &version, self.actor("Ngozi")).await;
        saved.expect("saved");
    }

    /// Publishes files in addition to what is published, or without those that are `None`.
    async fn publish(&self, changes: &[(&str, Option<&str>)], note: &str) {
        let base = self.edition().await.base.clone();
        let mut files = base.files.clone();
        for (path, file) in changes {
            match file {
                Some(text) => files.insert(*path, (*text).to_owned()),
                None => files.remove(path),
            }
        }
        let new = NewRevision { base: &base, files: &files, drafts: &[], note };
        self.store.publish_content(new, "publish content", self.actor("Ngozi")).await.expect("published");
    }

    async fn note(&self, path: &str, request: &str, text: &str) {
        let new = NewNote { request, path, text };
        self.store.add_note(&*self.edition().await, new, self.actor("Ngozi")).await.expect("written");
    }

    async fn remove(&self, removed: Removed<'_>) -> Result<(), DeskError<RemoveRefused>> {
        let edition = self.edition().await;
        let found = self.store.find_removable(&edition, removed).await?;
        self.store.remove_content(&edition, removed, &found, self.actor("Tonye")).await
    }

    async fn revision(&self, number: i64) -> Revision {
        self.store.content_revision(number, None).await.expect("the store").expect("a revision")
    }

    async fn text(&self, revision: i64, path: &str) -> Option<String> {
        self.revision(revision).await.files.get(path).map(|file| String::from_utf8_lossy(file).into_owned())
    }
}

fn passage(text: &str) -> Passage {
    Passage::parse(text).expect("a passage")
}

#[tokio::test]
async fn removed_passage_is_in_no_revision_no_draft_and_no_note() {
    on_both(|url| async move {
        let desk = Desk::open(&url).await;
        desk.publish(&[(NEWS, Some(STORY)), ("articles/more.md", Some("Thanks, Mrs Ada Obi!"))], "").await;
        desk.publish(&[(NEWS, Some("No names.")), ("articles/more.md", None)], "Without Mrs Ada Obi").await;
        desk.save(FRAMES, Some("Worn by mrs ada obi.")).await;
        let other = Desk::open(&url).await;
        assert!(other.edition().await.draft(FRAMES).is_some());

        let ada = passage("Mrs Ada Obi");
        let edition = desk.edition().await;
        let found = desk.store.find_removable(&edition, Removed::Passage(&ada)).await.expect("found");
        assert_eq!(found.places.keys().collect::<Vec<_>>(), ["articles/more.md", NEWS, FRAMES]);
        assert_eq!(found.places[NEWS].title.as_deref(), Some("News"));
        assert!(found.places[NEWS].excerpt.as_ref().is_some_and(|it| it.contains("Seen by **Mrs Ada** Obi in May.")));
        assert!(found.places[FRAMES].is_draft && !found.places[FRAMES].is_shown);
        assert_eq!(found.revisions().into_iter().collect::<Vec<_>>(), [1, 2]);
        desk.remove(Removed::Passage(&ada)).await.expect("removed");

        assert_eq!(desk.text(1, NEWS).await.as_deref(), Some(WITHOUT));
        assert_eq!(desk.text(1, "articles/more.md").await.as_deref(), Some("Thanks, [removed]!"));
        let history = desk.store.content_history(None, None, 10).await.expect("a history");
        assert_eq!(history[0].note, "Without [removed]");
        for desk in [&desk, &other] {
            let draft = desk.edition().await.draft(FRAMES).cloned().expect("a draft").file.expect("a text");
            assert_eq!(&*draft.bytes, b"Worn by [removed].");
        }
        let removals = desk.store.removals(0, 2).await.expect("the removals");
        let (path, by) = (&removals[&1][1].path, &removals[&1][1].removed_by);
        assert_eq!((removals.len(), removals[&1].len(), path.as_str(), by.as_str()), (1, 2, NEWS, "Tonye"));
        let again = desk.remove(Removed::Passage(&ada)).await;
        assert!(matches!(again, Err(DeskError::Refused(RemoveRefused::NotFound))), "{again:?}");
    })
    .await;
}

#[tokio::test]
async fn removed_passage_is_in_no_note_to_colleagues() {
    on_both(|url| async move {
        let desk = Desk::open(&url).await;
        desk.publish(&[(NEWS, Some("+++\ntitle = \"Mrs Ada Obi\"\n+++\nHer eyes."))], "").await;
        desk.note(NEWS, "about-her", "Please check the date").await;
        desk.publish(&[(NEWS, None), (FRAMES, Some("+++\ntitle = \"Frames\"\n+++\nShort."))], "").await;
        desk.note(FRAMES, "done", "Ask **Mrs Ada** Obi").await;
        desk.store.resolve_note(&*desk.edition().await, "done", desk.actor("Tonye")).await.expect("done");
        desk.note(FRAMES, "other", "Ask Mrs Uche").await;

        let ada = passage("mrs ada obi");
        let edition = desk.edition().await;
        let found = desk.store.find_removable(&edition, Removed::Passage(&ada)).await.expect("found");
        assert_eq!(found.colleague_notes, 2);
        // Written after the owner has searched.
        desk.note(FRAMES, "late", "And thank Mrs Ada Obi").await;
        desk.store
            .remove_content(&edition, Removed::Passage(&ada), &found, desk.actor("Tonye"))
            .await
            .expect("removed");
        let edition = desk.edition().await;
        let open = desk.store.open_notes(&edition).await.expect("the notes").notes;
        let words = |id: &str| {
            let note = open.iter().find(|note| note.id == id).expect("the note");
            (note.title.clone().expect("a title"), note.text.clone())
        };
        assert_eq!(words("about-her"), ("[removed]".to_owned(), "Please check the date".to_owned()));
        assert_eq!(words("late").1, "And thank [removed]");
        assert_eq!(words("other").1, "Ask Mrs Uche");
        let on_frames = desk.store.notes_on(&edition, FRAMES).await.expect("the notes");
        let done = on_frames.iter().find(|note| note.id == "done").expect("the note");
        assert_eq!((done.text.as_str(), done.resolved.is_some()), ("Ask [removed]", true));

        // Only in notes.
        desk.note(FRAMES, "only", "Call Mr Bola Ige").await;
        let bola = passage("Bola Ige");
        desk.remove(Removed::Passage(&bola)).await.expect("removed");
        let again = desk.remove(Removed::Passage(&bola)).await;
        assert!(matches!(again, Err(DeskError::Refused(RemoveRefused::NotFound))), "{again:?}");
    })
    .await;
}

#[tokio::test]
async fn removed_bytes_are_not_left_in_the_files_of_the_database() {
    let folder = tempfile::tempdir().expect("a folder");
    let desk = Desk::open(&format!("sqlite:{}", folder.path().join("clinic.db").display())).await;
    let long = format!("{STORY}{}", "Many more words. ".repeat(2000));
    desk.publish(&[(NEWS, Some(&long))], "").await;
    desk.publish(&[(NEWS, Some("No names."))], "").await;
    desk.note(NEWS, "note", "Thank Mrs Ada* Obi").await;
    let is_there = || {
        let files =
            fs::read_dir(folder.path()).expect("the folder").map(|entry| fs::read(entry.expect("a file").path()));
        files.into_iter().any(|bytes| bytes.expect("readable").windows(8).any(|part| part == b"Mrs Ada*"))
    };
    assert!(is_there());
    desk.remove(Removed::Passage(&passage("Mrs Ada Obi"))).await.expect("removed");
    assert!(!is_there(), "the passage is still in a file of the database");
}

#[tokio::test]
async fn earlier_picture_is_removed_while_the_one_in_its_place_stays() {
    on_both(|url| async move {
        let desk = Desk::open(&url).await;
        let described = |words: &str| format!("\"nurses.webp\" = \"{words}\"\n");
        let (ada, two) = (described("Mrs Ada Obi"), described("Two nurses"));
        desk.publish(&[(PHOTO, Some("photo of Ada")), (DESCRIPTIONS, Some(&ada))], "").await;
        desk.publish(&[(PHOTO, Some("photo of two")), (DESCRIPTIONS, Some(&two))], "").await;
        let edition = desk.edition().await;
        let pictures = desk.store.earlier_pictures(&edition).await.expect("pictures");
        assert_eq!(pictures.len(), 1, "{pictures:?}");
        assert_eq!((pictures[0].path.as_str(), pictures[0].description.as_deref()), (PHOTO, Some("Mrs Ada Obi")));
        let hash = pictures[0].hash.clone();
        assert!(desk.store.earlier_picture(&hash).await.expect("the store").is_some());

        desk.remove(Removed::Picture(&hash)).await.expect("removed");
        assert_eq!(desk.store.earlier_picture(&hash).await.expect("the store"), None);
        assert_eq!((desk.text(1, PHOTO).await, desk.text(1, DESCRIPTIONS).await), (None, Some(String::new())));
        assert_eq!(desk.text(2, PHOTO).await.as_deref(), Some("photo of two"));
        assert_eq!(desk.text(2, DESCRIPTIONS).await, Some(two));
        let edition = desk.edition().await;
        assert!(desk.store.earlier_pictures(&edition).await.expect("pictures").is_empty());

        // Now without any: its description goes too, although the list is published.
        desk.publish(&[(PHOTO, None)], "").await;
        let hash = desk.revision(2).await.files.get(PHOTO).expect("the picture").hash.clone();
        let before = desk.version(DESCRIPTIONS).await;
        desk.remove(Removed::Picture(&hash)).await.expect("removed");
        assert_eq!(desk.text(3, DESCRIPTIONS).await, Some(String::new()));
        assert_ne!(desk.version(DESCRIPTIONS).await, before);
    })
    .await;
}

#[tokio::test]
async fn what_the_site_shows_or_the_program_contains_is_not_removed() {
    on_both(|url| async move {
        let desk = Desk::open(&url).await;
        desk.publish(&[(NEWS, Some(STORY)), (PHOTO, Some("photo"))], "").await;
        let (ada, photo) = (passage("Mrs Ada Obi"), ContentFile::from("photo".to_owned()).hash.clone());
        for removed in [Removed::Passage(&ada), Removed::Picture(&photo)] {
            let refused = desk.remove(removed).await;
            assert!(matches!(refused, Err(DeskError::Refused(RemoveRefused::StillShown { .. }))), "{refused:?}");
        }
        assert_eq!(desk.text(1, NEWS).await.as_deref(), Some(STORY));

        // A text of the program that was changed since.
        let shipped = Folder::embedded().get(FRAMES).expect("a text").clone();
        let words = "broken arm or a loose screw";
        let text = String::from_utf8_lossy(&shipped).into_owned();
        let words = if text.contains(words) { words.to_owned() } else { first_sentence(&text) };
        desk.publish(&[(FRAMES, Some("+++\ntitle = \"Frames\"\n+++\nShort."))], "").await;
        let refused = desk.remove(Removed::Passage(&passage(&words))).await;
        assert!(matches!(refused, Err(DeskError::Refused(RemoveRefused::PartOfTheProgram))), "{refused:?}");
        let refused = desk.remove(Removed::Picture("unknown")).await;
        assert!(matches!(refused, Err(DeskError::Refused(RemoveRefused::NotFound))), "{refused:?}");

        desk.save(PHOTO, Some("draft of a photo")).await;
        desk.save(NEWS, Some("No names.")).await;
        let edition = desk.edition().await;
        let found = desk.store.find_removable(&edition, Removed::Passage(&ada)).await.expect("found");
        desk.save(NEWS, Some("Changed meanwhile.")).await;
        desk.publish(&[(NEWS, Some("No names."))], "").await;
        let edition = desk.edition().await;
        let refound = desk.store.find_removable(&edition, Removed::Passage(&ada)).await.expect("found");
        desk.save(FRAMES, Some("Mrs Ada Obi again.")).await;
        let moved = desk.store.remove_content(&edition, Removed::Passage(&ada), &refound, desk.actor("Tonye")).await;
        assert!(matches!(moved, Err(DeskError::Refused(RemoveRefused::Moved))), "{moved:?}");
        assert!(found.places[NEWS].is_shown && !refound.places[NEWS].is_shown);
    })
    .await;
}

fn first_sentence(document: &str) -> String {
    let body = document.rsplit("+++").next().expect("a text").trim();
    body.split(['.', '\n']).next().expect("a sentence").to_owned()
}

async fn open_app() -> (TestApp, SessionCookie) {
    let app = TestApp::with_content().await;
    app.add_staff("Tonye", Role::Owner).await;
    let session = app.sign_in("Tonye").await;
    (app, session)
}

async fn publish(app: &TestApp, changes: &[(&str, &str)]) {
    let store = &app.services.store;
    let base = PublishedContent::new(store.clone()).read().await.expect("a revision");
    let mut files = base.files.clone();
    for (path, text) in changes {
        files.insert(*path, (*text).to_owned());
    }
    let new = NewRevision { base: &base, files: &files, drafts: &[], note: "" };
    let actor = Actor { name: "Ngozi", random: &clinic_runtime::clock::System, now: app.services.clock.now() };
    store.publish_content(new, "publish content", actor).await.expect("published");
}

#[tokio::test]
async fn owner_finds_and_removes_a_passage_and_the_history_says_so() {
    let (app, owner) = open_app().await;
    let shipped = String::from_utf8_lossy(Folder::embedded().get(FRAMES).expect("a text")).into_owned();
    publish(&app, &[(FRAMES, &format!("{shipped}\nWorn by Mrs Ada Obi.\n"))]).await;
    let body = json!({ "passage": "mrs ada obi" });
    let note = json!({ "path": FRAMES, "text": "Did Mrs Ada Obi agree?" });
    assert_eq!(app.desk_post(&owner, "content/notes", note).await.status, StatusCode::CREATED);
    let found = app.desk_post(&owner, "content/removals/find", body.clone()).await.json();
    assert_eq!((&found["notes"], &found["colleagueNotes"]), (&json!(0), &json!(1)));
    let place = &found["places"][0];
    assert_eq!((&place["path"], &place["title"], &place["isShown"]), (&json!(FRAMES), &json!("Frames"), &json!(true)));
    let refused = app.desk_post(&owner, "content/removals", body.clone()).await;
    assert_eq!(refused.status_and_code(), (409, "in_use".to_owned()));
    assert!(refused.text.contains("The site still shows this, in Frames."), "{}", refused.text);

    publish(&app, &[(FRAMES, &shipped)]).await;
    let removed = app.desk_post(&owner, "content/removals", body.clone()).await;
    assert_eq!((removed.status, removed.json()), (StatusCode::OK, json!({ "revisions": 1 })));
    let history = app.desk_get(&owner, "content/history").await.json();
    let (newest, older) = (&history["revisions"][0], &history["revisions"][1]);
    assert_eq!((&newest["removed"], &older["removed"][0]["removedBy"]), (&json!([]), &json!("Tonye")));
    assert_eq!((&older["removed"][0]["path"], &older["removed"][0]["isPicture"]), (&json!(FRAMES), &json!(false)));
    let notes = app.desk_get(&owner, "content/notes").await.text;
    assert!(notes.contains("Did [removed] agree?") && !notes.contains("Ada"), "{notes}");
    let changes = app.desk_get(&owner, "content/history/1").await.text;
    assert!(changes.contains("Worn by [removed].") && !changes.contains("Ada"), "{changes}");
    let audit = app.desk_get(&owner, "audit").await.text;
    assert!(audit.contains("remove content") && audit.contains(FRAMES) && !audit.contains("Ada"), "{audit}");

    for (body, status) in [
        (body, 404),
        (json!({ "passage": " A b " }), 422),
        (json!({}), 422),
        (json!({ "passage": "Mrs Ada Obi", "picture": "0" }), 422),
    ] {
        let refused = app.desk_post(&owner, "content/removals", body.clone()).await;
        assert_eq!(refused.status.as_u16(), status, "{body}: {}", refused.text);
    }
}

#[tokio::test]
async fn restored_revision_without_a_removed_picture_keeps_the_one_that_the_site_shows() {
    let (app, owner) = open_app().await;
    let drawing = |width: u8| format!("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} 3'/>");
    let picture = "pictures/team-director.svg";
    let team = String::from_utf8_lossy(Folder::embedded().get("pages/team.md").expect("a page")).into_owned();
    publish(&app, &[(picture, &drawing(4)), ("pages/team.md", &team.replacen("title = \"", "title = \"Our ", 1))])
        .await;
    publish(&app, &[(picture, &drawing(8)), ("pages/team.md", &team)]).await;
    let pictures = app.desk_get(&owner, "content/removals/pictures").await.json();
    let hash = pictures["pictures"][0]["hash"].as_str().expect("a hash").to_owned();
    let shown = app.desk_get(&owner, &format!("content/removals/pictures/{hash}")).await;
    assert_eq!(shown.text, drawing(4));
    assert_eq!(app.desk_post(&owner, "content/removals", json!({ "picture": hash })).await.status, StatusCode::OK);
    assert_eq!(app.desk_get(&owner, &format!("content/removals/pictures/{hash}")).await.status, StatusCode::NOT_FOUND);

    let restored = app.desk_post(&owner, "content/restore", json!({ "revision": 1, "published": 2 })).await;
    assert_eq!(restored.status, StatusCode::OK, "{}", restored.text);
    let published = PublishedContent::new(app.services.store.clone()).read().await.expect("a revision");
    assert_eq!(published.files.get(picture).map(|file| file.to_vec()), Some(drawing(8).into_bytes()));
    assert!(String::from_utf8_lossy(published.files.get("pages/team.md").expect("a page")).contains("title = \"Our "));
}

/// Files of earlier publications are served for an hour, because pages in browsers name them.
#[tokio::test]
async fn removed_picture_is_no_longer_served_by_any_instance() {
    let cluster = Cluster::start();
    let url = cluster.url();
    let folder = tempfile::tempdir().expect("a folder");
    let key = folder.path().join("clinic.key").to_str().expect("a path").to_owned();
    let flags = ["--database", &url, "--key-file", &key];
    let owner = Editor::add_with_role(TestServer::start(&flags), &flags, "owner").await;
    let other = TestServer::start(&flags);
    let content = content_copy();
    let picture = content.path().join("pictures/team-director.svg");
    let import = async || {
        let arguments = ["content", "import", content.path().to_str().expect("a path"), "--publish"];
        let arguments: Vec<String> = arguments.iter().chain(&flags).map(|it| (*it).to_owned()).collect();
        // Not on this thread, which has to notice that a server closes an idle connection.
        let imported =
            tokio::task::spawn_blocking(move || run(&arguments.iter().map(String::as_str).collect::<Vec<_>>()));
        let (code, _, errors) = imported.await.expect("the command ran");
        assert_eq!(code, 0, "{errors}");
    };
    let shipped = fs::read(&picture).expect("the picture");
    let before = address_of_picture(&other).await;
    fs::write(&picture, "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 4 3'/>").expect("saved");
    import().await;
    for server in [&owner.server, &other] {
        eventually("the picture", || async { address_of_picture(server).await != before }).await;
    }
    let removed = address_of_picture(&other).await;
    fs::write(&picture, shipped).expect("saved");
    import().await;
    for server in [&owner.server, &other] {
        eventually("the shipped picture again", || async { address_of_picture(server).await == before }).await;
        assert_eq!(server.get(&removed).await.status().as_u16(), 200, "it is served for an hour");
    }
    let pictures = owner.get("content/removals/pictures").await;
    let hash = &pictures["pictures"][0]["hash"];
    let answer = owner.call(Method::POST, "content/removals", "", &json!({ "picture": hash })).await;
    assert_eq!(answer.map(|(status, _)| status), Some(200));
    for server in [&owner.server, &other] {
        eventually("it is gone", || async { server.get(&removed).await.status().as_u16() == 404 }).await;
        assert_eq!(address_of_picture(server).await, before);
    }
}

async fn address_of_picture(server: &TestServer) -> String {
    let page = server.get_text("/team").await;
    let start = page.find("/pictures/team-director").expect("a picture");
    page[start..].split(['"', ' ', '\'']).next().expect("an address").to_owned()
}
