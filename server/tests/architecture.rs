//! Checks what the compiler does not see: circles between the files of a crate, which crate uses which framework, and what only some
//! files may do. The layers are crates (ARCHITECTURE.md), so the compiler refuses an import of a higher one.
//!
//! Unit tests inside the source files are not checked.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

/// Dependencies that only these crates may have. Rules have none of them: they are functions from values to values.
const FRAMEWORKS: &[(&str, &[&str])] = &[
    ("tokio", &["site", "mail", "store", "http", "server"]),
    ("axum", &["http"]),
    ("hyper", &["http"]),
    ("hyper-util", &["http"]),
    ("tokio-rustls", &["http"]),
    ("x509-parser", &["http"]),
    ("instant-acme", &["http"]),
    ("rcgen", &["http"]),
    ("reqwest", &["http", "mail"]),
    ("sqlx", &["store"]),
    ("lettre", &["mail"]),
    ("rquickjs", &["site"]),
    ("resvg", &["site"]),
    ("pulldown-cmark", &["content"]),
];

#[test]
fn files_of_a_crate_do_not_import_each_other_in_a_circle() {
    for (name, folder) in crates() {
        let source = Source::read(&folder.join("src"));
        assert_eq!(find_cycle(&source.file_graph()), None, "in {name}");
    }
}

#[test]
fn frameworks_are_used_only_in_their_own_crate() {
    for (name, folder) in crates() {
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).expect("a manifest");
        let dependencies = manifest.split("[dependencies]").nth(1).and_then(|rest| rest.split("\n[").next());
        let dependencies = dependencies.expect("a list of dependencies").lines();
        let used: BTreeSet<&str> = dependencies.filter_map(|line| line.split(['.', ' ']).next()).collect();
        for (framework, owners) in FRAMEWORKS {
            assert!(!used.contains(framework) || owners.contains(&name.as_str()), "{name} depends on {framework}");
        }
    }
}

/// Visitors and staff cannot make the site call an address of their choice: these files call what the settings name, and
/// `clinic doctor` the site's own address. The mail server and PostgreSQL are called by lettre and sqlx, in their own modules.
#[test]
fn only_these_files_call_other_systems() {
    let clients = ["reqwest::", "TcpStream::connect", "UdpSocket", "UnixStream::connect"];
    let known = ["http/certificates/acme/transport.rs", "mail/emailjs.rs", "server/cli/doctor/network.rs"];
    assert_eq!(files_with(&clients), BTreeSet::from(known.map(str::to_owned)));
}

/// Nobody can change what the audit log says: entries are added, counted within the hour, and deleted after two years.
#[test]
fn audit_log_is_written_in_one_place_and_only_the_purge_deletes_from_it() {
    let writes = ["INTO audit", "UPDATE audit", "DELETE FROM audit"];
    assert_eq!(files_with(&writes), BTreeSet::from(["store/audit.rs".to_owned()]));
    let deletes = ["delete_batch_before!(\"audit\""];
    assert_eq!(files_with(&deletes), BTreeSet::from(["store/data_register/deleted_by_age.rs".to_owned()]));
}

/// With `--env-file` the program replaces itself by itself, with the settings of the file. It starts no other program.
#[test]
fn no_other_program_is_started() {
    let starts = ["process::Command", "Command::new", "posix_spawn", "libc::exec"];
    assert_eq!(files_with(&starts), BTreeSet::from(["server/cli/env_file.rs".to_owned()]));
}

/// Deleting files waits for the disk. These do it, by themselves or in a function that they call.
const DELETIONS: [&str; 7] = [
    "remove_file",
    "remove_dir",
    "remove_dir_all",
    // Of a message, a picture, and of the pictures of earlier publications.
    "erase_all",
    "delete_all_except",
    "publish_revision",
    "republish",
];

/// While a full or slow disk is waited for, the thread answers nobody.
#[test]
fn async_code_deletes_files_only_in_spawn_blocking() {
    for (name, folder) in crates() {
        for (file, text) in read_files(&folder.join("src")) {
            let program = tokens(text.split("#[cfg(test)]\nmod ").next().unwrap_or_default());
            assert_eq!(deletions_in_async(&program), Vec::<String>::new(), "in {name}/{file}");
        }
    }
}

#[test]
fn deletions_in_async_code_are_found() {
    let found = |text: &str| deletions_in_async(&tokens(text));
    assert_eq!(found("async fn a(b: [u8; 2]) -> C { if d { std::fs::remove_file(e)?; } }"), ["remove_file"]);
    assert_eq!(found("fn a() { spawn(async move { site.republish(now) }); }"), ["republish"]);
    assert!(found("async fn a() { spawn_blocking({ let b = c(); move || fs::remove_file(b) }).await }").is_empty());
    assert!(found("trait A { async fn a(); } fn b() { fs::remove_file(c); }").is_empty());
    assert!(found("async fn a() { tokio::fs::remove_file(b).await }").is_empty());
}

/// The names of deletions that are called in async functions and blocks, outside of `spawn_blocking`.
fn deletions_in_async(tokens: &[String]) -> Vec<String> {
    let mut found = BTreeMap::new();
    for start in (0..tokens.len()).filter(|index| tokens[*index] == "async") {
        // A function of a trait without a body ends before one.
        let (mut index, mut braces, mut brackets) = (start, 0, 0);
        while let Some(token) = tokens.get(index) {
            let is_quoted = index > 0 && tokens[index - 1] == "'" && tokens.get(index + 1).is_some_and(|it| it == "'");
            match token.as_str() {
                _ if is_quoted => {}
                "{" => braces += 1,
                "[" | "(" => brackets += 1,
                "]" | ")" => brackets -= 1,
                "}" if braces == 1 => break,
                "}" => braces -= 1,
                ";" if braces == 0 && brackets == 0 => break,
                "spawn_blocking" => index = end_of_call(tokens, index + 1),
                _ => {
                    let is_called = tokens.get(index + 1).is_some_and(|next| next == "(");
                    let is_of_tokio = index > 3 && tokens[index - 4] == "tokio";
                    if braces > 0 && is_called && !is_of_tokio && DELETIONS.contains(&token.as_str()) {
                        found.insert(index, token.clone());
                    }
                }
            }
            index += 1;
        }
    }
    found.into_values().collect()
}

/// The closing bracket of a call, whose opening one is at `open`.
fn end_of_call(tokens: &[String], open: usize) -> usize {
    let mut depth = 0;
    for (index, token) in tokens.iter().enumerate().skip(open) {
        match token.as_str() {
            "(" => depth += 1,
            ")" if depth == 1 => return index,
            ")" => depth -= 1,
            _ => {}
        }
    }
    tokens.len()
}

/// The files of the program, apart from their unit tests, that contain one of these words. Also those of the crates beside the layers.
fn files_with(words: &[&str]) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let beside = ["images", "puzzles", "compression", "kernel-clock"].map(|name| (name.to_owned(), root.join(name)));
    for (name, folder) in crates().into_iter().chain(beside) {
        for (file, text) in read_files(&folder.join("src")) {
            let program = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
            if words.iter().any(|word| program.contains(word)) {
                found.insert(format!("{name}/{file}"));
            }
        }
    }
    found
}

/// Everywhere else, sqlx takes only constant statements. Look at a new file before you add it here: what comes from a request is bound
/// to a parameter.
#[test]
fn only_these_files_put_statements_together() {
    let known = [
        "store/booking/appointment.rs",
        "store/booking/chairs.rs",
        "store/booking/holding.rs",
        "store/booking/patient_records.rs",
        "store/booking/recall_lists.rs",
        "store/booking/recalls.rs",
        "store/booking/to_tell.rs",
        "store/content/notes.rs",
        "store/content/publish.rs",
        "store/content/removal/search.rs",
        "store/database/copy_to_postgres.rs",
        "store/database/migrate.rs",
        "store/database/open.rs",
        "store/database/postgres_transaction.rs",
        "store/data_register.rs",
        "store/data_register/exported_row.rs",
        "store/data_register/pending_erasures.rs",
        "store/data_register/stored_people.rs",
    ];
    assert_eq!(files_with(&["AssertSqlSafe("]), BTreeSet::from(known.map(str::to_owned)));
}

/// The libraries of other crates for random numbers are in the program (lettre and sqlx-postgres use them), but nothing of ours does.
#[test]
fn only_one_file_takes_random_bytes() {
    let random = ["getrandom::", "fastrand::", " rand::", "SystemRandom::new"];
    let known = ["mail/dkim.rs", "runtime/clock.rs"];
    assert_eq!(files_with(&random), BTreeSet::from(known.map(str::to_owned)));
}

/// Who lost a second factor is checked by a person who can use the machine: no call over the network does it.
#[test]
fn only_the_command_line_resets_two_step_verification() {
    let known = ["server/cli/staff/two_step.rs", "store/staff/two_step.rs"];
    assert_eq!(files_with(&["reset_two_step("]), BTreeSet::from(known.map(str::to_owned)));
}

/// The log goes to standard error, and what a command prints to standard output.
#[test]
fn log_lines_and_output_are_written_in_two_places() {
    let log = ["tracing_subscriber::fmt", "io::stderr()"];
    assert_eq!(files_with(&log), BTreeSet::from(["server/cli/log.rs", "server/cli/output.rs"].map(str::to_owned)));
}

/// With a version in the purpose, what is signed can be changed without a doubt about what an earlier release has signed.
#[test]
fn every_purpose_of_a_signature_has_a_version() {
    let mut purposes = BTreeSet::new();
    for (name, folder) in crates() {
        for (file, text) in read_files(&folder.join("src")) {
            let program = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
            for before in [".sign(\"", "PURPOSE: &str = \"", ".verify(\""] {
                let found = program.split(before).skip(1).filter_map(|rest| rest.split('"').next());
                purposes.extend(found.map(|purpose| (purpose.to_owned(), format!("{name}/{file}"))));
            }
        }
    }
    let is_versioned =
        |purpose: &str| purpose.rsplit_once(" v").is_some_and(|(_, version)| version.parse::<u8>().is_ok());
    // What is sealed begins with its version, and a comparison is not stored.
    purposes.retain(|(purpose, file)| file != "rules/secret/encryption.rs" && purpose != "compare");
    let others: Vec<_> = purposes.iter().filter(|(purpose, _)| !is_versioned(purpose)).collect();
    assert!(others.is_empty(), "{others:?}");
    assert!(purposes.iter().any(|(purpose, _)| purpose == "sight remote v1") && purposes.len() > 10, "{purposes:?}");
}

/// A file that `main.rs` does not name would never run.
#[test]
fn every_file_of_tests_is_in_their_binary() {
    let binary = include_str!("main.rs");
    for entry in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")).expect("the folder of the tests") {
        let path = entry.expect("a readable folder").path();
        let name = path.file_stem().and_then(OsStr::to_str).expect("a name");
        let has_own_binary = ["main", "large_tables"].contains(&name);
        assert!(has_own_binary || binary.contains(&format!("\nmod {name};\n")), "`mod {name};` is missing in main.rs");
    }
}

/// It signs without blinding, so that the key can be found by measuring times (RUSTSEC-2023-0071). DKIM signs with ring.
#[test]
fn vulnerable_rsa_crate_is_not_a_dependency() {
    let packages = include_str!("../../Cargo.lock").lines().filter_map(|line| line.strip_prefix("name = "));
    let packages: BTreeSet<&str> = packages.map(|name| name.trim_matches('"')).collect();
    assert!(packages.contains("ring") && !packages.contains("rsa"));
}

#[test]
fn circles_are_found() {
    let cycle = Source::of(&[
        ("lib.rs", "mod a;\nmod b;\nmod c;\npub use a::A;"),
        ("a.rs", "use super::b::B;"),
        ("b.rs", "use super::c;"),
        ("c.rs", "use crate::a::{self, A};"),
    ]);
    assert_eq!(find_cycle(&cycle.file_graph()).map(|files| files.len()), Some(3));
    let over_reexport = Source::of(&[
        ("site.rs", "mod a;\nmod b;\npub use a::{A, X};"),
        ("site/a.rs", "use super::b::B;"),
        ("site/b.rs", "use super::{C, X};"),
    ]);
    assert_eq!(find_cycle(&over_reexport.file_graph()).map(|files| files.len()), Some(2));
    let over_reexport_of_the_crate = Source::of(&[
        ("lib.rs", "mod a;\nmod b;\npub use a::{A, X};"),
        ("a.rs", "use crate::b::B;"),
        ("b.rs", "use crate::{C, X};"),
    ]);
    assert_eq!(find_cycle(&over_reexport_of_the_crate.file_graph()).map(|files| files.len()), Some(2));
    let shared_type_in_parent = Source::of(&[("site.rs", "mod a;\nuse a::A;"), ("site/a.rs", "use super::Site;")]);
    assert_eq!(find_cycle(&shared_type_in_parent.file_graph()), None);
    let only_in_tests = Source::of(&[
        ("a.rs", "// crate::b\n#[cfg(test)]\nmod tests { use crate::b::X; }"),
        ("b.rs", "use crate::a::A;"),
    ]);
    assert_eq!(find_cycle(&only_in_tests.file_graph()), None);
}

/// The crates of the program, with their folders.
fn crates() -> BTreeMap<String, PathBuf> {
    let server = Path::new(env!("CARGO_MANIFEST_DIR"));
    let layers = fs::read_dir(server.with_file_name("crates")).expect("the folder of the crates");
    let mut crates: BTreeMap<String, PathBuf> = layers
        .map(|entry| entry.expect("an entry"))
        .map(|entry| (entry.file_name().to_string_lossy().into_owned(), entry.path()))
        .collect();
    crates.insert("server".to_owned(), server.to_owned());
    crates
}

/// The Rust files of a folder by their path in it, such as `content/load.rs`.
fn read_files(folder: &Path) -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).expect("a readable folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let name = path.strip_prefix(folder).expect("below the folder").to_str().expect("UTF-8").to_owned();
                files.insert(name, fs::read_to_string(&path).expect("a readable file"));
            }
        }
    }
    files
}

const CRATE_ROOT: &str = "lib.rs";

type Graph = BTreeMap<String, BTreeSet<String>>;

/// Source files by their path, such as `content/load.rs`, with the paths that they mention.
struct Source {
    files: BTreeMap<String, Mentions>,
}

struct Mentions {
    /// Modules of this crate, from its root: `["content", "load"]`.
    internal: Vec<Vec<String>>,
    /// Names that this file exports from its child modules, with their paths.
    reexports: BTreeMap<String, Vec<String>>,
}

impl Source {
    fn read(folder: &Path) -> Self {
        let files = read_files(folder);
        Self::of(&files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect::<Vec<_>>())
    }

    fn of(files: &[(&str, &str)]) -> Self {
        let files = files.iter().map(|(name, text)| ((*name).to_owned(), mentions(name, text))).collect();
        Self { files }
    }

    /// Imports between the files. A parent's imports of its own children are left out: it has to declare them, and they may use
    /// types that it defines for all of them.
    fn file_graph(&self) -> Graph {
        let mut graph = Graph::new();
        for (file, mentions) in self.files.iter().filter(|(file, _)| *file != CRATE_ROOT) {
            let imported = mentions.internal.iter().filter_map(|path| self.file_of(path));
            let own = file.trim_end_matches(".rs");
            let foreign = imported.filter(|imported| *imported != file && !imported.starts_with(&format!("{own}/")));
            graph.entry(file.clone()).or_default().extend(foreign.cloned());
        }
        graph
    }

    /// The file that defines a path: that of its longest prefix which is a module, unless that only exports it.
    fn file_of(&self, path: &[String]) -> Option<&String> {
        (0..=path.len()).rev().find_map(|length| {
            let module = path[..length].join("/");
            let name = if module.is_empty() { CRATE_ROOT.to_owned() } else { format!("{module}.rs") };
            let (file, mentions) = self.files.get_key_value(&name)?;
            match path.get(length).and_then(|name| mentions.reexports.get(name)) {
                Some(reexported) => self.file_of(reexported),
                None => Some(file),
            }
        })
    }
}

fn mentions(file: &str, text: &str) -> Mentions {
    let module: Vec<String> = file.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
    let module = if module == ["main"] || module == ["lib"] { Vec::new() } else { module };
    let tokens = tokens(text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default());
    let children: BTreeSet<&str> = tokens
        .windows(3)
        .filter(|window| window[0] == "mod" && window[2] == ";")
        .map(|window| window[1].as_str())
        .collect();
    let mut mentions = Mentions { internal: Vec::new(), reexports: BTreeMap::new() };
    for (index, token) in tokens.iter().enumerate() {
        let starts_path = tokens.get(index + 1).is_some_and(|next| next == "::");
        if !starts_path || index > 0 && tokens[index - 1] == "::" {
            continue;
        }
        let base = match token.as_str() {
            "crate" => Vec::new(),
            "self" => module.clone(),
            "super" => module[..module.len().saturating_sub(1)].to_vec(),
            child if children.contains(child) => module.iter().cloned().chain([child.to_owned()]).collect(),
            _ => continue,
        };
        let mut found = Vec::new();
        expand(&tokens[index + 1..], base, &mut found);
        let is_reexport = index > 1 && tokens[index - 1] == "use" && ["pub", ")"].contains(&tokens[index - 2].as_str());
        if is_reexport {
            let named = found.iter().filter_map(|path| path.last().map(|name| (name.clone(), path.clone())));
            mentions.reexports.extend(named);
        }
        mentions.internal.extend(found);
    }
    mentions
}

/// Follows `::a::{b, c::d}` and collects each path. Returns the number of tokens read.
fn expand(tokens: &[String], mut path: Vec<String>, found: &mut Vec<Vec<String>>) -> usize {
    let mut read = 0;
    while tokens.get(read).is_some_and(|token| token == "::") {
        read += 1;
        match tokens.get(read).map(String::as_str) {
            Some("{") => {
                read += 1;
                while let Some(token) = tokens.get(read).filter(|token| *token != "}") {
                    if token == "," {
                        read += 1;
                        continue;
                    }
                    let mut nested = path.clone();
                    if token != "self" {
                        nested.push(token.clone());
                    }
                    read += 1 + expand(&tokens[read + 1..], nested, found);
                    // Skips `as Name`.
                    while tokens.get(read).is_some_and(|token| token != "," && token != "}") {
                        read += 1;
                    }
                }
                return read + 1;
            }
            Some("super") => {
                path.pop();
                read += 1;
            }
            Some(name) => {
                path.push(name.to_owned());
                read += 1;
            }
            None => break,
        }
    }
    found.push(path);
    read
}

/// Identifiers and punctuation, without comments and string literals.
fn tokens(text: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if first == '"' {
            string_length(rest)
        } else if first.is_alphanumeric() || first == '_' {
            let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            tokens.push(rest[..end].to_owned());
            end
        } else if rest.starts_with("::") {
            tokens.push("::".to_owned());
            2
        } else if rest.starts_with("'\"'") {
            3
        } else {
            if !first.is_whitespace() {
                tokens.push(first.to_string());
            }
            first.len_utf8()
        };
        rest = &rest[length..];
    }
    tokens
}

fn string_length(text: &str) -> usize {
    let mut is_escaped = false;
    for (index, c) in text.char_indices().skip(1) {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '"' => return index + 1,
            _ => {}
        }
    }
    text.len()
}

/// The nodes of a cycle, if there is one.
fn find_cycle(graph: &Graph) -> Option<Vec<String>> {
    fn visit(node: &str, graph: &Graph, path: &mut Vec<String>, done: &mut BTreeSet<String>) -> Option<Vec<String>> {
        if let Some(start) = path.iter().position(|visited| visited == node) {
            return Some(path[start..].to_vec());
        }
        if !done.insert(node.to_owned()) {
            return None;
        }
        path.push(node.to_owned());
        let cycle = graph.get(node).into_iter().flatten().find_map(|next| visit(next, graph, path, done));
        path.pop();
        cycle
    }
    let mut done = BTreeSet::new();
    graph.keys().find_map(|node| visit(node, graph, &mut Vec::new(), &mut done))
}
