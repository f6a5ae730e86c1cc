//! Whether the site shows the content that it should show, and what to do when it does not.

/// What the pages were made from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShownContent {
    /// The content folder, or the copy of it that was published last.
    Folder,
    /// A revision of the store. 0 is the content that came with the program.
    Revision(i64),
    /// The copy of what was shown last, because the database cannot be read.
    Copy,
    /// The content that came with the program, because no revision can be shown.
    Embedded,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContentStatus {
    /// The revision that is published in the store. `None` when the content comes from a folder, or the store cannot be read.
    pub published: Option<i64>,
    pub shown: ShownContent,
    /// Why the content that should be shown is not. Empty when it is.
    pub problems: Vec<String>,
}

impl ContentStatus {
    pub fn of_folder(problems: Vec<String>) -> Self {
        Self { published: None, shown: ShownContent::Folder, problems }
    }

    pub fn of_revision(number: i64) -> Self {
        Self { published: Some(number), shown: ShownContent::Revision(number), problems: Vec::new() }
    }

    /// The database cannot be read, and there is a copy of what was shown last.
    pub fn of_copy() -> Self {
        Self { published: None, shown: ShownContent::Copy, problems: Vec::new() }
    }

    /// The database cannot be read, and nothing else is there.
    pub fn of_program() -> Self {
        let problems = vec!["The content in the database cannot be read.".to_owned()];
        Self { published: None, shown: ShownContent::Embedded, problems }
    }

    pub fn is_current(&self) -> bool {
        self.problems.is_empty()
    }

    /// What visitors see instead. `None` when they see what they should.
    pub fn explanation(&self) -> Option<String> {
        if self.is_current() {
            return None;
        }
        let Some(published) = self.published else {
            let explanation = match self.shown {
                ShownContent::Embedded => "The site shows the content that came with the program.",
                _ => "The content folder has errors. The site shows the content that was published last.",
            };
            return Some(explanation.to_owned());
        };
        Some(match self.shown {
            ShownContent::Revision(shown) if shown == published => {
                format!(
                    "Revision {published} of the content could not be rendered again. The site shows its earlier pages."
                )
            }
            ShownContent::Revision(shown) => {
                format!(
                    "This program cannot show revision {published} of the content. The site shows revision {shown}."
                )
            }
            ShownContent::Embedded | ShownContent::Copy | ShownContent::Folder => format!(
                "This program can show neither revision {published} of the content nor an earlier one. The site shows the \
                 content that came with the program."
            ),
        })
    }

    pub fn advice(&self) -> &'static str {
        match self.published {
            None if self.shown == ShownContent::Embedded => "Correct the problem of the database.",
            None => "Correct the files; the site is then updated.",
            Some(_) => {
                "Correct the documents at the desk, on the screen Content, and publish them. Or run `clinic content export \
                 FOLDER`, correct the files there, and run `clinic content import FOLDER --publish`."
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn explanation_names_what_visitors_see_instead() {
        let status = |published, shown, problem: &str| {
            let problems = if problem.is_empty() { Vec::new() } else { vec![problem.to_owned()] };
            ContentStatus { published, shown, problems }.explanation().unwrap_or_default()
        };
        assert_eq!(status(Some(5), ShownContent::Revision(5), ""), "");
        assert!(status(Some(5), ShownContent::Revision(3), "p").ends_with("The site shows revision 3."));
        assert!(status(Some(5), ShownContent::Embedded, "p").ends_with("the content that came with the program."));
        assert!(status(Some(5), ShownContent::Revision(5), "p").ends_with("The site shows its earlier pages."));
        assert!(status(None, ShownContent::Folder, "p").contains("published last"));
        assert!(status(None, ShownContent::Embedded, "p").ends_with("the content that came with the program."));
    }
}
