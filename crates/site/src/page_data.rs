//! The data of each page. The server renders it, the browser hydrates with it, and navigation inside the app fetches it
//! as `/data/<page>.json`.

use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::ToSchema;

use clinic_content::model::{Article, Clinic, Game, InfoPage, Member, Outreach, PageText, Practice, Service, Urgent};
use clinic_content::picture::Picture;
use clinic_rules::booking::Price;

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PageData {
    /// The build of the front end that this data belongs to. A browser running another build reloads the page.
    pub build: String,
    pub path: String,
    pub meta: Meta,
    pub clinic: Clinic,
    /// For the copyright line.
    pub year: i16,
    pub page: Page,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Meta {
    pub title: String,
    pub description: String,
}

/// The tag is the page's kind in the registry.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Page {
    #[serde(rename_all = "camelCase")]
    Home {
        text: PageText,
        services: Vec<Card>,
        outreaches: Vec<PageLink>,
        #[schema(required)]
        outreach_picture: Option<Picture>,
        articles: Vec<Card>,
        /// Whether it links to the puzzle for practice.
        has_practice: bool,
    },
    Services {
        text: PageText,
        services: Vec<Service>,
        /// The articles about a service, by its slug.
        articles: BTreeMap<String, Vec<PageLink>>,
    },
    Outreaches {
        text: PageText,
        outreaches: Vec<Outreach>,
    },
    #[serde(rename_all = "camelCase")]
    Articles {
        text: PageText,
        groups: Vec<ArticleGroup>,
        /// Whether it links to the sight self-check.
        has_sight_check: bool,
    },
    Article {
        article: Article,
        /// The services that name this article.
        services: Vec<PageLink>,
        more: Vec<Card>,
    },
    Info {
        info: InfoPage,
    },
    AboutUs {
        text: PageText,
    },
    Team {
        text: PageText,
        members: Vec<Member>,
    },
    #[serde(rename_all = "camelCase")]
    VisionTest {
        text: PageText,
        game: Game,
        /// Whether it links to the sight self-check.
        has_sight_check: bool,
        /// Whether it links to the puzzle for practice.
        has_practice: bool,
    },
    Practice {
        text: PageText,
        puzzle: Practice,
    },
    #[serde(rename_all = "camelCase")]
    Book {
        text: PageText,
        services: Vec<BookableService>,
        days_ahead: u16,
        confirmed_by_staff: bool,
    },
    #[serde(rename_all = "camelCase")]
    Appointment {
        text: PageText,
        days_ahead: u16,
    },
    Urgent {
        text: PageText,
        urgent: Urgent,
        /// The articles about its rows, by slug.
        articles: BTreeMap<String, PageLink>,
    },
    SightCheck {
        text: PageText,
    },
    Privacy {
        text: PageText,
    },
    NotFound {
        text: PageText,
    },
}

impl Page {
    /// The picture at the top of the page, which stands for it where it is shared.
    pub fn top_picture(&self) -> Option<&Picture> {
        match self {
            Self::Article { article, .. } => Some(&article.picture),
            Self::Info { info } => info.picture.as_ref(),
            Self::Home { text, .. }
            | Self::Services { text, .. }
            | Self::Outreaches { text, .. }
            | Self::Articles { text, .. }
            | Self::AboutUs { text }
            | Self::Team { text, .. }
            | Self::VisionTest { text, .. }
            | Self::Practice { text, .. }
            | Self::Book { text, .. }
            | Self::Appointment { text, .. }
            | Self::Urgent { text, .. }
            | Self::SightCheck { text }
            | Self::Privacy { text }
            | Self::NotFound { text } => text.picture.as_ref(),
        }
    }
}

/// A service that can be booked online.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BookableService {
    pub slug: String,
    pub title: String,
    pub summary: String,
    pub minutes: u16,
    pub bring: Vec<String>,
    pub drive: String,
    /// The same in one short sentence. Null when there is none.
    #[schema(required)]
    pub driving: Option<&'static str>,
    /// As patients read it. Null when none is shown.
    #[schema(required, value_type = Option<String>)]
    pub price: Option<Price>,
}

/// Articles for the same readers.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ArticleGroup {
    pub heading: String,
    pub articles: Vec<Card>,
}

/// A link from one page to another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct PageLink {
    pub href: String,
    pub title: String,
}

/// A short form of a service, an outreach or an article, linking to it from another page.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Card {
    pub href: String,
    pub title: String,
    pub summary: String,
    pub picture: Picture,
    /// Articles only: how long it takes to read.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub minutes: Option<u32>,
}

/// The page of one item of a collection, before it has a path.
#[derive(Debug)]
pub struct ItemPage {
    pub slug: String,
    pub meta: Meta,
    pub page: Page,
}
