//! Backups that the site makes by itself, and restoring one.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use sqlx::AnyPool;
use tempfile::TempDir;

use crate::support::databases::Cluster;
use crate::support::waiting::eventually;
use crate::test_server::{TestServer, clinic, run};

fn text(path: &Path) -> &str {
    path.to_str().expect("text")
}

fn backups_in(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let paths = entries.map(|entry| entry.expect("an entry").path());
    paths.filter(|path| path.extension().is_some_and(|extension| extension == "db")).collect()
}

fn files_starting_with(folder: &Path, start: &str) -> Vec<PathBuf> {
    let paths = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    paths.filter(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(start))).collect()
}

fn mails_in(data: &Path) -> usize {
    fs::read_dir(data.join("mail")).map_or(0, Iterator::count)
}

async fn first_backup(folder: &Path) -> PathBuf {
    eventually("a backup", || async { !backups_in(folder).is_empty() }).await;
    backups_in(folder).remove(0)
}

fn exported(data: &Path) -> String {
    run(&["export", "--data", text(data)]).1
}

#[tokio::test]
async fn site_makes_backups_by_itself() {
    let folder = tempfile::tempdir().expect("a folder");
    let backups = folder.path().join("backups");
    let server = TestServer::start(&["--backup", text(&backups), "--metrics", "127.0.0.1:0"]);
    let backup = first_backup(&backups).await;
    assert!(server.logs("made a backup and opened it").await, "{}", server.log());
    for path in [&backups, &backup] {
        assert_eq!(fs::metadata(path).expect("a file").permissions().mode() & 0o077, 0, "{}", path.display());
    }
    let log = server.log();
    let metrics = log.split_whitespace().find(|word| word.ends_with("/metrics")).expect("the address").to_owned();
    let measured = reqwest::get(&metrics).await.expect("metrics").text().await.expect("text");
    assert!(measured.contains("clinic_job_last_success_timestamp_seconds{job=\"backup\"} 1"), "{measured}");
    let health = metrics.replace("/metrics", "/healthz");
    let tells_the_backup = async || {
        let details = reqwest::get(&health).await.expect("health").text().await.expect("text");
        details.contains("The last backup is of ")
    };
    eventually("the backup in the details", tells_the_backup).await;
    // The next start makes none before it is due.
    let (_, data) = server.stop_and_keep_data();
    let server = TestServer::start_in(data, &["--backup", text(&backups)]);
    server.wait_until_healthy().await;
    assert_eq!(backups_in(&backups).len(), 1);
}

#[test]
fn backups_by_the_site_are_refused_with_advice() {
    let refused = |arguments: &[&str]| {
        let (code, _, errors) = run(&[&["serve", "--listen", "127.0.0.1:0"], arguments].concat());
        assert_eq!(code, 2, "{errors}");
        errors
    };
    let errors = refused(&["--backup", "/b", "--database", "postgres://clinic:secret@db.example/clinic"]);
    assert!(errors.contains("pg_dump --format=custom") && errors.contains("@db.example/clinic"), "{errors}");
    assert!(!errors.contains("secret"), "{errors}");
    let privacy = clinic_content::Folder::embedded().get("pages/privacy.md").expect("the page").to_vec();
    assert!(String::from_utf8(privacy).expect("text").contains("after one year at most"), "what the next line holds");
    let errors = refused(&["--backup", "/b", "--backup-keep", "366"]);
    assert!(errors.contains("older than a year"), "{errors}");
    assert!(refused(&["--backup", "/b", "--backup-every", "1s"]).contains("too short"));
}

#[tokio::test]
async fn restored_site_has_the_backup_and_mails_nobody_until_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let backups = folder.path().join("backups");
    let server = TestServer::start(&["--min-play", "1ms"]);
    server.claim("ada@example.com").await;
    server.claim("erased@example.com").await;
    let data = server.data.path().to_owned();
    fs::create_dir(&backups).expect("a folder");
    let backup = backups.join("backup.db");
    assert_eq!(run(&["backup", text(&backup), "--data", text(&data)]).0, 0);
    let restore = || run(&["restore", text(&backup), "--data", text(&data)]);
    let (code, _, errors) = restore();
    assert!(code == 1 && errors.contains("in use by clinic serve"), "{errors}");

    assert_eq!(run(&["forget", "erased@example.com", "--data", text(&data)]).0, 0);
    server.claim("later@example.com").await;
    let (_, kept) = server.stop_and_keep_data();
    // An email that was queued when the backup was made.
    queue_again(&backup).await;
    let bytes = fs::read(&backup).expect("the backup");
    let (code, output, errors) = restore();
    assert_eq!(code, 0, "{errors}");
    assert_eq!(fs::read(&backup).expect("the backup"), bytes, "the backup is not changed");
    assert!(output.contains("in the list of erased people: 1."), "{output}");
    assert!(!output.contains("not in the list"), "{output}");
    assert!(output.contains("Queued in the backup: 1."), "{output}");
    let claims = exported(&data);
    assert!(claims.contains("ada@example.com") && !claims.contains("later@"), "{claims}");
    assert!(!claims.contains("erased@example.com"), "{claims}");
    let replaced = files_starting_with(&data, "clinic.db.replaced-");
    assert_eq!(replaced.len(), 1);

    let before = mails_in(&data);
    let server = TestServer::start_in(kept, &["--min-play", "1ms"]);
    server.claim("new@example.com").await;
    assert!(server.logs("emails are held").await, "{}", server.log());
    assert_eq!(mails_in(&data), before, "a rehearsal mails nobody");
    // Stopped first: its worker looks again by itself, and would send them.
    let (_, kept) = server.stop_and_keep_data();
    let (code, output, _) = run(&["mail", "release", "--data", text(&data)]);
    assert!(code == 0 && output.contains("Waiting to be sent: 2."), "{output}");
    let server = TestServer::start_in(kept, &[]);
    // The one of the backup has its old Message-ID, which is the name of its file.
    eventually("the emails", || async { server.log().matches("email sent").count() == 2 }).await;
    assert_eq!(mails_in(&data), before + 1);
    let (_, kept) = server.stop_and_keep_data();

    // What was replaced can be restored in the same way.
    let (code, output, errors) = run(&["restore", text(&replaced[0]), "--data", text(&data)]);
    assert_eq!(code, 0, "{output}{errors}");
    assert!(exported(&data).contains("later@example.com"));
    drop(kept);
}

/// Makes one sent email of the file wait for its delivery.
async fn queue_again(file: &Path) {
    sqlx::any::install_default_drivers();
    let pool = AnyPool::connect(&format!("sqlite:{}?mode=rw", file.display())).await.expect("opened");
    let update = "UPDATE outbox SET state = 'queued', next_at = 0, lease_until = 0 WHERE address = 'ada@example.com'";
    let changed = sqlx::query(update).execute(&pool).await.expect("changed").rows_affected();
    assert_eq!(changed, 1);
    sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(&pool).await.expect("written");
    pool.close().await;
}

#[tokio::test]
async fn erasures_that_cannot_be_repeated_are_told() {
    let server = TestServer::start(&["--min-play", "1ms"]);
    server.claim("unlisted@example.com").await;
    let data = server.data.path().to_owned();
    let backup = data.join("backup.db");
    assert_eq!(run(&["backup", text(&backup), "--data", text(&data)]).0, 0);
    let forget = |person: &str| assert_eq!(run(&["forget", person, "--data", text(&data)]).0, 0);
    let restore = || {
        let (code, output, errors) = run(&["restore", text(&backup), "--data", text(&data)]);
        assert_eq!(code, 0, "{errors}");
        output
    };
    forget("unlisted@example.com");
    let (_, kept) = server.stop_and_keep_data();
    let list = data.join("erased-people.txt");
    let entry = fs::read_to_string(&list).expect("a list");
    fs::remove_file(&list).expect("lost");
    let before = copy_folder(&data);
    let output = restore();
    assert!(output.contains("There is no list of erased people"), "{output}");
    assert!(output.contains("not in the list: 1."), "{output}");

    // A person who was erased later may have several entries. They do not stand for another erasure.
    fs::copy(before.path().join("clinic.db"), data.join("clinic.db")).expect("copied");
    let (erased_at, key) = entry.trim().split_once(' ').expect("a time and a key");
    let erased_at: jiff::Timestamp = erased_at.parse().expect("a time");
    let later = erased_at + jiff::SignedDuration::from_mins(1);
    fs::write(&list, format!("{later} {key}2\n{later} {key}2 codes\n")).expect("written");
    let output = restore();
    assert!(output.contains("not in the list: 1."), "{output}");
    drop(kept);
}

#[tokio::test]
async fn file_that_cannot_be_used_replaces_nothing() {
    let (_, data) = TestServer::start(&[]).stop_and_keep_data();
    let database = data.path().join("clinic.db");
    let before = fs::read(&database).expect("the database");
    let good = data.path().join("good.db");
    assert_eq!(run(&["backup", text(&good), "--data", text(data.path())]).0, 0);
    let file = data.path().join("file.db");
    let refused = |arguments: &[&str]| {
        let (code, _, errors) = run(&[&["restore", text(&file), "--data", text(data.path())], arguments].concat());
        assert_eq!(code, 1, "{errors}");
        assert_eq!(fs::read(&database).expect("the database"), before, "{errors}");
        assert_eq!(
            files_starting_with(data.path(), "clinic.db.re"),
            Vec::<PathBuf>::new(),
            "nothing is left: {errors}"
        );
        errors
    };
    assert!(refused(&[]).contains("it does not exist"));
    fs::write(&file, "no database").expect("written");
    assert!(refused(&[]).contains("not an SQLite database"), "{}", refused(&[]));
    // A page in the middle is lost.
    let mut bytes = fs::read(&good).expect("a backup");
    let middle = bytes.len() / 2 / 4096 * 4096;
    bytes[middle..middle + 4096].fill(0x55);
    fs::write(&file, &bytes).expect("written");
    assert!(refused(&[]).contains("damaged"), "{}", refused(&[]));

    fs::copy(&good, &file).expect("copied");
    let other_key = data.path().join("other.key");
    fs::write(&other_key, "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\n").expect("another key");
    fs::set_permissions(&other_key, fs::Permissions::from_mode(0o600)).expect("changed");
    let errors = refused(&["--key-file", text(&other_key)]);
    assert!(errors.contains("encrypted with another key"), "{errors}");
    sqlx::any::install_default_drivers();
    let pool = AnyPool::connect(&format!("sqlite:{}?mode=rw", file.display())).await.expect("opened");
    sqlx::query("INSERT INTO migrations VALUES (9999, 0)").execute(&pool).await.expect("written");
    pool.close().await;
    assert!(refused(&[]).contains("newer version"), "{}", refused(&[]));

    let (code, _, errors) = run(&["restore", text(&good), "--database", "postgres://clinic@127.0.0.1:1/clinic"]);
    assert!(code == 1 && errors.contains("pg_restore"), "{errors}");
}

fn restore_until_killed(data: &Path, backup: &Path, call: &str, number: u32) -> bool {
    let status = Command::new("strace")
        .args(["-f", "-qq", "-o", "/dev/null", "-e", &format!("trace={call}")])
        .args(["-e", &format!("inject={call}:signal=KILL:when={number}")])
        .arg(clinic().get_program())
        .args(["restore", text(backup), "--data", text(data)])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    status.expect("strace runs").success()
}

/// Every write to the main file of the copy fails from one on, as on a disk that becomes full. Those to its log succeed.
fn restore_on_full_disk(data: &Path, backup: &Path, number: u32) -> bool {
    let status = Command::new("strace")
        .args(["-f", "-qq", "-o", "/dev/null", "-P", text(&data.join("clinic.db.restoring"))])
        .args(["-e", "trace=pwrite64", "-e", &format!("inject=pwrite64:error=ENOSPC:when={number}+")])
        .arg(clinic().get_program())
        .args(["restore", text(backup), "--data", text(data)])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    status.expect("strace runs").success()
}

fn assert_mail_is_held(data: &Path, when: &str) {
    let (code, output, errors) = run(&["mail", "release", "--data", text(data)]);
    assert!(code == 0 && output.contains("Emails are sent again."), "{when}: {output}{errors}");
}

#[tokio::test]
async fn restore_on_a_disk_that_becomes_full_replaces_nothing() {
    let server = TestServer::start(&["--min-play", "1ms"]);
    let backups = tempfile::tempdir().expect("a folder");
    let backup = backups.path().join("backup.db");
    assert_eq!(run(&["backup", text(&backup), "--data", text(server.data.path())]).0, 0);
    server.claim("later@example.com").await;
    let (_, original) = server.stop_and_keep_data();
    let mut failures = 0;
    for number in 1.. {
        let data = copy_folder(original.path());
        let when = format!("the disk is full at write {number}");
        if restore_on_full_disk(data.path(), &backup, number) {
            assert_mail_is_held(data.path(), &when);
            break;
        }
        failures += 1;
        assert!(exported(data.path()).contains("later@example.com"), "{when}");
        assert_eq!(files_starting_with(data.path(), "clinic.db.re"), Vec::<PathBuf>::new(), "{when}");
    }
    assert!(failures > 1, "no write failed");
}

#[test]
fn what_a_killed_process_has_left_is_deleted_at_the_next_start() {
    let data = tempfile::tempdir().expect("a folder");
    for suffix in ["", "-wal"] {
        fs::write(data.path().join(format!("clinic.db.restoring{suffix}")), "a patient").expect("written");
    }
    fs::create_dir_all(data.path().join("last-good-content")).expect("a folder");
    fs::create_dir_all(data.path().join("last-good-content.old/pictures")).expect("a folder");
    let server = TestServer::start_in(data, &[]);
    assert_eq!(files_starting_with(server.data.path(), "clinic.db.restoring"), Vec::<PathBuf>::new());
    // Left when the site was killed while it replaced its copy of the content.
    assert!(!server.data.path().join("last-good-content.old").exists());
}

fn copy_folder(from: &Path) -> TempDir {
    let copy = tempfile::tempdir().expect("a folder");
    for entry in fs::read_dir(from).expect("a folder") {
        let entry = entry.expect("an entry");
        if entry.file_type().expect("a type").is_file() {
            fs::copy(entry.path(), copy.path().join(entry.file_name())).expect("copied");
        }
    }
    copy
}

#[tokio::test]
async fn restoring_can_be_killed_at_every_step() {
    let server = TestServer::start(&["--min-play", "1ms"]);
    server.claim("erased@example.com").await;
    let backups = tempfile::tempdir().expect("a folder");
    let backup = backups.path().join("backup.db");
    assert_eq!(run(&["backup", text(&backup), "--data", text(server.data.path())]).0, 0);
    assert_eq!(run(&["forget", "erased@example.com", "--data", text(server.data.path())]).0, 0);
    server.claim("later@example.com").await;
    // Not stopped cleanly: the last claim is only in the write-ahead log.
    server.signal("STOP");
    let original = copy_folder(server.data.path());
    server.signal("KILL");
    assert!(original.path().join("clinic.db-wal").exists());
    let mut seen = BTreeSet::new();
    for call in ["linkat", "unlink", "rename", "fsync"] {
        for number in 1.. {
            let data = copy_folder(original.path());
            let has_ended = restore_until_killed(data.path(), &backup, call, number);
            let later = "later@example.com";
            let kept = files_starting_with(data.path(), "clinic.db.replaced-");
            let is_kept =
                kept.iter().any(|file| file.extension().is_some_and(|end| !end.to_string_lossy().ends_with("-wal")));
            let is_old = exported(data.path()).contains(later);
            if !is_old {
                assert!(!exported(data.path()).contains("erased@example.com"), "killed before {call} {number}");
                assert_mail_is_held(data.path(), &format!("killed before {call} {number}"));
                // Nothing is lost: what was replaced is whole beside it.
                assert!(is_kept, "killed before {call} {number}");
                let old = kept.iter().find(|file| !text(file).ends_with("-wal")).expect("the replaced database");
                let (code, _, errors) = run(&["restore", text(old), "--data", text(data.path())]);
                assert_eq!(code, 0, "killed before {call} {number}: {errors}");
                assert!(exported(data.path()).contains(later), "killed before {call} {number}");
            }
            seen.insert((is_old, is_kept));
            if has_ended {
                break;
            }
        }
    }
    assert!(seen.contains(&(true, false)) && seen.contains(&(true, true)) && seen.contains(&(false, true)), "{seen:?}");
}

#[tokio::test]
async fn postgres_holds_emails_too() {
    let cluster = Cluster::start();
    let database = cluster.url();
    let server = TestServer::start(&["--database", &database, "--min-play", "1ms"]);
    let data = server.data.path().to_owned();
    let mail = |command: &str| run(&["mail", command, "--database", &database, "--data", text(&data)]);
    let (status, _, errors) = mail("hold");
    assert_eq!(status, 0, "{errors}");
    server.claim("ada@example.com").await;
    assert_eq!(mails_in(&data), 0);
    assert!(mail("release").1.contains("Waiting to be sent: 1."));
    assert!(mail("release").1.contains("were not held"));
    let (_, kept) = server.stop_and_keep_data();
    let _server = TestServer::start_in(kept, &["--database", &database]);
    eventually("the email", || async { mails_in(&data) == 1 }).await;
}
