//! What staff enter: a time and a reason. And the time that they saw.

use std::time::Duration;

use axum::http::StatusCode;
use jiff::Timestamp;
use jiff::civil::Date;

use crate::api_error::{ApiError, ErrorCode};
use crate::booking::{invalid_field, not_a_time};
use clinic_rules::booking::{Settings, SlotTime, TICK_MINUTES, has_link};
use clinic_store::ChosenChair;

const MAX_REASON: usize = 200;
/// A walk-in is entered when the visit has begun.
const LATEST_ENTRY: Duration = Duration::from_hours(12);
/// A later year is a slip of the keyboard.
const FURTHEST_ENTRY: Duration = Duration::from_hours(2 * 366 * 24);

/// Staff may use any time of the next two years, and enter walk-ins of the same day, in steps of five minutes.
pub fn staff_slot(date: &str, time: &str, now: Timestamp) -> Result<SlotTime, ApiError> {
    let slot = SlotTime::parse(date, time).ok_or_else(not_a_time)?;
    if !slot.minute.is_multiple_of(TICK_MINUTES) {
        return Err(invalid_field(
            "time",
            "Please choose a time in steps of five minutes, such as 9:05 AM.".to_owned(),
        ));
    }
    let at = slot.timestamp().ok_or_else(not_a_time)?;
    if at < now - LATEST_ENTRY {
        return Err(invalid_field("time", "This time is in the past. Please choose a later time.".to_owned()));
    }
    if at > now + FURTHEST_ENTRY {
        let message = "This day is more than two years away. Please check the year.";
        return Err(invalid_field("date", message.to_owned()));
    }
    Ok(slot)
}

/// Staff are asked before a visit is on a day on which the clinic is closed: the patient may be on the phone.
///
/// # Errors
/// When it is one, and they have not said that they know.
pub fn check_open_day(settings: &Settings, date: Date, closed_day: Option<bool>) -> Result<(), ApiError> {
    if closed_day == Some(true) || !settings.is_closed_on(date) {
        return Ok(());
    }
    let closure = settings.opening.closure_on(date).map(|closure| closure.reason.as_str());
    let reason = closure.filter(|reason| !reason.is_empty()).map(|reason| format!(": {reason}")).unwrap_or_default();
    let message = format!(
        "The clinic is closed on {}{reason}. Put the visit there all the same? It is then in the list of visits that cannot take \
         place as booked.",
        date.strftime("%A %-d %B %Y")
    );
    Err(ApiError::new(StatusCode::CONFLICT, ErrorCode::ClinicClosed, message))
}

/// The time that was on the screen. Tabs of an older release do not send it.
pub fn seen_time(date: Option<&str>, time: Option<&str>) -> Result<Option<Timestamp>, ApiError> {
    let (Some(date), Some(time)) = (date, time) else { return Ok(None) };
    let slot = SlotTime::parse(date, time).and_then(SlotTime::timestamp);
    slot.map(Some).ok_or_else(not_a_time)
}

/// The chair that was chosen, and whether it takes the visit all the same. Nothing says which chairs there are when booking is off.
pub fn chosen_chair(
    settings: &Settings,
    chair: Option<u16>,
    all_the_same: Option<bool>,
) -> Result<Option<ChosenChair>, ApiError> {
    let Some(number) = chair else { return Ok(None) };
    check_chair(settings, number)?;
    Ok(Some(ChosenChair { number, all_the_same: all_the_same.unwrap_or_default() }))
}

/// # Errors
/// When the clinic has no such chair.
pub fn check_chair(settings: &Settings, number: u16) -> Result<(), ApiError> {
    if number == 0 || !settings.has_chair(number) {
        return Err(invalid_field("chair", "Please choose one of the chairs in the list.".to_owned()));
    }
    Ok(())
}

/// A reason that the patient reads.
pub fn reason_for_patient(typed: &str) -> Result<String, ApiError> {
    let reason = reason(typed)?;
    if has_link(&reason) {
        let message = "The patient reads the reason: please enter it without links and addresses, and with a space after a full stop.";
        return Err(invalid_field("reason", message.to_owned()));
    }
    Ok(reason)
}

pub fn reason(typed: &str) -> Result<String, ApiError> {
    let reason = typed.split_whitespace().collect::<Vec<_>>().join(" ");
    match reason.chars().count() {
        0 => Err(invalid_field("reason", "Please enter a reason.".to_owned())),
        1..=MAX_REASON if !reason.chars().any(char::is_control) => Ok(reason),
        _ => Err(invalid_field("reason", format!("Please shorten the reason to {MAX_REASON} characters."))),
    }
}
