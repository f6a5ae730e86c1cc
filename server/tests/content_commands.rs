//! `clinic content`, and a site whose content is in the database: published revisions appear without a restart.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::support::databases::Cluster;
use crate::support::waiting::eventually;
use crate::test_server::{TestServer, content_copy, run};

const ABOUT: &str = "pages/about-us.md";

fn replace(folder: &Path, file: &str, from: &str, to: &str) {
    let text = fs::read_to_string(folder.join(file)).expect("the file");
    assert!(text.contains(from), "{from} is not in {file}");
    fs::write(folder.join(file), text.replace(from, to)).expect("saved");
}

fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).expect("below").to_str().expect("UTF-8").to_owned();
                files.insert(name, fs::read(path).expect("a file"));
            }
        }
    }
    files
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a path in Unicode")
}

#[tokio::test]
async fn imported_content_is_published_on_the_running_site_and_exported_byte_for_byte() {
    let server = TestServer::start(&[]);
    let data = server.data.path().to_str().expect("a path").to_owned();
    let (code, output, _) = run(&["content", "history", "--data", &data]);
    assert_eq!((code, output.contains("Nothing was published yet.")), (0, true), "{output}");

    let content = content_copy();
    replace(content.path(), ABOUT, "About the clinic", "About our clinic");
    // Bytes that a conversion of line endings or of text would change.
    fs::write(
        content.path().join("pictures/one.svg"),
        b"\xEF\xBB\xBF<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 4 3'>\r\n</svg>",
    )
    .expect("saved");
    let import = ["content", "import", text(content.path()), "--publish", "--note", "Our own words", "--data", &data];
    let (code, output, errors) = run(&import);
    assert_eq!(code, 0, "{errors}");
    assert_eq!(output, "Published revision 1. A running site shows it within two seconds.\n");
    eventually("the edited page", || async { server.get_text("/about-us").await.contains("About our clinic") }).await;
    assert!(server.logs("rendered=1 unchanged=").await, "{}", server.log());

    let exported = tempfile::tempdir().expect("a folder");
    let (code, output, errors) = run(&["content", "export", text(exported.path()), "--data", &data]);
    assert_eq!(code, 0, "{errors}");
    assert!(output.starts_with("Wrote ") && output.contains(" files of revision 1 to "), "{output}");
    assert_eq!(files(exported.path()), files(content.path()));

    let (code, output, _) = run(&import);
    assert_eq!((code, output.as_str()), (0, "Nothing to publish: revision 1 has the same files.\n"));
    let (_, output, _) = run(&["content", "history", "--data", &data]);
    let lines: Vec<&str> = output.lines().collect();
    assert!(lines[0].starts_with("1  ") && lines[0].ends_with(", command line: Our own words"), "{output}");
    assert!(lines[1].starts_with("0  ") && lines.len() == 2, "{output}");

    // The next start shows the same.
    let (_, data) = server.stop_and_keep_data();
    let server = TestServer::start_in(data, &[]);
    assert!(server.get_text("/about-us").await.contains("About our clinic"));
}

#[tokio::test]
async fn content_with_problems_is_not_published_and_drafts_change_nothing() {
    let server = TestServer::start(&[]);
    let data = server.data.path().to_str().expect("a path").to_owned();
    let content = content_copy();
    replace(content.path(), "services/frames.md", "title = \"Frames\"", "title = ");
    let folder = text(content.path());
    let (code, _, errors) = run(&["content", "import", folder, "--publish", "--data", &data]);
    assert_eq!(code, 1);
    assert!(errors.contains("services/frames.md:2:") && errors.contains("Nothing was imported."), "{errors}");
    // As drafts too: they would keep everybody from publishing.
    let (code, _, errors) = run(&["content", "import", folder, "--data", &data]);
    assert!(code == 1 && errors.contains("services/frames.md:2:"), "{errors}");
    replace(content.path(), "services/frames.md", "title = ", "title = \"Frames\"");
    replace(content.path(), ABOUT, "About the clinic", "About our clinic");
    let (code, output, errors) = run(&["content", "import", folder, "--data", &data]);
    assert_eq!((code, output.as_str()), (0, "Saved 1 draft. Look at them and publish them at /desk.\n"), "{errors}");
    replace(content.path(), ABOUT, "About our clinic", "About us");
    let (code, _, errors) = run(&["content", "import", folder, "--data", &data]);
    assert!(code == 1 && errors.contains(&format!("{ABOUT} has a draft with another text.")), "{errors}");
    assert!(server.get_text("/about-us").await.contains("About the clinic"));
    assert!(server.get_text("/services").await.contains("Frames"));

    let (code, _, errors) = run(&["content", "import", folder, "--note", "x", "--data", &data]);
    assert!(code == 2 && errors.contains("--publish"), "{errors}");
    let (code, _, errors) = run(&["content", "import", "/nowhere", "--data", &data]);
    assert!(code == 1 && errors.contains("Cannot read /nowhere: ") && !errors.contains("--content"), "{errors}");
}

#[test]
fn export_does_not_mix_with_other_files() {
    let (_, data) = TestServer::start(&[]).stop_and_keep_data();
    let data = text(data.path());
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("notes.txt"), "mine").expect("saved");
    let (code, _, errors) = run(&["content", "export", text(folder.path()), "--data", data]);
    assert!(code == 1 && errors.contains("notes.txt is not part of the content."), "{errors}");
    assert_eq!(files(folder.path()).len(), 1, "something was written");
    fs::remove_file(folder.path().join("notes.txt")).expect("removed");
    fs::create_dir(folder.path().join(".git")).expect("created");
    for _ in 0..2 {
        let (code, _, errors) = run(&["content", "export", text(folder.path()), "--data", data]);
        assert_eq!(code, 0, "{errors}");
    }
}

#[tokio::test]
async fn two_instances_on_postgresql_show_the_same_revision() {
    let cluster = Cluster::start();
    let key = tempfile::tempdir().expect("a folder");
    let key = key.path().join("clinic.key");
    let arguments = ["--database", &cluster.url(), "--key-file", text(&key)];
    let (first, second) = (TestServer::start(&arguments), TestServer::start(&arguments));
    let content = content_copy();
    for words in ["About our clinic", "About us again"] {
        replace(content.path(), ABOUT, "heading = \"", &format!("heading = \"{words}. "));
        let import = ["content", "import", text(content.path()), "--publish", "--database", &cluster.url()];
        let (code, _, errors) = run(&[&import[..], &["--key-file", text(&key)]].concat());
        assert_eq!(code, 0, "{errors}");
        for server in [&first, &second] {
            eventually("the revision", || async { server.get_text("/about-us").await.contains(words) }).await;
        }
    }
}

#[tokio::test]
async fn folder_is_the_source_when_it_is_given() {
    let (_, data) = TestServer::start(&[]).stop_and_keep_data();
    let content = content_copy();
    replace(content.path(), ABOUT, "About the clinic", "From the database");
    let import = ["content", "import", text(content.path()), "--publish", "--data", text(data.path())];
    assert_eq!(run(&import).0, 0);
    replace(content.path(), ABOUT, "From the database", "From the folder");
    let server = TestServer::start_in(data, &["--content", text(content.path())]);
    assert!(server.get_text("/about-us").await.contains("From the folder"));
}

/// What is stored about drafts and revisions, as the commands show it.
fn stored(data: &str) -> (String, String) {
    let (_, history, _) = run(&["content", "history", "--data", data]);
    (history, run(&["content", "discard", "--data", data]).2)
}

#[test]
fn folder_that_is_no_content_is_refused_and_nothing_is_stored() {
    let (_, data) = TestServer::start(&[]).stop_and_keep_data();
    let data_path = text(data.path());
    let before = stored(data_path);
    let empty = tempfile::tempdir().expect("a folder");
    // The data folder has the database and the key in it.
    for folder in [empty.path(), data.path()] {
        for more in [&[][..], &["--publish"], &["--dry-run"]] {
            let import = [&["content", "import", text(folder), "--data", data_path][..], more].concat();
            let (code, output, errors) = run(&import);
            assert_eq!((code, output.as_str()), (1, ""), "{errors}");
            assert!(errors.contains("is not a folder with content: it has no clinic.toml."), "{errors}");
        }
    }
    // Content in which pages are missing is no content of this site either.
    let content = content_copy();
    fs::remove_file(content.path().join(ABOUT)).expect("removed");
    fs::write(content.path().join("clinic.key"), "secret").expect("saved");
    let (code, _, errors) = run(&["content", "import", text(content.path()), "--data", data_path]);
    assert!(code == 1 && errors.contains("clinic.key:1: Files are not used here."), "{errors}");
    assert!(errors.contains(&format!("{ABOUT}:1: This file is missing")), "{errors}");
    assert_eq!(stored(data_path), before);
}

#[test]
fn picture_that_cannot_be_shown_is_refused_by_import() {
    let (_, data) = TestServer::start(&[]).stop_and_keep_data();
    let content = content_copy();
    let mut photo = crate::picture_files::png(600, 300);
    let middle = photo.len() / 2;
    photo[middle..middle + 20].fill(0xaa);
    fs::write(content.path().join("pictures/damaged.png"), photo).expect("saved");
    let before = stored(text(data.path()));
    for more in [&[][..], &["--publish"]] {
        let import = [&["content", "import", text(content.path()), "--data", text(data.path())][..], more].concat();
        let (code, _, errors) = run(&import);
        assert!(code == 1 && errors.contains("pictures/damaged.png:1: This picture is damaged"), "{errors}");
        assert!(errors.ends_with("1 problem. Nothing was imported.\n"), "{errors}");
    }
    assert_eq!(stored(text(data.path())), before);
}

#[test]
fn dry_run_lists_what_would_change_and_stores_nothing() {
    let (_, data) = TestServer::start(&[]).stop_and_keep_data();
    let content = content_copy();
    replace(content.path(), ABOUT, "About the clinic", "About our clinic");
    fs::copy(content.path().join("services/frames.md"), content.path().join("services/lenses.md")).expect("copied");
    fs::remove_file(content.path().join("outreaches/markets.md")).expect("removed");
    let before = stored(text(data.path()));
    let import = ["content", "import", text(content.path()), "--dry-run", "--data", text(data.path())];
    let (code, output, errors) = run(&import);
    assert_eq!(code, 0, "{errors}");
    assert!(
        output.contains(&format!("changed  {ABOUT}\n")) && output.contains("new      services/lenses.md\n"),
        "{output}"
    );
    assert!(output.contains("deleted  outreaches/markets.md\n"), "{output}");
    assert!(output.ends_with("3 differences to revision 0. Nothing was stored.\n"), "{output}");
    assert_eq!(stored(text(data.path())), before);
}

#[test]
fn drafts_are_discarded_by_name_or_all() {
    let (_, data) = TestServer::start(&[]).stop_and_keep_data();
    let data = text(data.path()).to_owned();
    let discard = |arguments: &[&str]| run(&[&["content", "discard", "--data", &data][..], arguments].concat());
    assert_eq!(discard(&["--all"]).1, "There are no drafts.\n");
    let content = content_copy();
    replace(content.path(), ABOUT, "About the clinic", "About our clinic");
    replace(content.path(), "services/frames.md", "title = \"Frames\"", "title = \"Frames and more\"");
    let (code, _, errors) = run(&["content", "import", text(content.path()), "--data", &data]);
    assert_eq!(code, 0, "{errors}");

    let (code, _, errors) = discard(&[]);
    assert!(code == 1 && errors.contains(ABOUT) && errors.contains("or give --all"), "{errors}");
    let (code, _, errors) = discard(&[ABOUT, "pages/home.md"]);
    assert!(code == 1 && errors.contains("pages/home.md has no draft. Nothing was discarded."), "{errors}");
    let (code, output, errors) = discard(&[ABOUT]);
    assert!(
        code == 0 && output.starts_with(&format!("Discarded {ABOUT}, saved by command line on ")),
        "{output} {errors}"
    );
    assert_eq!(discard(&[ABOUT, "--all"]).0, 2);
    let (_, output, _) = discard(&["--all"]);
    assert!(output.contains("services/frames.md") && !output.contains(ABOUT), "{output}");
    // Now the same folder can be imported again.
    assert_eq!(
        run(&["content", "import", text(content.path()), "--data", &data]).1,
        "Saved 2 drafts. Look at them and publish them at /desk.\n"
    );
}
