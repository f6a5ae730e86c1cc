//! Values that content files may use in their text: `{percent}` becomes the discount of `clinic.toml`. A sentence then
//! stays true when the value changes.

use toml::{Table, Value};

use super::document_kind::{CLINIC_FILE, GAME_FILE};
use super::file::ContentFile;
use super::folder::Folder;
use super::problems::Report;

const NUMBER_WORDS: [&str; 13] =
    ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/// Each name with its value, in the order in which error messages list them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variables([(&'static str, String); 6]);

fn is_text(path: &str) -> bool {
    path.rsplit_once('.').is_some_and(|(_, extension)| extension == "md" || extension == "toml")
}

impl Variables {
    pub fn of(folder: &Folder) -> Self {
        // A file with a syntax error gives an empty table here. It is reported when it is read.
        let table = |path: &str| {
            let text = folder.get(path).and_then(|bytes| std::str::from_utf8(bytes).ok()).unwrap_or_default();
            text.trim_start_matches('\u{feff}').parse::<Table>().unwrap_or_default()
        };
        let game = table(GAME_FILE);
        let levels = game.get("levels").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        let spots = |level: &Value| level.get("spots").and_then(Value::as_array).map_or(0, Vec::len);
        let total: usize = levels.iter().map(spots).sum();
        let is_service = |path: &str| path.starts_with("services/") && is_text(path);
        let services = folder.files().filter(|(path, _)| is_service(path)).count();
        let percent = table(CLINIC_FILE).get("discount_percent").and_then(Value::as_integer).unwrap_or_default();
        Self([
            ("percent", percent.to_string()),
            ("total", total.to_string()),
            ("levels", in_words(levels.len())),
            ("Levels", capitalized(&in_words(levels.len()))),
            ("services", in_words(services)),
            ("Services", capitalized(&in_words(services))),
        ])
    }

    /// Each name with its value.
    pub fn into_values(self) -> impl Iterator<Item = (&'static str, String)> {
        self.0.into_iter()
    }

    /// The folder with all variables of its texts replaced. Unknown ones are reported and left as they are.
    pub fn expand(&self, mut folder: Folder, report: &Report) -> Folder {
        let expand =
            |(path, file): (&str, &ContentFile)| Some((path.to_owned(), self.expand_file(path, file, report)?));
        let expanded: Vec<(String, String)> = folder.files().filter_map(expand).collect();
        for (path, text) in expanded {
            folder.insert(path, text);
        }
        folder
    }

    /// `None` for a file that uses none.
    pub fn expand_file(&self, path: &str, file: &[u8], report: &Report) -> Option<String> {
        if !is_text(path) {
            return None;
        }
        let text = std::str::from_utf8(file).ok().filter(|text| text.contains('{'))?;
        Some(self.replace_in(path, text, report))
    }

    fn replace_in(&self, file: &str, text: &str, report: &Report) -> String {
        let mut replaced = String::with_capacity(text.len());
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            replaced.push_str(before);
            let Some((name, after_name)) = after.split_once('}').filter(|(name, _)| is_name(name)) else {
                // An inline table of TOML, or a brace in the text.
                replaced.push('{');
                rest = after;
                continue;
            };
            match self.0.iter().find(|(known, _)| *known == name) {
                Some((_, value)) => replaced.push_str(value),
                None => report.problem(file, 1 + replaced.matches('\n').count(), self.unknown(name)),
            }
            rest = after_name;
        }
        replaced + rest
    }

    fn unknown(&self, name: &str) -> String {
        let known: Vec<_> = self.0.iter().map(|(known, _)| format!("{{{known}}}")).collect();
        format!("There is no variable {{{name}}}. Use one of {}.", known.join(", "))
    }
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-')
}

/// Up to twelve as a word, as in running text.
fn in_words(number: usize) -> String {
    NUMBER_WORDS.get(number).map_or_else(|| number.to_string(), |word| (*word).to_owned())
}

fn capitalized(word: &str) -> String {
    word[..1].to_ascii_uppercase() + &word[1..]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expanded(text: &str) -> (String, Vec<String>) {
        let spots =
            "[[levels]]\n[[levels.spots]]\nid = 1\n[[levels.spots]]\nid = 2\n[[levels]]\n[[levels.spots]]\nid = 1\n";
        let folder = Folder::from_texts([
            ("clinic.toml", "name = { placeholder = \"Clinic\" }\ndiscount_percent = 10\n"),
            ("game/game.toml", spots),
            ("services/a.md", ""),
            ("services/b.md", ""),
            ("pages/home.md", text),
        ]);
        let report = Report::default();
        let page = Variables::of(&folder).expand(folder, &report).get("pages/home.md").expect("the page").to_vec();
        let problems = report.into_result().err().map_or_else(Vec::new, |problems| problems.0);
        (String::from_utf8(page).expect("text"), problems.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn values_come_from_the_clinic_the_game_and_the_services() {
        let (text, problems) = expanded("{percent}% off for {total} in {levels}. {Services} services, {services}.");
        assert_eq!(text, "10% off for 3 in two. Two services, two.");
        assert_eq!(problems, Vec::<String>::new());
    }

    #[test]
    fn unknown_variable_is_reported_with_file_and_line() {
        let (_, problems) = expanded("One {percent}\n\nTwo {percents} { three } {");
        let [problem] = problems.as_slice() else { panic!("{problems:?}") };
        assert!(
            problem.starts_with("pages/home.md:3: There is no variable {percents}. Use one of {percent},"),
            "{problem}"
        );
    }

    #[test]
    fn shipped_texts_use_variables_for_the_discount_and_the_number_of_differences() {
        let folder = Folder::embedded();
        let variables = Variables::of(&folder);
        let value = |name: &str| variables.0.iter().find(|(known, _)| *known == name).expect("a variable").1.clone();
        let (percent, total) = (value("percent"), value("total"));
        // game.toml holds the spots themselves.
        let texts = folder.files().filter(|(path, _)| is_text(path) && *path != GAME_FILE);
        for (path, bytes) in texts {
            let text = std::str::from_utf8(bytes).expect("text");
            for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.contains("published = ")) {
                let words: Vec<_> = line.split(|c: char| !c.is_ascii_alphanumeric() && c != '%').collect();
                let typed = words.iter().any(|word| *word == format!("{percent}%") || *word == total);
                let spelled = words.iter().any(|word| word.eq_ignore_ascii_case("eleven"));
                assert!(!typed && !spelled, "{path}:{}: {line}", number + 1);
            }
        }
    }
}
