//! One appointment as the desk's lists show it: without the phone number, and with the name only where it is shown.

use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use crate::api_error::{ApiError, SlotOffer};
use clinic_rules::booking::{AppointmentId, AppointmentState, SeriesPlace, SlotTime, Source, shows_name};
use clinic_store::{Appointment, ChangeAppointmentError, ClosedDecision};

/// An appointment in a list: without the number of the patient.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskAppointment {
    id: String,
    reference: String,
    service: String,
    title: String,
    #[schema(example = "2026-03-02")]
    date: String,
    #[schema(example = "08:30")]
    time: String,
    minutes: u16,
    buffer: u16,
    /// 0 while the request waits for a time.
    chair: u16,
    state: AppointmentState,
    source: Source,
    /// The name of the patient, in lists of one day if it is yesterday, today or tomorrow, and in the requests to confirm.
    #[schema(required)]
    name: Option<String>,
    /// Who brings the patient, where the name is shown.
    #[schema(required)]
    brought_by: Option<String>,
    masked_name: String,
    masked_phone: String,
    /// Whether the patient is told by email.
    has_email: bool,
    has_note: bool,
    booked_at: Timestamp,
    /// Until when staff can answer a request. Null when nothing waits for them.
    #[schema(required)]
    expires_at: Option<Timestamp>,
    /// Until when the last press can be undone. Null when there is nothing to undo.
    #[schema(required)]
    undo_until: Option<Timestamp>,
    /// What the undo takes back, when that was decided about a visit at a closed time. Null after any other press.
    #[schema(required)]
    last_decision: Option<LastDecision>,
    /// In the answer to a change: until when the email about it is held. An undo before that sends none. Null when no email waits,
    /// and in lists.
    #[schema(required)]
    email_waits_until: Option<Timestamp>,
    /// In the answer to a change: who tells the patient what they do not know after it. Null when there is nothing to tell, and in
    /// lists.
    #[schema(required)]
    told_by: Option<ToldBy>,
    /// The time to which an undo leads back, when the last press has moved the visit.
    #[schema(required)]
    moved_from: Option<SlotOffer>,
    /// Its place among the visits that were added together. Null for a visit of its own.
    #[schema(required)]
    series: Option<PlaceInSeries>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum LastDecision {
    /// To tell the patient that the clinic is closed.
    Tell,
    /// That the visit takes place.
    Keep,
}

impl From<ClosedDecision> for LastDecision {
    fn from(decision: ClosedDecision) -> Self {
        match decision {
            ClosedDecision::Tell => Self::Tell,
            ClosedDecision::Keep => Self::Keep,
        }
    }
}

/// Who tells the patient of a change at the desk.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ToldBy {
    /// It is sent, or held until `emailWaitsUntil`.
    Email,
    /// The patient is in the list to tell.
    Staff,
    /// The clinic is closed then: staff first decide about the visit in the list of closed visits.
    AfterDecision,
}

/// Such as the second of three visits, every 4 weeks.
#[derive(Serialize, ToSchema)]
pub struct PlaceInSeries {
    /// From 1.
    number: u16,
    /// How many visits were added together.
    visits: u16,
    weeks: u16,
}

impl From<&SeriesPlace> for PlaceInSeries {
    fn from(place: &SeriesPlace) -> Self {
        Self { number: place.number, visits: place.visits, weeks: place.weeks }
    }
}

pub fn to_id(text: &str) -> Result<AppointmentId, ApiError> {
    AppointmentId::parse(text).ok_or_else(|| ChangeAppointmentError::Unknown.into())
}

/// `A•••`, for lists.
pub fn masked_name(name: &str) -> String {
    format!("{}•••", name.chars().next().unwrap_or('•'))
}

impl DeskAppointment {
    pub fn with_name(appointment: &Appointment) -> Self {
        let brought_by = appointment.brought_by.clone();
        Self { name: Some(appointment.name.clone()), brought_by, ..Self::from(appointment) }
    }

    /// As the answer to a change.
    pub fn changed(appointment: &Appointment, told_by: Option<ToldBy>, email_waits_until: Option<Timestamp>) -> Self {
        Self { email_waits_until, told_by, ..Self::from(appointment) }
    }

    /// With the name if the visit is on one of the days on which names are shown.
    pub fn with_name_if_near(appointment: &Appointment, now: Timestamp) -> Self {
        if shows_name(appointment.starts_at, now) { Self::with_name(appointment) } else { Self::from(appointment) }
    }
}

impl From<&Appointment> for DeskAppointment {
    fn from(appointment: &Appointment) -> Self {
        let slot = SlotTime::of(appointment.starts_at);
        Self {
            id: appointment.id.to_string(),
            reference: appointment.reference.clone(),
            service: appointment.service.clone(),
            title: appointment.title.clone(),
            date: slot.date.to_string(),
            time: slot.time(),
            minutes: appointment.minutes,
            buffer: appointment.buffer,
            chair: appointment.chair,
            state: appointment.state,
            source: appointment.source,
            name: None,
            brought_by: None,
            masked_name: masked_name(&appointment.name),
            masked_phone: appointment.phone.masked(),
            has_email: appointment.has_working_email(),
            has_note: !appointment.note.is_empty(),
            booked_at: appointment.created_at,
            expires_at: appointment.expires_at,
            undo_until: appointment.undo_until(),
            last_decision: appointment.last_decision().map(LastDecision::from),
            email_waits_until: None,
            told_by: None,
            moved_from: appointment.moved_from().map(SlotTime::of).map(SlotOffer::from),
            series: appointment.series.as_ref().map(PlaceInSeries::from),
        }
    }
}
