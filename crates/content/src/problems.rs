//! Problems and placeholders found while content is loaded, each with its file and line.

use std::cell::RefCell;
use std::fmt;

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Problem {
    pub file: String,
    pub line: usize,
    pub message: String,
    /// The same for people who see a form and not the file. `None` when the message names nothing of the file.
    pub plain: Option<String>,
}

impl Problem {
    pub fn new(file: impl Into<String>, line: usize, message: impl Into<Message>) -> Self {
        let Message { text, plain } = message.into();
        Self { file: file.into(), line, message: text, plain }
    }
}

/// What is wrong, in the words of the file and, where they differ, in those of its form.
#[derive(Debug, Clone)]
pub struct Message {
    text: String,
    plain: Option<String>,
}

impl Message {
    /// `plain` has no keys, no names of files and no signs that a form does not show.
    pub fn new(text: impl Into<String>, plain: impl Into<String>) -> Self {
        Self { text: text.into(), plain: Some(plain.into()) }
    }
}

impl From<String> for Message {
    fn from(text: String) -> Self {
        Self { text, plain: None }
    }
}

impl From<&str> for Message {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.message)
    }
}

/// All problems of a content folder, sorted by file and line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
pub struct Problems(pub Vec<Problem>);

impl Problems {
    /// `None` without a problem.
    pub fn of(problems: impl IntoIterator<Item = Problem>) -> Option<Self> {
        let mut problems: Vec<_> = problems.into_iter().collect();
        problems.sort();
        problems.dedup();
        (!problems.is_empty()).then_some(Self(problems))
    }
}

/// A value that the clinic has to replace or to add before the site goes live.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placeholder {
    pub file: String,
    pub line: usize,
    pub key: String,
    /// Empty when there is no value yet.
    pub value: String,
}

/// All that was found.
#[derive(Debug)]
pub struct Findings {
    pub problems: Vec<Problem>,
    pub unwritten: Vec<Problem>,
    pub placeholders: Vec<Placeholder>,
}

/// Collects problems and placeholders. Loading continues after a problem, so that editors see all of them in one run.
#[derive(Debug, Default)]
pub struct Report {
    problems: RefCell<Vec<Problem>>,
    /// What is still to be written. Also a problem, but the rest can be shown without it.
    unwritten: RefCell<Vec<Problem>>,
    placeholders: RefCell<Vec<Placeholder>>,
}

impl Report {
    pub fn problem(&self, file: &str, line: usize, message: impl Into<Message>) {
        self.problems.borrow_mut().push(Problem::new(file, line, message));
    }

    pub fn unwritten(&self, file: &str, line: usize, message: impl Into<Message>) {
        self.unwritten.borrow_mut().push(Problem::new(file, line, message));
    }

    pub fn placeholder(&self, placeholder: Placeholder) {
        self.placeholders.borrow_mut().push(placeholder);
    }

    /// The placeholders when there were no problems, otherwise the problems.
    pub fn into_result(self) -> Result<Vec<Placeholder>, Problems> {
        let Findings { problems, unwritten, placeholders } = self.into_findings();
        Problems::of(problems.into_iter().chain(unwritten)).map_or(Ok(placeholders), Err)
    }

    pub fn into_findings(self) -> Findings {
        Findings {
            problems: self.problems.into_inner(),
            unwritten: self.unwritten.into_inner(),
            placeholders: self.placeholders.into_inner(),
        }
    }
}
