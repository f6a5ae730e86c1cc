//! Advice before publishing: what is allowed but could be better. Each piece leads to a line and says what to do.
//!
//! Whatever makes content invalid is a `Problem` of `load` instead, such as a picture without a description, a skipped
//! heading level or a link to a page or section that does not exist.

mod readability;

use std::fmt;
use std::ops::Range;

use jiff::ToSpan;
use jiff::civil::Date;
use pulldown_cmark::{Event, Parser, Tag, TagEnd};
use serde::Serialize;
use utoipa::ToSchema;

use super::document_kind::{CLINIC_FILE, URGENT_FILE};
use super::folder::Folder;
use super::picture::PictureFile;
use super::picture::extension;
use super::problems::Report;
use super::text::markdown::OPTIONS;
use super::toml::fields::{Fact, Fields, TomlSource};
use super::toml::front_matter::{self, Document};
use super::variables::Variables;
use clinic_rules::person::{PhoneError, PhoneNumber};
use readability::{HardSentence, PLAIN_TEXT, TextCounts, hard_sentences};

/// Many visitors pay for mobile data. All drawings of the site are much smaller.
const MAX_DRAWING_BYTES: usize = 80_000;
/// Of the largest form in which a photo is served, which is 1,440 pixels wide. Most photos are smaller.
const MAX_PHOTO_BYTES: usize = 250_000;

/// The NHS reviews its pages about health at least every three years.
const REVIEW_YEARS: i32 = 3;

/// Link texts that say nothing when a screen reader lists the links of a page.
const VAGUE_LINK_TEXTS: [&str; 16] = [
    "here",
    "click here",
    "click",
    "press here",
    "tap here",
    "this",
    "this page",
    "this link",
    "this article",
    "link",
    "more",
    "read more",
    "learn more",
    "see more",
    "details",
    "website",
];

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
pub struct Advice {
    pub file: String,
    pub line: usize,
    pub kind: AdviceKind,
    pub message: String,
}

/// The names are stable: lists group by them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AdviceKind {
    HardArticle,
    HardSentence,
    HeavyPicture,
    LinkText,
    NoHospital,
    NoSource,
    NoticeOver,
    PhoneNumber,
    ReviewDue,
}

impl AdviceKind {
    fn name(self) -> &'static str {
        match self {
            Self::HardArticle => "hard-article",
            Self::HardSentence => "hard-sentence",
            Self::HeavyPicture => "heavy-picture",
            Self::LinkText => "link-text",
            Self::NoHospital => "no-hospital",
            Self::NoSource => "no-source",
            Self::NoticeOver => "notice-over",
            Self::PhoneNumber => "phone-number",
            Self::ReviewDue => "review-due",
        }
    }
}

impl fmt::Display for Advice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {} [{}]", self.file, self.line, self.message, self.kind.name())
    }
}

/// Sorted by file and line. `today` is the date in the clinic's time zone. `reduced_bytes` is the size of the largest form in
/// which a photo is served. Files with problems are read as far as possible, so that an editor can see both.
pub fn find(folder: &Folder, today: Date, reduced_bytes: impl Fn(&PictureFile) -> Option<usize>) -> Vec<Advice> {
    // The problems of the files are reported when the content is loaded.
    let ignored = Report::default();
    let folder = Variables::of(folder).expand(folder.clone(), &ignored);
    let mut found = Vec::new();
    for (path, file) in folder.files() {
        if path.starts_with("pictures/")
            && let Some(Ok(picture)) = file.picture(path.rsplit('/').next().unwrap_or(path))
        {
            found.extend(heavy_picture(path, &picture, &reduced_bytes));
        }
        let Ok(text) = std::str::from_utf8(file) else { continue };
        let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n");
        if path == CLINIC_FILE {
            found.extend(notice_over(&text, today, &ignored));
            found.extend(no_hospital(&text, &ignored));
            found.extend(incomplete_numbers(&text, &ignored));
        }
        if path == URGENT_FILE {
            let mut fields = TomlSource { file: path, text: &text, first_line: 1, report: &ignored }.parse();
            found.extend(review_due(path, &mut fields, today));
        }
        if path.strip_suffix(".md").is_none() {
            continue;
        }
        if let Some(document) = front_matter::parse(path, &text, &ignored) {
            let mut counts = TextCounts::default();
            found.extend(of_text(&document, &mut counts));
            found.extend(of_fields(document, counts, today));
        }
    }
    found.sort();
    found
}

fn advice(file: &str, line: usize, kind: AdviceKind, message: String) -> Advice {
    Advice { file: file.to_owned(), line, kind, message }
}

/// What visitors load counts, not what was uploaded.
fn heavy_picture(
    path: &str,
    picture: &PictureFile,
    reduced_bytes: impl Fn(&PictureFile) -> Option<usize>,
) -> Option<Advice> {
    let is_drawing = extension::of(path) == "svg";
    let bytes = picture.served.as_ref().map(bytes::Bytes::len).or_else(|| reduced_bytes(picture))?;
    let (limit, what_to_do) = if is_drawing {
        (MAX_DRAWING_BYTES, "Simplify the drawing.")
    } else {
        (MAX_PHOTO_BYTES, "Choose a calmer photo, or one with less around what matters.")
    };
    let message = format!(
        "Visitors load up to {} KB for this picture, and many pay for mobile data. {what_to_do} Less than {} KB is good.",
        bytes.div_ceil(1000),
        limit / 1000,
    );
    (bytes > limit).then(|| advice(path, 1, AdviceKind::HeavyPicture, message))
}

fn notice_over(clinic_toml: &str, today: Date, ignored: &Report) -> Option<Advice> {
    let mut fields = TomlSource { file: CLINIC_FILE, text: clinic_toml, first_line: 1, report: ignored }.parse();
    let (line, until) = fields.table("notice").optional_date_at("until")?;
    let message = format!("The notice ended on {until} and is no longer shown. Remove it, or give it a later day.");
    (until < today).then(|| advice(CLINIC_FILE, line, AdviceKind::NoticeOver, message))
}

/// `counts` are those of the text below the fields.
fn of_fields(mut document: Document<'_>, mut counts: TextCounts, today: Date) -> Vec<Advice> {
    let (file, fields) = (document.file, &mut document.fields);
    let mut found = Vec::new();
    for key in ["summary", "intro"] {
        let Some((line, text)) = fields.optional_text(key) else { continue };
        counts.add(&text);
        found.extend(hard_sentences(&text).iter().map(|sentence| hard_sentence(file, line, sentence)));
    }
    if !file.starts_with("articles/") {
        return found;
    }
    fields.optional_texts("urgent").iter().for_each(|sign| counts.add(sign));
    found.extend(counts.if_hard().map(|reading_ease| hard_article(file, reading_ease)));
    found.extend(review_due(file, fields, today));
    if fields.tables("sources").is_empty() {
        let message = "This article names no source. Add one, with the title and the address of a page where readers can check \
                       what it says.";
        found.push(advice(file, 1, AdviceKind::NoSource, message.to_owned()));
    }
    found
}

fn review_due(file: &str, fields: &mut Fields<'_>, today: Date) -> Option<Advice> {
    let (line, reviewed) = fields.optional_date_at("last_reviewed")?;
    let is_due = reviewed.checked_add(REVIEW_YEARS.years()).is_ok_and(|due| due <= today);
    let message = format!(
        "The last review was on {reviewed}, {REVIEW_YEARS} years ago or more. Have the text checked again, and change the date \
         of the review."
    );
    is_due.then(|| advice(file, line, AdviceKind::ReviewDue, message))
}

/// Not a problem of the content: earlier releases had no list of hospitals.
fn no_hospital(clinic_toml: &str, ignored: &Report) -> Option<Advice> {
    let fields = TomlSource { file: CLINIC_FILE, text: clinic_toml, first_line: 1, report: ignored }.parse();
    let message = "No hospital is listed, so visitors with an emergency only read \"a hospital with an eye department\". Ask which \
                   ones have an eye doctor on call, and add each of them to the list.";
    (!fields.has("hospitals")).then(|| advice(CLINIC_FILE, 1, AdviceKind::NoHospital, message.to_owned()))
}

/// Phone numbers of Nigeria with a digit too few or too many. Not a problem of the content: earlier releases published them.
fn incomplete_numbers(clinic_toml: &str, ignored: &Report) -> Vec<Advice> {
    let mut fields = TomlSource { file: CLINIC_FILE, text: clinic_toml, first_line: 1, report: ignored }.parse();
    let own = ["phone", "whatsapp"].map(|table| fields.table(table).fact("number"));
    let hospitals = fields.tables("hospitals").into_iter().filter(|table| table.has("phone"));
    let numbers = own.into_iter().chain(hospitals.map(|mut table| table.fact("phone")));
    let is_wrong =
        |fact: &Fact| !fact.is_placeholder && PhoneNumber::parse(&fact.value) == Err(PhoneError::WrongLength);
    let describe = |fact: Fact| {
        let message = format!(
            "The phone number \"{}\" has too few or too many digits. A Nigerian number has 11 digits, such as 0803 123 4567. \
             Call it before you publish it.",
            fact.value
        );
        advice(CLINIC_FILE, fact.line, AdviceKind::PhoneNumber, message)
    };
    numbers.filter(is_wrong).map(describe).collect()
}

fn hard_article(file: &str, reading_ease: f64) -> Advice {
    let message = format!(
        "This article is hard to read as a whole (Flesch reading ease {reading_ease:.1}, plain text has {PLAIN_TEXT} or more). Use \
         shorter words and shorter sentences."
    );
    advice(file, 1, AdviceKind::HardArticle, message)
}

fn hard_sentence(file: &str, line: usize, HardSentence { sentence, reading_ease, .. }: &HardSentence<'_>) -> Advice {
    let message = format!(
        "This sentence is hard to read (Flesch reading ease {reading_ease:.0}, plain text has 60 or more): \"{}\" Use \
         shorter words, or make two sentences of it.",
        beginning(sentence),
    );
    advice(file, line, AdviceKind::HardSentence, message)
}

/// The first words, to recognise a sentence by.
fn beginning(sentence: &str) -> String {
    let mut words = sentence.split_whitespace();
    let first: Vec<_> = words.by_ref().take(8).collect();
    first.join(" ") + if words.next().is_some() { " …" } else { "" }
}

/// Advice about the Markdown below the front matter.
fn of_text(document: &Document<'_>, counts: &mut TextCounts) -> Vec<Advice> {
    let line_of = |byte: usize| document.body_line + document.body[..byte].matches('\n').count();
    let mut found = Vec::new();
    let mut paragraph = Paragraph::default();
    let mut link: Option<(usize, String)> = None;
    for (event, span) in Parser::new_ext(document.body, OPTIONS).into_offset_iter() {
        match event {
            Event::Text(text) | Event::Code(text) => {
                if let Some((_, link_text)) = &mut link {
                    link_text.push_str(&text);
                }
                paragraph.push(&text, &span);
            }
            Event::SoftBreak | Event::HardBreak => {
                if let Some((_, link_text)) = &mut link {
                    link_text.push(' ');
                }
                paragraph.push(" ", &span);
            }
            Event::Start(Tag::Link { .. }) => link = Some((span.start, String::new())),
            Event::End(TagEnd::Link) => {
                let (start, text) = link.take().unwrap_or_default();
                found.extend(vague_link(document.file, line_of(start), &text));
            }
            Event::Start(Tag::Strong | Tag::Emphasis) | Event::End(TagEnd::Strong | TagEnd::Emphasis) => {}
            // Everything else begins or ends a block. A heading is not a sentence.
            Event::End(TagEnd::Heading(_) | TagEnd::Image) => paragraph = Paragraph::default(),
            _ => {
                let text = std::mem::take(&mut paragraph);
                counts.add(&text.text);
                found.extend(
                    hard_sentences(&text.text).iter().map(|sentence| {
                        hard_sentence(document.file, line_of(text.source_of(sentence.start)), sentence)
                    }),
                );
            }
        }
    }
    found
}

/// The text of a block without its formatting, and where each piece of it is in the source.
#[derive(Default)]
struct Paragraph {
    text: String,
    /// Where a piece starts in `text`, and where in the source.
    pieces: Vec<(usize, usize)>,
}

impl Paragraph {
    fn push(&mut self, text: &str, span: &Range<usize>) {
        self.pieces.push((self.text.len(), span.start));
        self.text.push_str(text);
    }

    fn source_of(&self, byte: usize) -> usize {
        self.pieces.iter().rev().find(|(start, _)| *start <= byte).map_or(0, |(_, source)| *source)
    }
}

fn vague_link(file: &str, line: usize, text: &str) -> Option<Advice> {
    let plain = text.trim().trim_end_matches(['.', '!', '…', '»', '>']).trim().to_lowercase();
    let is_address = ["http://", "https://", "www."].iter().any(|start| plain.starts_with(start));
    let is_vague = is_address || VAGUE_LINK_TEXTS.contains(&plain.as_str());
    let message = format!(
        "The link text \"{}\" does not say where the link leads. Use the name of the page, such as \"our services\".",
        text.trim()
    );
    is_vague.then(|| advice(file, line, AdviceKind::LinkText, message))
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    const HARD: &str = "The administration of topical corticosteroid medication necessitates regular monitoring of \
                        intraocular pressure.";

    fn found_in(path: &str, text: &str) -> Vec<(usize, AdviceKind)> {
        let folder = Folder::from_texts([(path, text)]);
        find(&folder, date(2026, 11, 15), |_| None).into_iter().map(|advice| (advice.line, advice.kind)).collect()
    }

    fn found_in_service(body: &str) -> Vec<(usize, AdviceKind)> {
        found_in("services/a.md", &format!("+++\ntitle = \"T\"\n+++\n{body}"))
    }

    #[test]
    fn shipped_content_needs_no_advice() {
        let found: Vec<_> =
            find(&Folder::embedded(), date(2026, 11, 15), |_| None).iter().map(ToString::to_string).collect();
        assert_eq!(found, Vec::<String>::new());
    }

    #[test]
    fn hard_sentence_is_found_in_text_and_summary_with_its_line() {
        let body = format!("Plain.\n\n- One.\n- Two.\n  {HARD}\n\nPlain *and\nsimple*. {HARD}\n");
        let lines: Vec<_> = found_in_service(&body);
        assert_eq!(lines, [(8, AdviceKind::HardSentence), (11, AdviceKind::HardSentence)]);
        let text = format!("+++\nsummary = \"{HARD}\"\n+++\nPlain.\n");
        assert_eq!(found_in("services/a.md", &text), [(2, AdviceKind::HardSentence)]);
        assert_eq!(found_in_service(&format!("## {HARD}\n\nPlain.\n")), []);
    }

    #[test]
    fn hard_article_is_found_by_its_whole_text() {
        // No sentence is hard on its own: each has fewer words than are judged.
        let sentence = "Regular examination protects remaining vision.";
        let article = |summary: &str, urgent: &str, body: &str| {
            let text = format!("+++\nsummary = \"{summary}\"\nurgent = [\"{urgent}\"]\n[[sources]]\n+++\n{body}\n");
            found_in("articles/a.md", &text)
        };
        let long = [sentence; 30].join(" ");
        assert_eq!(article("Plain.", "pain", &long), [(1, AdviceKind::HardArticle)]);
        assert_eq!(article(&long, "pain", "Plain."), [(1, AdviceKind::HardArticle)]);
        assert_eq!(article("Plain.", &long, "Plain."), [(1, AdviceKind::HardArticle)]);
        assert_eq!(article("Plain.", "pain", &[sentence; 10].join(" ")), []);
        assert_eq!(article("Plain.", "pain", &["The doctor looks at your eyes."; 30].join(" ")), []);
        assert_eq!(found_in_service(&long), []);
    }

    #[test]
    fn link_texts_that_say_nothing_are_found_with_their_line() {
        let body = "Plain.\n\nRead\n[more](/services), [**here**.](/team) or [https://who.int](https://who.int).\n\n\
                    Read [about our services](/services).\n";
        assert_eq!(found_in_service(body), [(7, AdviceKind::LinkText); 3]);
    }

    #[test]
    fn article_without_source_or_with_an_old_review_is_found() {
        let article = |keys: &str| found_in("articles/a.md", &format!("+++\ntitle = \"T\"\n{keys}\n+++\nText.\n"));
        let source = "[[sources]]\ntitle = \"T\"\nurl = \"https://who.int/\"";
        assert_eq!(article(""), [(1, AdviceKind::NoSource)]);
        assert_eq!(article(source), []);
        let reviewed = |day: &str| article(&format!("last_reviewed = {day}\n{source}"));
        assert_eq!(reviewed("2023-11-15"), [(3, AdviceKind::ReviewDue)]);
        assert_eq!(reviewed("2023-11-16"), []);
    }

    #[test]
    fn heavy_drawing_is_found() {
        let drawing = |bytes: usize| {
            let open = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 4 3'><path d='M0 0";
            let close = "'/></svg>";
            format!("{open}{}{close}", " ".repeat(bytes - open.len() - close.len()))
        };
        let served = |text: &str| match PictureFile::read("a.svg", &text.to_owned().into()) {
            Some(Ok(file)) => file.served.expect("a drawing").len(),
            other => panic!("{other:?}"),
        };
        let (light, heavy) = (drawing(80_000), drawing(80_001));
        assert_eq!((served(&light), served(&heavy)), (80_000, 80_001));
        assert_eq!(found_in("pictures/a.svg", &light), []);
        assert_eq!(found_in("pictures/a.svg", &heavy), [(1, AdviceKind::HeavyPicture)]);
    }

    #[test]
    fn photo_is_heavy_by_what_visitors_load() {
        let mut photo = Vec::new();
        let mut encoder = png::Encoder::new(&mut photo, 2000, 100);
        encoder.set_color(png::ColorType::Grayscale);
        let mut writer = encoder.write_header().expect("a header");
        writer.write_image_data(&vec![90; 200_000]).expect("pixels");
        writer.finish().expect("the end");
        let mut folder = Folder::default();
        folder.insert("pictures/a.png", photo);
        let kinds = |reduced: usize| -> Vec<_> {
            let found = find(&folder, date(2026, 11, 15), |_| Some(reduced));
            found.into_iter().map(|advice| (advice.file, advice.kind)).collect()
        };
        assert_eq!(kinds(250_000), []);
        assert_eq!(kinds(250_001), [("pictures/a.png".to_owned(), AdviceKind::HeavyPicture)]);
    }

    #[test]
    fn notice_that_is_over_is_found() {
        let clinic = |until: &str| found_in("clinic.toml", &format!("[[hospitals]]\n[notice]\nuntil = {until}\n"));
        assert_eq!(clinic("2026-11-15"), []);
        assert_eq!(clinic("2026-11-14"), [(3, AdviceKind::NoticeOver)]);
    }

    #[test]
    fn phone_number_with_a_digit_too_few_or_too_many_is_found() {
        let own = |number: &str| found_in("clinic.toml", &format!("[[hospitals]]\n[phone]\nnumber = {number}\n"));
        for right in
            ["\"+234 803 123 4567\"", "\"+234 84 123456\"", "\"+44 20 7946 0958\"", "{ placeholder = \"+234 1\" }"]
        {
            assert_eq!(own(right), [], "{right}");
        }
        for wrong in ["\"+234 803 12\"", "\"+234 803 123 456\"", "\"+234 803 123 45678\""] {
            assert_eq!(own(wrong), [(3, AdviceKind::PhoneNumber)], "{wrong}");
        }
        let whatsapp = "[[hospitals]]\n[whatsapp]\nnumber = \"+234 803 12\"\n";
        assert_eq!(found_in("clinic.toml", whatsapp), [(3, AdviceKind::PhoneNumber)]);
        let hospital = "[[hospitals]]\nname = \"A\"\n[[hospitals]]\nphone = \"+234 803 12\"\n";
        assert_eq!(found_in("clinic.toml", hospital), [(4, AdviceKind::PhoneNumber)]);
    }

    #[test]
    fn clinic_without_any_hospital_is_found() {
        assert_eq!(found_in("clinic.toml", "founded = 2001\n"), [(1, AdviceKind::NoHospital)]);
        assert_eq!(found_in("clinic.toml", "[[hospitals]]\nname = \"A\"\n"), []);
    }

    #[test]
    fn old_review_of_the_urgent_questions_is_found() {
        assert_eq!(found_in("urgent.toml", "last_reviewed = 2023-11-15\n"), [(1, AdviceKind::ReviewDue)]);
        assert_eq!(found_in("urgent.toml", "last_reviewed = 2023-11-16\n"), []);
    }

    #[test]
    fn advice_says_where_what_and_which_kind() {
        let folder = Folder::from_texts([("services/a.md", "+++\n+++\n[Here](/team)\n")]);
        let found: Vec<_> = find(&folder, date(2026, 11, 15), |_| None).iter().map(ToString::to_string).collect();
        assert_eq!(
            found,
            [
                "services/a.md:3: The link text \"Here\" does not say where the link leads. Use the name of the page, such \
              as \"our services\". [link-text]"
            ]
        );
        assert_eq!(serde_json::to_value(AdviceKind::LinkText).expect("JSON"), AdviceKind::LinkText.name());
    }
}
