//! Checking content again after a change finds exactly what checking all of it finds.

use clinic_content::{Findings, Folder, KnownArticles, Placeholder, Problem, future_dates};
use clinic_site::page_registry::site_pages;
use jiff::civil::{Date, date};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

const TODAY: Date = date(2026, 11, 20);
const DRAWING: &str = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 4 3'/>";
/// The other articles are left out: reading them all takes long.
const ARTICLES: [&str; 3] =
    ["articles/first-aid-for-the-eye.md", "articles/eyes-at-work.md", "articles/dry-eyes-and-screens.md"];
const OTHERS: [&str; 3] = ["articles/new.md", "articles/newer.md", "articles/Not a name.md"];
/// What somebody adds to an article.
const SENTENCES: [&str; 12] = [
    "A sentence.",
    "[Link](/articles/first-aid-for-the-eye)",
    "[Link](/articles/new)",
    "[Link](/articles/newer#part)",
    "[Link](/nowhere)",
    "[Link](/articles/moved)",
    "[Link](/services#{percent})",
    "[Link](/services#{services})",
    "There is no {variable}.",
    "![A lens](lens.svg)",
    "![A lens](Lens.svg)",
    "<b>HTML</b>",
];

/// What somebody does: a kind of change, and what is changed how.
type Change = (u8, u8, u8);

#[derive(Clone)]
struct Site {
    files: Folder,
    published: Folder,
}

impl Site {
    fn new() -> Self {
        let mut files = Folder::embedded();
        let articles: Vec<String> = files.files().map(|(path, _)| path.to_owned()).collect();
        for path in articles.iter().filter(|path| path.starts_with("articles/") && !ARTICLES.contains(&path.as_str())) {
            files.remove(path);
        }
        let mut site = Self { published: files.clone(), files };
        // What is found in these depends on a variable and a picture that may be added, on a picture that may be removed, and
        // on the team.
        site.files.insert("pictures/lens.svg", DRAWING);
        site.edit(ARTICLES[0], |text| format!("{text}\n[Link](/services#{{percent}})\n\n![A lens](LENS.svg)\n"));
        site.edit(ARTICLES[1], |text| format!("{text}\n![A lens](lens.svg)\n"));
        site.edit(ARTICLES[2], |text| text.replacen("+++", "+++\nreviewed_by = \"nurse\"", 1));
        site
    }

    fn edit(&mut self, path: &str, edit: impl FnOnce(&str) -> String) {
        let text = self.files.get(path).and_then(|file| String::from_utf8(file.to_vec()).ok());
        if let Some(text) = text {
            self.files.insert(path, edit(&text));
        }
    }

    fn add_or_remove(&mut self, path: &str, text: &str) {
        if self.files.contains(path) {
            self.files.remove(path);
        } else {
            self.files.insert(path, text);
        }
    }

    fn change(&mut self, (kind, which, how): Change) {
        let any = |list: &[&'static str]| list[usize::from(which) % list.len()];
        let article = any(&[ARTICLES, OTHERS].concat());
        let other = OTHERS[usize::from(how) % OTHERS.len()];
        match kind {
            0..4 => self.edit(article, |text| format!("{text}\n{}\n", SENTENCES[usize::from(how) % SENTENCES.len()])),
            4 => self.edit(article, |text| {
                text.replacen("+++", ["++", "+++\nauthor = \"nurse\"", "+++\nurgent = []"][usize::from(how) % 3], 1)
            }),
            // A new article, and another name.
            5 => drop(self.files.get(article).cloned().map(|file| self.files.insert(other, file))),
            6 => {
                let Some(file) = self.files.get(article).cloned() else { return };
                self.files.remove(article);
                self.files.insert(other, file);
            }
            7 => self.files.remove(article),
            8 => self.files.insert(article, vec![0xff]),
            9 => self.published = self.files.clone(),
            // Back to what is published, of one document or of all.
            10 => drop(self.published.get(article).cloned().map(|file| self.files.insert(article, file))),
            11 if how.is_multiple_of(2) => self.files = self.published.clone(),
            11 => *self = Self::new(),
            12 => {
                let days = ["2026-11-15", "2026-11-25", "2026-12-01", "2028-11-15"];
                let day = days[usize::from(how) % days.len()];
                self.edit(article, |text| text.replace("published = 2026-11-15", &format!("published = {day}")));
            }
            13 => self.edit(article, |text| text.replacen("+++", "+++\nlast_reviewed = 2027-01-01", 1)),
            14 => {
                let nurse = String::from_utf8_lossy(&self.files["team/director.md"]).into_owned();
                self.add_or_remove("team/nurse.md", &nurse);
            }
            15 => self.edit("team/director.md", |text| text.replace("order = 1", &format!("order = {}", how % 3))),
            16 => {
                let frames = String::from_utf8_lossy(&self.files["services/frames.md"]).into_owned();
                self.add_or_remove("services/more.md", &frames);
            }
            17 => self.edit("clinic.toml", |text| {
                let lines = text.lines().map(|line| {
                    let is_percent = line.starts_with("discount_percent");
                    if is_percent { format!("discount_percent = {}", 5 + how % 3) } else { line.to_owned() }
                });
                lines.collect::<Vec<_>>().join("\n")
            }),
            18 => self.add_or_remove(any(&["pictures/lens.svg", "pictures/LENS.svg", "pictures/lens.heic"]), DRAWING),
            19 => self.add_or_remove("redirects.toml", "\"/articles/moved\" = \"/articles/new\"\n"),
            20 => self.edit("clinic.toml", |text| {
                let day = ["2026-11-24", "2026-11-25", "2028-11-15"][usize::from(how) % 3];
                let notice =
                    format!("[notice]\ntext = \"T\"\nlink = \"/articles/new\"\nfrom = {day}\nuntil = 2028-12-01\n");
                format!("{}\n{notice}", text.split("\n[notice]").next().unwrap_or_default())
            }),
            _ => self.add_or_remove("pictures/lens.svg", "not a drawing"),
        }
    }
}

/// Everything that is found, each kind of problem sorted.
type Found = ([Vec<Problem>; 3], Vec<Placeholder>);

fn sorted(problems: impl IntoIterator<Item = Problem>) -> Vec<Problem> {
    let mut problems: Vec<_> = problems.into_iter().collect();
    problems.sort();
    problems
}

fn found_again(known: &mut KnownArticles, site: &Site) -> Found {
    let examined = known.examine(&site.files, &site_pages());
    let early_links = examined.early_links(TODAY.at(0, 0, 0, 0), &site.files, &site.published);
    let problems = [examined.problems().cloned().collect(), examined.future_dates(TODAY), early_links];
    (problems.map(sorted), examined.placeholders().cloned().collect())
}

fn found_in_all(site: &Site) -> Found {
    let (content, Findings { problems, unwritten, placeholders }) = clinic_content::examine(&site.files, &site_pages());
    let early_links = future_dates::early_links(&content, TODAY.at(0, 0, 0, 0), &site.files, &site.published);
    let problems = [[problems, unwritten].concat(), future_dates::find(&content, TODAY), early_links];
    (problems.map(sorted), placeholders)
}

#[test]
fn checking_only_what_changed_finds_what_checking_everything_finds() {
    let changes = proptest::collection::vec((0..22_u8, any::<u8>(), any::<u8>()), 1..12);
    let mut runner = TestRunner::new(Config { cases: 32, failure_persistence: None, ..Config::default() });
    let result = runner.run(&changes, |changes| {
        let (mut site, mut known) = (Site::new(), KnownArticles::default());
        prop_assert_eq!(found_again(&mut known, &site), found_in_all(&site));
        for change in changes {
            site.change(change);
            let expected = found_in_all(&site);
            prop_assert_eq!(&found_again(&mut known, &site), &expected, "after {:?}", change);
        }
        Ok(())
    });
    result.unwrap_or_else(|error| panic!("{error}"));
}
