//! Types of loaded content: the clinic's facts, page texts, services, outreaches, articles, added pages, team and game.

use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::civil::{Date, DateTime, Time};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::load_context::Link;
use super::picture::{Picture, PictureFile};
use super::problems::Placeholder;
use super::text::rich_text::Block;
use clinic_rules::booking;

pub use clinic_rules::booking::{Closure, OpenTimes};

/// A loaded content folder without problems.
#[derive(Debug, Clone)]
pub struct Content {
    pub clinic: Clinic,
    /// Keyed by the name of the file in `pages/`.
    pub page_texts: BTreeMap<&'static str, PageText>,
    pub services: Vec<Service>,
    pub outreaches: Vec<Outreach>,
    /// Newest first.
    pub articles: Vec<Article>,
    /// Pages that the clinic added, by title.
    pub info_pages: Vec<InfoPage>,
    pub team: Vec<Member>,
    pub game: Game,
    /// Not part of the files: added before publication, when the clinic wants it and it is drawn.
    pub practice: Option<Practice>,
    pub urgent: Urgent,
    /// Keyed by the path in the folder, for example `pictures/mark.svg`.
    pub pictures: BTreeMap<String, Arc<PictureFile>>,
    /// From the path of a page that was renamed or removed to an existing one.
    pub redirects: BTreeMap<String, String>,
    pub placeholders: Vec<Placeholder>,
    /// All links in the texts, to compare them with the days on which articles appear.
    pub links: Vec<Link>,
}

/// Facts about the clinic, shown on every page in the header, the footer and the contact popup.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_excessive_bools, reason = "parts of the site that are turned on and off one by one")]
pub struct Clinic {
    pub name: String,
    pub tagline: String,
    /// The text under "About Us" in the footer.
    pub blurb: String,
    pub founded: i16,
    pub address: Address,
    pub map: Map,
    pub phone: Phone,
    pub whatsapp: Whatsapp,
    pub hours: Vec<Hours>,
    /// Days on which the clinic is closed. Pages have only those that are not over.
    pub closures: Vec<Closure>,
    /// Whether appointments can be booked on this site.
    pub books_online: bool,
    /// The added pages that are in the menu. Left out when there is none, because it would be in the data of every page.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub menu_pages: Vec<MenuLink>,
    #[serde(skip)]
    pub booking: Option<booking::Settings>,
    /// Whether the site has the sight self-check. The pages that link to it say so in their own data.
    #[serde(skip)]
    pub has_sight_check: bool,
    /// Whether the game shows a new set of pictures every month instead of those of the content.
    #[serde(skip)]
    pub has_monthly_puzzles: bool,
    /// Whether there is a new puzzle for practice every day.
    #[serde(skip)]
    pub has_daily_practice: bool,
    pub emergency: Emergency,
    /// With an eye doctor on call. Left out when there is none, because it would be in the data of every page.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hospitals: Vec<Hospital>,
    /// Pages have it only until its last day. Left out when there is none, because it would be in the data of every page.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub notice: Option<SiteNotice>,
    pub socials: Vec<Social>,
    pub discount_percent: u8,
    /// Completes "5% off …".
    #[schema(required)]
    pub discount_on: Option<String>,
    /// How many days a code is valid.
    pub code_days: u32,
}

impl Clinic {
    /// The names by which people know the clinic and where it is.
    #[must_use]
    pub fn names(&self) -> [&str; 4] {
        [&self.name, &self.address.city, &self.address.state, &self.address.country]
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct Address {
    pub street: String,
    pub city: String,
    pub state: String,
    pub country: String,
}

#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct Map {
    pub link: String,
    /// The address of an embedded map. Without it the page shows the street address and the link.
    #[schema(required)]
    pub embed: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct Phone {
    /// As the clinic writes it.
    pub display: String,
    /// `tel:+234…`
    pub href: String,
}

#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct Whatsapp {
    /// `https://wa.me/…?text=…`
    pub href: String,
}

/// Consecutive weekdays with the same opening hours. Monday is 1, Sunday is 7.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Hours {
    /// "Monday to Friday"
    pub days: String,
    /// "8:00 AM to 6:00 PM" or "Closed"
    pub times: String,
    pub first_day: u8,
    pub last_day: u8,
    /// Empty when the clinic is closed. More than one when there is a break.
    pub open: Vec<OpenTimes>,
}

/// What to do in an eye emergency. It is never missing: somebody who books instead of going to hospital can lose an eye.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct Emergency {
    pub text: String,
    #[schema(required)]
    pub link: Option<EmergencyLink>,
}

#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct EmergencyLink {
    pub text: String,
    /// A page of this site.
    pub href: String,
}

/// A hospital with an eye doctor on call. It has only what the clinic has confirmed.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct Hospital {
    pub name: String,
    #[schema(required)]
    pub area: Option<String>,
    #[schema(required)]
    pub phone: Option<Phone>,
    #[schema(required)]
    pub map: Option<String>,
}

/// A message at the top of every page, for example that the clinic has moved.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct SiteNotice {
    pub text: String,
    /// Where the text leads to: a page of this site or of another one.
    #[schema(required)]
    pub href: Option<String>,
    /// The first day on which it is shown, in the clinic's time zone. None to show it at once.
    #[serde(skip)]
    pub from: Option<Date>,
    #[serde(skip)]
    pub from_line: usize,
    /// The last day on which it is shown.
    pub until: Date,
}

impl SiteNotice {
    pub fn is_shown_on(&self, day: Date) -> bool {
        self.from.is_none_or(|from| from <= day) && day <= self.until
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct Social {
    pub network: Network,
    pub url: String,
    /// False for a placeholder: the link is shown, but not listed as the clinic's profile in structured data.
    #[serde(skip)]
    pub is_confirmed: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Network {
    Instagram,
    Facebook,
    Linkedin,
}

/// The text of a page that does not come from a collection.
#[derive(Debug, Clone, Default, PartialEq, Serialize, ToSchema)]
pub struct PageText {
    /// Pages have title and description as `meta`.
    #[serde(skip)]
    pub title: String,
    #[serde(skip)]
    pub description: String,
    pub heading: String,
    pub intro: String,
    #[schema(required)]
    pub picture: Option<Picture>,
    /// The lines of the eye chart on the home page. Empty on other pages.
    pub chart: Vec<String>,
    /// Keyed by the part of the page that shows the section.
    pub sections: BTreeMap<String, Section>,
    pub body: Vec<Block>,
}

#[derive(Debug, Clone, PartialEq, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Section {
    pub heading: String,
    pub text: String,
}

#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct Service {
    pub slug: String,
    pub title: String,
    pub summary: String,
    pub picture: Picture,
    pub duration: String,
    pub drive: String,
    /// The same in one short sentence, for lists of services.
    #[serde(skip)]
    pub driving: Option<&'static str>,
    /// As patients read it. Null when none is shown.
    #[schema(required, value_type = Option<String>)]
    pub price: Option<booking::Price>,
    pub happens: Vec<String>,
    pub bring: Vec<String>,
    pub come: Vec<String>,
    /// Slugs of the articles about it.
    #[serde(skip)]
    pub articles: Vec<String>,
    /// Other words that people search for.
    #[serde(skip)]
    pub search: Vec<String>,
    pub body: Vec<Block>,
}

#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct Outreach {
    pub slug: String,
    pub title: String,
    pub summary: String,
    pub picture: Picture,
    pub brings: Vec<String>,
    pub needs: Vec<String>,
    pub body: Vec<Block>,
}

#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Article {
    pub slug: String,
    pub title: String,
    pub summary: String,
    pub picture: Picture,
    pub published: Date,
    /// The time of that day from which it is shown. `None` for its beginning.
    #[serde(skip)]
    pub time: Option<Time>,
    /// For problems found after loading.
    #[serde(skip)]
    pub published_line: usize,
    /// Its position among the articles on the home page, if the editor chose it for that page.
    #[serde(skip)]
    pub home_position: Option<i64>,
    /// Other words that people search for.
    #[serde(skip)]
    pub search: Vec<String>,
    /// The group on the page of articles, one of `NEEDS`.
    #[serde(skip)]
    pub need: Option<String>,
    #[schema(required)]
    pub updated: Option<Date>,
    #[schema(required)]
    pub author: Option<Byline>,
    #[schema(required)]
    pub reviewed_by: Option<Byline>,
    /// When someone last checked that the text is still right.
    #[schema(required)]
    pub last_reviewed: Option<Date>,
    /// For problems found after loading.
    #[serde(skip)]
    pub last_reviewed_line: usize,
    pub minutes: u32,
    pub urgent: Vec<String>,
    pub sources: Vec<Source>,
    pub body: Vec<Block>,
}

impl Article {
    /// In the clinic's time zone.
    #[must_use]
    pub fn appears_at(&self) -> DateTime {
        self.published.to_datetime(self.time.unwrap_or_default())
    }
}

/// A page that the clinic added.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct InfoPage {
    pub slug: String,
    pub title: String,
    pub summary: String,
    #[schema(required)]
    pub picture: Option<Picture>,
    /// What the menu calls it. `None` when it is not in the menu.
    #[serde(skip)]
    pub menu: Option<String>,
    /// For problems found after loading.
    #[serde(skip)]
    pub menu_line: usize,
    /// Other words that people search for.
    #[serde(skip)]
    pub search: Vec<String>,
    pub body: Vec<Block>,
}

/// An added page in the menu.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct MenuLink {
    pub href: String,
    pub label: String,
}

/// A team member as the author or the reviewer of an article.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct Byline {
    pub name: String,
    pub role: String,
    /// False for a placeholder: the name is shown, but not stated in structured data.
    #[serde(skip)]
    pub is_confirmed: bool,
}

#[derive(Debug, Clone, PartialEq, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Source {
    #[schema(required)]
    pub publisher: Option<String>,
    pub title: String,
    pub url: String,
}

#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct Member {
    pub slug: String,
    pub name: String,
    /// False when the name is a placeholder.
    #[serde(skip)]
    pub is_name_confirmed: bool,
    pub role: String,
    pub picture: Picture,
    pub body: Vec<Block>,
}

impl Member {
    pub fn byline(&self) -> Byline {
        Byline { name: self.name.clone(), role: self.role.clone(), is_confirmed: self.is_name_confirmed }
    }
}

/// The questions of "Is it urgent?".
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Urgent {
    /// Who should not answer questions but go to hospital. On every screen.
    pub always: String,
    /// Completes "Come sooner if …".
    pub sooner: String,
    #[schema(required)]
    pub reviewed_by: Option<Byline>,
    #[schema(required)]
    pub last_reviewed: Option<Date>,
    /// For problems found after loading.
    #[serde(skip)]
    pub last_reviewed_line: usize,
    pub rows: Vec<UrgentRow>,
    pub sources: Vec<UrgentSource>,
}

#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UrgentRow {
    pub id: String,
    /// Completes "Do you have …?": in lower case, without a full stop.
    pub symptom: String,
    pub urgency: Urgency,
    pub go: Destination,
    /// What to do until somebody looks at the eye.
    pub before: String,
    /// How long to rinse the eye, where it has to be rinsed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub rinse_minutes: Option<u8>,
    /// The slug of the article about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub article: Option<String>,
    /// Ids of the sources.
    pub sources: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Urgency {
    Now,
    #[serde(rename = "24h")]
    Day,
    Week,
    Routine,
}

/// Where to go. For `Day` the clinic takes the place of the hospital while it is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Destination {
    /// A hospital with an eye department.
    Eye,
    General,
    Maternity,
    Children,
    /// The hospital that operated on the eye.
    Operated,
    Clinic,
}

#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct UrgentSource {
    pub id: String,
    pub title: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub url: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct Game {
    pub levels: Vec<Level>,
}

#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Level {
    pub image: Picture,
    pub alt: String,
    pub description: String,
    /// For a picture that shows the same scene twice, one above the other: where the second scene begins, in percent of
    /// the picture's height. The spots are in the second scene; a press at the same place in the first one counts too.
    #[schema(required)]
    pub second_scene_top: Option<String>,
    pub spots: Vec<Spot>,
}

/// The puzzle for practice.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct Practice {
    /// The day for which it was drawn. Today, or an earlier day when none could be drawn since.
    pub date: Date,
    pub level: Level,
}

/// A rectangle in the picture, in percent of its width and height, as written in the content file.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct Spot {
    pub id: u32,
    pub top: String,
    pub left: String,
    pub width: String,
    pub height: String,
    #[schema(required)]
    pub label: Option<String>,
}
