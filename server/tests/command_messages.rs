//! What commands say about a mistake: what is wrong, what to do, that nothing was changed, and the exit code.

use std::fs;
use std::os::unix::fs::{PermissionsExt, chown};
use std::path::Path;
use std::process::Command;

use clinic_runtime::clock::{Clock, System};
use tempfile::TempDir;

use crate::support::waiting::eventually;
use crate::test_server::{TestServer, clinic, content_copy, run};

fn text(path: &Path) -> &str {
    path.to_str().expect("text")
}

fn stopped_site() -> TempDir {
    TestServer::start(&[]).stop_and_keep_data().1
}

/// The message of a command that fails with this code.
fn refused(code: i32, arguments: &[&str]) -> String {
    let (found, output, errors) = run(arguments);
    assert_eq!(found, code, "{arguments:?}: {output}{errors}");
    assert!(!errors.contains("os error"), "{errors}");
    errors
}

fn assert_says(errors: &str, expected: &[&str]) {
    for expected in expected {
        assert!(errors.contains(expected), "{expected} is not in: {errors}");
    }
}

#[test]
fn doctor_says_what_it_did_not_look_at_and_creates_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("nothing");
    let doctor = |arguments: &[&str]| run(&[&["doctor", "--data", text(&data)], arguments].concat());
    let (code, output, _) = doctor(&[]);
    assert_eq!(code, 1);
    assert_says(
        &output,
        &["WRONG          data folder:", "does not exist", "WRONG          backups:", "2 things are wrong."],
    );
    for subject in ["disk", "database", "clock", "key file", "emails", "content", "DNS and ports", "mail"] {
        assert_says(&output, &[&format!("not looked at  {subject}:")]);
    }
    assert!(!output.contains("good "), "{output}");
    assert!(!data.exists(), "it creates nothing");

    let site = stopped_site();
    fs::set_permissions(site.path(), fs::Permissions::from_mode(0o700)).expect("changed");
    let doctor = |arguments: &[&str]| run(&[&["doctor", "--data", text(site.path())], arguments].concat()).1;
    let emailjs = "emailjs+https://api.emailjs.com?service_id=a&template_id=b&user_id=c";
    let output = doctor(&["--backup", "off", "--mail", emailjs]);
    assert_says(&output, &["not looked at  backups: They are off", "not looked at  mail: EmailJS", "--send ADDRESS"]);
    assert_says(&doctor(&[]), &["not looked at  mail: There is no mail server."]);
    let postgres = ["--database", "postgres://clinic@127.0.0.1:1/clinic"];
    assert_says(&doctor(&postgres), &["not looked at  backups: The database is PostgreSQL", "not looked at  content:"]);
    assert_says(&doctor(&[&postgres[..], &["--backup", "/b"]].concat()), &["WRONG          backups: With PostgreSQL"]);
    let (backups, file) = (folder.path().join("backups"), folder.path().join("file"));
    assert_says(&doctor(&["--backup", text(&backups)]), &["WRONG          backups:", "does not exist"]);
    fs::write(&file, "").expect("written");
    assert_says(&doctor(&["--backup", text(&file)]), &["WRONG          backups:", "is a file"]);
    fs::create_dir(&backups).expect("a folder");
    let name = System.now().strftime("clinic-%Y-%m-%dT%H-%M-%SZ.db").to_string();
    fs::write(backups.join(name), "no database").expect("written");
    assert_says(&doctor(&["--backup", text(&backups)]), &["WRONG          backups:", "cannot be used"]);
}

#[tokio::test]
async fn second_instance_on_one_sqlite_database_is_warned() {
    let first = TestServer::start(&[]);
    assert!(!first.log().contains("another instance"), "{}", first.log());
    let database = format!("sqlite:{}", first.data.path().join("clinic.db").display());
    let key = first.data.path().join("clinic.key");
    let second = TestServer::start(&["--database", &database, "--key-file", text(&key)]);
    let warning = "another instance uses the same SQLite database: clinic serve at ";
    assert!(second.logs(warning).await, "{}", second.log());
    assert!(second.log().contains(&format!("process {}", first.process_id())), "{}", second.log());
    let ended = second.process_id();
    assert_eq!(second.stop(), 0);
    // The lock file names the second one, which has ended.
    let errors = refused(1, &["rotate-key", "--data", text(first.data.path())]);
    assert_says(&errors, &[&format!("it is in use by process {}", first.process_id())]);
    assert!(!errors.contains(&format!("process {ended}")), "{errors}");
}

#[test]
fn backup_onto_a_file_of_the_site_is_refused_without_advice_to_remove_it() {
    let data = stopped_site();
    for (file, expected) in
        [("clinic.db", "is in use by the site"), ("clinic.key", "is in use by the site"), ("", "is a folder")]
    {
        let path = data.path().join(file);
        let errors = refused(1, &["backup", text(&path), "--data", text(data.path())]);
        assert_says(&errors, &[expected, "Nothing was changed."]);
        assert!(!errors.contains("emove"), "{errors}");
    }
}

#[test]
fn restore_says_what_is_wrong_with_the_file_and_that_nothing_was_changed() {
    let data = stopped_site();
    let database = data.path().join("clinic.db");
    let before = fs::read(&database).expect("the database");
    let folder = tempfile::tempdir().expect("a folder");
    let good = folder.path().join("good.db");
    assert_eq!(run(&["backup", text(&good), "--data", text(data.path())]).0, 0);
    let bytes = fs::read(&good).expect("a backup");
    let foreign = folder.path().join("foreign.db");
    let created = Command::new("python3")
        .args(["-c", "import sqlite3,sys; c=sqlite3.connect(sys.argv[1]); c.execute('create table x(a)'); c.commit()"])
        .arg(&foreign)
        .status();
    assert!(created.expect("python runs").success());
    let file = |name: &str, content: &[u8]| {
        let path = folder.path().join(name);
        fs::write(&path, content).expect("written");
        path
    };
    for (path, expected) in [
        (folder.path().join("missing.db"), "it does not exist"),
        (folder.path().to_owned(), "it is a folder"),
        (file("empty.db", b""), "it is empty"),
        (file("garbage.db", b"garbage, but long enough"), "it is not an SQLite database"),
        (foreign, "no tables of this program"),
        (file("half.db", &bytes[..bytes.len() / 2 / 4096 * 4096]), "it is damaged or incomplete"),
        (database.clone(), "it is the database of the site itself"),
    ] {
        let errors = refused(1, &["restore", text(&path), "--data", text(data.path())]);
        assert_says(&errors, &[expected, "Nothing was changed."]);
        assert!(!errors.contains("clinic serve") && !errors.contains("code"), "{errors}");
        assert_eq!(fs::read(&database).expect("the database"), before, "{errors}");
    }
    let nowhere = folder.path().join("nowhere");
    assert_says(
        &refused(1, &["restore", text(&good), "--data", text(&nowhere)]),
        &["there is no folder", "Nothing was changed."],
    );
    let empty = tempfile::tempdir().expect("a folder");
    let errors = refused(1, &["restore", text(&good), "--data", text(empty.path())]);
    assert_says(&errors, &["there is no key file", "Nothing was changed."]);
    assert_eq!(run(&["rotate-key", "--data", text(data.path())]).0, 0);
    let errors = refused(1, &["restore", text(&good), "--data", text(data.path())]);
    assert_says(&errors, &["encrypted with another key", "Nothing was changed.", "then try again"]);
}

/// Root without the right to write everybody's files.
fn run_without_capabilities(arguments: &[&str]) -> (Option<i32>, String) {
    let output = Command::new("setpriv")
        .args(["--bounding-set=-all", "--inh-caps=-all"])
        .arg(clinic().get_program())
        .args(arguments)
        .env("CLINIC_ENV_FILE", "/dev/null")
        .output()
        .expect("setpriv runs");
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn database_that_may_only_be_read_is_refused_quickly_with_its_owner() {
    let data = stopped_site();
    let folder = tempfile::tempdir().expect("a folder");
    // Not in the mode with a log, as after a restore.
    let copy = folder.path().join("copy.db");
    assert_eq!(run(&["backup", text(&copy), "--data", text(data.path())]).0, 0);
    fs::set_permissions(&copy, fs::Permissions::from_mode(0o644)).expect("changed");
    chown(&copy, Some(1), None).expect("changed");
    let database = format!("sqlite:{}", copy.display());
    let export = ["export", "--data", text(folder.path()), "--database", &database];
    let (code, errors) = run_without_capabilities(&export);
    assert_eq!(code, Some(1), "{errors}");
    assert_says(&errors, &["copy.db belongs to the user daemon, but this program runs as root"]);
    assert!(!errors.contains("after_connect") && !errors.contains("code"), "{errors}");
}

#[test]
fn mistake_in_a_setting_is_wrong_usage_and_starts_nothing() {
    let data = stopped_site();
    let folder = data.path().to_owned();
    let file = folder.join("clinic.key");
    let serve = |arguments: &[&str]| {
        let errors = refused(2, &[&["serve", "--listen", "127.0.0.1:0", "--data", text(&folder)], arguments].concat());
        assert!(!errors.contains("INFO"), "{errors}");
        errors
    };
    assert_says(&serve(&["--database", "foo"]), &["sqlite:foo"]);
    let errors = serve(&["--database", "postgres://clinic:hunter2@db.example/clinic?sslmode=banana"]);
    assert_says(&errors, &["sslmode=banana is unknown. Write disable, require or verify-full"]);
    assert!(!errors.contains("hunter2"), "{errors}");
    let errors = serve(&["--database", "postgres://clinic:hun#ter2@db.example/clinic"]);
    assert_says(&errors, &["# is %23"]);
    assert!(!errors.contains("ter2"), "{errors}");
    let metrics = ["serve", "--listen", "127.0.0.1:1", "--metrics", "127.0.0.1:1", "--data", text(&folder)];
    assert_says(&refused(2, &metrics), &["--metrics and --listen cannot both use port 1"]);
    assert_says(&serve(&["--backup", text(&file)]), &["is a file"]);
    assert_says(&serve(&["--code-days", "0"]), &["write a whole number from 1 to 3650"]);
    assert_says(&serve(&["--plays-per-client-hour", "many"]), &["write a whole number from 0 to"]);
    assert_says(&refused(2, &["confirm-clock", "2026-13-02"]), &["Write it like 2026-03-02"]);
    for choice in [&["--all"][..], &["--codes"], &["--name", "Ada"]] {
        let errors = refused(2, &[&["export", "--data", text(&folder)], choice].concat());
        assert_says(&errors, &["Name it with --person", "Nothing was exported."]);
    }
    let to = ["--to", "postgres://clinic@127.0.0.1:1/clinic"];
    for (from, expected) in [
        ("clinic.db", "sqlite:clinic.db"),
        ("sqlite:/no/such/file", "There is no file /no/such/file"),
        ("postgres://clinic@127.0.0.1/clinic", "Only SQLite can be copied"),
    ] {
        let errors = refused(2, &[&["copy-database", "--from", from], &to[..]].concat());
        assert_says(&errors, &[expected, "--from is the SQLite database of the site"]);
    }
    assert_says(&refused(1, &["serve", "--listen", "127.0.0.1:0", "--data", text(&file)]), &["it is a file"]);
    assert_says(&refused(1, &["export", "--data", text(&file)]), &["is a file, not a folder"]);
    let host = ["export", "--database", "postgres://clinic@no-such-host.invalid/clinic"];
    assert_says(&refused(1, &host), &["the name of its host is not known"]);
}

#[test]
fn check_of_a_wrong_path_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let errors = refused(1, &["check", "--data", text(folder.path())]);
    assert_says(&errors, &["does not exist", "--data"]);
    let errors = refused(1, &["check", "--database", "sqlite:/no/such/file.db"]);
    assert_says(&errors, &["/no/such/file.db does not exist"]);
    let errors = refused(1, &["check", "--content", text(folder.path())]);
    assert_says(&errors, &["is not a folder with content: it has no clinic.toml"]);
    assert!(errors.lines().count() < 4, "{errors}");
}

#[test]
fn one_slip_in_a_file_shows_the_first_problems_and_their_number() {
    let content = content_copy();
    let file = content.path().join("clinic.toml");
    let old = fs::read_to_string(&file).expect("the file");
    let lines = old.lines().map(|line| if line.starts_with("name = ") { "name = {" } else { line });
    fs::write(&file, lines.collect::<Vec<_>>().join("\n")).expect("written");
    let errors = refused(1, &["check", "--content", text(content.path())]);
    assert!(errors.lines().count() < 20, "{errors}");
    assert_says(&errors, &["clinic.toml: and ", "more problems", "problems found."]);
}

#[test]
fn settings_file_that_systemd_reads_differently_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("clinic.env");
    for (content, expected) in [
        (&b"CLINIC_LOG=warn\nCLINIC_DATA=caf\xe9\n"[..], ":2: The file is not saved as UTF-8."),
        (
            b"\xef\xbb\xbfCLINIC_LOG=warn\n",
            ":1: The file is not saved as UTF-8. Save it as UTF-8, without a byte order mark.",
        ),
        (b"export CLINIC_LOG=warn\n", ":1: Remove the word export"),
    ] {
        fs::write(&file, content).expect("written");
        assert_says(&refused(2, &["--env-file", text(&file), "version"]), &[expected]);
    }
    assert_says(&refused(2, &["--env-file", text(folder.path()), "version"]), &["Is a directory"]);
}

#[test]
fn clock_that_cannot_be_trusted_is_an_error_on_standard_error_only() {
    let data = stopped_site();
    // Since the site last ran, years have passed, and nothing else says how late it is.
    let script =
        "import sqlite3,sys; c=sqlite3.connect(sys.argv[1]); c.execute('UPDATE clock SET trusted_at = 0'); c.commit()";
    let changed = Command::new("python3").args(["-c", script]).arg(data.path().join("clinic.db")).status();
    assert!(changed.expect("python runs").success());
    // Without NTP, as in some containers.
    let output = Command::new("strace")
        .args(["-f", "-qq", "-o", "/dev/null", "-e", "trace=adjtimex,clock_adjtime"])
        .args(["-e", "inject=adjtimex,clock_adjtime:error=EPERM"])
        .arg(clinic().get_program())
        .args(["confirm-clock", "--data", text(data.path())])
        .env("CLINIC_ENV_FILE", "/dev/null")
        .output()
        .expect("strace runs");
    let (errors, printed) = (String::from_utf8_lossy(&output.stderr), String::from_utf8_lossy(&output.stdout));
    assert_eq!((output.status.code(), &*printed), (Some(1), ""), "{errors}");
    assert_eq!(errors.matches("cannot be trusted").count(), 1, "{errors}");
}

#[test]
fn link_without_an_address_says_how_to_complete_it() {
    let data = stopped_site();
    let base = ["--data", text(data.path())];
    let (code, output, _) = run(&[&["staff", "add", "Bola", "--role", "owner", "--invite"], &base[..]].concat());
    assert_eq!(code, 0);
    assert!(output.starts_with("/desk/"), "{output}");
    assert_says(&output, &["Write the address of the site before it", "--domain or --site-url"]);
    let (_, output, _) = run(&[&["staff", "reset-password", "Bola", "--domain", "www.example.ng"], &base[..]].concat());
    assert!(output.starts_with("https://www.example.ng/desk/") && !output.contains("before it"), "{output}");
    let (code, output, _) = run(&[&["staff", "reset-two-step", "Bola"], &base[..]].concat());
    assert_eq!(code, 0);
    assert_says(&output, &["Two-step verification of Bola was not on", "has not chosen a password yet"]);
}

#[test]
fn name_that_is_not_stored_is_said_so() {
    let data = stopped_site();
    let errors = refused(1, &["forget", "ada@example.com", "--name", "Ada Obi", "--data", text(data.path())]);
    assert_says(&errors, &["Nobody called Ada Obi is stored", "Nothing was changed."]);
    assert!(!errors.contains("Please choose"), "{errors}");
}

#[test]
fn output_that_cannot_be_written_is_a_failure() {
    let data = stopped_site();
    for arguments in [&["version"][..], &["staff", "add", "Bola", "--role", "desk", "--invite"], &["export"]] {
        let full = fs::File::options().write(true).open("/dev/full").expect("a device");
        let mut command = clinic();
        command.args(arguments).stdout(full);
        if arguments != ["version"] {
            command.args(["--data", text(data.path())]);
        }
        let output = command.output().expect("it runs");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {errors}");
        assert_says(&errors, &["Cannot write the output: No space left on device."]);
        assert!(!errors.contains("Cannot start"), "{errors}");
    }
}

#[test]
fn old_key_is_kept_when_it_is_replaced() {
    let data = stopped_site();
    let old = fs::read_to_string(data.path().join("clinic.key")).expect("a key");
    let (code, output, errors) = run(&["rotate-key", "--data", text(data.path())]);
    assert_eq!(code, 0, "{errors}");
    let files = fs::read_dir(data.path()).expect("a folder").map(|entry| entry.expect("an entry").path());
    let kept: Vec<_> = files.filter(|path| text(path).contains("clinic.key.old-")).collect();
    let [kept] = kept.as_slice() else { panic!("{kept:?}") };
    assert!(output.contains(text(kept)), "{output}");
    assert_eq!(fs::read_to_string(kept).expect("a key"), old);
    assert_eq!(fs::metadata(kept).expect("a file").permissions().mode() & 0o777, 0o600);
}

#[tokio::test]
async fn damaged_line_of_the_list_of_erased_people_is_named() {
    let data = stopped_site();
    let list = data.path().join("erased-people.txt");
    fs::write(&list, "\nnot an entry\n").expect("written");
    let server = TestServer::start_in(data, &[]);
    let expected = format!("{}:2: this line of the list of erased people is not an entry", list.display());
    eventually("the warning", || async { server.log().contains(&expected) }).await;
}

#[test]
fn help_lists_the_options_of_every_command_apart() {
    for command in ["serve", "doctor", "rotate-key", "forget"] {
        let (code, output, _) = run(&["help", command]);
        assert_eq!(code, 0);
        let (own, common) = output.split_once("Options of every command:").unwrap_or_else(|| panic!("{output}"));
        for option in ["--log <LEVEL>", "--log-format", "--env-file"] {
            assert!(common.contains(option) && !own.contains(option), "{option}: {output}");
        }
        assert!(own.contains("--data"), "{output}");
    }
}
