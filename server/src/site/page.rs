//! What each page is given: the data that React renders on the server, hydrates in the browser and fetches
//! when a visitor moves on inside the app. One shape for all three, written once here.

use serde::Serialize;
use ts_rs::TS;

use crate::content::model::{Article, Clinic, Game, Member, Outreach, Service, Words};
use crate::content::picture::Picture;

/// One page with all it needs.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct PageData {
    /// The release of the front end that this data was made for; another one means: load the page afresh.
    pub build: String,
    pub path: String,
    pub meta: Meta,
    pub clinic: Clinic,
    /// For the copyright line.
    pub year: i16,
    pub page: Page,
}

#[derive(Debug, Clone, Serialize, TS)]
pub struct Meta {
    pub title: String,
    pub description: String,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum Page {
    Home { words: Words, services: Vec<Card>, outreaches: Vec<Card>, articles: Vec<Card> },
    Services { words: Words, services: Vec<Service> },
    Outreaches { words: Words, outreaches: Vec<Outreach> },
    Articles { words: Words, articles: Vec<Card> },
    Article { article: Article, more: Vec<Card> },
    AboutUs { words: Words },
    Team { words: Words, members: Vec<Member> },
    VisionTest { words: Words, game: Game },
    Privacy { words: Words },
    NotFound { words: Words },
}

/// An item as another page announces it.
#[derive(Debug, Clone, Serialize, TS)]
pub struct Card {
    pub href: String,
    pub title: String,
    pub summary: String,
    pub picture: Picture,
    /// Articles only: ISO date and reading time.
    pub published: Option<String>,
    pub minutes: Option<u32>,
}

impl Page {
    /// The name of its kind, as the front end's build and the data know it.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Home { .. } => "home",
            Self::Services { .. } => "services",
            Self::Outreaches { .. } => "outreaches",
            Self::Articles { .. } => "articles",
            Self::Article { .. } => "article",
            Self::AboutUs { .. } => "aboutUs",
            Self::Team { .. } => "team",
            Self::VisionTest { .. } => "visionTest",
            Self::Privacy { .. } => "privacy",
            Self::NotFound { .. } => "notFound",
        }
    }
}
