//! The clinic's words as typed values: what the content folder means once it has been read and found whole.
//!
//! Owns the shapes only. Reading files is `load`'s work, and nothing here knows about pages or HTTP.

use std::collections::BTreeMap;

use jiff::civil::Date;
use serde::Serialize;
use ts_rs::TS;

use super::markdown::Block;
use super::picture::{Picture, PictureFile};

/// Everything the site is made of.
#[derive(Debug, Clone)]
pub struct Content {
    pub clinic: Clinic,
    pub pages: Pages,
    pub services: Vec<Service>,
    pub outreaches: Vec<Outreach>,
    /// Newest first.
    pub articles: Vec<Article>,
    pub team: Vec<Member>,
    pub game: Game,
    /// By their path in the folder, e.g. `pictures/mark.svg`.
    pub pictures: BTreeMap<String, PictureFile>,
    pub placeholders: Vec<Placeholder>,
}

/// A fact that the clinic still has to give before the site goes live.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placeholder {
    pub file: String,
    pub line: usize,
    pub key: String,
    pub value: String,
}

/// The facts that every page shows: header, footer, contact popup.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Clinic {
    pub name: String,
    pub tagline: String,
    /// The footer's "About Us".
    pub blurb: String,
    pub founded: i16,
    pub address: Address,
    pub map: Map,
    pub phone: Phone,
    pub whatsapp: Whatsapp,
    pub hours: Vec<Hours>,
    pub socials: Vec<Social>,
    pub discount_percent: u8,
}

#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct Address {
    pub street: String,
    pub city: String,
    pub state: String,
    pub country: String,
}

#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct Map {
    pub link: String,
    /// Without it the page shows the address and the link alone.
    pub embed: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct Phone {
    /// As people write it.
    pub display: String,
    /// `tel:+234…`
    pub href: String,
}

#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct Whatsapp {
    /// `https://wa.me/…?text=…`
    pub href: String,
}

/// A run of weekdays with the same hours. Days count from Monday = 1.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Hours {
    /// "Monday to Friday"
    pub days: String,
    /// "8:00 AM to 6:00 PM" or "Closed"
    pub times: String,
    pub first_day: u8,
    pub last_day: u8,
    pub open: Option<OpenTimes>,
}

/// Minutes after midnight in the clinic's own time zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
pub struct OpenTimes {
    pub from: u16,
    pub until: u16,
}

#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct Social {
    pub network: Network,
    pub url: String,
    /// A placeholder's address is shown, but never told to search engines as ours.
    #[serde(skip)]
    #[ts(skip)]
    pub ours: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, serde::Deserialize, Serialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum Network {
    Instagram,
    Facebook,
    Linkedin,
}

#[derive(Debug, Clone)]
pub struct Pages {
    pub home: Words,
    pub services: Words,
    pub outreaches: Words,
    pub articles: Words,
    pub about_us: Words,
    pub team: Words,
    pub vision_test: Words,
    pub privacy: Words,
    pub not_found: Words,
}

/// The words of one page that are not a collection.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct Words {
    pub title: String,
    pub description: String,
    pub heading: String,
    pub intro: String,
    pub picture: Option<Picture>,
    /// The eye-chart lines of the home page; empty elsewhere.
    pub chart: Vec<String>,
    /// Keyed by the part of the page they belong to.
    pub sections: BTreeMap<String, Section>,
    pub body: Vec<Block>,
}

#[derive(Debug, Clone, PartialEq, serde::Deserialize, Serialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Section {
    pub heading: String,
    pub text: String,
}

#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct Service {
    pub slug: String,
    pub title: String,
    pub summary: String,
    pub picture: Picture,
    pub duration: String,
    pub drive: String,
    pub happens: Vec<String>,
    pub bring: Vec<String>,
    pub come: Vec<String>,
    pub body: Vec<Block>,
}

#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct Outreach {
    pub slug: String,
    pub title: String,
    pub summary: String,
    pub picture: Picture,
    pub brings: Vec<String>,
    pub needs: Vec<String>,
    pub body: Vec<Block>,
}

#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct Article {
    pub slug: String,
    pub title: String,
    pub summary: String,
    pub picture: Picture,
    #[ts(type = "string")]
    pub published: Date,
    #[ts(type = "string | null")]
    pub updated: Option<Date>,
    pub minutes: u32,
    pub urgent: Vec<String>,
    pub sources: Vec<Source>,
    pub body: Vec<Block>,
}

#[derive(Debug, Clone, PartialEq, serde::Deserialize, Serialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Source {
    pub publisher: String,
    pub title: String,
    pub url: String,
}

#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct Member {
    pub slug: String,
    pub name: String,
    pub role: String,
    pub picture: Picture,
    pub body: Vec<Block>,
}

#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct Game {
    pub levels: Vec<Level>,
}

#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct Level {
    pub image: Picture,
    pub alt: String,
    pub description: String,
    pub spots: Vec<Spot>,
}

/// A place in the picture, in percent of its width and height, as the drawing gives it.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct Spot {
    pub id: u32,
    pub top: String,
    pub left: String,
    pub width: String,
    pub height: String,
    pub label: Option<String>,
}
