//! Booking an appointment: the free times, and taking one of them. No answer tells whether somebody else has an appointment.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::appointment;
use crate::api_error::{
    ApiError, BodyErrors, CommonErrors, CrossOriginError, ErrorCode, ErrorResponse, RateLimitError,
};
use crate::booking::{
    PatientKeys, context, day_full, deliver, invalid_field, invalid_fields, not_stored, request_key, settings_of,
    taken, unknown_service,
};
use crate::extract::{JsonBody, QueryParams};
use crate::middleware::client_address::ClientAddress;
use crate::services::Services;
use clinic_rules::booking::{
    AppointmentState, Patient, PatientInput, Service, Settings, SlotTime, check_time, free_days,
};
use clinic_rules::person::{ClientKey, EmailAddress};
use clinic_store::{Appointment, BookError, BookedBy, ChangeAppointmentError, EmailCorrection, NewAppointment};

const MAX_DAYS: u16 = 62;
const DEFAULT_DAYS: u16 = 7;
const DISPOSABLE: &str =
    "This is a disposable email address. Please use your permanent email address, or leave it empty.";

#[derive(Deserialize, IntoParams)]
pub struct SlotsQuery {
    /// The slug of a service that can be booked.
    service: String,
    /// The first day, such as 2026-03-02. Today when left out.
    from: Option<String>,
    /// The number of days, 62 at most. 7 when left out.
    days: Option<u16>,
}

/// The free times of a service, in clinic time.
#[derive(Serialize, ToSchema)]
pub struct FreeSlots {
    days: Vec<FreeDay>,
}

#[derive(Serialize, ToSchema)]
pub struct FreeDay {
    #[schema(example = "2026-03-02")]
    date: String,
    /// Such as `08:00`. Empty when nothing is free.
    slots: Vec<String>,
}

/// List free times
#[utoipa::path(
    get,
    path = "/api/booking/slots",
    params(SlotsQuery),
    responses(
        (status = 200, body = FreeSlots, description = "The free times of each day"),
        CommonErrors,
        (status = 404, body = ErrorResponse, description = "Online booking is off, or not for this service"),
        (status = 422, body = ErrorResponse, description = "Not a date, or too many days"),
    )
)]
pub async fn slots(
    State(services): State<Arc<Services>>,
    QueryParams(query): QueryParams<SlotsQuery>,
) -> Result<Response, ApiError> {
    let clinic = (services.clinic)();
    let settings = settings_of(&clinic)?;
    let service = settings.service(&query.service).ok_or_else(unknown_service)?;
    let now = services.clock.now();
    let invalid = |message: &str| ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, ErrorCode::InvalidDateRange, message);
    let from = match query.from.as_deref() {
        None => SlotTime::of(now).date,
        Some(text) => {
            let date = SlotTime::parse(text, "00:00");
            date.ok_or_else(|| invalid("This is not a date. Write it as 2026-03-02."))?.date
        }
    };
    let days = query.days.unwrap_or(DEFAULT_DAYS);
    if !(1..=MAX_DAYS).contains(&days) {
        return Err(invalid("Please ask for between 1 and 62 days."));
    }
    let occupied = services.store.occupied(&service.slug, from, days).await?;
    let days = free_days(settings, service, from, days, &occupied, now)
        .into_iter()
        .map(|day| FreeDay { date: day.date.to_string(), slots: day.slots.iter().map(|slot| slot.time()).collect() });
    Ok(not_stored(StatusCode::OK, FreeSlots { days: days.collect() }))
}

#[derive(Deserialize, ToSchema)]
pub struct BookingRequest {
    /// The slug of the service.
    service: String,
    /// In clinic time.
    #[schema(example = "2026-03-02")]
    date: String,
    #[schema(example = "08:30")]
    time: String,
    /// Of the person who is seen.
    name: String,
    /// In any form, such as `0803 123 4567` or `+234 803 123 4567`.
    phone: String,
    email: Option<String>,
    note: Option<String>,
    /// Who books for the patient and comes along, such as the mother of a child. The phone and the email are then theirs.
    #[serde(rename = "broughtBy")]
    brought_by: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct BookedAppointment {
    /// For phone calls and messages.
    #[schema(example = "K7Q-4XM")]
    reference: String,
    state: AppointmentState,
    /// The address of the appointment's page on this site, with the token after the `#`. Only the patient should have it.
    #[schema(example = "/appointment#AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8")]
    manage: String,
    /// Whether an email about it is sent to the patient's address. Not when there is none, or there have been too many.
    emailed: bool,
}

/// Book an appointment
///
/// With the header `Idempotency-Key`, the same request again is the same appointment. A request with the state `requested` is
/// certain when staff confirm it: some hold no time, because unconfirmed requests hold as much as they may. Requests for times that
/// cannot be booked have a limit of their own for each network, and never keep anybody there from booking a free time.
#[utoipa::path(
    post,
    path = "/api/booking",
    request_body = BookingRequest,
    responses(
        (status = 201, body = BookedAppointment, description = "The appointment, confirmed or waiting for staff to confirm it (`requested`)"),
        CommonErrors,
        CrossOriginError,
        BodyErrors,
        RateLimitError,
        (status = 404, body = ErrorResponse, description = "Online booking is off"),
        (status = 409, body = ErrorResponse, description = "The time is taken or the day is full; `nearest` has the closest free times"),
        (status = 422, body = ErrorResponse, description = "`fields` has a sentence for each field to correct"),
    )
)]
pub async fn book(
    State(services): State<Arc<Services>>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    headers: HeaderMap,
    JsonBody(request): JsonBody<BookingRequest>,
) -> Result<Response, ApiError> {
    let clinic = (services.clinic)();
    let settings = settings_of(&clinic)?;
    let now = services.clock.now();
    let (service, slot, patient) = check_request(settings, &request)?;
    if let Some(email) = &patient.email {
        check_not_disposable(&services, email)?;
    }
    let keys = PatientKeys::new(&services, &patient);
    let BookingRequest { service: slug, date, time, .. } = &request;
    let key = request_key(&services, &headers, [slug, date, time], &patient)?;
    if let Some(earlier) = services.store.appointment_by_request(&key).await? {
        let earlier = with_address(&services, earlier, &patient, &keys, &key, settings, now).await?;
        return booked(&services, StatusCode::CREATED, &earlier).await;
    }
    let client = ClientKey::new(address, &services.secrets.people);
    if let Err(error) = check_time(settings, service, slot, now) {
        services.store.count_failed_booking(&client, &services.settings.limits, now).await?;
        return Err(invalid_field("time", error.to_string()));
    }
    let new = NewAppointment {
        request: &key,
        service,
        settings,
        slot,
        chair: None,
        patient: &patient,
        phone_person: &keys.phone,
        email_person: keys.email.as_ref(),
        by: BookedBy::Public(&client),
        from_earlier_times: None,
        context: context(&services, now),
    };
    match services.store.book(new).await {
        Ok(stored) => {
            deliver(&services, stored.lease).await;
            booked(&services, StatusCode::CREATED, &stored.appointment).await
        }
        Err(error @ (BookError::Taken | BookError::DayFull)) => {
            services.store.count_failed_booking(&client, &services.settings.limits, now).await?;
            Err(match error {
                BookError::DayFull => day_full(&services, settings, service, slot, now).await?,
                _ => taken(&services, settings, service, slot, now).await?,
            })
        }
        Err(error) => Err(error.into()),
    }
}

/// A patient whose first answer was lost may have corrected the address before pressing again.
async fn with_address(
    services: &Services,
    earlier: Appointment,
    patient: &Patient,
    keys: &PatientKeys,
    request: &str,
    settings: &Settings,
    now: Timestamp,
) -> Result<Appointment, ApiError> {
    let (Some(email), Some(person)) = (&patient.email, &keys.email) else { return Ok(earlier) };
    let correction = EmailCorrection { email, person, request, settings };
    match services.store.correct_email(&earlier.id, correction, context(services, now)).await {
        Ok((appointment, lease)) => {
            deliver(services, lease).await;
            Ok(appointment)
        }
        // An appointment that was cancelled since is told as it is.
        Err(ChangeAppointmentError::State(_)) => Ok(earlier),
        // The first address stays, and the patient has to know it.
        Err(ChangeAppointmentError::CannotCorrect) => {
            Err(invalid_field("email", ChangeAppointmentError::CannotCorrect.to_string()))
        }
        Err(error) => Err(error.into()),
    }
}

fn check_request<'a>(
    settings: &'a Settings,
    request: &BookingRequest,
) -> Result<(&'a Service, SlotTime, Patient), ApiError> {
    let input = PatientInput {
        name: &request.name,
        phone: &request.phone,
        email: request.email.as_deref(),
        note: request.note.as_deref(),
        brought_by: request.brought_by.as_deref(),
    };
    let patient = Patient::parse(&input);
    let service = settings.service(&request.service);
    let slot = SlotTime::parse(&request.date, &request.time);
    match (service, slot, patient) {
        (Some(service), Some(slot), Ok(patient)) => Ok((service, slot, patient)),
        (service, slot, patient) => {
            let mut errors = patient.err().unwrap_or_default();
            if service.is_none() {
                errors.insert("service", "This service cannot be booked online. Please choose another one.".to_owned());
            }
            if slot.is_none() {
                errors.insert("time", "Please choose a date and a time.".to_owned());
            }
            Err(invalid_fields(errors))
        }
    }
}

/// # Errors
/// When the address is one of those that nobody reads for long.
pub fn check_not_disposable(services: &Services, email: &EmailAddress) -> Result<(), ApiError> {
    if services.settings.disposable_domains.contains(email) {
        return Err(invalid_field("email", DISPOSABLE.to_owned()));
    }
    Ok(())
}

pub async fn booked(services: &Services, status: StatusCode, appointment: &Appointment) -> Result<Response, ApiError> {
    let manage = appointment::link(services, appointment);
    let state = appointment.state.shown_to_patient();
    let emailed = services.store.is_emailed(appointment).await?;
    let body = BookedAppointment { reference: appointment.reference.clone(), state, manage, emailed };
    Ok(not_stored(status, body))
}
