//! Reads typed values from a TOML table and reports each problem with its line.
//!
//! Deserialising into structs would stop at the first problem of a file. This returns a default value after a problem
//! and continues; the report then rejects the folder.

use std::ops::Range;

use jiff::civil::{Date, Time};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::definition::FieldDefinition;
use crate::problems::{Message, Placeholder, Report};
use crate::toml::errors;

/// A piece of TOML inside a file: the whole file, or its front matter.
#[derive(Clone, Copy)]
pub struct TomlSource<'a> {
    pub file: &'a str,
    pub text: &'a str,
    /// The line of the file on which `text` starts.
    pub first_line: usize,
    pub report: &'a Report,
}

impl<'a> TomlSource<'a> {
    pub fn line_at(&self, byte: usize) -> usize {
        let before = self.text.get(..byte).unwrap_or(self.text);
        self.first_line + before.matches('\n').count()
    }

    pub fn problem(&self, line: usize, message: impl Into<Message>) {
        self.report.problem(self.file, line, message);
    }

    pub fn parse(self) -> Fields<'a> {
        let (table, errors) = DeTable::parse_recoverable(self.text);
        for error in &errors {
            let line = self.line_at(error.span().map_or(0, |span| span.start));
            let text = self.text.lines().nth(line - self.first_line).unwrap_or_default();
            let message = format!("This is not valid TOML: {}.", errors::explain(text, error.message()));
            let plain = format!(
                "Line {line} of “Plain text, for experts” cannot be read. Correct it there, or bring an earlier text back from the history."
            );
            self.problem(line, Message::new(message, plain));
        }
        // After a syntax error the parser guesses the rest of the table; problems found in it would mislead.
        let has_syntax_error = !errors.is_empty();
        Fields {
            source: self,
            line: self.first_line,
            table: table.into_inner(),
            prefix: String::new(),
            label_prefix: String::new(),
            definitions: Vec::new(),
            is_silent: has_syntax_error,
        }
    }
}

/// One table. Reading a value removes its key; `finish` reports the keys that are left as unknown.
pub struct Fields<'a> {
    source: TomlSource<'a>,
    line: usize,
    table: DeTable<'a>,
    prefix: String,
    /// The labels of the tables that this one is in, such as "Phone: ".
    label_prefix: String,
    /// The limits of its values.
    definitions: Vec<FieldDefinition>,
    /// Problems of this table are not reported.
    is_silent: bool,
}

pub enum TextOrTable<'a> {
    Text(String),
    Table(Fields<'a>),
}

/// A value that may be a placeholder: `name = { placeholder = "The Eye Clinic" }`.
pub struct Fact {
    pub value: String,
    pub is_placeholder: bool,
    pub line: usize,
}

impl<'a> Fields<'a> {
    /// The values have to keep to the limits of these definitions.
    pub fn defined_by<'d>(self, definitions: impl IntoIterator<Item = &'d FieldDefinition>) -> Self {
        Self { definitions: definitions.into_iter().copied().collect(), ..self }
    }

    fn definition(&self, key: &str) -> Option<&FieldDefinition> {
        self.definitions.iter().find(|definition| definition.key == key)
    }

    pub fn line(&self) -> usize {
        self.line
    }

    pub fn problem(&self, line: usize, message: impl Into<Message>) {
        if !self.is_silent {
            self.source.problem(line, message);
        }
    }

    /// A problem that nobody has to correct before the rest can be shown.
    fn unwritten(&self, line: usize, message: impl Into<Message>) {
        if !self.is_silent {
            self.source.report.unwritten(self.source.file, line, message);
        }
    }

    fn take(&mut self, key: &str) -> Option<(usize, DeValue<'a>)> {
        let value = self.table.remove(key)?;
        Some((self.source.line_at(value.span().start), value.into_inner()))
    }

    fn take_required(&mut self, key: &str, example: &str) -> Option<(usize, DeValue<'a>)> {
        let found = self.take(key);
        if found.is_none() {
            let message = format!("`{}` is missing. Add a line such as: {key} = {example}", self.name(key));
            self.problem(
                self.line,
                Message::new(message, format!("“{}” is missing. Please fill it in.", self.label(key))),
            );
        }
        found
    }

    fn name(&self, key: &str) -> String {
        format!("{}{key}", self.prefix)
    }

    /// What the form calls it. A key without a field has no name there.
    pub fn label(&self, key: &str) -> String {
        let label =
            self.definition(key).map_or("A value of “Plain text, for experts”", |definition| definition.label);
        format!("{}{label}", self.label_prefix)
    }

    pub fn text(&mut self, key: &str) -> String {
        self.text_at(key).1
    }

    /// The text with its line.
    pub fn text_at(&mut self, key: &str) -> (usize, String) {
        match self.take_required(key, "\"…\"") {
            Some((line, value)) => (line, self.non_empty(key, line, &value)),
            None => (self.line, String::new()),
        }
    }

    pub fn optional_text(&mut self, key: &str) -> Option<(usize, String)> {
        let (line, value) = self.take(key)?;
        Some((line, self.non_empty(key, line, &value)))
    }

    /// Text that may be left out, or empty on purpose.
    pub fn text_or_empty(&mut self, key: &str) -> String {
        self.take(key).map_or_else(String::new, |(line, value)| self.limited_text(key, line, &value))
    }

    /// One of the options of its definition. Empty after a problem.
    pub fn choice(&mut self, key: &str) -> String {
        let (line, text) = self.text_at(key);
        self.known_option(key, line, text)
    }

    /// The same for a choice that the clinic may not have made yet.
    pub fn choice_or_placeholder(&mut self, key: &str) -> String {
        let fact = self.fact(key);
        self.known_option(key, fact.line, fact.value)
    }

    fn known_option(&self, key: &str, line: usize, text: String) -> String {
        let options = self.definition(key).map_or(&[][..], FieldDefinition::options);
        if text.is_empty() || options.iter().any(|option| option.value == text) {
            return text;
        }
        let known: Vec<_> = options.iter().map(|option| format!("\"{}\"", option.value)).collect();
        let message = format!("`{}` must be {}, not \"{text}\".", self.name(key), known.join(" or "));
        let plain = format!("“{}” cannot be “{text}”. Choose one of the list.", self.label(key));
        self.problem(line, Message::new(message, plain));
        String::new()
    }

    fn non_empty(&self, key: &str, line: usize, value: &DeValue<'_>) -> String {
        let text = self.limited_text(key, line, value);
        if text.is_empty() && value.is_str() {
            let message = format!("`{}` is empty. Write the text between the quotes.", self.name(key));
            self.unwritten(line, Message::new(message, format!("“{}” is empty. Please fill it in.", self.label(key))));
        }
        text
    }

    /// Without spaces around it, and not longer than its definition allows.
    fn limited_text(&self, key: &str, line: usize, value: &DeValue<'_>) -> String {
        let DeValue::String(text) = value else {
            self.wrong_type(key, line, "text in quotes", value);
            return String::new();
        };
        let text = text.trim();
        let length = text.chars().count();
        if let Some(most) = self.definition(key).and_then(FieldDefinition::max_length).filter(|most| length > *most) {
            let rest = format!("has {length} characters, but may have {most}. Shorten it.");
            self.problem(line, self.named(key, &rest));
        }
        text.to_owned()
    }

    fn wrong_type(&self, key: &str, line: usize, expected: &str, value: &DeValue<'_>) {
        let name = self.name(key);
        let message = format!("`{name}` must be {expected}, but this is {}.", value.type_str());
        self.problem(line, Message::new(message, self.unreadable(key)));
    }

    fn unreadable(&self, key: &str) -> String {
        format!("“{}” cannot be read. Please fill it in again.", self.label(key))
    }

    /// A sentence that begins with the key, or in a form with its label.
    pub fn named(&self, key: &str, rest: &str) -> Message {
        Message::new(format!("`{}` {rest}", self.name(key)), format!("“{}” {rest}", self.label(key)))
    }

    /// Reports that the clinic still has to add this value. The site works without it.
    pub fn missing(&self, key: &str) {
        self.placeholder(self.line, key, String::new());
    }

    fn placeholder(&self, line: usize, key: &str, value: String) {
        let file = self.source.file.to_owned();
        self.source.report.placeholder(Placeholder { file, line, key: self.name(key), value });
    }

    pub fn fact(&mut self, key: &str) -> Fact {
        match self.take_required(key, "\"…\" (or { placeholder = \"…\" } until you know it)") {
            Some((line, DeValue::Table(mut table))) => {
                let inner = table.remove("placeholder").map(Spanned::into_inner);
                if !table.is_empty() || inner.is_none() {
                    let name = self.name(key);
                    let message = format!("`{name}` must be text in quotes, or {{ placeholder = \"…\" }}.");
                    self.problem(line, Message::new(message, self.unreadable(key)));
                }
                let value = inner.map_or_else(String::new, |inner| self.non_empty(key, line, &inner));
                self.placeholder(line, key, value.clone());
                Fact { value, is_placeholder: true, line }
            }
            Some((line, value)) => Fact { value: self.non_empty(key, line, &value), is_placeholder: false, line },
            None => Fact { value: String::new(), is_placeholder: true, line: self.line },
        }
    }

    pub fn texts(&mut self, key: &str) -> Vec<String> {
        self.texts_at(key).into_iter().map(|(_, text)| text).collect()
    }

    /// Each text with its line.
    pub fn texts_at(&mut self, key: &str) -> Vec<(usize, String)> {
        match self.take_required(key, "[\"…\", \"…\"]") {
            Some((line, DeValue::Array(items))) => {
                if items.is_empty() {
                    self.unwritten(line, self.named(key, "is empty. Add at least one line."));
                }
                items
                    .into_iter()
                    .map(|item| {
                        let line = self.source.line_at(item.span().start);
                        (line, self.non_empty(key, line, item.get_ref()))
                    })
                    .collect()
            }
            Some((line, other)) => {
                self.wrong_type(key, line, "a list of texts in square brackets", &other);
                Vec::new()
            }
            None => Vec::new(),
        }
    }

    /// All keys that are left, each with its line and text.
    pub fn take_texts(&mut self) -> Vec<(String, usize, String)> {
        let keys: Vec<String> = self.table.keys().map(|key| key.get_ref().to_string()).collect();
        keys.into_iter()
            .filter_map(|key| {
                let (line, text) = self.optional_text(&key)?;
                Some((key, line, text))
            })
            .collect()
    }

    /// All keys that are left, each with its line and the text or table that it has. Texts may be empty.
    pub fn take_texts_and_tables(&mut self) -> Vec<(String, usize, TextOrTable<'a>)> {
        let keys: Vec<String> = self.table.keys().map(|key| key.get_ref().to_string()).collect();
        keys.into_iter()
            .filter_map(|key| {
                let (line, value) = self.take(&key)?;
                let value = match value {
                    DeValue::Table(table) => TextOrTable::Table(self.nested(&key, line, table)),
                    other => TextOrTable::Text(self.limited_text(&key, line, &other)),
                };
                Some((key, line, value))
            })
            .collect()
    }

    /// A value such as `"12.5%"`: the text and the number.
    pub fn percent(&mut self, key: &str) -> (String, f64) {
        let (line, text) = self.text_at(key);
        let number = text.strip_suffix('%').and_then(|number| number.trim().parse::<f64>().ok());
        if let Some(number) = number.filter(|number| (0.0..=100.0).contains(number)) {
            return (text, number);
        }
        if !text.is_empty() {
            let message = format!("`{key}` is \"{text}\", but must be a percentage such as \"12.5%\".");
            let plain = format!("“{}” is “{text}”, but must be a percentage such as “12.5%”.", self.label(key));
            self.problem(line, Message::new(message, plain));
        }
        (text, 0.0)
    }

    /// Empty when the key is missing.
    pub fn optional_texts(&mut self, key: &str) -> Vec<String> {
        if self.has(key) { self.texts(key) } else { Vec::new() }
    }

    pub fn has(&self, key: &str) -> bool {
        self.table.contains_key(key)
    }

    /// A whole number within the limits of its definition.
    pub fn number(&mut self, key: &str) -> i64 {
        let (range, step) = self.definition(key).and_then(FieldDefinition::numbers).expect("a number has its limits");
        let Some((line, value)) = self.take_required(key, &range.start().to_string()) else {
            return *range.start();
        };
        let number = value.as_integer().and_then(|n| i64::from_str_radix(n.as_str(), n.radix()).ok());
        match number {
            Some(number) if range.contains(&number) && number % step == 0 => number,
            Some(number) if range.contains(&number) => {
                let rest = format!("is {number}, but must be a multiple of {step}.");
                self.problem(line, self.named(key, &rest));
                *range.start()
            }
            Some(number) => {
                let (low, high) = range.into_inner();
                let rest = format!("is {number}, but must be between {low} and {high}.");
                self.problem(line, self.named(key, &rest));
                low
            }
            None => {
                self.wrong_type(key, line, "a whole number", &value);
                *range.start()
            }
        }
    }

    /// The same for a number that is not large.
    pub fn small_number(&mut self, key: &str) -> u16 {
        u16::try_from(self.number(key)).unwrap_or_default()
    }

    /// The date with its line.
    pub fn date_at(&mut self, key: &str) -> (usize, Date) {
        match self.take_required(key, "2026-11-15") {
            Some((line, value)) => (line, self.date_from(key, line, &value)),
            None => (self.line, Date::ZERO),
        }
    }

    pub fn optional_date_at(&mut self, key: &str) -> Option<(usize, Date)> {
        let (line, value) = self.take(key)?;
        Some((line, self.date_from(key, line, &value)))
    }

    fn date_from(&self, key: &str, line: usize, value: &DeValue<'_>) -> Date {
        let date = value.as_datetime().and_then(|when| when.to_string().parse::<Date>().ok());
        date.unwrap_or_else(|| {
            self.wrong_type(key, line, "a date such as 2026-11-15, without quotes", value);
            Date::ZERO
        })
    }

    /// A time of day such as `14:30`.
    pub fn optional_time(&mut self, key: &str) -> Option<Time> {
        let (line, text) = self.optional_text(key)?;
        // An empty text has been reported.
        if text.is_empty() {
            return None;
        }
        let time = Time::strptime("%H:%M", &text).ok();
        if time.is_none() {
            let message = format!("`{}` is \"{text}\". Write a time such as \"14:30\".", self.name(key));
            let plain = format!("“{}” is “{text}”. Choose a time.", self.label(key));
            self.problem(line, Message::new(message, plain));
        }
        time
    }

    pub fn table(&mut self, key: &str) -> Fields<'a> {
        match self.take(key) {
            Some((line, DeValue::Table(table))) => self.nested(key, line, table),
            Some((line, other)) => {
                self.wrong_type(key, line, &format!("a table that starts with a line [{key}]"), &other);
                self.missing_table(key)
            }
            None => {
                let name = self.name(key);
                let message = format!("The table `{name}` is missing. Start it with a line [{name}]");
                let plain = format!("“{}” is missing. Please fill it in.", self.label(key));
                self.problem(self.line, Message::new(message, plain));
                self.missing_table(key)
            }
        }
    }

    /// The tables of a list such as `[[sources]]`, which may be empty.
    pub fn tables(&mut self, key: &str) -> Vec<Fields<'a>> {
        match self.take(key) {
            Some((_, DeValue::Array(items))) => items
                .into_iter()
                .filter_map(|item| {
                    let line = self.source.line_at(item.span().start);
                    match item.into_inner() {
                        DeValue::Table(table) => Some(self.nested(key, line, table)),
                        other => {
                            self.wrong_type(
                                key,
                                line,
                                &format!("a list of tables that each start with [[{key}]]"),
                                &other,
                            );
                            None
                        }
                    }
                })
                .collect(),
            Some((line, other)) => {
                self.wrong_type(key, line, &format!("a list of tables that each start with [[{key}]]"), &other);
                Vec::new()
            }
            None => Vec::new(),
        }
    }

    fn nested(&self, key: &str, line: usize, table: DeTable<'a>) -> Fields<'a> {
        let prefix = format!("{}{key}.", self.prefix);
        let label_prefix =
            self.definition(key).map_or_else(String::new, |it| format!("{}{}: ", self.label_prefix, it.label));
        let definitions = self.definition(key).map_or(&[][..], FieldDefinition::inner).to_vec();
        Fields { source: self.source, line, table, prefix, label_prefix, definitions, is_silent: self.is_silent }
    }

    /// Silent: the missing table has been reported, so its keys need not be.
    fn missing_table(&self, key: &str) -> Fields<'a> {
        Fields { is_silent: true, ..self.nested(key, self.line, DeTable::new()) }
    }

    pub fn finish(self) {
        for key in self.table.keys() {
            let span: Range<usize> = key.span();
            let name = self.name(key.get_ref());
            let line = self.source.line_at(span.start);
            let message = format!("`{name}` is not a known key here.");
            let plain = format!("Line {line} of “Plain text, for experts” is not known to the site. Remove it there.");
            self.problem(line, Message::new(message, plain));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems_in(text: &str, read: impl FnOnce(&mut Fields<'_>)) -> Vec<String> {
        let report = Report::default();
        let mut fields = TomlSource { file: "x.md", text, first_line: 2, report: &report }.parse();
        read(&mut fields);
        fields.finish();
        report.into_result().map_or_else(|found| found.0.iter().map(ToString::to_string).collect(), |_| Vec::new())
    }

    #[test]
    fn every_problem_of_a_table_is_reported_with_its_line() {
        let problems = problems_in("title = 3\nsumary = \"…\"\n", |fields| {
            fields.text("title");
            fields.text("summary");
        });
        assert_eq!(
            problems,
            [
                "x.md:2: `summary` is missing. Add a line such as: summary = \"…\"",
                "x.md:2: `title` must be text in quotes, but this is integer.",
                "x.md:3: `sumary` is not a known key here.",
            ]
        );
    }

    #[test]
    fn syntax_error_hides_other_problems_of_the_table() {
        let problems = problems_in("title = \"open\nsummary = 1\n", |fields| {
            fields.text("title");
            fields.text("summary");
        });
        assert!(problems.iter().all(|line| line.contains("not valid TOML")), "{problems:?}");
        assert!(problems[0].starts_with("x.md:2:"), "{problems:?}");
    }

    #[test]
    fn placeholder_is_used_and_reported() {
        let report = Report::default();
        let mut fields =
            TomlSource { file: "c.toml", text: "name = { placeholder = \"X\" }", first_line: 1, report: &report }
                .parse();
        let fact = fields.fact("name");
        assert_eq!((fact.value.as_str(), fact.is_placeholder), ("X", true));
        assert_eq!(report.into_result().expect("no problem")[0].key, "name");
    }
}
