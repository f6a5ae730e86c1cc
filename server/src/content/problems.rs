//! Problems and placeholders found while content is loaded, each with its file and line.

use std::cell::RefCell;
use std::fmt;

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Problem {
    pub file: String,
    pub line: usize,
    pub message: String,
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

/// A value that the clinic has to replace or to add before the site goes live.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placeholder {
    pub file: String,
    pub line: usize,
    pub key: String,
    /// Empty when there is no value yet.
    pub value: String,
}

/// Collects problems and placeholders. Loading continues after a problem, so that editors see all of them in one run.
#[derive(Debug, Default)]
pub struct Report {
    problems: RefCell<Vec<Problem>>,
    placeholders: RefCell<Vec<Placeholder>>,
}

impl Report {
    pub fn problem(&self, file: &str, line: usize, message: impl Into<String>) {
        self.problems.borrow_mut().push(Problem { file: file.to_owned(), line, message: message.into() });
    }

    pub fn placeholder(&self, placeholder: Placeholder) {
        self.placeholders.borrow_mut().push(placeholder);
    }

    /// The placeholders when there were no problems, otherwise the problems.
    pub fn into_result(self) -> Result<Vec<Placeholder>, Problems> {
        let mut problems = self.problems.into_inner();
        if problems.is_empty() {
            return Ok(self.placeholders.into_inner());
        }
        problems.sort();
        problems.dedup();
        Err(Problems(problems))
    }
}
