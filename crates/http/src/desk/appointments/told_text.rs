//! The text that staff send to a patient, for each thing that there is to tell.

use crate::api_error::ApiError;
use crate::booking::settings_or_off;
use crate::desk::services::DeskServices;
use clinic_content::model::{Address, Clinic};
use clinic_rules::booking::{AppointmentState, ToTell};
use clinic_rules::clinic_time;
use clinic_store::Appointment;

/// What there is to tell the patient: what the list says.
pub fn what_to_tell(desk: &DeskServices, appointment: &Appointment) -> ToTell {
    appointment.to_tell(&settings_or_off(&(desk.services.clinic)()))
}

/// Of several visits that were added together, one text names all that the patient does not know.
pub async fn told_text(desk: &DeskServices, appointment: &Appointment) -> Result<String, ApiError> {
    let services = &desk.services;
    let clinic = (services.clinic)();
    let others = services.store.told_with(appointment, &settings_or_off(&clinic), services.clock.now()).await?;
    if !others.is_empty() {
        return Ok(text_of_visits(appointment, &others, &clinic.name));
    }
    let book = if clinic.books_online {
        format!(" You can book another time here: {}/book", services.settings.site_url.trim_end_matches('/'))
    } else {
        String::new()
    };
    let place = place(&clinic, appointment);
    Ok(text(what_to_tell(desk, appointment), appointment, &clinic.name, &place, &book))
}

/// Where the clinic is, and whether the patient can drive afterwards. Without the price: its sign would make each SMS shorter by half.
fn place(clinic: &Clinic, appointment: &Appointment) -> String {
    let Address { street, city, .. } = &clinic.address;
    let service = clinic.booking.as_ref().and_then(|booking| booking.service(&appointment.service));
    let drive = service.map(|service| service.drive.trim()).filter(|drive| !drive.is_empty());
    format!("Where: {street}, {city}.{}", drive.map(|drive| format!(" {drive}")).unwrap_or_default())
}

fn text_of_visits(appointment: &Appointment, others: &[Appointment], clinic: &str) -> String {
    let recipient = appointment.recipient();
    let mut visits: Vec<&Appointment> = others.iter().chain([appointment]).collect();
    visits.sort_by_key(|visit| visit.starts_at);
    let dates: Vec<String> = visits
        .iter()
        .map(|visit| format!("{} (reference {})", clinic_time::format_long_date_time(visit.starts_at), visit.reference))
        .collect();
    format!(
        "Hello {}, this is {clinic}. {} {} appointments are confirmed ({}): {}. To move or cancel one of them, please reply to this \
         message.",
        recipient.greeted(),
        recipient.your_at_start(),
        visits.len(),
        appointment.title,
        dates.join("; ")
    )
}

fn text(what: ToTell, appointment: &Appointment, clinic: &str, place: &str, book: &str) -> String {
    let Appointment { title, reference, .. } = appointment;
    let recipient = appointment.recipient();
    let (your, at_start) = (recipient.your(), recipient.your_at_start());
    let starts_at = clinic_time::format_long_date_time(appointment.starts_at);
    // The patient may know the earlier time, the new one or both.
    let known = appointment.known_starts_at.filter(|_| what == ToTell::Cancelled);
    let visit = match known.map(clinic_time::format_long_date_time) {
        Some(known) => format!("{title}, {known}, which we had moved to {starts_at}"),
        None => format!("{title}, {starts_at}"),
    };
    let then = if known.is_some() { "at either time" } else { "at this time" };
    let hello = format!("Hello {}, this is {clinic}.", recipient.greeted());
    let change = format!("Reference {reference}. To move or cancel it, please reply to this message.");
    let earlier = appointment
        .known_starts_at
        .map(|at| format!(" nor at the earlier one, {}", clinic_time::format_long_date_time(at)));
    let nor_earlier = earlier.unwrap_or_default();
    // It was moved to an earlier time, and nobody told the patient before.
    if let (AppointmentState::Missed, Some(known)) = (appointment.state, appointment.known_starts_at) {
        let known = clinic_time::format_long_date_time(known);
        return format!(
            "{hello} We are sorry: we had moved {your} appointment ({title}, reference {reference}) from {known} to {starts_at}, and \
             have not told you in time. Please do not come before we have agreed another time: reply to this message."
        );
    }
    match what {
        ToTell::Closed => format!(
            "{hello} We are sorry: the clinic is closed at the time of {your} appointment ({visit}, reference {reference}). \
             Please do not come at this time{nor_earlier}. To agree another time, please reply to this message."
        ),
        ToTell::Confirmed => format!("{hello} {at_start} appointment is confirmed: {visit}. {place} {change}"),
        ToTell::Requested => format!(
            "{hello} {at_start} appointment is not certain yet: {visit}. We will tell you when it is confirmed. {change}"
        ),
        ToTell::Moved if appointment.state == AppointmentState::Requested => format!(
            "{hello} {at_start} request was moved to another time: {visit}. We will tell you when it is confirmed. {change}"
        ),
        ToTell::Moved => {
            format!("{hello} {at_start} appointment was moved. This is the new time: {visit}. {place} {change}")
        }
        // With the patient's link, which somebody else may have.
        ToTell::Cancelled if appointment.cancel_reason.is_none() => format!(
            "{hello} {at_start} appointment was cancelled online ({visit}, reference {reference}). If you did not want that, or want \
             another time, please reply to this message.{book}"
        ),
        ToTell::Cancelled => {
            let reason = appointment.cancel_reason.as_deref().unwrap_or_default().trim_end_matches('.');
            let because = if reason.is_empty() { String::new() } else { format!(" Reason: {reason}.") };
            format!(
                "{hello} We had to cancel {your} appointment ({visit}, reference {reference}).{because} Please do not come \
                 {then}. To agree another time, please reply to this message.{book}"
            )
        }
        ToTell::Expired => format!(
            "{hello} We are sorry: we could not answer {your} request in time ({visit}, reference {reference}). No time is held \
             for you, so please do not come at this time. To agree another time, please reply to this message.{book}"
        ),
        ToTell::Reminder => format!("{hello} We remind you of {your} appointment: {visit}. {place} {change}"),
    }
}
