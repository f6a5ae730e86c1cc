//! Where content comes from: a folder on disk, the store, or the copy embedded in the binary.

use std::path::PathBuf;
use std::sync::Arc;

use arc_swap::ArcSwap;

use crate::page_registry;
use clinic_content::model::Content;
use clinic_content::{Folder, FolderError, Problems};

#[derive(Debug, Clone)]
pub enum ContentSource {
    /// The copy that was embedded when the binary was built.
    Embedded,
    Folder(PathBuf),
    Stored(StoredContent),
}

/// The revision of the store that is shown.
#[derive(Debug, Clone)]
pub struct StoredContent(Arc<ArcSwap<Folder>>);

impl StoredContent {
    pub fn new(folder: Folder) -> Self {
        Self(Arc::new(ArcSwap::from_pointee(folder)))
    }

    pub fn replace(&self, other: &Self) {
        self.0.store(other.0.load_full());
    }
}

#[derive(Debug, thiserror::Error)]
pub enum ContentError {
    #[error(transparent)]
    Folder(#[from] FolderError),
    #[error("The content has problems:\n{0}")]
    Problems(#[from] Problems),
}

impl ContentSource {
    pub fn load(&self) -> Result<Content, ContentError> {
        Ok(load_content(&self.read()?)?)
    }

    pub fn read(&self) -> Result<Folder, FolderError> {
        match self {
            Self::Embedded => Ok(Folder::embedded()),
            Self::Folder(path) => Folder::read(path),
            Self::Stored(StoredContent(folder)) => Ok(Folder::clone(&folder.load())),
        }
    }
}

/// Loads content for the registered pages.
pub fn load_content(folder: &Folder) -> Result<Content, Problems> {
    clinic_content::load(folder, &page_registry::site_pages())
}

/// For a preview: documents that can be added may have texts that are not written yet.
pub fn load_unfinished(folder: &Folder) -> Result<Content, Problems> {
    clinic_content::load_unfinished(folder, &page_registry::site_pages())
}

#[cfg(test)]
pub fn valid_content(folder: &Folder) -> Content {
    load_content(folder).unwrap_or_else(|problems| panic!("{problems}"))
}

#[cfg(test)]
mod tests {
    use toml::{Table, Value};

    use super::*;
    use clinic_content::definition::{self, FieldDefinition, FieldType};
    use clinic_rules::booking::Price;

    #[test]
    fn embedded_content_is_valid() {
        let content = ContentSource::Embedded.load().unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(content.services.len(), 7);
        assert!(content.articles.len() >= 6);
        let spots: Vec<_> = content.game.levels.iter().map(|level| level.spots.len()).collect();
        assert_eq!(spots, [1, 5, 5]);
    }

    #[test]
    fn shipped_drawings_lose_nothing_when_they_are_written_again() {
        let folder = Folder::embedded();
        let content = ContentSource::Embedded.load().unwrap_or_else(|error| panic!("{error}"));
        assert!(content.pictures.len() > 20);
        for (path, file) in &content.pictures {
            assert_eq!(file.served.as_deref(), folder.get(path).map(|file| file.trim_ascii_end()), "{path}");
        }
    }

    #[test]
    fn all_problems_of_a_folder_are_reported_together() {
        let mut folder = Folder::embedded();
        folder.remove("pages/team.md");
        folder.insert("services/frames.md", "+++\ntitle = \"Frames\"\n+++\nSee [this](/nowhere).\n");
        folder.insert("articles/Bad Name.md", "no fence");
        let problems = load_content(&folder).expect_err("problems").to_string();
        for expected in [
            "pages/team.md:1: This file is missing",
            "services/frames.md:2: `summary` is missing.",
            "services/frames.md:2: `order` is missing.",
            "services/frames.md:4: There is no page /nowhere",
            "articles/Bad Name.md:1: The file name",
            "articles/Bad Name.md:1: The file must start with a line +++",
        ] {
            assert!(problems.contains(expected), "{expected} is not reported in:\n{problems}");
        }
    }

    #[test]
    fn links_to_pages_sections_and_articles_are_accepted() {
        let mut folder = Folder::embedded();
        let links = "[a](/privacy) [b](/services#frames) [c](/about-us#contact) [d](/articles/first-aid-for-the-eye)";
        folder.insert("services/frames.md", format!("{}\n{links}\n", text_of(&folder)));
        valid_content(&folder);
        folder.insert("services/frames.md", format!("{}\n[e](/404)\n", text_of(&folder)));
        assert!(load_content(&folder).is_err(), "a link to the not-found page was accepted");
    }

    /// The problems of the first-aid article with other keys at its top.
    fn problems_of_article(keys: &str, source: &str) -> Vec<String> {
        let mut folder = Folder::embedded();
        let text = format!(
            "+++\ntitle = \"T\"\nsummary = \"S\"\npublished = 2026-11-15\npicture = \"mark.svg\"\n{keys}\n{source}\n+++\nText.\n"
        );
        folder.insert("articles/first-aid-for-the-eye.md", text);
        load_content(&folder).map_or_else(|found| found.0.iter().map(ToString::to_string).collect(), |_| Vec::new())
    }

    #[test]
    fn article_may_name_its_author_reviewer_and_sources() {
        let keys = "author = \"director\"\nreviewed_by = \"director\"\nlast_reviewed = 2026-11-14";
        let source = "[[sources]]\ntitle = \"Glaucoma\"\nurl = \"https://www.nhs.uk/conditions/glaucoma/\"";
        assert_eq!(problems_of_article(keys, source), Vec::<String>::new());
        assert_eq!(problems_of_article("", ""), Vec::<String>::new());
    }

    #[test]
    fn unknown_author_and_sources_that_are_not_https_are_reported_with_their_line() {
        let file = "articles/first-aid-for-the-eye.md";
        let unknown = "but there is no such team member. Use one of \"director\", or add the file team/ada.md.";
        for key in ["author", "reviewed_by"] {
            let problems = problems_of_article(&format!("{key} = \"ada\""), "");
            assert_eq!(problems, [format!("{file}:6: `{key}` is \"ada\", {unknown}")]);
        }
        for url in ["http://www.who.int/", "tel:+2348000000000", "/services", "who.int", "https://"] {
            let problems = problems_of_article("", &format!("[[sources]]\ntitle = \"T\"\nurl = \"{url}\""));
            let expected = format!("{file}:9: The source \"{url}\" must be the whole address of a page");
            assert!(problems.len() == 1 && problems[0].starts_with(&expected), "{url}: {problems:?}");
        }
        let problems = problems_of_article("last_reviewed = \"soon\"", "");
        assert!(problems.len() == 1 && problems[0].starts_with(&format!("{file}:6: `last_reviewed`")), "{problems:?}");
    }

    #[test]
    fn review_in_the_future_is_found_with_its_line() {
        let mut folder = Folder::embedded();
        let file = "articles/first-aid-for-the-eye.md";
        let text = String::from_utf8(folder.get(file).expect("the file").to_vec()).expect("text");
        folder.insert(file, text.replace("home = 3\n", "last_reviewed = 2026-11-16\n"));
        let content = valid_content(&folder);
        let found = |day| clinic_content::future_dates::find(&content, jiff::civil::date(2026, 11, day));
        assert_eq!(found(16), []);
        let problems: Vec<_> = found(15).iter().map(ToString::to_string).collect();
        let expected = format!("{file}:7: `last_reviewed` is 2026-11-16, which is in the future.");
        assert!(problems.len() == 1 && problems[0].starts_with(&expected), "{problems:?}");
    }

    /// With a notice that links to an article of 24 November 2026.
    fn with_notice_from(from: &str) -> Folder {
        let mut folder = Folder::embedded();
        let article = String::from_utf8(folder.get("articles/first-aid-for-the-eye.md").expect("it").to_vec());
        let later = article.expect("text").replace("published = 2026-11-15", "published = 2026-11-24");
        folder.insert("articles/later.md", later);
        let clinic = String::from_utf8(folder.get("clinic.toml").expect("it").to_vec()).expect("text");
        let notice = format!("[notice]\ntext = \"New\"\nlink = \"/articles/later\"\n{from}until = 2029-01-01\n");
        folder.insert("clinic.toml", format!("{clinic}\n{notice}"));
        folder
    }

    /// On 15 November.
    fn problems_of_notice_from(from: &str, published: &Folder) -> Vec<String> {
        let folder = with_notice_from(from);
        let content = load_content(&folder).unwrap_or_else(|problems| panic!("{problems}"));
        let today = jiff::civil::date(2026, 11, 15);
        let mut problems = clinic_content::future_dates::find(&content, today);
        let now = today.at(9, 0, 0, 0);
        problems.extend(clinic_content::future_dates::early_links(&content, now, &folder, published));
        problems.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn notice_may_link_to_an_article_that_has_appeared_on_its_first_day() {
        let in_time = "from = 2026-11-24\n";
        // As a new notice, and as one whose first day is changed or removed.
        for published in [Folder::embedded(), with_notice_from(in_time)] {
            assert_eq!(problems_of_notice_from(in_time, &published), Vec::<String>::new());
            for early in ["", "from = 2026-11-23\n"] {
                let problems = problems_of_notice_from(early, &published);
                assert!(problems.len() == 1 && problems[0].contains("appears on 24 November 2026"), "{problems:?}");
            }
        }
    }

    #[test]
    fn first_day_of_a_notice_with_a_mistyped_year_is_found() {
        let problems = problems_of_notice_from("from = 2028-11-24\n", &Folder::embedded());
        assert!(problems.len() == 1 && problems[0].contains("2028-11-24 is more than a year"), "{problems:?}");
    }

    #[test]
    fn price_is_an_amount_or_ask_and_another_one_is_reported_with_its_line() {
        let file = "services/frames.md";
        let with_price = |price: &str| {
            let mut folder = Folder::embedded();
            folder.insert(file, text_of(&folder).replace("order = 7\n", &format!("order = 7\nprice = {price}\n")));
            load_content(&folder).map(|content| {
                let frames = content.services.iter().find(|service| service.slug == "frames").expect("the service");
                let booking = content.clinic.booking.as_ref().expect("booking is on");
                assert_eq!(booking.service("frames").expect("it is booked").price, frames.price);
                frames.price
            })
        };
        assert_eq!(with_price("\"from ₦15,000\"").expect("valid"), Some(Price::From(15_000)));
        assert_eq!(with_price("\"ask\"").expect("valid"), Some(Price::Ask));
        for (price, expected) in [
            (
                "\"cheap\"",
                "`price` is “cheap”. Write the lowest amount in naira in digits, such as 15000, or the word ask.",
            ),
            ("\"15\"", "`price` is “15”. It must be between 100 and 10,000,000 naira."),
            ("15000", "`price` must be text in quotes"),
            ("\"\"", "`price` is empty."),
        ] {
            let problems = with_price(price).expect_err("refused").0;
            let messages: Vec<_> = problems.iter().map(ToString::to_string).collect();
            let expected = format!("{file}:6: {expected}");
            assert!(messages.len() == 1 && messages[0].starts_with(&expected), "{messages:?} instead of {expected}");
        }
    }

    #[test]
    fn windows_line_endings_and_byte_order_marks_are_accepted() {
        let mut folder = Folder::embedded();
        let windows = format!("\u{feff}{}", text_of(&folder).replace('\n', "\r\n"));
        folder.insert("services/frames.md", windows);
        valid_content(&folder);
    }

    fn text_of(folder: &Folder) -> String {
        String::from_utf8(folder.get("services/frames.md").expect("the file").to_vec()).expect("text")
    }

    /// The shipped document with an example of everything that it may contain.
    /// The shipped content has no added page.
    const ADDED_PAGE: &str = "+++\ntitle = \"Prices\"\nsummary = \"What we charge.\"\npicture = \"team-director.svg\"\n\
                              menu = \"Prices\"\nsearch = [\"cost\"]\n+++\n";

    fn complete_document(path: &str) -> Table {
        let folder = Folder::embedded();
        let text = match folder.get(path) {
            Some(bytes) => std::str::from_utf8(bytes).expect("text"),
            None => ADDED_PAGE,
        };
        let keys = text.strip_prefix("+++\n").map_or(text, |rest| rest.split_once("\n+++").expect("two fences").0);
        let more = match path {
            "clinic.toml" => {
                "\n[[closures]]\ndate = 2026-12-25\nreason = \"Christmas\"\n\
                 [[other_hours]]\ndate = 2026-12-24\nhours = \"08:00-12:00\"\nreason = \"Christmas Eve\"\n\
                 [notice]\ntext = \"T\"\nlink = \"/about-us\"\nuntil = 2026-12-25\n\
                 [[booking.named_chairs]]\nname = \"Dr. Amadi\"\nnumber = 98\nservices = [\"frames\"]\n\
                 [booking.named_chairs.hours]\nmonday = \"09:00-12:00\"\ntuesday = \"09:00-12:00\"\n\
                 wednesday = \"closed\"\nthursday = \"closed\"\nfriday = \"closed\"\nsaturday = \"closed\"\nsunday = \"closed\"\n\
                 [[booking.named_chairs]]\nname = \"Room 2\"\nnumber = 97\n"
            }
            _ => "",
        };
        let mut table: Table = format!("{keys}{more}").parse().expect("valid TOML");
        if path.starts_with("services/") {
            for (key, value) in [("driving", "yes"), ("price", "15000")] {
                table.insert(key.to_owned(), Value::String(value.to_owned()));
            }
        }
        if path.starts_with("articles/") {
            for (key, value) in [("author", "director"), ("reviewed_by", "director"), ("time", "14:30")] {
                table.insert(key.to_owned(), Value::String(value.to_owned()));
            }
            for key in ["updated", "last_reviewed"] {
                table.insert(key.to_owned(), table["published"].clone());
            }
            table.insert("home".to_owned(), Value::Integer(1));
        }
        table
    }

    /// One document of each kind with its definition. The pages are one with an eye chart, one with sections and one with
    /// neither.
    fn defined_documents() -> Vec<(String, Vec<FieldDefinition>)> {
        let pages = page_registry::site_pages().files;
        let paths = [
            "clinic.toml",
            "game/game.toml",
            "services/frames.md",
            "outreaches/schools.md",
            "team/director.md",
            "articles/first-aid-for-the-eye.md",
            "info/prices.md",
            "pages/home.md",
            "pages/visionTest.md",
            "pages/privacy.md",
        ];
        let fields = |path: &str| {
            let definition = definition::of(path, &pages).unwrap_or_else(|| panic!("{path} has no definition"));
            definition.groups.into_iter().flat_map(|group| group.fields).collect()
        };
        paths.map(|path| (path.to_owned(), fields(path))).to_vec()
    }

    /// Calls `visit` with every field and the keys of the tables that it is in.
    fn visit_fields(
        fields: &[FieldDefinition],
        tables: &[&'static str],
        visit: &mut impl FnMut(&[&str], &FieldDefinition),
    ) {
        for field in fields {
            visit(tables, field);
            visit_fields(field.inner(), &[tables, &[field.key]].concat(), visit);
        }
    }

    /// The table with these keys. Of a list it is the first entry.
    fn table_at<'t>(table: &'t mut Table, keys: &[&str]) -> &'t mut Table {
        keys.iter().fold(table, |table, key| match table.get_mut(*key) {
            Some(Value::Table(inner)) => inner,
            Some(Value::Array(entries)) => entries[0].as_table_mut().expect("an entry is a table"),
            other => panic!("{key} is {other:?}"),
        })
    }

    fn problems_of_document(path: &str, keys: &Table) -> Vec<String> {
        let mut folder = Folder::embedded();
        let keys = toml::to_string(keys).expect("a table serialises");
        let text =
            if path == "clinic.toml" || path.starts_with("game/") { keys } else { format!("+++\n{keys}+++\nText.\n") };
        folder.insert(path, text);
        let problems = load_content(&folder).err().map_or_else(Vec::new, |problems| problems.0);
        problems.into_iter().filter(|problem| problem.file == path).map(|problem| problem.message).collect()
    }

    fn is_known(value: &Value, fields: &[FieldDefinition]) -> bool {
        match value {
            Value::Table(table) if !table.contains_key("placeholder") => table.iter().all(|(key, value)| {
                fields.iter().any(|field| field.keys().contains(&key.as_str()) && is_known(value, field.inner()))
            }),
            Value::Array(entries) => entries.iter().all(|entry| is_known(entry, fields)),
            _ => true,
        }
    }

    #[test]
    fn every_key_of_every_shipped_document_is_defined() {
        let pages = page_registry::site_pages().files;
        let folder = Folder::embedded();
        let mut count = 0;
        for (path, _) in folder.files() {
            let Some(definition) = definition::of(path, &pages) else { continue };
            let fields: Vec<_> = definition.groups.into_iter().flat_map(|group| group.fields).collect();
            assert!(is_known(&Value::Table(complete_document(path)), &fields), "{path} has a key without a definition");
            count += 1;
        }
        assert!(count > 25, "only {count} documents have a definition");
    }

    #[test]
    fn required_fields_of_every_definition_are_required_and_the_others_are_not() {
        for (path, fields) in defined_documents() {
            assert_eq!(problems_of_document(&path, &complete_document(&path)), Vec::<String>::new(), "{path}");
            visit_fields(&fields, &[], &mut |tables, field| {
                let mut document = complete_document(&path);
                let table = table_at(&mut document, tables);
                assert!(field.keys().into_iter().filter_map(|key| table.remove(key)).count() <= 1);
                let problems = problems_of_document(&path, &document);
                let is_about_it = |message: &String| message.contains(" is missing") || message.contains(" no ");
                let place = format!("{path}: {tables:?} {}: {problems:?}", field.key);
                assert_eq!(problems.iter().any(is_about_it), field.required, "{place}");
            });
        }
    }

    #[test]
    fn limits_of_every_definition_are_checked() {
        for (path, fields) in defined_documents() {
            visit_fields(&fields, &[], &mut |tables, field| {
                let problem_with = |value: Value| {
                    let mut document = complete_document(&path);
                    table_at(&mut document, tables).insert(field.key.to_owned(), value);
                    problems_of_document(&path, &document).join("\n")
                };
                let name = [tables, &[field.key]].concat().join(".");
                if let Some(most) = field.max_length() {
                    let text = |length: usize| match field.value {
                        FieldType::TextList { .. } => Value::Array(vec![Value::String("a".repeat(length))]),
                        _ => Value::String("a".repeat(length)),
                    };
                    assert!(!problem_with(text(most)).contains("characters, but may have"), "{path} {name}");
                    let expected = format!("`{name}` has {} characters, but may have {most}. Shorten it.", most + 1);
                    assert!(problem_with(text(most + 1)).contains(&expected), "{path} {name}");
                }
                if let Some((range, step)) = field.numbers() {
                    let (low, high) = (*range.start(), *range.end());
                    for number in [low - 1, high + 1] {
                        let expected = format!("`{name}` is {number}, but must be between {low} and {high}.");
                        assert!(problem_with(Value::Integer(number)).contains(&expected), "{path} {name}");
                    }
                    assert!(!problem_with(Value::Integer(high)).contains(&name), "{path} {name}");
                    let is_refused = problem_with(Value::Integer(high - 1)).contains("must be a multiple of");
                    assert_eq!(is_refused, step > 1, "{path} {name}");
                }
                if let FieldType::Choice { options } = field.value {
                    for option in options {
                        assert_eq!(problem_with(Value::String(option.value.to_owned())), "", "{path} {name}");
                    }
                    assert!(problem_with(Value::String("other".to_owned())).contains(&format!("`{name}` must be")));
                }
            });
        }
    }

    #[test]
    fn unknown_keys_are_refused_in_every_table() {
        for (path, fields) in defined_documents() {
            visit_fields(&fields, &[], &mut |tables, _| {
                let mut document = complete_document(&path);
                table_at(&mut document, tables).insert("zzz".to_owned(), Value::Integer(1));
                let problems = problems_of_document(&path, &document);
                assert!(
                    problems.iter().any(|message| message.contains("zzz` is not a known key here.")),
                    "{path} {tables:?}"
                );
            });
        }
    }
}
