//! The people who have a code, for owners: find, show the address, resend, extend, cancel, download.
//!
//! Addresses are masked. Showing or downloading full addresses is recorded in the audit log. Codes and addresses are in
//! request bodies, because proxies write URLs to their logs.

use std::sync::Arc;

use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use http_body_util::channel::Channel;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::authorization::Owner;
use super::codes::CodeRequest;
use super::csv::{self, ClaimPages};
use super::emails::EmailState;
use super::services::DeskServices;
use super::sign_in::confirm_identity::{Confirmed, require_confirmation};
use crate::api_error::{ApiError, BodyErrors, ErrorCode, ErrorResponse, RateLimitError};
use crate::extract::JsonBody;
use clinic_rules::booking::MAX_FOUND;
use clinic_rules::discount::{CodeSearch, CodeState, DiscountCode, state_of};
use clinic_rules::person::{AddressError, EmailAddress, PersonKey};
use clinic_store::{ListPosition, Lookup, Search, StoreError};

const MAX_EXTENSION_DAYS: u32 = 365;
const MIN_CHARACTERS: usize = 3;

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CodeHolder {
    code: String,
    /// Masked.
    address: String,
    issued_at: Timestamp,
    valid_until: Timestamp,
    state: CodeState,
    #[schema(required)]
    used_at: Option<Timestamp>,
    /// The name of the staff account that redeemed the code.
    #[schema(required)]
    used_by: Option<String>,
    /// The state of the latest email with the code.
    mail: EmailState,
}

impl CodeHolder {
    pub fn new(person: clinic_store::IssuedCode, now: Timestamp) -> Self {
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
            mail: person.mail.into(),
        }
    }
}

#[derive(Deserialize, ToSchema)]
pub struct FindCodeHoldersRequest {
    /// The beginning of a code, its last four characters, a whole email address or its beginning: three characters at least. Empty
    /// for the latest people.
    query: String,
    /// Of the latest people, the last one of the page before. Without it, the newest are returned.
    after: Option<LastCodeHolder>,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LastCodeHolder {
    issued_at: Timestamp,
    code: String,
}

impl From<LastCodeHolder> for ListPosition {
    fn from(LastCodeHolder { issued_at, code }: LastCodeHolder) -> Self {
        Self { issued_at, code }
    }
}

#[derive(Serialize, ToSchema)]
pub struct CodeHolders {
    /// Newest first: at most 50 of the latest, and at most five that a search finds.
    people: Vec<CodeHolder>,
    /// Whether there are more.
    more: bool,
}

/// Find people by the beginning or end of a code or by an email address; recorded in the audit log (owners only)
///
/// Everybody who is found counts like a patient's record that is opened, and a search that finds nobody counts as one. Pages of the
/// latest people after the first one need a confirmed session, as the download of all claims does.
#[utoipa::path(
    post,
    path = "/api/desk/people/find",
    request_body = FindCodeHoldersRequest,
    responses(
        (status = 200, body = CodeHolders, description = "One page of the people who match"),
        BodyErrors,
        RateLimitError,
        (status = 422, body = ErrorResponse, description = "Fewer than three characters"),
    )
)]
pub async fn find(
    State(desk): State<Arc<DeskServices>>,
    Owner(session): Owner,
    JsonBody(FindCodeHoldersRequest { query, after }): JsonBody<FindCodeHoldersRequest>,
) -> Result<Json<CodeHolders>, ApiError> {
    desk.limit_lookups(Lookup::Code, &session.name).await?;
    let store = &desk.services.store;
    let search = parse_search(&desk, query.trim())?;
    let page = if search == Search::Latest {
        if after.is_some() {
            require_confirmation(&desk, &session)?;
        }
        store.issued_codes(&search, after.map(ListPosition::from).as_ref()).await?
    } else {
        store.record_action(desk.actor(session.name.as_str()), "search people", "by code or address").await?;
        let mut page = store.issued_codes(&search, None).await?;
        page.more |= page.codes.len() > MAX_FOUND;
        page.codes.truncate(MAX_FOUND);
        // The result says how the masked address begins.
        let records = page.codes.iter().map(|person| record(person.code)).collect();
        store.count_found_records(records, desk.reader(&session)).await?;
        page
    };
    let now = desk.services.clock.now();
    let people = page.codes.into_iter().map(|person| CodeHolder::new(person, now)).collect();
    Ok(Json(CodeHolders { people, more: page.more }))
}

/// The name under which a code and its address are counted as an opened record.
fn record(code: DiscountCode) -> String {
    format!("code {code}")
}

/// Anything shorter would list many people.
fn parse_search(desk: &DeskServices, typed: &str) -> Result<Search, ApiError> {
    let search = parse_any_search(desk, typed);
    let is_too_short = match &search {
        Search::Latest | Search::Person(_) => false,
        Search::Code(characters) => characters.len() < MIN_CHARACTERS,
        Search::Text { address, .. } => address.chars().filter(|c| c.is_alphanumeric()).count() < MIN_CHARACTERS,
    };
    if is_too_short {
        let message = "Please enter at least three characters of the code or of the email address, from its beginning.";
        return Err(ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, ErrorCode::SearchTooShort, message));
    }
    Ok(search)
}

fn parse_any_search(desk: &DeskServices, typed: &str) -> Search {
    if typed.is_empty() {
        return Search::Latest;
    }
    // Providers ignore dots and tags: a complete address also finds the person who typed it in another way.
    if let Ok(address) = EmailAddress::parse(typed) {
        return Search::Person(PersonKey::new(&address.canonical(), &desk.services.secrets.people));
    }
    match DiscountCode::parse_search(typed, (desk.published_facts)().discount_percent) {
        CodeSearch::Prefix => Search::Latest,
        CodeSearch::Code(characters) => Search::Code(characters),
        CodeSearch::Unclear(characters) => Search::Text { code: Some(characters), address: typed.to_lowercase() },
        CodeSearch::NoCode => Search::Text { code: None, address: typed.to_lowercase() },
    }
}

#[derive(Serialize, ToSchema)]
pub struct FullAddress {
    address: String,
}

/// Show the full email address; recorded in the audit log (owners only)
///
/// Counts like opening a patient's record.
#[utoipa::path(
    post,
    path = "/api/desk/people/open",
    request_body = CodeRequest,
    responses(
        (status = 200, body = FullAddress, description = "The full address"),
        BodyErrors,
        RateLimitError,
        (status = 422, body = ErrorResponse, description = "A mistyped code, or not a code"),
    )
)]
pub async fn show_address(
    State(desk): State<Arc<DeskServices>>,
    Owner(session): Owner,
    JsonBody(CodeRequest { code }): JsonBody<CodeRequest>,
) -> Result<Json<FullAddress>, ApiError> {
    let code = DiscountCode::parse(&code)?;
    desk.services.store.count_opened_record(record(code), desk.reader(&session)).await?;
    let address = desk.services.store.open_address(code, desk.actor(session.name.as_str())).await?;
    Ok(Json(FullAddress { address: address.as_typed().to_owned() }))
}

/// Send the email with the code again (owners only)
#[utoipa::path(
    post,
    path = "/api/desk/people/resend",
    request_body = CodeRequest,
    responses(
        (status = 204, description = "The email was sent or queued"),
        BodyErrors,
        (status = 409, body = ErrorResponse, description = "The code was already used"),
        (status = 410, body = ErrorResponse, description = "The code has expired or was cancelled"),
        (status = 422, body = ErrorResponse, description = "A mistyped code, or not a code"),
    )
)]
pub async fn resend(
    State(desk): State<Arc<DeskServices>>,
    Owner(session): Owner,
    JsonBody(CodeRequest { code }): JsonBody<CodeRequest>,
) -> Result<StatusCode, ApiError> {
    let code = DiscountCode::parse(&code)?;
    let services = &desk.services;
    let actor = desk.actor(session.name.as_str());
    if let Some(lease) = services.store.resend(code, &services.settings.mail_host, actor).await? {
        services.outbox.deliver_now(lease, services.settings.delivery_wait).await;
    }
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize, ToSchema)]
pub struct ExtendCodeRequest {
    /// The person's code.
    code: String,
    #[schema(minimum = 1, maximum = 365)]
    days: u32,
}

/// Make a code valid for longer (owners only)
#[utoipa::path(
    post,
    path = "/api/desk/people/extend",
    request_body = ExtendCodeRequest,
    responses(
        (status = 200, body = CodeHolder, description = "The person, with the new date"),
        BodyErrors,
        (status = 409, body = ErrorResponse, description = "The code was already used"),
        (status = 410, body = ErrorResponse, description = "The code was cancelled"),
        (status = 422, body = ErrorResponse, description = "Not 1 to 365 days, a mistyped code, or not a code"),
    )
)]
pub async fn extend(
    State(desk): State<Arc<DeskServices>>,
    Owner(session): Owner,
    JsonBody(ExtendCodeRequest { code, days }): JsonBody<ExtendCodeRequest>,
) -> Result<Json<CodeHolder>, ApiError> {
    let code = DiscountCode::parse(&code)?;
    if !(1..=MAX_EXTENSION_DAYS).contains(&days) {
        let message = "A code can be extended by 1 to 365 days. Please choose a number in this range.";
        return Err(ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, ErrorCode::InvalidDays, message));
    }
    let person = desk.services.store.extend(code, days, desk.actor(session.name.as_str())).await?;
    Ok(Json(CodeHolder::new(person, desk.services.clock.now())))
}

/// Cancel a code (owners only)
#[utoipa::path(
    post,
    path = "/api/desk/people/cancel",
    request_body = CodeRequest,
    responses(
        (status = 200, body = CodeHolder, description = "The person, with the cancelled code"),
        BodyErrors,
        (status = 409, body = ErrorResponse, description = "The code was already used"),
        (status = 422, body = ErrorResponse, description = "A mistyped code, or not a code"),
    )
)]
pub async fn cancel(
    State(desk): State<Arc<DeskServices>>,
    Owner(session): Owner,
    JsonBody(CodeRequest { code }): JsonBody<CodeRequest>,
) -> Result<Json<CodeHolder>, ApiError> {
    let code = DiscountCode::parse(&code)?;
    let person = desk.services.store.cancel_code(code, desk.actor(session.name.as_str())).await?;
    Ok(Json(CodeHolder::new(person, desk.services.clock.now())))
}

/// Download all claims with full addresses; recorded in the audit log (owners only)
#[utoipa::path(
    get,
    path = "/api/desk/claims.csv",
    responses((status = 200, body = String, content_type = "text/csv", description = "All claims"))
)]
pub async fn download_claims(
    State(desk): State<Arc<DeskServices>>,
    Confirmed(Owner(session)): Confirmed<Owner>,
) -> Result<Response, ApiError> {
    let store = &desk.services.store;
    store.record_action(desk.actor(session.name.as_str()), "export", "all claims").await?;
    let mut pages = ClaimPages::new(store.clone());
    let (mut sender, body) = Channel::<Bytes, StoreError>::new(1);
    // The first page is read here, so that a database that does not answer gets an error response.
    let mut page = pages.next().await?;
    tokio::spawn(async move {
        while let Some(text) = page {
            // The browser may have cancelled the download.
            if sender.send_data(text.into()).await.is_err() {
                return;
            }
            match pages.next().await {
                Ok(next) => page = next,
                // Ends the connection before the end of the body, so that the browser reports an incomplete download.
                Err(error) => return sender.abort(error),
            }
        }
    });
    Ok(csv::download("claims.csv", Body::new(body)))
}

impl From<AddressError> for ApiError {
    fn from(error: AddressError) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, ErrorCode::InvalidAddress, error.to_string())
    }
}
