//! `urgent.toml`: the questions of "Is it urgent?", and what to do for each of them.

use super::{
    ChoiceOption, DocumentDefinition, FieldDefinition, FieldType, entries, field, group, number, text, text_list, url,
};

pub const WORDS: &[FieldDefinition] = &[
    text("always", "Who should not answer questions", 300)
        .help("On every screen, also before the first question. Say where to go at once."),
    text("sooner", "When to come sooner", 250)
        .help("Completes the words “Come sooner if …”. Write in lower case, without a full stop."),
    field("reviewed_by", "Reviewed by", FieldType::Member)
        .optional()
        .help("Who has checked every question, how urgent it is and what to do."),
    field("last_reviewed", "Last reviewed on", FieldType::Date).optional(),
];

pub const ROWS: &[FieldDefinition] = &[entries("rows", "Questions", "Question", ROW)];

const ROW: &[FieldDefinition] = &[
    text("symptom", "What the visitor notices", 250).help(
        "Becomes a question. Write in lower case, without a full stop, such as “a dark curtain across the sight”.",
    ),
    field("urgency", "How urgent it is", FieldType::Choice { options: URGENCY }),
    field("go", "Where to go", FieldType::Choice { options: GO }),
    text("before", "What to do until then", 400).help("Short sentences. Say what not to do as well."),
    number("rinse_minutes", "Minutes to rinse the eye", 1, 60)
        .optional()
        .help("Shows a timer. Leave it empty where the eye must not be rinsed."),
    field("article", "Article about it", FieldType::Article).optional(),
    text_list("sources", "Sources").help("The short names of the sources below. Each question needs one."),
    text("id", "Short name", 40)
        .help("Lower-case letters, digits and hyphens. Each question has its own; the drawing belongs to it."),
    text("note", "Note for editors", 300).optional().help("Never shown to visitors."),
];

const URGENCY: &[ChoiceOption] = &[
    ChoiceOption { value: "now", label: "Now" },
    ChoiceOption { value: "24h", label: "Within 24 hours" },
    ChoiceOption { value: "week", label: "Within a week" },
    ChoiceOption { value: "routine", label: "At the next visit" },
];

const GO: &[ChoiceOption] = &[
    ChoiceOption { value: "eye", label: "A hospital with an eye department" },
    ChoiceOption { value: "general", label: "A general hospital" },
    ChoiceOption { value: "maternity", label: "The maternity hospital" },
    ChoiceOption { value: "children", label: "A hospital with children's doctors" },
    ChoiceOption { value: "operated", label: "The hospital that operated" },
    ChoiceOption { value: "clinic", label: "The clinic" },
];

pub const SOURCES: &[FieldDefinition] = &[entries("sources", "Sources", "Source", SOURCE)];

const SOURCE: &[FieldDefinition] = &[
    text("title", "Publisher and title", 200),
    url("url", "Web address").optional().help("The whole address, starting with https://"),
    text("id", "Short name", 40).help("What the questions call it, such as “NHS-injuries”."),
];

/// All fields of the file.
pub fn fields() -> impl Iterator<Item = &'static FieldDefinition> {
    [WORDS, ROWS, SOURCES].into_iter().flatten()
}

pub fn definition() -> DocumentDefinition {
    let words = "The page asks visitors about their eyes and says how fast to get help. An eye doctor or optometrist has to check \
                 every change.";
    let rows =
        "The page asks the most urgent ones first. No text may say that nothing is wrong, or that nobody has to come.";
    let groups = vec![
        group("words", "Every screen", words, WORDS),
        group("rows", "Questions", rows, ROWS),
        group("sources", "Sources", "What the questions and the advice are taken from.", SOURCES),
    ];
    DocumentDefinition { groups, only_as_text: None }
}
