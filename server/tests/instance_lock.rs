//! The lock between running instances and commands that need the database for themselves, and replacing the key while the
//! process is killed at every step.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use clinic_rules::secret::EncryptionKeys;
use clinic_store::{InstanceLock, Store};
use sqlx::AnyPool;
use tempfile::TempDir;

use crate::support::databases::Cluster;
use crate::support::waiting::eventually;
use crate::test_server::{TestServer, clinic, run};

fn text(path: &Path) -> &str {
    path.to_str().expect("text")
}

#[tokio::test]
async fn key_and_copy_commands_are_refused_while_the_site_runs() {
    let server = TestServer::start(&[]);
    let (folder, key) = (server.data.path().to_owned(), server.data.path().join("clinic.key"));
    let before = fs::read_to_string(&key).expect("a key");
    let from = format!("sqlite:{}", folder.join("clinic.db").display());
    let holder = format!("it is in use by clinic serve at {}, process {}", server.host(), server.process_id());
    for command in [
        &["rotate-key", "--data", text(&folder)][..],
        &["rotate-key", "--lost", "--data", text(&folder)],
        &["copy-database", "--from", &from, "--to", "postgres://clinic@127.0.0.1:1/clinic"],
    ] {
        let (code, _, errors) = run(command);
        assert_eq!(code, 1, "{command:?}: {errors}");
        assert!(errors.contains(&holder) && errors.contains("systemctl stop clinic"), "{command:?}: {errors}");
    }
    assert_eq!(fs::read_to_string(&key).expect("a key"), before);

    // Nothing is left to clean up after a crash.
    server.signal("KILL");
    eventually("the lock to be released", || async { run(&["rotate-key", "--data", text(&folder)]).0 == 0 }).await;
    assert_ne!(fs::read_to_string(&key).expect("a key"), before);
}

#[tokio::test]
async fn postgres_names_every_instance_and_forgets_one_that_was_killed() {
    let cluster = Cluster::start();
    let data = tempfile::tempdir().expect("a folder");
    let key = data.path().join("clinic.key");
    let arguments = ["--database", &cluster.url(), "--key-file", text(&key)].map(str::to_owned);
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let servers = [TestServer::start(&arguments), TestServer::start(&arguments)];
    let rotate = || run(&[&["rotate-key", "--data", text(data.path())], &arguments[..]].concat());
    let (code, _, errors) = rotate();
    assert_eq!(code, 1, "{errors}");
    for server in &servers {
        assert!(errors.contains(&format!("process {}", server.process_id())), "{errors}");
    }
    for server in servers {
        server.signal("KILL");
    }
    eventually("the locks to be released", || async { rotate().0 == 0 }).await;
}

#[tokio::test]
async fn site_does_not_start_while_a_command_uses_the_database_alone() {
    let (_, data) = TestServer::start(&[]).stop_and_keep_data();
    let cluster = Cluster::start();
    let sqlite = format!("sqlite:{}", data.path().join("clinic.db").display());
    for database in [sqlite, cluster.url()] {
        let lock = InstanceLock::take_alone(&database, "clinic rotate-key, process 7").await.expect("the lock");
        let arguments = ["serve", "--listen", "127.0.0.1:0", "--data", text(data.path()), "--database", &database];
        let (code, _, errors) = run(&arguments);
        assert_eq!(code, 1, "{errors}");
        // This test holds the lock, not a process with the number 7, which SQLite's lock file names.
        assert!(errors.contains("used alone by") && errors.contains("clinic rotate-key, process 7"), "{errors}");
        drop(lock);
        // PostgreSQL releases it when it has noticed that the connection was closed.
        eventually("the lock to be free", async || InstanceLock::share(&database, "clinic serve").await.is_ok()).await;
    }
}

#[tokio::test]
async fn instance_stops_when_the_key_was_replaced_while_its_lock_was_lost() {
    let cluster = Cluster::start();
    let server = TestServer::start(&["--database", &cluster.url()]);
    let folder = server.data.path().to_owned();
    sqlx::any::install_default_drivers();
    let pool = AnyPool::connect(&cluster.url()).await.expect("connected");
    let end_session = "SELECT CAST(pg_terminate_backend(pid) AS TEXT) FROM pg_stat_activity \
         WHERE application_name LIKE 'clinic serve%'";
    eventually("the key to be replaced", || async {
        sqlx::query(end_session).fetch_all(&pool).await.expect("ended");
        run(&["rotate-key", "--data", text(&folder), "--database", &cluster.url()]).0 == 0
    })
    .await;
    eventually("the instance to stop", || async { server.log().contains("The key was replaced") }).await;
}

/// Kills the command when a thread of it is about to make this system call for the `number`th time. Returns whether it ended
/// by itself.
fn rotate_until_killed(data: &Path, call: &str, number: u32) -> bool {
    let status = Command::new("strace")
        .args(["-f", "-qq", "-o", "/dev/null", "-e", &format!("trace={call}")])
        .args(["-e", &format!("inject={call}:signal=KILL:when={number}")])
        .arg(clinic().get_program())
        .args(["rotate-key", "--data", text(data)])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    status.expect("strace runs").success()
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

/// Which keys can decrypt the secrets: the old one, the new one.
async fn keys_that_fit(data: &Path, keys: [&str; 2]) -> [bool; 2] {
    let mut fits = [false; 2];
    for (fit, key) in fits.iter_mut().zip(keys) {
        let Some(keys) = EncryptionKeys::parse(key) else { continue };
        let url = format!("sqlite:{}", data.join("clinic.db").display());
        let store = Store::open_existing(&url).await.expect("opened").with_keys(keys);
        *fit = store.check_keys().await.is_ok();
        store.close().await;
    }
    fits
}

#[tokio::test]
async fn replacing_the_key_can_be_killed_at_every_step() {
    let (_, original) = TestServer::start(&[]).stop_and_keep_data();
    let old = fs::read_to_string(original.path().join("clinic.key")).expect("a key");
    let mut seen = BTreeSet::new();
    // What writes files, here and in SQLite. One call at a time: SQLite has a thread of its own, which would be killed first.
    for call in ["rename", "unlink", "ftruncate", "fsync", "fdatasync", "pwrite64"] {
        for number in 1.. {
            let data = copy_folder(original.path());
            let key = data.path().join("clinic.key");
            let has_ended = rotate_until_killed(data.path(), call, number);
            let left = fs::read_to_string(&key).expect("a key file is always there");
            let newest = left.lines().next().expect("a key").to_owned() + "\n";
            let fits = keys_that_fit(data.path(), [&old, &newest]).await;
            assert!(fits.contains(&true), "killed before {call} {number}: neither key fits");
            // Starting takes a second, so each situation is tried once.
            if seen.insert((left.lines().count(), newest == old, fits)) {
                start_with_each(data, &old, &newest, fits).await;
            }
            if has_ended {
                break;
            }
        }
    }
    let before = (1, true, [true, true]);
    let (both_keys, encrypted, after) =
        ((2, false, [true, false]), (2, false, [false, true]), (1, false, [false, true]));
    assert_eq!(seen, BTreeSet::from([before, both_keys, encrypted, after]), "every step, and nothing else");
}

/// With the key file as it was left, and with only the old or the new key in it, as a copy of it may be.
async fn start_with_each(data: TempDir, old: &str, newest: &str, fits: [bool; 2]) {
    let left = fs::read_to_string(data.path().join("clinic.key")).expect("a key file");
    for (only, fits) in [(old, fits[0]), (newest, fits[1])] {
        let copy = copy_folder(data.path());
        let key = copy.path().join("clinic.key");
        fs::write(&key, only).expect("written");
        if !fits {
            let (code, _, errors) = run(&["serve", "--listen", "127.0.0.1:0", "--data", text(copy.path())]);
            assert_eq!(code, 1, "{errors}");
            let advice = format!("add its line to the end of {} and start again", key.display());
            assert!(errors.contains("several keys, one on each line") && errors.contains(&advice), "{errors}");
            let other = if only == old { newest } else { old };
            fs::write(&key, format!("{only}{other}")).expect("written");
        }
        let server = TestServer::start_in(copy, &[]);
        server.wait_until_healthy().await;
        if !fits {
            assert!(server.logs("contains 2 keys, one on each line").await, "{}", server.log());
        }
    }
    fs::write(data.path().join("clinic.key"), left).expect("written");
    TestServer::start_in(data, &[]).wait_until_healthy().await;
}
