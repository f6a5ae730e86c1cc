//! Reads `urgent.toml`: the questions of "Is it urgent?". Refuses what could keep somebody from going to hospital.

use std::collections::HashSet;

use crate::definition::urgent;
use crate::document_kind::URGENT_FILE;
use crate::files::collections::byline;
use crate::files::https_url::is_https_url;
use crate::load_context::Link;
use crate::model::{Destination, Member, Urgency, Urgent, UrgentRow, UrgentSource};
use crate::problems::{Message, Report};
use crate::toml::fields::{Fields, TomlSource};

/// Nobody can say from answers that an eye is well.
const REASSURING: [&str; 12] = [
    "nothing is wrong",
    "nothing wrong",
    "normal",
    "no need to",
    "not serious",
    "not urgent",
    "not an emergency",
    "harmless",
    "nothing to worry",
    "do not worry",
    "don't worry",
    "will go away",
];

pub fn read(text: &str, team: &[Member], report: &Report, links: &mut Vec<Link>) -> Urgent {
    let mut fields = TomlSource { file: URGENT_FILE, text, first_line: 1, report }.parse().defined_by(urgent::fields());
    for key in ["reviewed_by", "last_reviewed"] {
        if !fields.has(key) {
            fields.missing(key);
        }
    }
    let last_reviewed = fields.optional_date_at("last_reviewed");
    let sources = sources(&mut fields);
    let urgent = Urgent {
        always: careful_text("always", &mut fields),
        sooner: careful_text("sooner", &mut fields),
        reviewed_by: byline("reviewed_by", &mut fields, team),
        last_reviewed: last_reviewed.map(|(_, date)| date),
        last_reviewed_line: last_reviewed.map_or(1, |(line, _)| line),
        rows: rows(&mut fields, &sources, links),
        sources,
    };
    fields.finish();
    urgent
}

fn sources(fields: &mut Fields<'_>) -> Vec<UrgentSource> {
    let mut known = HashSet::new();
    fields
        .tables("sources")
        .into_iter()
        .map(|mut table| {
            let (line, id) = table.text_at("id");
            if !id.is_empty() && !known.insert(id.clone()) {
                table.problem(line, format!("Two sources are called \"{id}\". Give each one its own name."));
            }
            let title = table.text("title");
            let url = table.optional_text("url");
            if let Some((line, url)) = url.as_ref().filter(|(_, url)| !url.is_empty() && !is_https_url(url)) {
                table.problem(
                    *line,
                    format!("\"{url}\" is not an https address. Copy it from the browser, or leave it out."),
                );
            }
            table.finish();
            UrgentSource { id, title, url: url.map(|(_, url)| url) }
        })
        .collect()
}

fn rows(fields: &mut Fields<'_>, sources: &[UrgentSource], links: &mut Vec<Link>) -> Vec<UrgentRow> {
    let mut known = HashSet::new();
    let mut rows = Vec::new();
    for mut table in fields.tables("rows") {
        let (line, id) = table.text_at("id");
        if !id.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-') {
            let rest = format!("is \"{id}\". Use only lower-case letters, digits and hyphens.");
            table.problem(line, table.named("id", &rest));
        }
        if !id.is_empty() && !known.insert(id.clone()) {
            table.problem(
                line,
                format!("Two rows have the id \"{id}\". Give each row its own id, or remove one of them."),
            );
        }
        rows.push(row(id, table, sources, links));
    }
    if rows.is_empty() {
        fields.problem(
            1,
            Message::new("There is no question. Add one with a line [[rows]]", "There is no question. Add one."),
        );
    } else if rows.iter().all(|row| row.urgency != Urgency::Now) {
        let message = "No row has the urgency \"now\". Put the emergencies back, such as a chemical in the eye.";
        fields.problem(1, message);
    }
    rows
}

fn row(id: String, mut table: Fields<'_>, sources: &[UrgentSource], links: &mut Vec<Link>) -> UrgentRow {
    let line = table.line();
    let urgency = urgency(&table.choice("urgency"));
    let go = destination(&table.choice("go"));
    if go == Destination::Clinic && matches!(urgency, Urgency::Now | Urgency::Day) {
        let message = "A row with the urgency \"now\" or \"24h\" must name a hospital, because the clinic is not always open. \
                       Write go = \"eye\", or another hospital.";
        let plain = "A question that is urgent now or within 24 hours must lead to a hospital, because the clinic is not always \
                     open. Choose one for “Where to go”.";
        table.problem(line, Message::new(message, plain));
    }
    let symptom = careful_text("symptom", &mut table);
    let before = careful_text("before", &mut table);
    let rinse_minutes = table.has("rinse_minutes").then(|| table.number("rinse_minutes"));
    let article = table.optional_text("article");
    links.extend(article.iter().map(|(line, slug)| Link::to_article(slug, URGENT_FILE, *line)));
    let named = table.texts("sources");
    for name in named.iter().filter(|name| !name.is_empty() && sources.iter().all(|source| source.id != **name)) {
        let message = format!("There is no source \"{name}\". Add it with a line [[sources]], or correct the name.");
        let plain = format!("There is no source “{name}”. Add it to the sources, or correct the name.");
        table.problem(line, Message::new(message, plain));
    }
    // Only for editors.
    let _ = table.text_or_empty("note");
    table.finish();
    UrgentRow {
        id,
        symptom,
        urgency,
        go,
        before,
        rinse_minutes: rinse_minutes.and_then(|it| u8::try_from(it).ok()),
        article: article.map(|(_, slug)| slug),
        sources: named,
    }
}

/// After a problem, the most urgent value.
fn urgency(value: &str) -> Urgency {
    match value {
        "24h" => Urgency::Day,
        "week" => Urgency::Week,
        "routine" => Urgency::Routine,
        _ => Urgency::Now,
    }
}

fn destination(value: &str) -> Destination {
    match value {
        "general" => Destination::General,
        "maternity" => Destination::Maternity,
        "children" => Destination::Children,
        "operated" => Destination::Operated,
        "clinic" => Destination::Clinic,
        _ => Destination::Eye,
    }
}

fn careful_text(key: &str, fields: &mut Fields<'_>) -> String {
    let (line, text) = fields.text_at(key);
    let plain = text.to_lowercase().replace('’', "'");
    if let Some(phrase) = REASSURING.iter().find(|phrase| plain.contains(**phrase)) {
        let rest = format!(
            "says \"{phrase}\". Questions cannot show that an eye is well. Say what to do and where to go instead."
        );
        let message = Message::new(format!("`{key}` {rest}"), format!("“{}” {rest}", fields.label(key)));
        fields.problem(line, message);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHIPPED: &str = include_str!("../../../../content/urgent.toml");

    fn problems_of(text: &str) -> String {
        let report = Report::default();
        read(text, &[], &report, &mut Vec::new());
        report.into_result().err().map_or_else(String::new, |problems| problems.to_string())
    }

    #[test]
    fn shipped_rows_are_valid_and_wait_for_a_reviewer() {
        let report = Report::default();
        let urgent = read(SHIPPED, &[], &report, &mut Vec::new());
        let missing: Vec<_> = report.into_result().expect("no problem").into_iter().map(|it| it.key).collect();
        assert_eq!(missing, ["reviewed_by", "last_reviewed"]);
        assert_eq!(urgent.rows.len(), 25);
        let with_timer: Vec<_> = urgent.rows.iter().filter(|row| row.rinse_minutes.is_some()).collect();
        assert!(matches!(with_timer[..], [row] if row.id == "chemical-or-heat" && row.rinse_minutes == Some(20)));
    }

    #[test]
    fn notes_for_editors_are_not_part_of_the_page() {
        let urgent = read(SHIPPED, &[], &Report::default(), &mut Vec::new());
        let json = serde_json::to_string(&urgent).expect("JSON");
        assert!(SHIPPED.contains("children come after months") && !json.contains("children come after months"));
    }

    #[test]
    fn mistakes_are_reported_with_their_line_and_what_to_do() {
        for (from, to, expected) in [
            (
                "urgency = \"24h\"",
                "urgency = \"soon\"",
                "`rows.urgency` must be \"now\" or \"24h\" or \"week\" or \"routine\", not \"soon\".",
            ),
            ("go = \"maternity\"", "go = \"home\"", "`rows.go` must be \"eye\" or \"general\""),
            ("go = \"maternity\"", "go = \"clinic\"", "must name a hospital"),
            ("rinse_minutes = 20", "rinse_time = 20", "`rows.rinse_time` is not a known key here."),
            ("always =", "alwais =", "`alwais` is not a known key here."),
            ("sources = [\"CoO-ON\", \"NHS-conj\"]\n", "", "`rows.sources` is missing."),
            ("[\"CoO-ON\", \"NHS-conj\"]", "[]", "`rows.sources` is empty."),
            ("[\"CoO-ON\", \"NHS-conj\"]", "[\"CoO-OM\"]", "There is no source \"CoO-OM\"."),
            ("id = \"newborn-eyes\"", "id = \"curtain\"", "Two rows have the id \"curtain\"."),
            ("id = \"newborn-eyes\"", "id = \"Newborn eyes\"", "Use only lower-case letters"),
            ("id = \"CHECT\"", "id = \"RNIB\"", "Two sources are called \"RNIB\"."),
            (
                "Do not squeeze.",
                "It is Normal.",
                "`before` says \"normal\". Questions cannot show that an eye is well.",
            ),
            ("Do not squeeze.", "Don’t worry.", "`before` says \"don't worry\"."),
            ("url = \"https://www.nhs.uk/symptoms/red-eye/\"", "url = \"www.nhs.uk\"", "is not an https address"),
        ] {
            assert!(SHIPPED.contains(from), "{from}");
            let problems = problems_of(&SHIPPED.replacen(from, to, 1));
            assert!(problems.starts_with("urgent.toml:") && problems.contains(expected), "{to}: {problems}");
        }
    }

    #[test]
    fn emergencies_cannot_all_be_removed() {
        assert!(problems_of("always = \"A\"\nsooner = \"b\"\n").contains("There is no question."));
        let later = SHIPPED.replace("urgency = \"now\"", "urgency = \"24h\"");
        assert!(problems_of(&later).contains("Put the emergencies back"));
    }
}
