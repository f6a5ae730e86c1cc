//! What is stored about a person, for owners: show it, copy it, erase it. A person is known by a phone number, an email address or
//! a discount code. Several people may share a number, so they are chosen by name.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

use super::authorization::Owner;
use super::services::DeskServices;
use super::sign_in::confirm_identity::Confirmed;
use crate::api_error::{ApiError, BodyErrors, ErrorCode, ErrorResponse, RateLimitError};
use crate::extract::JsonBody;
use clinic_rules::discount::DiscountCode;
use clinic_rules::person::{Contact, PersonKey};
use clinic_store::{Lookup, PeopleChoice, StoredUnder};

const WHAT_TO_ENTER: &str = "Please enter a whole phone number, a whole email address or a discount code.";

#[derive(Deserialize, ToSchema)]
pub struct FindStoredDataRequest {
    /// A whole phone number, a whole email address or a discount code.
    query: String,
}

#[derive(Serialize, ToSchema)]
pub struct StoredPeople {
    people: Vec<StoredPerson>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StoredPerson {
    /// Null for the holder of a code, of whom only an address is stored.
    #[schema(required)]
    name: Option<String>,
    phones: Vec<String>,
    emails: Vec<String>,
    codes: Vec<String>,
    /// The patients whom this person brings; their visits belong to both.
    brings: Vec<String>,
    appointments: u32,
    /// When the visits begin that are still to come.
    visits_to_come: Vec<Timestamp>,
    recalls: u32,
}

impl From<clinic_store::StoredPerson> for StoredPerson {
    fn from(person: clinic_store::StoredPerson) -> Self {
        Self {
            appointments: u32::try_from(person.appointments()).unwrap_or(u32::MAX),
            recalls: u32::try_from(person.recalls()).unwrap_or(u32::MAX),
            name: person.name,
            phones: person.phones.into_iter().collect(),
            emails: person.emails.into_iter().collect(),
            codes: person.codes,
            brings: person.brings.into_iter().collect(),
            visits_to_come: person.visits_to_come,
        }
    }
}

/// Show who is stored under a phone number, an email address or a code; recorded in the audit log (owners only)
///
/// Counts like opening a patient's record.
#[utoipa::path(
    post,
    path = "/api/desk/people/stored",
    request_body = FindStoredDataRequest,
    responses(
        (status = 200, body = StoredPeople, description = "The people; several may share a phone or an address"),
        BodyErrors,
        RateLimitError,
        (status = 404, body = ErrorResponse, description = "A code that was never issued"),
        (status = 422, body = ErrorResponse, description = "Neither a whole phone number nor a whole address nor a code"),
    )
)]
pub async fn find(
    State(desk): State<Arc<DeskServices>>,
    Confirmed(Owner(session)): Confirmed<Owner>,
    JsonBody(FindStoredDataRequest { query }): JsonBody<FindStoredDataRequest>,
) -> Result<Json<StoredPeople>, ApiError> {
    desk.limit_lookups(Lookup::Code, &session.name).await?;
    let subject = Subject::parse(&desk, &query)?;
    let services = &desk.services;
    services.store.count_opened_record(subject.record(), desk.reader(&session)).await?;
    services.store.record_action(desk.actor(session.name.as_str()), "search people", "by code or address").await?;
    let people = services.store.stored_people(subject.stored_under(), services.clock.now()).await?;
    Ok(Json(StoredPeople { people: people.into_iter().map(StoredPerson::from).collect() }))
}

#[derive(Deserialize, ToSchema)]
pub struct ChosenPeopleRequest {
    /// A whole phone number, a whole email address or a discount code.
    query: String,
    /// The names of the chosen people, as they were shown.
    names: Vec<String>,
    /// Whether codes are chosen that belong to nobody of the list.
    codes: bool,
}

impl ChosenPeopleRequest {
    fn choice(&self) -> Result<PeopleChoice, ApiError> {
        if self.names.is_empty() && !self.codes {
            let message = "Please choose at least one person.";
            return Err(ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, ErrorCode::NobodyChosen, message));
        }
        Ok(PeopleChoice::Some { names: self.names.clone(), codes: self.codes })
    }
}

/// Erase all data about people (owners only)
///
/// When it is answered, the data is erased. Files of emails and the last copies are deleted afterwards.
#[utoipa::path(
    post,
    path = "/api/desk/people/erase",
    request_body = ChosenPeopleRequest,
    responses(
        (status = 204, description = "The people were erased"),
        BodyErrors,
        (status = 422, body = ErrorResponse, description = "Nobody is chosen, a mistyped code, or not a code"),
    )
)]
pub async fn erase(
    State(desk): State<Arc<DeskServices>>,
    Confirmed(Owner(session)): Confirmed<Owner>,
    JsonBody(request): JsonBody<ChosenPeopleRequest>,
) -> Result<StatusCode, ApiError> {
    let (subject, choice) = (Subject::parse(&desk, &request.query)?, request.choice()?);
    let store = &desk.services.store;
    store.erase_people(subject.stored_under(), &choice, desk.actor(session.name.as_str())).await?;
    let desk = Arc::clone(&desk);
    // The people are erased. A vacuum or thousands of files may take long; the next purge does what fails here.
    tokio::spawn(async move {
        if let Err(error) = desk.services.store.finish_erasures(desk.settings.mail_folder()).await {
            tracing::warn!(%error, "could not delete the last copies of an erased person yet");
        }
    });
    Ok(StatusCode::NO_CONTENT)
}

/// Get everything stored about people; recorded in the audit log (owners only)
///
/// For a person who asks for a copy of their data. Counts like opening a patient's record.
#[utoipa::path(
    post,
    path = "/api/desk/people/export",
    request_body = ChosenPeopleRequest,
    responses(
        (status = 200, body = Object, description = "The records by category, such as `discount codes` and `emails`"),
        BodyErrors,
        RateLimitError,
        (status = 422, body = ErrorResponse, description = "Nobody is chosen, a mistyped code, or not a code"),
    )
)]
pub async fn export(
    State(desk): State<Arc<DeskServices>>,
    Confirmed(Owner(session)): Confirmed<Owner>,
    JsonBody(request): JsonBody<ChosenPeopleRequest>,
) -> Result<Json<Map<String, Value>>, ApiError> {
    let (subject, choice) = (Subject::parse(&desk, &request.query)?, request.choice()?);
    let actor = desk.actor(session.name.as_str());
    desk.services.store.count_opened_record(subject.record(), desk.reader(&session)).await?;
    Ok(Json(desk.services.store.export_people(subject.stored_under(), &choice, actor).await?))
}

enum Subject {
    Contact(PersonKey),
    Code(DiscountCode),
}

impl Subject {
    fn parse(desk: &DeskServices, query: &str) -> Result<Self, ApiError> {
        let query = query.trim();
        if let Ok(contact) = Contact::parse(query) {
            return Ok(Self::Contact(contact.key(&desk.services.secrets.people)));
        }
        DiscountCode::parse(query)
            .map(Self::Code)
            .map_err(|_| ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, ErrorCode::SearchTooShort, WHAT_TO_ENTER))
    }

    fn stored_under(&self) -> StoredUnder<'_> {
        match self {
            Self::Contact(key) => StoredUnder::Contact(key),
            Self::Code(code) => StoredUnder::Code(*code),
        }
    }

    /// For the limit of opened records.
    fn record(&self) -> String {
        match self {
            Self::Contact(key) => format!("contact {key}"),
            Self::Code(code) => format!("code {code}"),
        }
    }
}
