//! Every sentence of the page for the reception (docs/appointments.md) is in the list of its tests (docs/appointment-tests.md), and the
//! tests of that list exist.

use std::collections::BTreeMap;
use std::fs;

use clinic_rules::rate_limit::Limits;
use clinic_rules::staff::{RECORDS_PER_CONFIRMATION, RECORDS_PER_DAY};
use clinic_store::WAIT_FOR_UNDO;

use crate::documents::{code_spans, has_test, is_test_name, root, test_functions};

const PAGE: &str = include_str!("../../docs/appointments.md");
const TESTS: &str = include_str!("../../docs/appointment-tests.md");

#[test]
fn every_sentence_of_the_page_for_the_reception_is_in_the_list_of_its_tests() {
    let rows = rows();
    let is_listed = |section: &str, sentence: &str| {
        rows.iter().any(|row| row.section == section && row.first_words.iter().any(|words| sentence.starts_with(words)))
    };
    let missing = sentences(PAGE).into_iter().filter(|(section, sentence)| !is_listed(section, sentence));
    let advice = "add its first words and its test to docs/appointment-tests.md";
    expect_none(missing.map(|(section, sentence)| format!("“{sentence}”: {advice}, under “### {section}”")));
}

#[test]
fn words_in_the_list_of_tests_begin_one_sentence_of_their_section() {
    let sentences = sentences(PAGE);
    let begun = |section: &str, words: &str| {
        sentences.iter().filter(|(of, sentence)| *of == section && sentence.starts_with(words)).count()
    };
    let rows = rows();
    let words = rows.iter().flat_map(|row| row.first_words.iter().map(|words| (row.section, words)));
    let counted = words.map(|(section, words)| (section, words, begun(section, words)));
    expect_none(counted.filter(|(_, _, count)| *count != 1).map(|(section, words, count)| {
        format!(
            "“{words}” in docs/appointment-tests.md begins {count} sentences of “{section}” in docs/appointments.md"
        )
    }));
}

#[test]
fn tests_in_the_list_exist() {
    let (functions, files) = (test_functions(), web_tests());
    let mut missing: Vec<String> = code_spans(TESTS)
        .filter(|name| is_test_name(name) && !functions.contains(*name))
        .map(|name| format!("no test in Rust is called {name}"))
        .collect();
    for row in rows() {
        for test in &row.shown_by {
            let problem = match test {
                ShownBy::Function(name) => (!is_test_name(name)).then(|| format!("{name} is no name of a test")),
                ShownBy::Title { file, title } => {
                    let is_there = files.get(*file).is_some_and(|text| has_test(text, title));
                    (!is_there).then(|| format!("no file {file:?} in web/ has the test “{title}”"))
                }
                ShownBy::Picture(path) => (!root().join(path).exists()).then(|| format!("there is no picture {path}")),
                ShownBy::Nothing { reason } => {
                    (reason.len() < 5).then(|| "a sentence without a test needs a reason".to_owned())
                }
            };
            missing.extend(problem);
        }
        if row.shown_by.is_empty() {
            missing.push(format!("{:?} of “{}” names no test", row.first_words, row.section));
        }
    }
    expect_none(missing.into_iter());
}

#[test]
fn page_for_the_reception_states_the_limits_of_the_program() {
    let limits = Limits::default();
    let Limits { held_per_phone, held_per_client, bookings_per_client_hour: requests, .. } = limits;
    let without_email = limits.bookings_without_email_per_client_hour;
    assert_eq!((limits.held_percent_of_day, limits.held_percent_of_calendar), (50, 10), "half, and a tenth");
    let page = PAGE.split_whitespace().collect::<Vec<_>>().join(" ");
    for stated in [
        format!("is sent {} seconds after you pressed", WAIT_FOR_UNDO.as_secs()),
        format!("{RECORDS_PER_CONFIRMATION} records within 24 hours"),
        format!("you can open {RECORDS_PER_CONFIRMATION} more"),
        format!("{RECORDS_PER_DAY} different records within 24 hours"),
        format!("opened {RECORDS_PER_CONFIRMATION} records in a day or {RECORDS_PER_DAY}"),
        format!("{held_per_phone} with one phone number, {held_per_client} from one network, half of a day"),
        "and a tenth of all times that can be booked".to_owned(),
        format!("After {requests} requests for free times"),
        format!("After {},{:03} more", without_email / 1_000, without_email % 1_000),
        format!("at most {requests} in an hour, and only while they have fewer than {held_per_phone} open"),
    ] {
        assert!(page.contains(&stated), "docs/appointments.md does not say: {stated}");
    }
}

#[test]
fn sentences_and_tests_are_found() {
    let page = "# Top\n\n**Bold** and [a link](#x). See\n\"it.\" Next (or not).\n\n## Table\n\n| you want to | do this |\n| --- | --- |\n\
                | look | press **A**. Then 3.5 b |\n\n1. One\n   goes on.\n2. Two";
    let expected = [
        ("Top", "Bold and a link."),
        ("Top", "See \"it.\""),
        ("Top", "Next (or not)."),
        ("Table", "press A."),
        ("Table", "Then 3.5 b"),
        ("Table", "One goes on."),
        ("Table", "Two"),
    ];
    let found = sentences(page);
    assert_eq!(found.iter().map(|(section, text)| (*section, text.as_str())).collect::<Vec<_>>(), expected);
    let (file, picture) = ("a.test.ts", "docs/pictures/b.png");
    assert_eq!(
        shown_by("`a_b_c`, `a.test.ts` “first”, “second”, `docs/pictures/b.png`"),
        [
            ShownBy::Function("a_b_c"),
            ShownBy::Title { file, title: "first" },
            ShownBy::Title { file, title: "second" },
            ShownBy::Picture(picture),
        ]
    );
    assert_eq!(shown_by("no test: advice"), [ShownBy::Nothing { reason: "advice" }]);
}

/// A row of the list of tests.
struct Row {
    section: &'static str,
    first_words: Vec<String>,
    shown_by: Vec<ShownBy>,
}

#[derive(Debug, PartialEq)]
enum ShownBy {
    /// A test in Rust.
    Function(&'static str),
    /// A test in `web/`.
    Title {
        file: &'static str,
        title: &'static str,
    },
    Picture(&'static str),
    /// No test can show it.
    Nothing {
        reason: &'static str,
    },
}

fn rows() -> Vec<Row> {
    let (_, list) = TESTS.split_once("## Which test shows which sentence").expect("the list");
    let mut section = "";
    let mut rows = Vec::new();
    for line in list.lines() {
        if let Some(heading) = line.strip_prefix("### ") {
            section = heading;
        } else if line.starts_with("| ") && !line.starts_with("| ---") && !line.starts_with("| sentences") {
            let cells = line.trim_matches(['|', ' ']).split_once(" | ");
            let (words, tests) = cells.unwrap_or_else(|| panic!("docs/appointment-tests.md: two columns, not {line}"));
            let first_words: Vec<_> = quoted(words).map(plain).collect();
            assert!(!first_words.is_empty(), "docs/appointment-tests.md: write the first words in “ ”: {line}");
            rows.push(Row { section, first_words, shown_by: shown_by(tests) });
        }
    }
    rows
}

/// The names in backquotes, and the titles in “ ” after the file that has them.
fn shown_by(cell: &'static str) -> Vec<ShownBy> {
    if let Some(reason) = cell.strip_prefix("no test: ") {
        return vec![ShownBy::Nothing { reason }];
    }
    let (mut found, mut file) = (Vec::new(), "");
    for (index, part) in cell.split('`').enumerate() {
        match part {
            titles if index % 2 == 0 => found.extend(quoted(titles).map(|title| ShownBy::Title { file, title })),
            name if name.contains(".test.ts") || name.contains(".spec.ts") => file = name,
            path if path.contains('/') => found.push(ShownBy::Picture(path)),
            name => found.push(ShownBy::Function(name)),
        }
    }
    found
}

/// The sentences of a page, each with the heading above it. Of a row of a table, those of its last column.
fn sentences(page: &'static str) -> Vec<(&'static str, String)> {
    let mut texts: Vec<(&str, String)> = Vec::new();
    let (mut section, mut goes_on) = ("", false);
    for line in page.lines().map(str::trim) {
        if line.starts_with('#') {
            section = line.trim_start_matches(['#', ' ']);
        } else if line.starts_with("| ---") {
            // The row before it has the names of the columns.
            texts.pop();
        } else if line.starts_with('|') {
            let cell = line.trim_matches('|').rsplit('|').next().unwrap_or_default();
            texts.push((section, cell.trim().to_owned()));
        } else if line.is_empty() {
            // The next line begins a paragraph.
        } else if let Some((_, text)) = texts.last_mut().filter(|_| goes_on && !is_item(line)) {
            *text = format!("{text} {line}");
        } else {
            let text = if is_item(line) { line.split_once(' ').unwrap_or_default().1 } else { line };
            texts.push((section, text.to_owned()));
        }
        goes_on = !line.is_empty() && !line.starts_with(['#', '|']);
    }
    texts
        .iter()
        .flat_map(|(section, text)| split(&plain(text)).into_iter().map(move |sentence| (*section, sentence)))
        .collect()
}

fn is_item(line: &str) -> bool {
    line.starts_with("- ") || line.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with(". ")
}

/// A sentence ends with a mark, also inside of quotes or parentheses, and the next one does not begin with a small letter.
fn split(text: &str) -> Vec<String> {
    let (mut found, mut start) = (Vec::new(), 0);
    for (space, _) in text.match_indices(' ') {
        let is_end = text[start..space].trim_end_matches(['"', ')']).ends_with(['.', '!', '?']);
        if is_end && !text[space + 1..].starts_with(char::is_lowercase) {
            found.push(text[start..space].to_owned());
            start = space + 1;
        }
    }
    found.push(text[start..].to_owned());
    found
}

/// Without bold type, and of links only the words.
fn plain(text: &str) -> String {
    let without_addresses = text.split("](").enumerate().map(|(index, part)| match part.split_once(')') {
        Some((_, after)) if index > 0 => after,
        _ => part,
    });
    without_addresses.collect::<String>().replace("**", "").replace('[', "")
}

/// The texts in “ ”.
fn quoted(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.split('“').skip(1).filter_map(|rest| rest.split_once('”')).map(|(quote, _)| quote)
}

/// The files with tests of the front end and of browsers, by their names.
fn web_tests() -> BTreeMap<String, String> {
    let mut files: BTreeMap<String, String> = BTreeMap::new();
    let mut pending: Vec<_> = ["web/src", "web/e2e"].map(|folder| root().join(folder)).into();
    while let Some(folder) = pending.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_owned();
            if path.is_dir() {
                pending.push(path);
            } else if name.contains(".test.ts") || name.contains(".spec.ts") {
                files.entry(name).or_default().push_str(&fs::read_to_string(path).expect("a file"));
            }
        }
    }
    files
}

fn expect_none(problems: impl Iterator<Item = String>) {
    let problems: Vec<String> = problems.collect();
    assert!(problems.is_empty(), "\n{}", problems.join("\n"));
}
