//! The people who have a code: found by code or address, masked until somebody says "open", which is written down.

use std::sync::Arc;

use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::http::{Request, StatusCode};
use axum::response::Response;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::csv_file;
use super::session::Owner;
use crate::discount::{CodeState, DiscountCode, state_of};
use crate::http::desk::csv;
use crate::http::desk::services::DeskServices;
use crate::http::extract::{PathParam, QueryParams, read_json};
use crate::http::problem::Problem;
use crate::mail::file;
use crate::person::{AddressError, EmailAddress, PersonKey};
use crate::store::{self, MailState, Search};

/// A year more is a new promise, not an extension.
const LONGEST_EXTENSION: u32 = 365;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Person {
    code: String,
    address: String,
    issued_at: Timestamp,
    valid_until: Timestamp,
    state: CodeState,
    used_at: Option<Timestamp>,
    used_by: Option<String>,
    mail: MailState,
}

impl Person {
    fn of(person: store::IssuedCode, now: Timestamp) -> Self {
        let state = state_of(&person.code_status, now);
        let (used_at, used_by) = person.code_status.redeemed.unzip();
        Self {
            code: person.code.to_string(),
            address: person.address.masked(),
            issued_at: person.issued_at,
            valid_until: person.code_status.valid_until,
            state,
            used_at,
            used_by,
            mail: person.mail,
        }
    }
}

#[derive(Deserialize)]
pub struct Query {
    #[serde(default)]
    query: String,
}

#[derive(Serialize)]
pub struct People {
    people: Vec<Person>,
}

pub async fn find(
    State(desk): State<Arc<DeskServices>>,
    Owner(_): Owner,
    QueryParams(Query { query }): QueryParams<Query>,
) -> Result<Json<People>, Problem> {
    let people = match search(&desk, query.trim()) {
        Some(search) => desk.services.store.issued_codes(&search).await?,
        None => Vec::new(),
    };
    let now = desk.services.clock.now();
    Ok(Json(People { people: people.into_iter().map(|person| Person::of(person, now)).collect() }))
}

/// Nothing when nobody can fit what was typed. An address is compared by its fingerprint, so only a whole one is found.
fn search(desk: &DeskServices, typed: &str) -> Option<Search> {
    if typed.is_empty() {
        return Some(Search::Latest);
    }
    if typed.contains('@') {
        let address = EmailAddress::parse(typed).ok()?;
        return Some(Search::Person(PersonKey::new(&address.canonical(), &desk.services.secrets.people)));
    }
    let part: String = typed.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_uppercase()).collect();
    (!part.is_empty()).then_some(Search::Code(part))
}

#[derive(Serialize)]
pub struct Opened {
    address: String,
}

pub async fn open(
    State(desk): State<Arc<DeskServices>>,
    Owner(session): Owner,
    PathParam(code): PathParam,
) -> Result<Json<Opened>, Problem> {
    let code = DiscountCode::parse(&code)?;
    let address = desk.services.store.open_address(code, desk.actor(session.name.as_str())).await?;
    Ok(Json(Opened { address: address.as_typed().to_owned() }))
}

pub async fn resend(
    State(desk): State<Arc<DeskServices>>,
    Owner(session): Owner,
    PathParam(code): PathParam,
) -> Result<StatusCode, Problem> {
    let code = DiscountCode::parse(&code)?;
    let services = &desk.services;
    let actor = desk.actor(session.name.as_str());
    if let Some(lease) = services.store.resend(code, &services.settings.mail_host, actor).await? {
        services.outbox.deliver_now(lease, services.settings.delivery_wait).await;
    }
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize)]
struct Extension {
    days: u32,
}

pub async fn extend(
    State(desk): State<Arc<DeskServices>>,
    Owner(session): Owner,
    PathParam(code): PathParam,
    request: Request<Body>,
) -> Result<Json<Person>, Problem> {
    let code = DiscountCode::parse(&code)?;
    let Extension { days } = read_json(request).await?;
    if !(1..=LONGEST_EXTENSION).contains(&days) {
        let message = "A code can be extended by 1 to 365 days. Please choose a number in between.";
        return Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "bad_days", message));
    }
    let person = desk.services.store.extend(code, days, desk.actor(session.name.as_str())).await?;
    Ok(Json(Person::of(person, desk.services.clock.now())))
}

pub async fn void(
    State(desk): State<Arc<DeskServices>>,
    Owner(session): Owner,
    PathParam(code): PathParam,
) -> Result<Json<Person>, Problem> {
    let code = DiscountCode::parse(&code)?;
    let person = desk.services.store.cancel_code(code, desk.actor(session.name.as_str())).await?;
    Ok(Json(Person::of(person, desk.services.clock.now())))
}

pub async fn erase(
    State(desk): State<Arc<DeskServices>>,
    Owner(session): Owner,
    PathParam(code): PathParam,
) -> Result<StatusCode, Problem> {
    let code = DiscountCode::parse(&code)?;
    let erased = desk.services.store.erase_code_holder(code, desk.actor(session.name.as_str())).await?;
    if let Some(folder) = desk.settings.mail_folder() {
        file::erase_all(folder, &erased.message_ids).map_err(|error| Problem::internal(&error))?;
    }
    Ok(StatusCode::NO_CONTENT)
}

/// Every claim with its whole address: taking it away is written down.
pub async fn download(State(desk): State<Arc<DeskServices>>, Owner(session): Owner) -> Result<Response, Problem> {
    let store = &desk.services.store;
    store.record_action(desk.actor(session.name.as_str()), "export", "all claims").await?;
    Ok(csv_file("claims.csv", csv::claims(&store.export_claims().await?)))
}

impl From<AddressError> for Problem {
    fn from(error: AddressError) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, "bad_address", error.to_string())
    }
}
