//! The appointments and blocked times of some days, with what is needed to show free time.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use jiff::Span;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::appointment::DeskAppointment;
use crate::api_error::{ApiError, ErrorCode, ErrorResponse};
use crate::desk::authorization::{DeskErrors, SignedIn};
use crate::desk::services::DeskServices;
use crate::extract::QueryParams;
use clinic_rules::booking::{Chair, OpenTimes, Settings, SlotTime, TICK_MINUTES, ticks_between};
use clinic_store::{Appointment, BlockedTime};

const MAX_DAYS: u16 = 42;

#[derive(Deserialize, IntoParams)]
pub struct DaysQuery {
    /// The first day, such as 2026-03-02.
    from: String,
    /// The number of days, 42 at most.
    days: u16,
}

/// The appointments of some days that have a chair, with what is needed to show free time.
#[derive(Serialize, ToSchema)]
pub struct DeskAppointments {
    /// The highest number of a chair, for tabs of an older release.
    chairs: u16,
    /// The chairs in the order of the plan.
    columns: Vec<DeskChair>,
    services: Vec<DeskService>,
    days: Vec<DeskDay>,
    appointments: Vec<DeskAppointment>,
    blocked: Vec<DeskBlockedTime>,
}

/// A chair of the plan.
#[derive(Serialize, ToSchema)]
pub struct DeskChair {
    /// Visits are stored with it.
    number: u16,
    /// A doctor, a room, or `Chair 1`.
    name: String,
    /// The slugs of the services that it takes.
    services: Vec<String>,
}

impl DeskChair {
    pub fn all(settings: &Settings) -> Vec<Self> {
        let chair = |chair: &Chair| {
            let taken = settings.services.iter().filter(|service| settings.takes_service(chair, &service.slug));
            let services = taken.map(|service| service.slug.clone()).collect();
            Self { number: chair.number, name: chair.name.clone(), services }
        };
        settings.chairs.iter().map(chair).collect()
    }
}

/// When a chair takes visits on a day.
#[derive(Serialize, ToSchema)]
pub struct DeskChairHours {
    chair: u16,
    open: Vec<DeskOpenTimes>,
}

#[derive(Serialize, ToSchema)]
pub struct DeskService {
    slug: String,
    title: String,
    minutes: u16,
    buffer: u16,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskDay {
    #[schema(example = "2026-03-02")]
    date: String,
    open: Vec<DeskOpenTimes>,
    /// The chairs that have other hours than the clinic on this day.
    chairs: Vec<DeskChairHours>,
    /// Why the clinic is closed on this day.
    #[schema(required)]
    closure: Option<String>,
    /// The opening hours of all chairs together, in minutes.
    minutes_open: u32,
    /// How much of it is taken.
    minutes_taken: u32,
}

/// Minutes after midnight in clinic time.
#[derive(Serialize, ToSchema)]
pub struct DeskOpenTimes {
    from: u16,
    until: u16,
}

#[derive(Serialize, ToSchema)]
pub struct DeskBlockedTime {
    id: String,
    chair: u16,
    date: String,
    from: String,
    until: String,
    reason: String,
}

/// List the appointments of some days
///
/// Those that have a chair: neither cancelled ones nor requests without a time. With the names of patients only when one day is asked for and it is yesterday, today or tomorrow.
#[utoipa::path(
    get,
    path = "/api/desk/appointments",
    operation_id = "listAppointments",
    params(DaysQuery),
    responses(
        (status = 200, body = DeskAppointments, description = "The days"),
        DeskErrors,
        (status = 422, body = ErrorResponse, description = "Not a date, or too many days"),
    )
)]
pub async fn list(
    State(desk): State<Arc<DeskServices>>,
    SignedIn(_): SignedIn,
    QueryParams(query): QueryParams<DaysQuery>,
) -> Result<Json<DeskAppointments>, ApiError> {
    let clinic = (desk.services.clinic)();
    // Without settings, booking is off, but appointments that were made before are still shown.
    let settings = clinic.booking.as_ref();
    let invalid = || {
        let message = "Please choose a date such as 2026-03-02, and between 1 and 42 days.";
        ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, ErrorCode::InvalidDateRange, message)
    };
    let first = SlotTime::parse(&query.from, "00:00").ok_or_else(invalid)?;
    if !(1..=MAX_DAYS).contains(&query.days) {
        return Err(invalid());
    }
    let dates: Vec<Date> = (0..query.days)
        .map(|ahead| first.date.checked_add(Span::new().days(i64::from(ahead))).map_err(|_| invalid()))
        .collect::<Result<_, _>>()?;
    let from = first.timestamp().ok_or_else(invalid)?;
    let until = from.checked_add(Duration::from_hours(24) * u32::from(query.days)).map_err(|_| invalid())?;
    // The plan of a week is for finding free time, so it has no names.
    let (is_one_day, now) = (query.days == 1, desk.services.clock.now());
    let store = &desk.services.store;
    let appointments = store.appointments_between(from, until).await?;
    let blocked = store.blocked_times(from, until).await?;
    let days = dates.into_iter().map(|date| day(settings, date, &appointments, &blocked)).collect();
    let services = settings.iter().flat_map(|settings| &settings.services).map(|service| DeskService {
        slug: service.slug.clone(),
        title: service.title.clone(),
        minutes: service.minutes,
        buffer: service.buffer,
    });
    Ok(Json(DeskAppointments {
        chairs: settings.and_then(|it| it.chair_numbers().into_iter().max()).unwrap_or_default(),
        columns: settings.map(DeskChair::all).unwrap_or_default(),
        services: services.collect(),
        days,
        appointments: appointments
            .iter()
            .map(|it| if is_one_day { DeskAppointment::with_name_if_near(it, now) } else { DeskAppointment::from(it) })
            .collect(),
        blocked: blocked.iter().map(DeskBlockedTime::from).collect(),
    }))
}

fn day(settings: Option<&Settings>, date: Date, appointments: &[Appointment], blocked: &[BlockedTime]) -> DeskDay {
    let open = settings.map_or(&[][..], |settings| settings.opening.on(date));
    let open_times = |times: &OpenTimes| DeskOpenTimes { from: times.from, until: times.until };
    let all_hours: Vec<_> = settings.map_or_else(Vec::new, |settings| {
        settings.chairs.iter().map(|chair| (chair.number, settings.chair_hours(chair, date))).collect()
    });
    let minutes_open =
        all_hours.iter().flat_map(|(_, hours)| hours.iter()).map(|it| u32::from(it.until - it.from)).sum();
    let chairs = all_hours
        .iter()
        .filter(|(_, hours)| **hours != *open)
        .map(|(chair, hours)| DeskChairHours { chair: *chair, open: hours.iter().map(open_times).collect() });
    let visits = appointments
        .iter()
        .filter(|it| SlotTime::of(it.starts_at).date == date)
        .map(|it| u32::from(it.chair_minutes()));
    let blocks = blocked.iter().filter(|it| SlotTime::of(it.starts_at).date == date).map(|it| {
        let ticks = ticks_between(it.starts_at, it.ends_at);
        u32::try_from(ticks.end - ticks.start).unwrap_or_default() * u32::from(TICK_MINUTES)
    });
    DeskDay {
        date: date.to_string(),
        open: open.iter().map(open_times).collect(),
        chairs: chairs.collect(),
        closure: settings.and_then(|settings| settings.opening.closure_on(date)).map(|closure| closure.reason.clone()),
        minutes_open,
        minutes_taken: visits.chain(blocks).sum(),
    }
}

impl From<&BlockedTime> for DeskBlockedTime {
    fn from(blocked: &BlockedTime) -> Self {
        let (from, until) = (SlotTime::of(blocked.starts_at), SlotTime::of(blocked.ends_at));
        Self {
            id: blocked.id.clone(),
            chair: blocked.chair,
            date: from.date.to_string(),
            from: from.time(),
            until: until.time(),
            reason: blocked.reason.clone(),
        }
    }
}
