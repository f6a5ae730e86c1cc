//! What commands say to the person who runs the site: messages, `clinic check`, `clinic doctor` and `clinic version`.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Stdio;

use crate::smtp::SmtpServer;
use crate::test_server::{TestServer, clinic, content_copy, run};

fn text(path: &Path) -> &str {
    path.to_str().expect("text")
}

/// Content in which nothing is a placeholder.
fn finished_content() -> tempfile::TempDir {
    let content = content_copy();
    let mut folders = vec![content.path().to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "toml" || end == "md") {
                let old = fs::read_to_string(&path).expect("text");
                let lines = old.lines().map(|line| match line.split_once("{ placeholder = ") {
                    Some((key, value)) if !line.starts_with('#') => format!("{key}{}", value.trim_end_matches(" }")),
                    _ => line.to_owned(),
                });
                let mut new = lines.collect::<Vec<_>>().join("\n") + "\n";
                if path.starts_with(content.path().join("articles")) && !new.contains("\nreviewed_by") {
                    new = new.replacen("+++\n", "+++\nreviewed_by = \"director\"\nlast_reviewed = 2026-01-02\n", 1);
                }
                if path.ends_with("urgent.toml") && !new.contains("\nreviewed_by") {
                    new = format!("reviewed_by = \"director\"\nlast_reviewed = 2026-01-02\n{new}");
                }
                fs::write(&path, new).expect("written");
            }
        }
    }
    content
}

#[test]
fn check_reads_what_the_site_shows_and_can_pass_for_it() {
    let (_, data) = TestServer::start(&[]).stop_and_keep_data();
    let live = |more: &[&str]| run(&[&["check", "--live", "--data", text(data.path())], more].concat());
    let (code, _, errors) = live(&[]);
    assert!(code == 1 && errors.contains("The content that came with the program:"), "{errors}");
    let content = finished_content();
    let (code, output, errors) =
        run(&["content", "import", text(content.path()), "--publish", "--data", text(data.path())]);
    assert_eq!(code, 0, "{output}{errors}");
    assert!(!output.contains("does not show it"), "{output}");
    let (code, output, errors) = live(&[]);
    assert!(code == 0 && output.contains("The site can go live."), "{output}{errors}");
    assert!(errors.contains("Revision 1 in the database:"), "{errors}");
    let folder = content_copy();
    let (code, _, errors) = live(&["--content", text(folder.path())]);
    assert!(code == 1 && errors.contains(&format!("The folder {}:", folder.path().display())), "{errors}");
}

/// From a folder to the database, as docs/operations.md says.
#[tokio::test]
async fn site_moves_from_a_folder_to_the_database() {
    let content = content_copy();
    let page = content.path().join("pages/about-us.md");
    let words = fs::read_to_string(&page).expect("the page").replacen("title = \"", "title = \"Our own ", 1);
    fs::write(&page, words).expect("written");
    let server = TestServer::start(&["--content", text(content.path())]);
    assert!(server.get_text("/about-us").await.contains("Our own "));
    let data = server.data.path().to_owned();
    let import = clinic()
        .args(["content", "import", text(content.path()), "--publish", "--data", text(&data)])
        .env("CLINIC_CONTENT", content.path())
        .output()
        .expect("it runs");
    let output = String::from_utf8_lossy(&import.stdout).into_owned();
    assert!(output.contains("The site does not show it: it shows the folder"), "{output}");
    let (_, kept) = server.stop_and_keep_data();
    let server = TestServer::start_in(kept, &[]);
    assert!(server.get_text("/about-us").await.contains("Our own "), "{}", server.log());
    assert!(server.logs("content: in the database").await, "{}", server.log());
}

#[test]
fn closed_pipe_is_no_reason_to_panic() {
    let data = tempfile::tempdir().expect("a folder");
    for command in
        [&["check", "--live", "--data", text(data.path())][..], &["version"], &["doctor", "--data", text(data.path())]]
    {
        let mut process =
            clinic().args(command).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
        drop((process.stdout.take(), process.stderr.take()));
        let code = process.wait().expect("it ends").code();
        assert!(matches!(code, Some(0 | 1)), "{command:?} ended with {code:?}; a panic is 101");
    }
}

#[test]
fn file_that_cannot_be_seen_is_not_called_missing() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("file");
    fs::write(&file, "").expect("written");
    let (code, _, errors) = run(&["export", "--data", text(&file)]);
    assert_eq!(code, 1);
    assert!(!errors.contains("does not exist") && errors.contains("Not a directory"), "{errors}");
}

#[test]
fn damaged_database_is_called_so() {
    let (_, data) = TestServer::start(&[]).stop_and_keep_data();
    let database = data.path().join("clinic.db");
    let mut bytes = fs::read(&database).expect("the database");
    bytes[4096..].fill(0x55);
    fs::write(&database, bytes).expect("written");
    let (code, _, errors) = run(&["export", "--data", text(data.path())]);
    assert_eq!(code, 1);
    assert!(errors.contains("damaged") && errors.contains("clinic restore"), "{errors}");
    assert!(!errors.contains("disk is not full"), "{errors}");
}

#[test]
fn link_for_a_new_password_is_a_whole_address_with_a_domain() {
    let (_, data) = TestServer::start(&[]).stop_and_keep_data();
    let invite = ["staff", "add", "Bola", "--role", "owner", "--invite", "--data", text(data.path())];
    let (code, output, errors) = run(&[&invite[..], &["--domain", "www.example.ng,example.ng"]].concat());
    assert_eq!(code, 0, "{errors}");
    assert!(output.starts_with("https://www.example.ng/desk"), "{output}");
    assert!(output.contains("Nigerian time"), "{output}");
}

#[test]
fn public_site_with_mail_to_files_is_warned() {
    let server = TestServer::start(&["--site-url", "https://clinic.example"]);
    assert!(server.logs_blocking("emails are written to files"), "{}", server.log());
    let server = TestServer::start(&[]);
    assert!(server.logs_blocking("trusted proxies: "), "{}", server.log());
    assert!(!server.log().contains("emails are written to files"), "{}", server.log());
}

#[test]
fn version_names_the_commit_and_the_schema() {
    let (code, output, _) = run(&["version"]);
    let lines: Vec<&str> = output.lines().collect();
    let [version, commit, schema] = lines.as_slice() else { panic!("{output}") };
    assert_eq!((code, *version), (0, concat!("clinic ", env!("CARGO_PKG_VERSION"))));
    assert!(
        commit.starts_with("commit ") && *schema == format!("schema {}", clinic_store::newest_schema()),
        "{output}"
    );
}

/// A network of its own, in which an address of all IPv6 interfaces does not include IPv4 unless the program asks for it.
#[test]
fn listener_for_all_addresses_accepts_ipv4_whatever_the_machine_is_set_to() {
    let data = tempfile::tempdir().expect("a folder");
    let script = "ip link set lo up && sysctl -qw net.ipv6.bindv6only=1 && \
                  { \"$0\" serve --listen '[::]:8099' --site-url http://localhost:8099 --data \"$1\" & } && \
                  curl -fsS --retry 60 --retry-delay 1 --retry-all-errors --max-time 5 http://127.0.0.1:8099/healthz; \
                  code=$?; kill $!; wait; exit $code";
    let output = std::process::Command::new("unshare")
        .args(["--net", "sh", "-c", script, clinic().get_program().to_str().expect("text"), text(data.path())])
        .output()
        .expect("unshare runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(String::from_utf8_lossy(&output.stdout).lines().last(), Some("ok"), "{errors}");
}

#[tokio::test(flavor = "multi_thread")]
async fn doctor_names_what_is_wrong() {
    use std::os::unix::fs::PermissionsExt;
    let smtp = SmtpServer::start().await;
    let folder = tempfile::tempdir().expect("a folder");
    let ca = folder.path().join("ca.pem");
    smtp.certificate.write_to(&ca);
    let mail = format!("smtp://desk:secret@{}?ca={}", smtp.address, ca.display());
    let backups = folder.path().join("backups");
    let server = TestServer::start(&["--backup", text(&backups)]);
    assert!(server.logs("made a backup").await);
    let data = server.data.path().to_owned();
    std::fs::set_permissions(&data, std::fs::Permissions::from_mode(0o700)).expect("changed");
    let doctor = |arguments: &[&str]| {
        let base = ["doctor", "--data", text(&data), "--backup", text(&backups)];
        tokio::task::block_in_place(|| run(&[&base, arguments].concat()))
    };
    let (code, output, _) = doctor(&["--mail", &mail]);
    for good in ["disk", "data folder", "database", "key file", "content", "backups", "mail"] {
        assert!(output.contains(&format!("good           {good}:")), "{good}:\n{output}");
    }
    assert!(output.contains("Nothing was sent."), "{output}");
    assert_eq!(smtp.state().received.len(), 0);
    // The clock of the machine that runs the test may have no NTP; everything else is good.
    assert!(code == 0 || output.contains("WRONG          clock"), "{output}");
    let (_, output, _) = doctor(&["--mail", &mail, "--send", "ada@example.com"]);
    assert!(output.contains("a test message was accepted"), "{output}");
    assert_eq!(smtp.state().received.len(), 1);

    fs::set_permissions(&data, fs::Permissions::from_mode(0o755)).expect("changed");
    fs::remove_dir_all(&backups).expect("removed");
    let (code, output, _) = doctor(&["--mail", "smtp://127.0.0.1:1", "--domain", "no-such-name.invalid"]);
    assert_eq!(code, 1);
    for wrong in ["data folder", "backups", "DNS", "mail"] {
        assert!(output.contains(&format!("WRONG          {wrong}:")), "{wrong}:\n{output}");
    }
}

#[test]
fn passwords_are_hashed_with_argon2id_of_the_full_cost() {
    let (_, data) = TestServer::start(&[]).stop_and_keep_data();
    let mut command = clinic();
    command.args(["staff", "add", "Bola", "--role", "desk", "--password-stdin", "--data", text(data.path())]);
    let mut added = command.stdin(Stdio::piped()).stdout(Stdio::null()).spawn().expect("the command runs");
    writeln!(added.stdin.take().expect("standard input"), "four odd words here").expect("written");
    assert!(added.wait().expect("an exit status").success());
    let stored: Vec<u8> = ["clinic.db", "clinic.db-wal"]
        .iter()
        .flat_map(|file| fs::read(data.path().join(file)).unwrap_or_default())
        .collect();
    assert!(String::from_utf8_lossy(&stored).contains("$argon2id$v=19$m=19456,t=2,p=1$"));
}
