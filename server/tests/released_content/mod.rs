//! The content and the database of every released version: today's program starts on them.
//!
//! `content-VERSION.tar.gz` beside this file is the folder `content/` of that release. Add one with each release.

use std::path::Path;
use std::process::Command;

use clinic_content::Folder;
use clinic_runtime::clock::{Clock, System};
use sqlx::any::install_default_drivers;
use sqlx::{AnyConnection, AssertSqlSafe, Connection, Executor};
use tempfile::TempDir;

use crate::test_server::{TestServer, content_copy, run};

/// The versions, with the newest migration that they had.
const RELEASES: [(&str, i64); 3] = [("0.1.0", 2), ("0.2.0", 6), ("0.3.0", 28)];

/// The migration that brought the tables of the content, and nothing after it.
const FIRST_WITH_CONTENT: i64 = 16;

/// Programs with this schema have stored when they last trusted the clock.
pub const FIRST_WITH_CLOCK: i64 = 25;

fn content_of(version: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let archive =
        Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/released_content/content-{version}.tar.gz"));
    let status = Command::new("tar").arg("-xzf").arg(archive).arg("-C").arg(folder.path()).status();
    assert!(status.expect("tar runs").success());
    folder
}

/// A data folder with a database as a program with that schema has written it.
pub async fn database_of(schema: i64) -> (TempDir, AnyConnection) {
    install_default_drivers();
    let data = tempfile::tempdir().expect("a folder");
    let url = format!("sqlite:{}?mode=rwc", data.path().join("clinic.db").display());
    let mut database = AnyConnection::connect(&url).await.expect("a database");
    database.execute("PRAGMA journal_mode = WAL").await.expect("a log");
    database
        .execute("CREATE TABLE migrations (version BIGINT PRIMARY KEY, applied_at BIGINT NOT NULL)")
        .await
        .expect("a table");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/store/migrations");
    let mut files: Vec<_> =
        std::fs::read_dir(folder).expect("migrations").map(|it| it.expect("a file").path()).collect();
    files.sort();
    for file in files {
        let number = file.file_name().and_then(|name| name.to_str()?.split('_').next()?.parse::<i64>().ok());
        let version = number.expect("a file with a number");
        if version > schema {
            break;
        }
        let statements = std::fs::read_to_string(file).expect("text").replace(" COLLATE \"C\"", "");
        let statements = statements.replace(" BYTEA", " BLOB");
        database.execute(sqlx::raw_sql(AssertSqlSafe(statements))).await.expect("migrated");
        sqlx::query("INSERT INTO migrations (version, applied_at) VALUES ($1, 0)")
            .bind(version)
            .execute(&mut database)
            .await
            .expect("counted");
    }
    if schema >= FIRST_WITH_CLOCK {
        let now = System.now().as_millisecond();
        let insert = "INSERT INTO clock (id, trusted_at) VALUES (1, $1)";
        sqlx::query(insert).bind(now).execute(&mut database).await.expect("stored");
    }
    (data, database)
}

/// The content and the database of every release, with the content in it.
async fn stored_content_of(version: &str, schema: i64) -> TempDir {
    // A release without the tables of the content was updated to the first program that had them.
    let (content, (data, mut database)) =
        (edited_content_of(version), database_of(schema.max(FIRST_WITH_CONTENT)).await);
    store_revision(&mut database, content.path()).await;
    database.close().await.expect("closed");
    data
}

/// Stores content as revision 1, as the first program with content in the database did.
async fn store_revision(database: &mut AnyConnection, content: &Path) {
    let revision = "INSERT INTO content_revisions (number, author, note, published_at) VALUES (1, 'Ngozi', '', 0)";
    database.execute(revision).await.expect("stored");
    for (path, file) in Folder::read(content).expect("content").files() {
        sqlx::query("INSERT INTO content_blobs (hash, bytes) VALUES ($1, $2) ON CONFLICT (hash) DO NOTHING")
            .bind(&file.hash)
            .bind(file.bytes.to_vec())
            .execute(&mut *database)
            .await
            .expect("stored");
        sqlx::query("INSERT INTO content_files (revision, path, hash) VALUES (1, $1, $2)")
            .bind(path)
            .bind(&file.hash)
            .execute(&mut *database)
            .await
            .expect("stored");
    }
    database.execute("INSERT INTO content_published (id, revision) VALUES (1, 1)").await.expect("published");
}

fn replace(folder: &Path, file: &str, from: &str, to: &str) {
    let text = std::fs::read_to_string(folder.join(file)).expect("the file");
    assert!(text.contains(from), "{from} is not in {file}");
    std::fs::write(folder.join(file), text.replace(from, to)).expect("saved");
}

/// With words of its own, which the content of today does not have.
fn edited_content_of(version: &str) -> TempDir {
    let content = content_of(version);
    replace(content.path(), "services/frames.md", "title = \"", "title = \"Our own ");
    content
}

async fn assert_serves_own_words(server: &TestServer, version: &str) {
    assert!(server.get_text("/services").await.contains("Our own "), "{version}: {}", server.log());
    assert!(!server.log().contains(" ERROR "), "{version}: {}", server.log());
    server.wait_until_healthy().await;
    assert!(server.get_text("/home").await.contains("<h1"), "{version}");
}

#[tokio::test]
async fn content_folder_of_every_release_is_served_with_its_database() {
    for (version, schema) in RELEASES {
        let (content, (data, database)) = (edited_content_of(version), database_of(schema).await);
        database.close().await.expect("closed");
        let server = TestServer::start_in(data, &["--content", content.path().to_str().expect("a path")]);
        assert_serves_own_words(&server, version).await;
        // A page that the release did not have.
        let is_missing = !content.path().join("pages/book.md").exists();
        let text = "pages/book.md is not in the content folder.";
        assert!(!is_missing || server.logs(text).await, "{version}: {}", server.log());
    }
}

#[tokio::test]
async fn content_folder_of_every_release_is_checked_and_imported() {
    for (version, _) in RELEASES {
        let content = edited_content_of(version);
        let path = content.path().to_str().expect("a path");
        let (code, output, errors) = run(&["check", "--content", path]);
        assert_eq!(code, 0, "{version}: {output}{errors}");
        let warning =
            "Warning: pages/practice.md is not in the content. The site shows the text that came with the program.";
        assert!(errors.contains(warning), "{version}: {errors}");

        let (_, data) = TestServer::start(&[]).stop_and_keep_data();
        let data_path = data.path().to_str().expect("a path");
        let (code, output, errors) = run(&["content", "import", path, "--dry-run", "--data", data_path]);
        assert_eq!(code, 0, "{version}: {errors}");
        assert!(!output.contains("pages/practice.md"), "{version}: the page would be deleted or changed: {output}");
        let (code, _, errors) = run(&["content", "import", path, "--publish", "--data", data_path]);
        assert_eq!(code, 0, "{version}: {errors}");
        let server = TestServer::start_in(data, &[]);
        assert_serves_own_words(&server, version).await;
    }
}

#[tokio::test]
async fn content_of_every_release_is_served_from_a_database_that_has_not_been_updated() {
    for (version, schema) in RELEASES {
        let server = TestServer::start_in(stored_content_of(version, schema).await, &[]);
        assert_serves_own_words(&server, version).await;
    }
}

/// The pages that a release has added to the content of an older one are in memory only until somebody publishes.
#[tokio::test]
async fn content_is_published_after_the_upgrade_from_every_release() {
    for (version, schema) in RELEASES {
        let data = stored_content_of(version, schema).await;
        let (_, data) = TestServer::start_in(data, &[]).stop_and_keep_data();
        let edited = content_copy();
        replace(edited.path(), "services/frames.md", "title = \"", "title = \"Our own ");
        let (edited, folder) = (edited.path().to_str().expect("a path"), data.path().to_str().expect("a path"));
        let (code, _, errors) = run(&["content", "import", edited, "--publish", "--data", folder]);
        assert_eq!(code, 0, "{version}: {errors}");
        let server = TestServer::start_in(data, &[]);
        assert_serves_own_words(&server, version).await;
    }
}

#[tokio::test]
async fn page_that_was_removed_from_the_folder_is_reported_instead_of_replaced() {
    let content = edited_content_of("0.2.0");
    let path = content.path().to_str().expect("a path").to_owned();
    let (_, data) = TestServer::start(&["--content", &path]).stop_and_keep_data();
    std::fs::remove_file(content.path().join("pages/about-us.md")).expect("removed");
    let server = TestServer::start_in(data, &["--content", &path]);
    assert!(server.logs("pages/about-us.md:1: This file is missing").await, "{}", server.log());
    assert!(server.get_text("/about-us").await.contains("<h1"), "the copy of the last content is not served");
}

/// The operator reads what is wrong with the content before the database is changed, and the copy of it is there.
#[tokio::test]
async fn refused_content_is_reported_before_the_database_is_updated() {
    let (content, (data, mut database)) = (content_of("0.2.0"), database_of(FIRST_WITH_CONTENT).await);
    replace(content.path(), "services/frames.md", "title = \"", "colour = \"blue\"\ntitle = \"");
    store_revision(&mut database, content.path()).await;
    database.close().await.expect("closed");
    let server = TestServer::start_in(data, &[]);
    assert!(server.logs("updating the database from schema 16").await, "{}", server.log());
    let log = server.log();
    let place = |text: &str| log.find(text).unwrap_or_else(|| panic!("{text} is not in {log}"));
    assert!(place("services/frames.md:2: `colour`") < place("updating the database from schema 16"), "{log}");
    let copies = std::fs::read_dir(server.data.path())
        .expect("a folder")
        .filter_map(|it| it.ok()?.file_name().into_string().ok());
    assert_eq!(copies.filter(|name| name.contains(".before-schema-")).count(), 1, "{log}");
}

/// A file of the published content is gone from the database.
#[tokio::test]
async fn revision_that_cannot_be_read_does_not_keep_the_site_from_starting() {
    let (content, (data, mut database)) = (edited_content_of("0.3.0"), database_of(28).await);
    store_revision(&mut database, content.path()).await;
    let delete = "DELETE FROM content_blobs WHERE hash IN \
                  (SELECT hash FROM content_files WHERE path = 'services/frames.md')";
    database.execute("PRAGMA foreign_keys = OFF").await.expect("switched off");
    database.execute(delete).await.expect("deleted");
    database.close().await.expect("closed");
    let server = TestServer::start_in(data, &[]);
    assert!(server.get_text("/home").await.contains("<h1"), "{}", server.log());
    assert!(server.log().contains("Revision 1 of the content cannot be read"), "{}", server.log());
}
