//! Correcting an appointment: who the patient is, how they are reached, and the service. The time stays.

use std::time::Duration;

use jiff::Timestamp;
use sqlx::AnyConnection;

use super::appointment::{self, Appointment};
use super::change_request::{ChangedBy, Move};
use super::error::ChangeAppointmentError;
use super::messages::{self, BookingContext};
use super::public_messages::{self, Told};
use super::state_before::StateBefore;
use super::{earlier_times, move_outcome, patient_links, recalls, to_tell, undo, visits_for_recalls};
use crate::outbox::{self, Lease};
use crate::{Actor, Store, StoreError};
use clinic_mail::message::{APPOINTMENT, AppointmentNotice};
use clinic_rules::booking::{
    AppointmentId, AppointmentState, LinkGeneration, Patient, Service, Settings, SlotTime, Source, ToTell, name_key,
};
use clinic_rules::person::{EmailAddress, PersonKey};

/// How long after booking the patient can correct the address. Whoever gets the link later must not be able to send the emails
/// to another address without the patient's knowledge.
const CORRECT_WITHIN: Duration = Duration::from_mins(30);

/// What staff have corrected, and what they have left as it was.
#[derive(Clone, Copy)]
pub struct Correction<'a> {
    pub patient: &'a Patient,
    pub phone_person: &'a PersonKey,
    pub email_person: Option<&'a PersonKey>,
    /// `None` when it stays.
    pub service: Option<&'a Service>,
    pub settings: &'a Settings,
    /// When the appointment that staff corrected was changed last. A change since then is not overwritten.
    pub seen: Timestamp,
}

/// The right address of a patient who has just booked.
#[derive(Clone, Copy)]
pub struct EmailCorrection<'a> {
    pub email: &'a EmailAddress,
    pub person: &'a PersonKey,
    /// A hash of the request. The same request again changes nothing.
    pub request: &'a str,
    pub settings: &'a Settings,
}

impl Store {
    /// Corrects what staff have changed. A patient whose address or service is another one gets an email with what is true
    /// now, and a link of its own: whoever has read the email to the wrong address can no longer use theirs.
    ///
    /// # Errors
    /// When the chair is not free for as long as the other service takes, or the visit is over. Nothing is changed then.
    pub async fn correct_appointment(
        &self,
        id: &AppointmentId,
        correction: Correction<'_>,
        actor: Actor<'_>,
        context: BookingContext<'_>,
    ) -> Result<(Appointment, Option<Lease>), ChangeAppointmentError> {
        self.transaction(async |mut tx| {
            let before = appointment::lock(&mut tx, id).await?.ok_or(ChangeAppointmentError::Unknown)?;
            let Patient { name, phone, email, note, brought_by } = correction.patient.clone();
            let mut after = Appointment {
                name,
                phone,
                email,
                note,
                brought_by,
                phone_person: correction.phone_person.to_string(),
                email_person: correction.email_person.map(ToString::to_string),
                ..before.clone()
            };
            if let Some(service) = correction.service.filter(|service| service.slug != before.service) {
                before.state.check_open()?;
                after = with_service(&mut tx, after, service, correction.settings, ChangedBy::Staff(actor)).await?;
            }
            if after == before && before.email_returned {
                // The same address again: it is the right one.
                sqlx::query("UPDATE appointments SET email_failed = 0, email_returned = 0 WHERE id = $1")
                    .bind(id.as_str())
                    .execute(&mut *tx)
                    .await?;
                actor.record(&mut tx, "correct appointment", &before.reference).await?;
                return Ok((Appointment { email_failed: false, email_returned: false, ..before }, None));
            }
            if after == before {
                return Ok((before, None));
            }
            if before.changed_at != correction.seen {
                return Err(ChangeAppointmentError::ChangedMeanwhile);
            }
            let before = without_past_closure(before, &after, correction.settings);
            let after = Appointment { closed_told_at: before.closed_told_at, ..after };
            let after = store(&mut tx, &before, after, ChangedBy::Staff(actor), context).await?;
            let lease = match notice(&before, &after).filter(|_| context.now < after.starts_at) {
                Some(notice) if is_held_back(&after, notice, correction.settings) => {
                    messages::hold_back(&mut tx, &after, context.now).await?;
                    None
                }
                Some(notice) => messages::tell(&mut tx, &after, notice, context).await?,
                None => None,
            };
            actor.record(&mut tx, "correct appointment", &after.reference).await?;
            Ok((after, lease))
        })
        .await
    }

    /// Corrects the address that the patient mistyped, once and soon after booking. What was queued to the wrong address is not
    /// sent, and the link in what was sent ends.
    ///
    /// # Errors
    /// When it was corrected before, or is too late. Nothing is changed then.
    pub async fn correct_email(
        &self,
        id: &AppointmentId,
        correction: EmailCorrection<'_>,
        context: BookingContext<'_>,
    ) -> Result<(Appointment, Option<Lease>), ChangeAppointmentError> {
        self.transaction(async |mut tx| {
            let before = appointment::lock(&mut tx, id).await?.ok_or(ChangeAppointmentError::Unknown)?;
            match stored_request(&mut tx, id).await? {
                Some(request) if request == correction.request && is_same(&before, correction) => {
                    return Ok((before, None));
                }
                Some(_) => return Err(ChangeAppointmentError::CannotCorrect),
                None => {}
            }
            before.state.check_open()?;
            if is_same(&before, correction) {
                return Ok((before, None));
            }
            let (email, email_person) = (Some(correction.email.clone()), Some(correction.person.to_string()));
            if !is_soon_after_booking(&before, context.now) {
                return Err(ChangeAppointmentError::CannotCorrect);
            }
            sqlx::query("UPDATE appointments SET email_correction = $2 WHERE id = $1")
                .bind(id.as_str())
                .bind(correction.request)
                .execute(&mut *tx)
                .await?;
            let after = Appointment { email, email_person, ..before.clone() };
            let before = without_past_closure(before, &after, correction.settings);
            let after = Appointment { closed_told_at: before.closed_told_at, ..after };
            let after = store(&mut tx, &before, after, ChangedBy::Patient, context).await?;
            let Some(notice) = notice(&before, &after) else { return Err(ChangeAppointmentError::CannotCorrect) };
            // Without an email the patient has the new link from the answer, and later emails go to the right address. Somebody else
            // may have the link.
            let told = if is_held_back(&after, notice, correction.settings) {
                messages::hold_back(&mut tx, &after, context.now).await?;
                Told::OverLimit
            } else {
                public_messages::tell(&mut tx, &after, notice, context).await?
            };
            let is_untold = matches!(told, Told::OverLimit) && !before.is_unanswered_request();
            let after =
                Appointment { untold: after.untold.or_else(|| what_is_true(&after).filter(|_| is_untold)), ..after };
            if is_untold {
                to_tell::store_untold(&mut tx, &after).await?;
            }
            Ok((after, told.into_lease()))
        })
        .await
    }

    /// Whether the patient can still correct the address that they gave.
    pub async fn can_correct_email(&self, visit: &Appointment, now: Timestamp) -> Result<bool, StoreError> {
        if visit.email.is_none() || visit.state.check_open().is_err() || !is_soon_after_booking(visit, now) {
            return Ok(false);
        }
        self.read(async |mut connection| Ok(stored_request(&mut connection, &visit.id).await?.is_none())).await
    }

    /// Whether this request has corrected the address before. Its answer may have been lost, and with it the new link.
    pub async fn has_corrected_email(&self, id: &AppointmentId, request: &str) -> Result<bool, StoreError> {
        self.read(async |mut connection| Ok(stored_request(&mut connection, id).await?.as_deref() == Some(request)))
            .await
    }
}

/// A patient who has booked online, and has the first link.
fn is_soon_after_booking(visit: &Appointment, now: Timestamp) -> bool {
    let is_early = now < visit.created_at + CORRECT_WITHIN && now < visit.starts_at;
    visit.source == Source::Online && is_early && visit.link_generation == LinkGeneration::default()
}

fn is_same(appointment: &Appointment, correction: EmailCorrection<'_>) -> bool {
    appointment.email.as_ref() == Some(correction.email)
}

async fn stored_request(connection: &mut AnyConnection, id: &AppointmentId) -> Result<Option<String>, StoreError> {
    let statement = "SELECT email_correction FROM appointments WHERE id = $1";
    let found: Option<Option<String>> =
        sqlx::query_scalar(statement).bind(id.as_str()).fetch_optional(connection).await?;
    Ok(found.flatten())
}

/// A visit that holds its time takes the chair for as long as the other service needs it.
async fn with_service(
    connection: &mut AnyConnection,
    appointment: Appointment,
    service: &Service,
    settings: &Settings,
    by: ChangedBy<'_>,
) -> Result<Appointment, ChangeAppointmentError> {
    let mut after = Appointment {
        service: service.slug.clone(),
        title: service.title.clone(),
        minutes: service.minutes,
        buffer: service.buffer,
        ..appointment.clone()
    };
    if appointment.state != AppointmentState::Waiting {
        let to = Move { slot: SlotTime::of(appointment.starts_at), chair: None, settings, by };
        after.chair = move_outcome::take_new_ticks(connection, &appointment, &after, to, appointment.starts_at).await?;
    }
    Ok(after)
}

/// Stores the correction, with what follows from it for the link, for what the patient has to be told, and for recalls.
async fn store(
    connection: &mut AnyConnection,
    before: &Appointment,
    after: Appointment,
    by: ChangedBy<'_>,
    context: BookingContext<'_>,
) -> Result<Appointment, ChangeAppointmentError> {
    let now = context.now;
    let is_other_address = after.email != before.email;
    let link_generation = if is_other_address && before.email.is_some() {
        patient_links::next(connection, &before.id).await?
    } else {
        before.link_generation
    };
    let what = told_wrong_number(before, &after).or_else(|| to_tell_after(before, &after, by));
    let untold = before.untold.or(what.filter(|what| now < before.starts_at || *what == ToTell::Expired));
    let keeps_told = untold == before.untold && !is_other_phone(before, &after);
    let is_other_contact = is_other_address || is_other_phone(before, &after);
    let after = Appointment {
        link_generation,
        // An email to the earlier address that is sent at this moment tells the patient nothing.
        sequence: before.sequence + u32::from(is_told(before, &after)),
        email_failed: before.email_failed && !is_other_address,
        email_returned: before.email_returned && !is_other_address,
        untold,
        phoned: before.phoned.filter(|_| keeps_told),
        reminded_at: before.reminded_at.filter(|_| !is_other_phone(before, &after)),
        before: before.before.clone().map(|it| if is_other_contact { not_told_before(it, before, &after) } else { it }),
        changed_at: now,
        ..after
    };
    update(connection, &after, is_other_phone(before, &after)).await?;
    to_tell::store_untold(connection, &after).await?;
    if after.before != before.before {
        undo::store_before(connection, &after).await?;
    }
    if is_other_address {
        let reason = "the address was corrected";
        outbox::replace_unsent(connection, APPOINTMENT, after.id.as_str(), reason, now).await?;
    }
    recalls::on_corrected(connection, before, &after, now).await?;
    earlier_times::on_corrected(connection, &after).await?;
    match after.state {
        AppointmentState::Requested | AppointmentState::Confirmed => {
            visits_for_recalls::on_booked(connection, &after, now).await?;
        }
        AppointmentState::Done if is_other_patient(before, &after) => {
            visits_for_recalls::on_done_undone(connection, before).await?;
            visits_for_recalls::on_done(connection, &after, now).await?;
        }
        _ => {}
    }
    Ok(after)
}

/// Whether an email says what is true now: the address or the service is another one, or staff have told a wrong number.
fn is_told(before: &Appointment, after: &Appointment) -> bool {
    let is_other_address = after.email != before.email;
    is_other_address
        || after.service != before.service
        || (told_wrong_number(before, after).is_some() && !before.email_failed)
}

fn is_other_phone(before: &Appointment, after: &Appointment) -> bool {
    after.phone != before.phone
}

/// Staff have told the patient what is still true.
fn knows_by_phone(before: &Appointment, after: &Appointment) -> bool {
    before.phoned.is_some() && after.service == before.service && !is_other_phone(before, after)
}

/// What staff have told somebody else, because the number was wrong. A reminder is due again (`update`).
fn told_wrong_number(before: &Appointment, after: &Appointment) -> Option<ToTell> {
    let (what, _) = before.phoned.filter(|_| is_other_phone(before, after))?;
    Some(what).filter(|what| *what != ToTell::Reminder)
}

/// What an undo leads back to. The patient does not know that either: it went to the wrong address or number.
fn not_told_before(undo_to: StateBefore, before: &Appointment, after: &Appointment) -> StateBefore {
    let untold = undo_to.untold.or(match undo_to.state {
        AppointmentState::Requested | AppointmentState::Confirmed if undo_to.closed_told_at.is_some() => {
            Some(ToTell::Closed)
        }
        AppointmentState::Confirmed => Some(ToTell::Confirmed),
        _ => None,
    });
    let is_same_phone = !is_other_phone(before, after);
    let (phoned, reminded_at) =
        (undo_to.phoned.filter(|_| is_same_phone), undo_to.reminded_at.filter(|_| is_same_phone));
    StateBefore { untold, reminded_at, phoned, ..undo_to }
}

/// The clinic was closed then, and is open by now. A patient whom somebody tells anything after that hears that the visit takes
/// place, also if nobody but a stranger was told of the closure. Whom staff have told of it at this number thinks so until then.
fn without_past_closure(before: Appointment, after: &Appointment, settings: &Settings) -> Appointment {
    let was_phoned = before.phoned.is_some_and(|(what, _)| what == ToTell::Closed);
    let is_other_contact = if was_phoned { is_other_phone(&before, after) } else { after.email != before.email };
    let is_unknown = is_other_contact && !knows_by_phone(&before, after);
    let is_told_anything = is_unknown || is_told(&before, after);
    if !after.is_open_again(settings) || !is_told_anything {
        return before;
    }
    let is_told_by_phone = was_phoned && !is_other_phone(&before, after);
    Appointment {
        closed_told_at: None,
        untold: before.untold.or(is_told_by_phone.then_some(ToTell::Closed)),
        phoned: before.phoned.filter(|(what, _)| *what != ToTell::Closed),
        ..before
    }
}

fn is_other_patient(before: &Appointment, after: &Appointment) -> bool {
    let who = |it: &Appointment| (name_key(&it.name), it.phone_person.clone(), it.email_person.clone());
    who(before) != who(after)
}

/// What the patient has to know, because an email went to the wrong address or the service is another one. Whoever corrects their
/// own address has seen what they booked, but nothing that happened since.
fn to_tell_after(before: &Appointment, after: &Appointment, by: ChangedBy<'_>) -> Option<ToTell> {
    let went_astray = before.email.is_some() && after.email != before.email;
    if (!went_astray && after.service == before.service) || knows_by_phone(before, after) {
        return None;
    }
    let is_changed = before.sequence > 0;
    match after.state {
        _ if !by.is_staff() && !is_changed => None,
        AppointmentState::Waiting | AppointmentState::Requested if !is_changed && !before.is_told_closed() => None,
        _ => what_is_true(after),
    }
}

/// What there is to tell a patient who knows nothing of it.
fn what_is_true(after: &Appointment) -> Option<ToTell> {
    match after.state {
        AppointmentState::Requested | AppointmentState::Confirmed if after.is_told_closed() => Some(ToTell::Closed),
        AppointmentState::Confirmed => Some(ToTell::Confirmed),
        AppointmentState::Waiting | AppointmentState::Requested => Some(ToTell::Requested),
        AppointmentState::Cancelled if after.expired_at.is_some() => Some(ToTell::Expired),
        AppointmentState::Cancelled => Some(ToTell::Cancelled),
        _ => None,
    }
}

/// Whether an email would say that the visit takes place at a time at which the clinic is closed: the other service may end after
/// closing time.
fn is_held_back(after: &Appointment, notice: AppointmentNotice, settings: &Settings) -> bool {
    notice == AppointmentNotice::Confirmed && after.is_at_closed_time(settings)
}

/// What is true now, for a patient whose address or service is another one.
fn notice(before: &Appointment, after: &Appointment) -> Option<AppointmentNotice> {
    if !is_told(before, after) {
        return None;
    }
    match after.state {
        AppointmentState::Requested | AppointmentState::Confirmed if after.is_told_closed() => {
            Some(AppointmentNotice::Closed)
        }
        AppointmentState::Waiting => Some(AppointmentNotice::Waiting),
        AppointmentState::Requested => Some(AppointmentNotice::Received),
        AppointmentState::Confirmed => Some(AppointmentNotice::Confirmed),
        AppointmentState::Cancelled if after.expired_at.is_some() => Some(AppointmentNotice::Expired),
        AppointmentState::Cancelled => Some(AppointmentNotice::Cancelled),
        _ => None,
    }
}

/// A reminder that staff told a wrong number, instead of an email that waited, is due again.
async fn update(connection: &mut AnyConnection, after: &Appointment, is_other_phone: bool) -> Result<(), StoreError> {
    sqlx::query(
        "UPDATE appointments SET name = $2, name_key = $3, phone = $4, email = $5, note = $6, phone_person = $7,
           email_person = $8, service = $9, title = $10, minutes = $11, buffer = $12, chair = $13, sequence = $14, brought_by = $21,
           email_failed = $15, email_returned = $19, changed_at = $16, closed_told_at = $18, reminded_at = $17,
           reminded_by = CASE WHEN $17 IS NULL THEN NULL ELSE reminded_by END,
           told_at = CASE WHEN $20 = 1 AND phoned = 'reminder' AND untold_before_told = 'reminder' THEN 0 ELSE told_at END,
           reminder = CASE WHEN $20 = 1 AND phoned = 'reminder' AND untold_before_told = 'reminder' THEN 0 ELSE reminder END
         WHERE id = $1",
    )
    .bind(after.id.as_str())
    .bind(&after.name)
    .bind(name_key(&after.name))
    .bind(after.phone.as_str())
    .bind(after.email.as_ref().map(|email| email.as_typed().to_owned()))
    .bind(&after.note)
    .bind(&after.phone_person)
    .bind(after.email_person.clone())
    .bind(&after.service)
    .bind(&after.title)
    .bind(i64::from(after.minutes))
    .bind(i64::from(after.buffer))
    .bind(i64::from(after.chair))
    .bind(i64::from(after.sequence))
    .bind(i64::from(after.email_failed))
    .bind(after.changed_at.as_millisecond())
    .bind(after.reminded_at.map(Timestamp::as_millisecond))
    .bind(after.closed_told_at.map(Timestamp::as_millisecond))
    .bind(i64::from(after.email_returned))
    .bind(i64::from(is_other_phone))
    .bind(after.brought_by.clone())
    .execute(connection)
    .await?;
    Ok(())
}
