//! Erasing people from the command line, and erasing them again after an earlier backup was restored.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::SystemTime;

use reqwest::Method;
use serde_json::json;
use tempfile::TempDir;

use crate::support::databases::{self, Cluster};
use crate::support::waiting::eventually;
use crate::test_server::{TestServer, read_json, run};

const FAST_GAME: &[&str] = &["--min-play", "1ms"];
const NOTHING: &str = "Nothing is stored about this person.\n";

fn text(path: &Path) -> &str {
    path.to_str().expect("a path in Unicode")
}

/// Runs a command on the database that succeeds, and returns its output.
fn command(arguments: &[&str], database: &[&str]) -> String {
    let (code, output, errors) = run(&[arguments, database].concat());
    assert_eq!(code, 0, "{arguments:?}: {errors}");
    output
}

/// Claims for Ada and Bola, makes a backup, erases Ada, restores the backup.
async fn restore_backup_with_an_erased_person(
    data: TempDir,
    database: &[&str],
    backup: impl FnOnce(&Path),
    restore: impl FnOnce(&Path),
) {
    let arguments = [FAST_GAME, database].concat();
    let server = TestServer::start_in(data, &arguments);
    let folder = server.data.path().to_owned();
    let database = [database, &["--data", text(&folder)]].concat();
    server.claim("ada@example.com").await;
    server.claim("bola@example.com").await;
    backup(&folder);
    assert!(
        command(&["forget", "ada@example.com"], &database)
            .contains("Erased. Nothing of what was to be erased is stored any more.")
    );
    assert_eq!(command(&["export", "--person", "ada@example.com"], &database), NOTHING);
    let list = folder.join("erased-people.txt");
    assert_eq!(fs::metadata(&list).expect("a list").permissions().mode() & 0o777, 0o600);
    let entries = fs::read_to_string(&list).expect("a list");
    assert!(entries.lines().count() == 1 && !entries.contains("ada"), "{entries}");

    let (_, data) = server.stop_and_keep_data();
    restore(&folder);
    assert!(command(&["export", "--person", "ada@example.com"], &database).contains("ada@example.com"));

    let server = TestServer::start_in(data, &arguments);
    assert!(server.logs("erased people again").await, "{}", server.log());
    assert_eq!(command(&["export", "--person", "ada@example.com"], &database), NOTHING);
    assert!(command(&["export", "--person", "bola@example.com"], &database).contains("bola@example.com"));

    // She may come back.
    server.claim("ada@example.com").await;
    let (_, data) = server.stop_and_keep_data();
    let server = TestServer::start_in(data, &arguments);
    assert!(command(&["export", "--person", "ada@example.com"], &database).contains("ada@example.com"));
    assert!(!server.log().contains("erased people again"), "{}", server.log());
}

#[tokio::test]
async fn erased_person_stays_erased_after_a_restore_on_sqlite() {
    let data = tempfile::tempdir().expect("a temporary folder");
    let copies = tempfile::tempdir().expect("a temporary folder");
    let file = copies.path().join("monday.db");
    let backup = |data: &Path| drop(command(&["backup", text(&file)], &["--data", text(data)]));
    let restore = |data: &Path| {
        fs::copy(&file, data.join("clinic.db")).expect("restored");
        for name in ["clinic.db-wal", "clinic.db-shm"] {
            let _ = fs::remove_file(data.join(name));
        }
    };
    restore_backup_with_an_erased_person(data, &[], backup, restore).await;
}

#[tokio::test]
async fn erased_person_stays_erased_after_a_restore_on_postgresql() {
    let cluster = Cluster::start();
    let data = tempfile::tempdir().expect("a temporary folder");
    let copies = tempfile::tempdir().expect("a temporary folder");
    let file = copies.path().join("monday.dump");
    let url = cluster.create_database_of_the_site();
    let (backup, restore) = (|_: &Path| databases::dump(&url, &file), |_: &Path| databases::restore(&url, &file));
    restore_backup_with_an_erased_person(data, &["--database", &url], backup, restore).await;
}

#[test]
fn list_written_by_root_belongs_to_the_owner_of_the_data() {
    use std::os::unix::fs::{MetadataExt, chown};
    const OTHER: u32 = 54_321;
    let (_, data) = TestServer::start(&[]).stop_and_keep_data();
    let list = data.path().join("erased-people.txt");
    fs::remove_file(&list).expect("the server creates the list");
    if fs::metadata(data.path()).expect("a folder").uid() != 0 {
        // Only root can give a file away, so there is nothing to test for other users.
        return;
    }
    chown(data.path(), Some(OTHER), Some(OTHER)).expect("changed");
    command(&["forget", "ada@example.com"], &["--data", text(data.path())]);
    assert_eq!(fs::metadata(&list).expect("a list").uid(), OTHER);
}

#[tokio::test]
async fn forget_deletes_the_email_files_of_the_configured_folder() {
    let mail = tempfile::tempdir().expect("a temporary folder");
    let setting = format!("file:{}", mail.path().display());
    let server = TestServer::start(&[FAST_GAME, &["--mail", &setting]].concat());
    let files = || fs::read_dir(mail.path()).expect("a folder").count();
    let database = ["--data", text(server.data.path())];

    server.claim("ada@example.com").await;
    assert_eq!(files(), 1);
    command(&["forget", "ada@example.com", "--mail", &setting], &database);
    assert_eq!(files(), 0);

    // The settings of the service name the folder too.
    server.claim("bola@example.com").await;
    assert_eq!(files(), 1);
    let env_file = server.data.path().join("clinic.env");
    fs::write(&env_file, format!("CLINIC_MAIL={setting}\n")).expect("saved");
    command(&["forget", "bola@example.com", "--env-file", text(&env_file)], &database);
    assert_eq!(files(), 0);
}

/// Books frames in the name of a patient.
async fn book(server: &TestServer, name: &str) {
    let free = read_json(server.get("/api/booking/slots?service=frames&days=14").await).await;
    let days = free["days"].as_array().expect("days");
    let day = days.iter().rfind(|day| day["slots"][0].is_string()).expect("a free day");
    let body = json!({ "service": "frames", "date": day["date"], "time": day["slots"][0], "name": name,
                       "phone": "0803 123 4567" });
    let request = server.request(Method::POST, "/api/booking").header("content-type", "application/json");
    let booked = request.body(body.to_string()).send().await.expect("a response");
    assert_eq!(booked.status(), 201);
}

#[tokio::test]
async fn forget_shows_what_is_stored_and_asks_to_choose_between_people_with_one_phone() {
    let server = TestServer::start(&[]);
    let database = ["--data", text(server.data.path())];
    book(&server, "Ada Obi").await;
    let shown = command(&["forget", "08031234567", "--show"], &database);
    assert!(shown.contains("Ada Obi (+2348031234567): appointments: 1; visits to come: 1"), "{shown}");
    book(&server, "Ngozi Obi").await;
    let forget = |arguments: &[&str]| run(&[&["forget", "08031234567"], arguments, &database[..]].concat());
    for (unclear, advice) in
        [(&[][..], "--name"), (&["--name", "Emeka Obi"], "Nobody called Emeka Obi is stored"), (&["--codes"], "--name")]
    {
        let (code, _, errors) = forget(unclear);
        assert!(code == 1 && errors.contains("Ngozi Obi") && errors.contains(advice), "{unclear:?}: {errors}");
    }
    let export = |name: &str| command(&["export", "--person", "08031234567", "--name", name], &database);
    assert!(!export("Ada Obi").contains("Ngozi"));
    let (code, output, errors) = forget(&["--name", "Ada Obi"]);
    assert!(code == 0 && output.contains("Erased."), "{output}{errors}");
    let (erased, kept) = output.split_once("Will be kept:").expect("both lists");
    assert!(erased.contains("Ada Obi") && !erased.contains("Ngozi"), "{output}");
    assert!(kept.contains("Ngozi Obi") && !kept.contains("Ada Obi"), "{output}");
    let left = command(&["forget", "08031234567", "--show"], &database);
    assert!(left.contains("Ngozi Obi") && !left.contains("Ada Obi"), "{left}");
}

#[tokio::test]
async fn server_deletes_files_of_emails_that_no_longer_exist() {
    let (_, data) = TestServer::start(&[]).stop_and_keep_data();
    let file = data.path().join("mail/AAAAAAAAAAAAAAAAAAAAAA@clinic.example.eml");
    fs::File::create(&file).expect("a file").set_modified(SystemTime::UNIX_EPOCH).expect("changed");
    let _server = TestServer::start_in(data, &[]);
    eventually("the file is deleted", || async { !file.exists() }).await;
}
