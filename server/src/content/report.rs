//! What is wrong with a content folder, and what is still missing before it goes live.
//!
//! Collects; never stops at the first problem, since a person who mends a folder wants the whole list at once.

use std::cell::RefCell;
use std::fmt;

use super::model::Placeholder;

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

/// Every problem of a folder, in the order of its files and lines.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
pub struct Problems(pub Vec<Problem>);

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

    /// The placeholders of a folder without problems, or the problems.
    pub fn close(self) -> Result<Vec<Placeholder>, Problems> {
        let mut problems = self.problems.into_inner();
        if problems.is_empty() {
            return Ok(self.placeholders.into_inner());
        }
        problems.sort();
        problems.dedup();
        Err(Problems(problems))
    }
}
