//! What each kind of document consists of: its fields with labels, limits and help. Reading a file takes its limits from
//! here, and the desk makes its forms from it, so no limit is written twice.

pub mod clinic;
pub mod game;
pub mod texts;
pub mod urgent;

use std::ops::RangeInclusive;

use serde::Serialize;
use utoipa::ToSchema;

use super::document_kind::DocumentKind;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DocumentDefinition {
    pub groups: Vec<GroupDefinition>,
    /// What a form cannot show, and has to be changed in the text of the file. Null when the form shows everything.
    #[schema(required)]
    pub only_as_text: Option<&'static str>,
}

/// Fields that are shown together under a heading.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct GroupDefinition {
    /// Stable: addresses of the desk contain it.
    pub id: &'static str,
    pub label: &'static str,
    /// A sentence below the heading. Empty when the heading says enough.
    pub help: &'static str,
    pub fields: Vec<FieldDefinition>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FieldDefinition {
    /// The key in the file, inside its table.
    pub key: &'static str,
    pub label: &'static str,
    /// A sentence below the label. Empty when the label says enough.
    pub help: &'static str,
    /// What an empty field shows until one types: never a value. Empty when the label says enough.
    pub example: &'static str,
    pub required: bool,
    /// Whether it may be `{ placeholder = "…" }` until the clinic knows it.
    pub may_be_placeholder: bool,
    pub value: FieldType,
}

/// Lengths are in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum FieldType {
    #[serde(rename_all = "camelCase")]
    Text {
        max_length: u32,
    },
    /// At least one text, each of at most this length.
    #[serde(rename_all = "camelCase")]
    TextList {
        max_length: u32,
        /// Each is the file name of an article without `.md`.
        are_articles: bool,
    },
    /// A whole number, and a multiple of `step`.
    Number {
        min: i32,
        max: i32,
        step: i32,
    },
    /// A whole number that no other entry of the list has. A new entry begins with the next one.
    EntryNumber {
        min: i32,
        max: i32,
    },
    Date,
    /// `14:30`
    Time,
    /// One day in the key `date`, or the first and the last day in `from` and `to`.
    Days,
    Choice {
        options: &'static [ChoiceOption],
    },
    /// The name of a picture in this folder.
    Picture {
        folder: &'static str,
    },
    /// The file name of a team member without `.md`.
    Member,
    /// The file name of a service without `.md`.
    Service,
    /// The file name of an article without `.md`.
    Article,
    /// At least one of the services that can be booked.
    BookedServices,
    /// An address of another site, with https.
    #[serde(rename_all = "camelCase")]
    Url {
        max_length: u32,
    },
    /// An address of this site, such as `/about-us`.
    #[serde(rename_all = "camelCase")]
    PageLink {
        max_length: u32,
    },
    /// With the country code.
    #[serde(rename_all = "camelCase")]
    Phone {
        min_digits: usize,
        max_digits: usize,
    },
    /// `08:00-12:00, 13:00-18:00` or, where a day may be closed, `closed`.
    #[serde(rename_all = "camelCase")]
    OpeningHours {
        may_be_closed: bool,
    },
    /// A part of the picture's width or height, such as `12.5%`.
    Percent,
    /// A table with fields of its own. One that is not required can be added and removed.
    Table {
        #[schema(no_recursion)]
        fields: &'static [FieldDefinition],
        /// The words of the buttons. Empty for a table that is required.
        add: &'static str,
        remove: &'static str,
    },
    /// A list of entries, each with these fields.
    Entries {
        /// What one of them is called, such as "Source".
        entry: &'static str,
        #[schema(no_recursion)]
        fields: &'static [FieldDefinition],
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct ChoiceOption {
    /// What is written in the file.
    pub value: &'static str,
    pub label: &'static str,
}

/// The definition of the document at this path. `None` for pictures and for files that have no fixed keys.
pub fn of(path: &str, pages: &[texts::PageFile]) -> Option<DocumentDefinition> {
    let all_of = |fields: &[FieldDefinition]| DocumentDefinition {
        groups: vec![group("details", "Details", "", fields)],
        only_as_text: None,
    };
    match DocumentKind::of(path)? {
        DocumentKind::Service => Some(all_of(texts::SERVICE)),
        DocumentKind::Outreach => Some(all_of(texts::OUTREACH)),
        DocumentKind::Article => Some(all_of(texts::ARTICLE)),
        DocumentKind::Info => Some(all_of(texts::INFO)),
        DocumentKind::Member => Some(all_of(texts::MEMBER)),
        DocumentKind::Page => pages.iter().find(|page| page.path() == path).map(texts::page),
        DocumentKind::Clinic => Some(clinic::definition()),
        DocumentKind::Game => Some(game::definition()),
        DocumentKind::Urgent => Some(urgent::definition()),
        DocumentKind::Redirects | DocumentKind::Picture | DocumentKind::Descriptions => None,
    }
}

/// The help of a field, such as `address.street`. Empty when it has none.
pub fn help_of(path: &str, key: &str) -> &'static str {
    let Some(definition) = of(path, &[]) else { return "" };
    let mut fields: Vec<_> = definition.groups.into_iter().flat_map(|group| group.fields).collect();
    let mut help = "";
    for part in key.split('.') {
        let Some(field) = fields.iter().find(|field| field.key == part).copied() else { return "" };
        help = field.help;
        fields = field.inner().to_vec();
    }
    help
}

fn group(id: &'static str, label: &'static str, help: &'static str, fields: &[FieldDefinition]) -> GroupDefinition {
    GroupDefinition { id, label, help, fields: fields.to_vec() }
}

const fn field(key: &'static str, label: &'static str, value: FieldType) -> FieldDefinition {
    FieldDefinition { key, label, help: "", example: "", required: true, may_be_placeholder: false, value }
}

const fn text(key: &'static str, label: &'static str, max_length: u32) -> FieldDefinition {
    field(key, label, FieldType::Text { max_length })
}

const fn text_list(key: &'static str, label: &'static str) -> FieldDefinition {
    field(key, label, FieldType::TextList { max_length: 250, are_articles: false })
}

const fn number(key: &'static str, label: &'static str, min: i32, max: i32) -> FieldDefinition {
    field(key, label, FieldType::Number { min, max, step: 1 })
}

const fn url(key: &'static str, label: &'static str) -> FieldDefinition {
    field(key, label, FieldType::Url { max_length: 1000 })
}

const fn table(key: &'static str, label: &'static str, fields: &'static [FieldDefinition]) -> FieldDefinition {
    field(key, label, FieldType::Table { fields, add: "", remove: "" })
}

/// A table that can be added and removed, with the words of the buttons.
const fn optional_table(
    key: &'static str,
    label: &'static str,
    fields: &'static [FieldDefinition],
    add: &'static str,
    remove: &'static str,
) -> FieldDefinition {
    field(key, label, FieldType::Table { fields, add, remove }).optional()
}

const fn entries(
    key: &'static str,
    label: &'static str,
    entry: &'static str,
    fields: &'static [FieldDefinition],
) -> FieldDefinition {
    field(key, label, FieldType::Entries { entry, fields })
}

impl FieldDefinition {
    const fn optional(self) -> Self {
        Self { required: false, ..self }
    }

    const fn or_placeholder(self) -> Self {
        Self { may_be_placeholder: true, ..self }
    }

    const fn example(self, example: &'static str) -> Self {
        Self { example, ..self }
    }

    const fn help(self, help: &'static str) -> Self {
        Self { help, ..self }
    }

    /// The longest text that is allowed, for a text or for each text of a list.
    pub fn max_length(&self) -> Option<usize> {
        match self.value {
            FieldType::Text { max_length }
            | FieldType::TextList { max_length, .. }
            | FieldType::Url { max_length }
            | FieldType::PageLink { max_length } => usize::try_from(max_length).ok(),
            _ => None,
        }
    }

    /// The numbers that are allowed, and what they have to be a multiple of.
    pub fn numbers(&self) -> Option<(RangeInclusive<i64>, i64)> {
        match self.value {
            FieldType::Number { min, max, step } => Some((i64::from(min)..=i64::from(max), i64::from(step))),
            FieldType::EntryNumber { min, max } => Some((i64::from(min)..=i64::from(max), 1)),
            _ => None,
        }
    }

    pub fn options(&self) -> &'static [ChoiceOption] {
        match self.value {
            FieldType::Choice { options } => options,
            _ => &[],
        }
    }

    /// The fields of a table or of each entry of a list.
    pub fn inner(&self) -> &'static [Self] {
        match self.value {
            FieldType::Table { fields, .. } | FieldType::Entries { fields, .. } => fields,
            _ => &[],
        }
    }

    /// The keys that the field is written with.
    pub fn keys(&self) -> Vec<&'static str> {
        match self.value {
            FieldType::Days => vec!["date", "from", "to"],
            _ => vec![self.key],
        }
    }
}
