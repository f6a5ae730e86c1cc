//! Whether messages for people who see a form are free of what only the file has.

use crate::definition::texts::PageFile;
use crate::definition::{self, FieldDefinition};
use crate::document_kind::{CLINIC_FILE, DocumentKind, GAME_FILE, URGENT_FILE};
use crate::files::{clinic_toml, collections, game_toml, page_text, urgent_toml};
use crate::folder::Folder;
use crate::load::read_item;
use crate::load_context::LoadContext;
use crate::picture::index::PictureIndex;
use crate::problems::{Findings, Report};

const FILE_WORDS: [&str; 12] =
    ["`", "+++", "##", "[[", "```", ".md", ".toml", ".webp", "Markdown", "TOML", " key", "placeholder ="];

/// Of each document.
const LINES: usize = 12;

const HOME: PageFile = PageFile { name: "home", sections: &[], has_chart: true, has_picture: false, has_text: false };

fn shipped() -> Folder {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../content");
    Folder::read(folder.as_ref()).expect("the content that comes with the program")
}

fn findings(path: &str, text: &str) -> Findings {
    let report = Report::default();
    let pictures = PictureIndex::of_names();
    let mut context = LoadContext::new(&pictures, &report);
    let slug = path.rsplit_once('/').map_or("", |(_, name)| name.trim_end_matches(".md"));
    let context_of = &mut context;
    match DocumentKind::of(path).expect("a document") {
        DocumentKind::Clinic => drop(clinic_toml::read(text, &report, &mut context_of.links)),
        DocumentKind::Urgent => drop(urgent_toml::read(text, &[], &report, &mut context_of.links)),
        DocumentKind::Game => drop(game_toml::read(text, context_of)),
        DocumentKind::Service => drop(read_item(path, slug, text.as_bytes(), context_of, collections::service)),
        DocumentKind::Outreach => drop(read_item(path, slug, text.as_bytes(), context_of, collections::outreach)),
        DocumentKind::Member => drop(read_item(path, slug, text.as_bytes(), context_of, collections::member)),
        DocumentKind::Info => drop(read_item(path, slug, text.as_bytes(), context_of, collections::info)),
        DocumentKind::Article => {
            let read =
                |slug: &str, document: crate::toml::front_matter::Document<'_>, context: &mut LoadContext<'_>| {
                    collections::article(slug, document, &[], context)
                };
            drop(read_item(path, slug, text.as_bytes(), context_of, read));
        }
        _ => {
            let read = |_: &str, document: crate::toml::front_matter::Document<'_>, context: &mut LoadContext<'_>| {
                page_text::read(document, &HOME, context)
            };
            drop(read_item(path, slug, text.as_bytes(), context_of, read));
        }
    }
    report.into_findings()
}

/// The text with one line removed, emptied, of another type, or not readable.
fn broken(text: &str, line: usize) -> Vec<String> {
    let with = |new: Option<&str>| {
        let lines = text.lines().enumerate().filter_map(|(index, old)| if index == line { new } else { Some(old) });
        lines.collect::<Vec<_>>().join("\n")
    };
    let old = text.lines().nth(line).unwrap_or_default();
    let key = old.split_once(" = ").map_or("other", |(key, _)| key);
    let values = ["5", "\"\"", "[]", "\"words\"", "unquoted", "{ placeholder = 5 }"];
    let mut texts =
        vec![with(None), with(Some("####### ##Words `x` <b>")), with(Some("# One")), with(Some("### Three"))];
    texts.extend(values.map(|value| with(Some(&format!("{key} = {value}")))));
    texts.push(with(Some(&format!("{old}\nunknown = 1"))));
    texts.push(with(Some(&format!("{old}\n    code\n\n![](a.webp)\n\n##Words"))));
    texts
}

#[test]
fn messages_for_forms_name_nothing_of_the_file() {
    let content = shipped();
    let mut count = 0;
    let first_of = |folder: &str| {
        content.files().map(|(path, _)| path.to_owned()).find(|path| path.starts_with(folder)).expect("a document")
    };
    let paths = [CLINIC_FILE, URGENT_FILE, GAME_FILE, "pages/home.md"].map(str::to_owned);
    for path in paths.into_iter().chain(["services/", "outreaches/", "articles/", "team/"].map(first_of)) {
        let text = String::from_utf8(content.get(&path).expect("the document").to_vec()).expect("text");
        // Every line would take minutes.
        let count_of_lines = text.lines().count();
        for line in (0..count_of_lines).step_by(count_of_lines.div_ceil(LINES)) {
            for broken in broken(&text, line) {
                let Findings { problems, unwritten, .. } = findings(&path, &broken);
                for problem in problems.into_iter().chain(unwritten) {
                    let shown = problem.plain.as_ref().unwrap_or(&problem.message);
                    let word = FILE_WORDS.iter().find(|word| shown.contains(**word));
                    assert_eq!(word, None, "{path}, line {line}: {shown}");
                    count += 1;
                }
            }
        }
    }
    assert!(count > 100, "{count} messages");
}

#[test]
fn forms_name_nothing_of_the_file() {
    fn check(fields: &[FieldDefinition]) {
        for field in fields {
            for words in [field.label, field.help, field.example] {
                let word = FILE_WORDS.iter().find(|word| words.contains(**word));
                assert_eq!(word, None, "{words}");
            }
            check(field.inner());
        }
    }
    for path in [
        CLINIC_FILE,
        URGENT_FILE,
        GAME_FILE,
        "pages/home.md",
        "services/a.md",
        "outreaches/a.md",
        "articles/a.md",
        "info/a.md",
        "team/a.md",
    ] {
        for group in definition::of(path, &[HOME]).expect("a form").groups {
            check(&group.fields);
        }
    }
}
