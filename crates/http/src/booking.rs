//! What the patient's calls and the desk's share about appointments: settings, limits, errors, and other times when one
//! is taken.

use std::borrow::Cow;
use std::time::Duration;

use axum::Json;
use axum::http::{HeaderMap, HeaderName, StatusCode, header};
use axum::response::{IntoResponse, Response};
use data_encoding::BASE64URL_NOPAD;
use jiff::civil::Date;
use jiff::{Span, Timestamp};
use serde::Serialize;

use super::api_error::{ApiError, ErrorCode, SlotOffer};
use super::services::Services;
use clinic_content::model::Clinic;
use clinic_rules::booking::{
    AppointmentId, ChairError, FieldErrors, FreeDay, Patient, Service, Settings, SlotTime, StateError, free_days,
    name_key, nearest_free,
};
use clinic_rules::person::PersonKey;
use clinic_store::{BookError, BookingContext, ChangeAppointmentError, Lease, StoreError};

/// How far around a taken time other times are offered.
pub const NEAREST_DAYS_BEFORE: i64 = 3;
const NEAREST_DAYS: u16 = 17;
pub const DAYS_AFTER_CLOSURE: u16 = 45;
const IDEMPOTENCY_KEY: HeaderName = HeaderName::from_static("idempotency-key");
const MAX_KEY_LENGTH: usize = 200;

/// The keys under which the appointments of a patient are counted and found.
pub struct PatientKeys {
    pub phone: PersonKey,
    pub email: Option<PersonKey>,
}

impl PatientKeys {
    pub fn new(services: &Services, patient: &Patient) -> Self {
        let people = &services.secrets.people;
        Self {
            phone: PersonKey::of_phone(&patient.phone, people),
            email: patient.email.as_ref().map(|email| PersonKey::new(&email.canonical(), people)),
        }
    }
}

/// Sends an email in the background.
pub async fn deliver(services: &Services, lease: Option<Lease>) {
    if let Some(lease) = lease {
        services.outbox.deliver_now(lease, Duration::ZERO).await;
    }
}

pub fn context(services: &Services, now: Timestamp) -> BookingContext<'_> {
    let (mail_host, limits) = (services.settings.mail_host.as_str(), &services.settings.limits);
    BookingContext { mail_host, random: &*services.random, limits, now }
}

/// # Errors
/// When booking is off.
pub fn settings_of(clinic: &Clinic) -> Result<&Settings, ApiError> {
    clinic.booking.as_ref().ok_or_else(|| {
        let message = "Appointments cannot be booked online at the moment. Please call us.";
        ApiError::new(StatusCode::NOT_FOUND, ErrorCode::BookingOff, message)
    })
}

/// The settings for an appointment that exists: it can still be changed when booking has been turned off since.
pub fn settings_or_off(clinic: &Clinic) -> Cow<'_, Settings> {
    clinic.booking.as_ref().map_or_else(|| Cow::Owned(Settings::when_off_with(clinic.closures.clone())), Cow::Borrowed)
}

/// The answer that a time is taken, with the closest free times.
pub async fn taken(
    services: &Services,
    settings: &Settings,
    service: &Service,
    slot: SlotTime,
    now: Timestamp,
) -> Result<ApiError, StoreError> {
    let days = days_around(services, settings, service, slot, NEAREST_DAYS, now).await?;
    Ok(ApiError::from(BookError::Taken).with_nearest(offers(&days, slot)))
}

/// An answer to staff with the closest free times, also of the next hours.
pub async fn with_nearest(
    problem: ApiError,
    services: &Services,
    settings: &Settings,
    service: &Service,
    slot: SlotTime,
    now: Timestamp,
) -> Result<ApiError, StoreError> {
    let days = days_around(services, &settings.for_staff(), service, slot, NEAREST_DAYS, now).await?;
    Ok(problem.with_nearest(offers(&days, slot)))
}

/// The answer that a day has as many visits of a service as it may, with the closest free times of other days.
pub async fn day_full(
    services: &Services,
    settings: &Settings,
    service: &Service,
    slot: SlotTime,
    now: Timestamp,
) -> Result<ApiError, StoreError> {
    let days = other_days(services, settings, service, slot, now).await?;
    Ok(ApiError::from(BookError::DayFull).with_nearest(offers(&days, slot)))
}

/// For staff: the free times closest to a visit, also after a long closure.
pub async fn free_times_near(
    services: &Services,
    settings: &Settings,
    service: &Service,
    slot: SlotTime,
    now: Timestamp,
) -> Result<Vec<SlotOffer>, StoreError> {
    let days = days_around(services, &settings.for_staff(), service, slot, DAYS_AFTER_CLOSURE, now).await?;
    Ok(offers(&days, slot))
}

/// The answer that a time cannot be held for a patient, with the closest free times of other days: unconfirmed requests hold as
/// much of this day as they may.
pub async fn cannot_hold(
    services: &Services,
    settings: &Settings,
    service: &Service,
    slot: SlotTime,
    now: Timestamp,
) -> Result<ApiError, StoreError> {
    let days = other_days(services, settings, service, slot, now).await?;
    Ok(ApiError::from(ChangeAppointmentError::CannotHold).with_nearest(offers(&days, slot)))
}

/// The days around that of a slot, without it.
async fn other_days(
    services: &Services,
    settings: &Settings,
    service: &Service,
    slot: SlotTime,
    now: Timestamp,
) -> Result<Vec<FreeDay>, StoreError> {
    let mut days = days_around(services, settings, service, slot, NEAREST_DAYS, now).await?;
    days.retain(|day| day.date != slot.date);
    Ok(days)
}

async fn days_around(
    services: &Services,
    settings: &Settings,
    service: &Service,
    slot: SlotTime,
    days: u16,
    now: Timestamp,
) -> Result<Vec<FreeDay>, StoreError> {
    let from = slot.date.checked_sub(Span::new().days(NEAREST_DAYS_BEFORE)).unwrap_or(Date::MIN);
    let occupied = services.store.occupied(&service.slug, from, days).await?;
    Ok(free_days(settings, service, from, days, &occupied, now))
}

fn offers(days: &[FreeDay], slot: SlotTime) -> Vec<SlotOffer> {
    nearest_free(days, slot).into_iter().map(SlotOffer::from).collect()
}

pub fn not_a_time() -> ApiError {
    invalid_field("time", "Please choose a date and a time.".to_owned())
}

pub fn invalid_field(field: &'static str, message: String) -> ApiError {
    invalid_fields([(field, message)].into())
}

pub fn invalid_fields(errors: FieldErrors) -> ApiError {
    let message = errors.values().next().cloned().unwrap_or_default();
    ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, ErrorCode::InvalidBooking, message).with_fields(errors)
}

pub fn unknown_service() -> ApiError {
    let message = "This service cannot be booked online. Please choose another one, or call us.";
    ApiError::new(StatusCode::NOT_FOUND, ErrorCode::UnknownService, message)
}

/// A hash of the key with the time and the patient, so that a key can be used again for another time or another patient. Several
/// people may share a phone: whoever books for one child after the other from one page must not get the visit of the first.
///
/// # Errors
/// When the key is empty or too long.
pub fn request_key(
    services: &Services,
    headers: &HeaderMap,
    time: [&str; 3],
    patient: &Patient,
) -> Result<String, ApiError> {
    let phone = PersonKey::of_phone(&patient.phone, &services.secrets.people).to_string();
    let name = name_key(&patient.name);
    let parts: Vec<&str> = time.into_iter().chain([phone.as_str(), name.as_str()]).collect();
    key_of(services, headers, "booking request v1", &parts)
}

/// A hash of the header `Idempotency-Key` with what the request is about. Random without the header.
///
/// # Errors
/// When the key is empty or too long.
pub fn key_of(services: &Services, headers: &HeaderMap, purpose: &str, parts: &[&str]) -> Result<String, ApiError> {
    let Some(key) = headers.get(IDEMPOTENCY_KEY) else {
        return Ok(BASE64URL_NOPAD.encode(&services.random.bytes::<32>()));
    };
    if key.is_empty() || key.len() > MAX_KEY_LENGTH {
        let message = "The header Idempotency-Key must have between 1 and 200 characters. Please reload the page.";
        return Err(ApiError::new(StatusCode::BAD_REQUEST, ErrorCode::Malformed, message));
    }
    let mut text = key.as_bytes().to_vec();
    for part in parts {
        text.push(0);
        text.extend_from_slice(part.as_bytes());
    }
    Ok(BASE64URL_NOPAD.encode(&services.secrets.people.sign(purpose, &text)))
}

/// # Errors
/// When there were too many requests to change this appointment.
pub async fn count_change(services: &Services, id: &AppointmentId, now: Timestamp) -> Result<(), ApiError> {
    Ok(services.store.count_appointment_change(id, &services.settings.limits, now).await?)
}

/// The answers contain personal data or change from one moment to the next.
pub fn not_stored<T: Serialize>(status: StatusCode, body: T) -> Response {
    (status, [(header::CACHE_CONTROL, "no-store")], Json(body)).into_response()
}

impl From<ChairError> for ApiError {
    fn from(error: ChairError) -> Self {
        let code = match error {
            // Staff are asked whether the visit goes there all the same.
            ChairError::OtherService { .. } | ChairError::NotOnDay { .. } | ChairError::OtherHours { .. } => {
                ErrorCode::ChairCannotTake
            }
            ChairError::Gone { .. } => return invalid_field("chair", error.to_string()),
            ChairError::NoChair => ErrorCode::SlotTaken,
        };
        Self::new(StatusCode::CONFLICT, code, error.to_string())
    }
}

impl From<BookError> for ApiError {
    fn from(error: BookError) -> Self {
        match error {
            BookError::TooMany(limit) => limit.into(),
            BookError::Store(error) => Self::internal(&error),
            BookError::Taken | BookError::DayFull => {
                Self::new(StatusCode::CONFLICT, ErrorCode::SlotTaken, error.to_string())
            }
            BookError::NotInEarlierTimes | BookError::ChangedMeanwhile => {
                Self::new(StatusCode::CONFLICT, ErrorCode::ChangedMeanwhile, error.to_string())
            }
            BookError::SeriesStored => Self::new(StatusCode::CONFLICT, ErrorCode::InvalidState, error.to_string()),
            BookError::InvalidTime => invalid_field("time", error.to_string()),
            BookError::Chair(error) => error.into(),
        }
    }
}

impl From<ChangeAppointmentError> for ApiError {
    fn from(error: ChangeAppointmentError) -> Self {
        let message = error.to_string();
        let (status, code) = match error {
            ChangeAppointmentError::Store(error) => return Self::internal(&error),
            ChangeAppointmentError::Time(_) => return invalid_field("time", message),
            ChangeAppointmentError::Chair(error) => return error.into(),
            ChangeAppointmentError::Unknown => (StatusCode::NOT_FOUND, ErrorCode::UnknownAppointment),
            ChangeAppointmentError::UnknownService => (StatusCode::CONFLICT, ErrorCode::UnknownService),
            ChangeAppointmentError::ChangedMeanwhile
            | ChangeAppointmentError::MovedMeanwhile
            | ChangeAppointmentError::AddressCorrected
            | ChangeAppointmentError::NotInEarlierTimes
            | ChangeAppointmentError::OpenThen => (StatusCode::CONFLICT, ErrorCode::ChangedMeanwhile),
            ChangeAppointmentError::Taken | ChangeAppointmentError::CannotHold => {
                (StatusCode::CONFLICT, ErrorCode::SlotTaken)
            }
            ChangeAppointmentError::State(StateError::TooLate) => (StatusCode::GONE, ErrorCode::TooLate),
            ChangeAppointmentError::State(StateError::Cancelled) => (StatusCode::CONFLICT, ErrorCode::Cancelled),
            ChangeAppointmentError::CannotUndo
            | ChangeAppointmentError::ToldClosed
            | ChangeAppointmentError::CannotCorrect
            | ChangeAppointmentError::NothingSent
            | ChangeAppointmentError::State(StateError::Over | StateError::NotPossible) => {
                (StatusCode::CONFLICT, ErrorCode::InvalidState)
            }
        };
        Self::new(status, code, message)
    }
}
