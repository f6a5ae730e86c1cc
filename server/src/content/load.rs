//! From a folder of files to the whole content, or every problem that stands in the way.

use std::collections::BTreeMap;

use super::collections::{self, Desk, Ordered};
use super::document::{self, Document};
use super::folder::Folder;
use super::model::{Content, Pages};
use super::picture::Gallery;
use super::report::{Problems, Report};
use super::words::{self, PageFile};
use super::{clinic, game, links};

pub fn load(folder: &Folder) -> Result<Content, Problems> {
    let report = Report::default();
    let content = read(folder, &report);
    let placeholders = report.close()?;
    Ok(Content { placeholders, ..content })
}

fn read(folder: &Folder, report: &Report) -> Content {
    let gallery = Gallery::hang(folder, report);
    let mut desk = Desk { gallery: &gallery, report, links: Vec::new() };
    let mut articles =
        collect(folder, "articles", report, |slug, document| collections::article(slug, document, &mut desk));
    articles.sort_by(|a, b| b.published.cmp(&a.published).then_with(|| a.title.cmp(&b.title)));
    let mut content = Content {
        clinic: clinic::read(&text_of(folder, clinic::FILE, report), report),
        services: ordered(collect(folder, "services", report, |slug, doc| collections::service(slug, doc, &mut desk))),
        outreaches: ordered(collect(folder, "outreaches", report, |slug, doc| {
            collections::outreach(slug, doc, &mut desk)
        })),
        team: ordered(collect(folder, "team", report, |slug, doc| collections::member(slug, doc, &mut desk))),
        articles,
        pages: pages(folder, &mut desk),
        game: game::read(&text_of(folder, game::FILE, report), &gallery, report),
        pictures: BTreeMap::new(),
        placeholders: Vec::new(),
    };
    links::check(&desk.links, &content, report);
    content.pictures = gallery.files;
    content
}

/// The text of a file, or nothing and a report.
fn text_of(folder: &Folder, path: &str, report: &Report) -> String {
    let Some(bytes) = folder.get(path) else {
        report.problem(path, 1, "This file is missing from the content folder. Put it back.");
        return String::new();
    };
    let text = String::from_utf8(bytes.to_vec()).unwrap_or_else(|_| {
        report.problem(path, 1, "This file is not UTF-8 text. Save it again with the encoding UTF-8.");
        String::new()
    });
    text.trim_start_matches('\u{feff}').replace("\r\n", "\n")
}

fn collect<T>(folder: &Folder, name: &str, report: &Report, mut read: impl FnMut(&str, Document<'_>) -> T) -> Vec<T> {
    let mut items = Vec::new();
    for (path, _) in folder.files() {
        let Some(slug) = path.strip_prefix(name).and_then(|rest| rest.strip_prefix('/')?.strip_suffix(".md")) else {
            continue;
        };
        if slug.is_empty() || !slug.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-') {
            let message = "The file's name becomes part of an address: use small letters, digits and dashes only.";
            report.problem(path, 1, message);
        }
        let text = text_of(folder, path, report);
        if let Some(document) = document::parse(path, &text, report) {
            items.push(read(slug, document));
        }
    }
    items
}

fn ordered<T>(mut items: Vec<Ordered<T>>) -> Vec<T> {
    items.sort_by_key(|ordered| ordered.order);
    items.into_iter().map(|ordered| ordered.item).collect()
}

fn pages(folder: &Folder, desk: &mut Desk<'_>) -> Pages {
    let mut words = |page: &PageFile| {
        let path = format!("pages/{}.md", page.name);
        let text = text_of(folder, &path, desk.report);
        match document::parse(&path, &text, desk.report) {
            Some(document) => words::read(document, page, desk.gallery, desk.report, &mut desk.links),
            None => words::blank(),
        }
    };
    Pages {
        home: words(&words::HOME),
        services: words(&words::SERVICES),
        outreaches: words(&words::OUTREACHES),
        articles: words(&words::ARTICLES),
        about_us: words(&words::ABOUT_US),
        team: words(&words::TEAM),
        vision_test: words(&words::VISION_TEST),
        privacy: words(&words::PRIVACY),
        not_found: words(&words::NOT_FOUND),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_content_we_ship_is_whole() {
        let content = load(&Folder::embedded()).unwrap_or_else(|problems| panic!("{problems}"));
        assert_eq!(content.services.len(), 7);
        assert!(content.articles.len() >= 6);
        let found: Vec<_> = content.game.levels.iter().map(|level| level.spots.len()).collect();
        assert_eq!(found, [1, 5, 5]);
    }

    #[test]
    fn every_problem_of_a_folder_is_told_at_once() {
        let mut folder = Folder::embedded();
        folder.remove("pages/team.md");
        folder.insert("services/frames.md", "+++\ntitle = \"Frames\"\n+++\nSee [this](/nowhere).\n");
        folder.insert("articles/Bad Name.md", "no fence");
        let told = load(&folder).expect_err("problems").to_string();
        for expected in [
            "pages/team.md:1: This file is missing",
            "services/frames.md:2: `summary` is missing.",
            "services/frames.md:2: `order` is missing.",
            "services/frames.md:4: The link /nowhere leads nowhere",
            "articles/Bad Name.md:1: The file's name",
            "articles/Bad Name.md:1: The file must begin with a line +++",
        ] {
            assert!(told.contains(expected), "{expected} is not told in:\n{told}");
        }
    }

    #[test]
    fn windows_line_ends_and_a_byte_order_mark_are_forgiven() {
        let mut folder = Folder::embedded();
        let text = std::str::from_utf8(folder.get("services/frames.md").expect("the file")).expect("text");
        let windows = format!("\u{feff}{}", text.replace('\n', "\r\n"));
        folder.insert("services/frames.md", &windows);
        load(&folder).unwrap_or_else(|problems| panic!("{problems}"));
    }
}
