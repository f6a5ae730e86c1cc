//! What kind of document a file of the content is, by its path.

use serde::Serialize;
use utoipa::ToSchema;

use super::picture::extension;

pub const CLINIC_FILE: &str = "clinic.toml";
pub const GAME_FILE: &str = "game/game.toml";
pub const URGENT_FILE: &str = "urgent.toml";
pub const REDIRECTS_FILE: &str = "redirects.toml";
pub const DESCRIPTIONS_FILE: &str = "pictures/descriptions.toml";

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum DocumentKind {
    Page,
    Service,
    Outreach,
    Article,
    /// A page that the clinic added, such as one with prices.
    Info,
    Member,
    /// `clinic.toml`: the facts about the clinic.
    Clinic,
    Game,
    /// `urgent.toml`: the questions of "Is it urgent?".
    Urgent,
    Redirects,
    Picture,
    /// `pictures/descriptions.toml`: what the pictures show.
    Descriptions,
}

impl DocumentKind {
    /// `None` when a file at this path is no part of the content.
    pub fn of(path: &str) -> Option<Self> {
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        let is_hidden = path.split('/').any(|part| part.is_empty() || part.starts_with('.') || part.ends_with('~'));
        if is_hidden || path.len() > 200 || path.contains(|c: char| c.is_control() || c == '\\') {
            return None;
        }
        match (folder, name) {
            _ if path == CLINIC_FILE => Some(Self::Clinic),
            _ if path == GAME_FILE => Some(Self::Game),
            _ if path == URGENT_FILE => Some(Self::Urgent),
            _ if path == REDIRECTS_FILE => Some(Self::Redirects),
            _ if path == DESCRIPTIONS_FILE => Some(Self::Descriptions),
            ("pages", _) => name.strip_suffix(".md").map(|_| Self::Page),
            ("services", _) => has_slug(name).then_some(Self::Service),
            ("outreaches", _) => has_slug(name).then_some(Self::Outreach),
            ("articles", _) => has_slug(name).then_some(Self::Article),
            ("info", _) => has_slug(name).then_some(Self::Info),
            ("team", _) => has_slug(name).then_some(Self::Member),
            _ if path.starts_with("pictures/") || folder == "game" => {
                extension::is_supported(name).then_some(Self::Picture)
            }
            _ => None,
        }
    }

    /// Whether the document has text below its keys.
    pub fn has_text(self) -> bool {
        matches!(self, Self::Page | Self::Service | Self::Outreach | Self::Article | Self::Info | Self::Member)
    }

    /// Whether documents of this kind can be added and deleted. The others are each needed once.
    pub fn is_optional(self) -> bool {
        match self {
            Self::Service
            | Self::Outreach
            | Self::Article
            | Self::Info
            | Self::Member
            | Self::Redirects
            | Self::Picture => true,
            Self::Page | Self::Clinic | Self::Game | Self::Urgent | Self::Descriptions => false,
        }
    }
}

/// `first-aid.md`: the name becomes part of an address.
fn has_slug(name: &str) -> bool {
    let is_allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    name.strip_suffix(".md").is_some_and(|slug| !slug.is_empty() && slug.chars().all(is_allowed))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Folder;
    use crate::document_summary::title_of;

    #[test]
    fn every_shipped_file_is_a_document_and_texts_have_a_title() {
        for (path, bytes) in Folder::embedded().files() {
            let kind = DocumentKind::of(path).unwrap_or_else(|| panic!("{path} has no kind"));
            if kind.has_text() {
                let text = std::str::from_utf8(bytes).expect("text");
                assert!(title_of(text).is_some_and(|title| !title.is_empty()), "{path} has no title");
            }
        }
    }

    #[test]
    fn other_paths_are_no_documents() {
        let long = format!("articles/{}.md", "a".repeat(200));
        for path in [
            "",
            "articles/A.md",
            "articles/.md",
            "articles/a.txt",
            "articles/2026/a.md",
            "articles//a.md",
            "../clinic.toml",
            "pictures/../../a.svg",
            "pictures/.hidden.svg",
            "pictures/a.exe",
            "pages/.a.md",
            "game/level\\1.svg",
            "/etc/passwd",
            &long,
        ] {
            assert_eq!(DocumentKind::of(path), None, "{path}");
        }
    }
}
