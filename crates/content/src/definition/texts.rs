//! Pages, services, outreaches, articles, added pages and team members: files with text below their keys.

use super::{
    ChoiceOption, DocumentDefinition, FieldDefinition, FieldType, entries, field, group, number, table, text,
    text_list, url,
};

const TITLE: FieldDefinition = text("title", "Title", 100);
const SUMMARY: FieldDefinition = text("summary", "Summary", 250)
    .help("One or two sentences, for lists of pages and for search engines.")
    .example("What it is about, and for whom");
const PICTURE: FieldDefinition = field("picture", "Picture", FieldType::Picture { folder: "pictures" });
const ORDER: FieldDefinition = number("order", "Position in the list", 1, 999)
    .help("The smallest number comes first. “Change the order” on the list of content changes it without numbers.");

const SEARCH: FieldDefinition = text_list("search", "Other words that people search for")
    .optional()
    .help("Names that the text does not use, such as “pink eye”. Wrong spellings are found without this.");

pub const SERVICE: &[FieldDefinition] = &[
    TITLE,
    SUMMARY,
    PICTURE,
    ORDER,
    text("duration", "How long a visit takes", 200).example("About 45 minutes."),
    text("drive", "Can patients drive afterwards?", 400).example("Whether, and if not, for how long"),
    field("driving", "Driving afterwards, in one sentence", FieldType::Choice { options: DRIVING })
        .optional()
        .help("Patients read it when they choose what to book. Leave it empty if no sentence is true for all of them."),
    text("price", "Price", 40).optional().help(
        "The lowest price in naira, such as 15000: patients read “from ₦15,000”. Or write “ask”: they read “ask us”. \
             Leave it empty to show no price.",
    ),
    text_list("happens", "What happens at the visit").example("One step of the visit"),
    text_list("bring", "What to bring").example("One thing, such as their glasses"),
    text_list("come", "Reasons to come")
        .help("Each one completes the words “Book a visit if:”. Write in lower case, without a full stop.")
        .example("your eyes are red"),
    field("articles", "Articles about it", FieldType::TextList { max_length: 250, are_articles: true })
        .optional()
        .help("Each article then links back."),
    SEARCH,
];

/// The labels are the sentences that patients read.
pub const DRIVING: &[ChoiceOption] = &[
    ChoiceOption { value: "yes", label: "You can drive afterwards." },
    ChoiceOption { value: "when clear", label: "Drive only when your sight is clear." },
    ChoiceOption { value: "not after drops", label: "Do not drive after drops that widen your pupils." },
    ChoiceOption { value: "no", label: "Do not plan to drive." },
];

pub const OUTREACH: &[FieldDefinition] = &[
    TITLE,
    SUMMARY,
    PICTURE,
    ORDER,
    text_list("brings", "What we bring").example("One thing or one person"),
    text_list("needs", "What we need from the organiser").example("One thing, such as a room"),
];

pub const ARTICLE: &[FieldDefinition] = &[
    TITLE,
    SUMMARY,
    PICTURE,
    field("published", "Publication date", FieldType::Date)
        .help("An article with a later date appears on that day by itself."),
    field("time", "Time of day", FieldType::Time)
        .optional()
        .help("From when on that day it is on the site. Leave it empty for the beginning of the day."),
    field("updated", "Last changed on", FieldType::Date).optional(),
    number("home", "Position on the home page", 1, 99).optional().help(
        "Leave it empty if the article is not on the home page. “Articles on the home page” on the list of content \
             changes it without numbers.",
    ),
    field("need", "Group on the page of articles", FieldType::Choice { options: NEEDS })
        .optional()
        .help("Articles without a group are at the end of the page."),
    field("author", "Written by", FieldType::Member).optional(),
    field("reviewed_by", "Reviewed by", FieldType::Member).optional(),
    field("last_reviewed", "Last reviewed on", FieldType::Date)
        .optional()
        .help("The day on which somebody last checked that the text is right."),
    text_list("urgent", "When to get help straight away")
        .optional()
        .help("The list below “Get help straight away for any of these:”. Write in lower case, without a full stop."),
    SEARCH,
    entries("sources", "Sources", "Source", SOURCE).optional().help("The pages that the article relies on."),
];

/// The groups of the page of articles, in its order. The labels are its headings.
pub const NEEDS: &[ChoiceOption] = &[
    ChoiceOption { value: "urgent", label: "Urgent" },
    ChoiceOption { value: "children", label: "Children" },
    ChoiceOption { value: "over-40", label: "Over 40" },
    ChoiceOption { value: "work", label: "At work and outdoors" },
    ChoiceOption { value: "long-term", label: "Long-term illness" },
];

const SOURCE: &[FieldDefinition] = &[
    text("publisher", "Published by", 100).optional(),
    text("title", "Title of the page", 200),
    url("url", "Web address").help("The whole address, starting with https://"),
];

pub const INFO: &[FieldDefinition] = &[
    TITLE,
    SUMMARY,
    PICTURE.optional(),
    text("menu", "Name in the menu", 20).optional().help(
        "One or two short words. Leave it empty for a page that is not in the menu and that other pages link to.",
    ),
    SEARCH,
];

pub const MEMBER: &[FieldDefinition] =
    &[text("name", "Name", 100).or_placeholder(), text("role", "Role", 100).example("Optometrist"), PICTURE, ORDER];

pub const PAGE: &[FieldDefinition] = &[
    text("title", "Title", 100).help("Shown in the browser's tab and by search engines."),
    text("description", "Description for search engines", 250).help("One or two sentences."),
    text("heading", "Heading", 150),
    text("intro", "Introduction", 500),
    PAGE_PICTURE,
    CHART,
];

const PAGE_PICTURE: FieldDefinition = PICTURE.optional();

/// Only the home page has it.
pub const CHART: FieldDefinition =
    text_list("chart", "The eye chart").optional().help("The lines of the headline, from the largest to the smallest.");

const SECTION: &[FieldDefinition] = &[text("heading", "Heading", 150), text("text", "Text", 500).optional()];

/// A section that the design of a page shows.
pub const fn section(key: &'static str, label: &'static str) -> FieldDefinition {
    table(key, label, SECTION)
}

/// The file with a page's text, and what of it the design of the page shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageFile {
    /// `home` for `pages/home.md`.
    pub name: &'static str,
    pub sections: &'static [FieldDefinition],
    pub has_chart: bool,
    /// Whether the page shows a picture beside its heading.
    pub has_picture: bool,
    /// Whether the page shows the text below the fields.
    pub has_text: bool,
}

impl PageFile {
    pub fn path(&self) -> String {
        format!("pages/{}.md", self.name)
    }
}

pub fn page(page: &PageFile) -> DocumentDefinition {
    let fields: Vec<FieldDefinition> = PAGE
        .iter()
        .filter(|field| page.has_chart || **field != CHART)
        .filter(|field| page.has_picture || **field != PAGE_PICTURE)
        .map(|field| FieldDefinition { required: field.required || *field == CHART, ..*field })
        .collect();
    let mut groups = vec![group("details", "Details", "", &fields)];
    if !page.sections.is_empty() {
        let sections = [table("sections", "Sections", page.sections)];
        groups.push(group(
            "sections",
            "Sections",
            "The parts of the page, in the order in which it shows them.",
            &sections,
        ));
    }
    DocumentDefinition { groups, only_as_text: None }
}
