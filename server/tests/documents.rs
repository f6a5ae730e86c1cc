//! The security documents name files, tests and scenarios that exist, and leave no requirement of the standard out.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clinic_rules::staff::{ABSOLUTE_LIMIT, IDLE_LIMIT};

const SECURITY: &str = include_str!("../../docs/security.md");
const REQUIREMENTS: &str = include_str!("../../docs/security-requirements.md");

/// OWASP ASVS 5.0.0: for each section, the levels of its requirements in their order. Chapters 10 and 17 do not apply.
const SECTIONS: &str = "
    1.1:22 1.2:1111122223 1.3:112222222223 1.4:222 1.5:123
    2.1:122 2.2:112 2.3:12223 2.4:23
    3.1:3 3.2:113 3.3:12223 3.4:11222233 3.5:11122333 3.6:3 3.7:22333
    4.1:12233 4.2:23333 4.3:22 4.4:1222
    5.1:2 5.2:112333 5.3:113 5.4:222
    6.1:122 6.2:111111112222 6.3:11223333 6.4:112233 6.5:22222333 6.6:2223 6.7:33 6.8:2222
    7.1:222 7.2:1111 7.3:22 7.4:11222 7.5:223 7.6:22
    8.1:1233 8.2:1123 8.3:133 8.4:23
    9.1:111 9.2:1222
    11.1:2233 11.2:22233 11.3:11233 11.4:1222 11.5:23 11.6:23 11.7:33
    12.1:12233 12.2:11 12.3:22223
    13.1:2333 13.2:222223 13.3:2233 13.4:1222233
    14.1:22 14.2:12223333 14.3:122
    15.1:12233 15.2:12233 15.3:1222222 15.4:3333
    16.1:2 16.2:22222 16.3:2222 16.4:222 16.5:2223
";

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Level 1 and 2 requirements of the standard with their level.
fn requirements() -> BTreeMap<String, char> {
    let sections = SECTIONS.split_whitespace().filter_map(|section| section.split_once(':'));
    let numbered = sections.flat_map(|(section, levels)| {
        levels.chars().enumerate().map(move |(index, level)| (format!("{section}.{}", index + 1), level))
    });
    numbered.filter(|(_, level)| matches!(level, '1' | '2')).collect()
}

/// The rows of the tables: number, level, requirement, where, test, status.
fn rows() -> impl Iterator<Item = [&'static str; 6]> {
    REQUIREMENTS
        .lines()
        .filter(|line| line.starts_with("| ") && line[2..].starts_with(|c: char| c.is_ascii_digit()))
        .map(|line| {
            let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
            cells.try_into().unwrap_or_else(|cells: Vec<&str>| panic!("{} cells: {line}", cells.len()))
        })
}

#[test]
fn every_requirement_of_level_1_and_2_is_listed_once_with_its_level() {
    let mut listed = Vec::new();
    for [number, level, ..] in rows() {
        listed.push(number.to_owned());
        let expected = requirements().get(number).map(char::to_string);
        assert_eq!(expected.as_deref(), Some(level), "{number}");
    }
    let paragraphs = REQUIREMENTS.split("\n\n").filter(|text| text.trim_start().starts_with("Not applicable"));
    for word in paragraphs.flat_map(|text| text.split(|c: char| !(c.is_ascii_digit() || c == '.'))) {
        let number = word.trim_matches('.');
        if number.matches('.').count() == 2 {
            listed.push(number.to_owned());
        }
    }
    let unique: BTreeSet<String> = listed.iter().cloned().collect();
    let expected: BTreeSet<String> = requirements().into_keys().collect();
    assert_eq!(unique.symmetric_difference(&expected).collect::<Vec<_>>(), Vec::<&String>::new());
    assert_eq!(unique.len(), listed.len(), "a requirement is listed twice: {listed:?}");
}

#[test]
fn every_requirement_of_level_1_holds_and_the_others_have_a_reason() {
    for [number, level, _, _, _, status] in rows() {
        let holds = status.starts_with("holds");
        assert!(holds || level == "2", "{number} is of level 1 and does not hold");
        let reason = status.strip_prefix("does not hold").and_then(|rest| rest.split_once(": "));
        assert!(holds || reason.is_some_and(|(_, reason)| reason.len() > 20), "{number}: {status}");
    }
}

#[test]
fn documents_state_how_long_a_session_lasts() {
    let hours = |limit: Duration| limit.as_secs() / 3_600;
    let (idle, days) = (hours(IDLE_LIMIT), hours(ABSOLUTE_LIMIT) / 24);
    let sentence = format!("A session ends after {idle} hours without use and after {days} days.");
    assert!(SECURITY.contains(&sentence), "{sentence}");
    let sentence = format!("end after {idle} hours without use, after {days} days in any case");
    assert!(include_str!("../../docs/operations.md").contains(&sentence), "{sentence}");
}

/// Requirements that no test can show, each with the reason.
const WITHOUT_TEST: [(&str, &str); 7] = [
    ("1.3.10", "the compiler checks it"),
    ("3.7.1", "about the technologies that are used"),
    ("6.2.10", "about something that does not exist"),
    ("6.4.2", "about something that does not exist"),
    ("11.1.2", "about a document"),
    ("15.1.1", "about a document"),
    ("15.3.6", "about something that does not exist"),
];

#[test]
fn every_requirement_that_holds_names_its_test() {
    for [number, _, _, _, test, status] in rows() {
        let needs_none = WITHOUT_TEST.iter().any(|(other, _)| *other == number);
        let names_test = code_spans(test).any(|name| {
            is_test_name(name) || is_path(name) || name.starts_with("bench/") || name.starts_with("scripts/")
        });
        assert!(!status.starts_with("holds") || names_test != needs_none, "{number}: {test}");
    }
}

#[test]
fn files_tests_and_scenarios_that_the_security_documents_name_exist() {
    let tests = test_functions();
    let scenarios = |runner: &str| fs::read_to_string(root().join("bench").join(runner)).expect("a runner");
    let mut missing = Vec::new();
    for name in code_spans(SECURITY).chain(code_spans(REQUIREMENTS)) {
        let exists = if let Some((runner @ ("bench/faults" | "bench/attack"), scenario)) = name.split_once(' ') {
            scenarios(runner.trim_start_matches("bench/")).contains(&format!("\"{scenario}\": "))
        } else if is_test_name(name) {
            tests.contains(name)
        } else if is_path(name) {
            [".", "server/src", "web/src"].iter().any(|folder| root().join(folder).join(name).exists())
        } else {
            true
        };
        if !exists {
            missing.push(name);
        }
    }
    assert_eq!(missing, Vec::<&str>::new());
}

#[test]
fn browser_tests_that_the_security_documents_name_have_the_quoted_titles() {
    let mut wrong = Vec::new();
    for (path, after) in named_browser_tests(SECURITY).chain(named_browser_tests(REQUIREMENTS)) {
        let file = [".", "web/src"].iter().find_map(|folder| fs::read_to_string(root().join(folder).join(path)).ok());
        let title = after.strip_prefix(" “").and_then(|rest| rest.split_once('”')).map(|(title, _)| title);
        if !title.is_some_and(|title| has_test(file.as_deref().unwrap_or_default(), title)) {
            wrong.push((path, title));
        }
    }
    assert_eq!(wrong, [], "write the title of the test after the file: `desk.spec.ts` “its title”");
}

/// The files of browser tests that a document names, each with the text that follows.
fn named_browser_tests(text: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let is_test = |path: &str| [".spec.ts", ".test.ts", ".test.tsx"].iter().any(|end| path.ends_with(end));
    let spans = code_spans(text).zip(text.split('`').skip(2).step_by(2));
    spans.filter(move |(path, _)| is_test(path))
}

/// Also behind the rows of `test.each(…)`.
pub(crate) fn has_test(file: &str, title: &str) -> bool {
    let is_after = |call: &str| ['"', '`'].iter().any(|quote| file.contains(&format!("{call}{quote}{title}{quote}")));
    is_after("test(") || is_after(")(")
}

/// The texts in backquotes.
pub(crate) fn code_spans(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.split('`').skip(1).step_by(2)
}

/// At least three words, so that the names of settings and columns are not taken for tests.
pub(crate) fn is_test_name(name: &str) -> bool {
    name.matches('_').count() >= 2 && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
}

/// Paths on the clinic's machine and on the site begin with a slash.
fn is_path(name: &str) -> bool {
    let has_extension = Path::new(name).extension().is_some_and(|extension| extension.len() <= 5);
    !name.starts_with('/') && !name.contains([' ', ':', '=']) && (name.ends_with('/') || has_extension)
}

/// The names of the functions with a test attribute in the server's files.
pub(crate) fn test_functions() -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut pending: Vec<_> =
        ["crates", "server/src", "server/tests", "images/src", "images/tests"].map(|it| root().join(it)).into();
    while let Some(folder) = pending.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                pending.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(path).expect("a file");
                let attributes = text.lines().zip(text.lines().skip(1));
                let is_test =
                    |line: &str| ["#[test]", "#[tokio::test"].iter().any(|start| line.trim().starts_with(start));
                let function = |line: &str| Some(line.split_once("fn ")?.1.split_once('(')?.0.to_owned());
                names.extend(attributes.filter(|(line, _)| is_test(line)).filter_map(|(_, next)| function(next)));
            }
        }
    }
    names
}

#[test]
fn checks_find_what_does_not_exist() {
    assert!(is_test_name("every_requirement_is_listed") && !is_test_name("unsafe_code") && !is_test_name("Not_A_Test"));
    assert!(
        is_path("crates/http/src/desk.rs")
            && is_path("server/tests/")
            && !is_path("/etc/clinic.env")
            && !is_path("--log")
    );
    let tests = test_functions();
    assert!(
        tests.contains("checks_find_what_does_not_exist")
            && tests.contains("token_with_one_changed_character_is_rejected")
    );
    assert!(!tests.contains("test_functions"));
    assert!(has_test("test(\"a title\", () => {})", "a title") && !has_test("test(\"a title\", () => {})", "a tit"));
    assert_eq!(requirements().len(), 217);
}
