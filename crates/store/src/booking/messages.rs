//! Queueing the emails about an appointment.

use std::time::Duration;

use jiff::Timestamp;
use sqlx::AnyConnection;

use super::appointment::Appointment;
use super::state_before::GivenUp;
use crate::outbox::{self, Lease, NewMessage};
use crate::{Store, StoreError, to_time};
use clinic_mail::message::{APPOINTMENT, AppointmentFacts, AppointmentNotice, Message};
use clinic_rules::booking::{AppointmentState, ToTell};
use clinic_rules::rate_limit::Limits;
use clinic_runtime::clock::Randomness;

/// How long the email about a visit that staff have confirmed, moved or cancelled waits before its first attempt: an undo within this time
/// mails nobody.
pub const WAIT_FOR_UNDO: Duration = Duration::from_secs(10);

/// Why an email was given up that says that the visit takes place.
pub(super) const CLOSED_THEN: &str = "the clinic is closed then";

/// How an email with a new link is recognised. Nothing else brings the patient the link, and it says nothing that can become untrue: no
/// press gives it up. It is not sent while the visit does not take place.
const NEW_LINK: &str = "%\"notice\":\"new-link\"%";

/// What the emails about appointments need besides the appointment.
#[derive(Clone, Copy)]
pub struct BookingContext<'a> {
    /// The part of the Message-ID after the @.
    pub mail_host: &'a str,
    pub random: &'a dyn Randomness,
    pub limits: &'a Limits,
    pub now: Timestamp,
}

impl Store {
    /// Whether an email about the appointment was sent to the patient's address or is on its way there.
    pub async fn is_emailed(&self, appointment: &Appointment) -> Result<bool, StoreError> {
        let Some(address) = &appointment.email else { return Ok(false) };
        self.read(async |mut connection| {
            let emails: i64 = sqlx::query_scalar(
                "SELECT COUNT(*) FROM outbox WHERE kind = $1 AND record_key = $2 AND address = $3
                   AND state IN ('queued', 'sent')",
            )
            .bind(APPOINTMENT)
            .bind(appointment.id.as_str())
            .bind(address.as_typed())
            .fetch_one(&mut *connection)
            .await?;
            Ok(emails > 0)
        })
        .await
    }

    /// Until when the email about the last press is held, so that an undo mails nobody.
    pub async fn email_waits_until(
        &self,
        appointment: &Appointment,
        now: Timestamp,
    ) -> Result<Option<Timestamp>, StoreError> {
        if appointment.before.is_none() {
            return Ok(None);
        }
        self.read(async |mut connection| {
            let until: Option<i64> = sqlx::query_scalar(
                "SELECT MAX(next_at) FROM outbox WHERE kind = $1 AND record_key = $2 AND state = 'queued' AND attempts = 0
                   AND next_at > $3 AND payload NOT LIKE $4",
            )
            .bind(APPOINTMENT)
            .bind(appointment.id.as_str())
            .bind(now.as_millisecond())
            .bind(NEW_LINK)
            .fetch_one(&mut *connection)
            .await?;
            until.map(to_time).transpose()
        })
        .await
    }
}

/// Queues the email, when the patient gave an address. Earlier emails about the appointment that were not sent yet are
/// given up: they would tell something that is no longer true.
pub async fn tell(
    connection: &mut AnyConnection,
    appointment: &Appointment,
    notice: AppointmentNotice,
    context: BookingContext<'_>,
) -> Result<Option<Lease>, StoreError> {
    if appointment.email.is_some() {
        replace(connection, appointment, context.now).await?;
    }
    queue(connection, appointment, notice, context).await
}

/// The same, for a change that staff may still undo: the email is sent when that time has passed.
pub async fn tell_unless_undone(
    connection: &mut AnyConnection,
    appointment: &Appointment,
    notice: AppointmentNotice,
    context: BookingContext<'_>,
) -> Result<(), StoreError> {
    let Some(new_message) = new_message(appointment, notice, context) else { return Ok(()) };
    replace(connection, appointment, context.now).await?;
    let first_attempt = context.now + WAIT_FOR_UNDO;
    outbox::queue_for(connection, new_message, context.random.bytes(), first_attempt).await
}

/// Gives up the emails that were not sent yet, because a newer one tells what is true.
pub async fn replace(
    connection: &mut AnyConnection,
    appointment: &Appointment,
    now: Timestamp,
) -> Result<GivenUp, StoreError> {
    give_up(connection, appointment, "a newer email took its place", now).await
}

/// Gives up the emails that were not sent yet, apart from a new link.
pub(super) async fn give_up(
    connection: &mut AnyConnection,
    appointment: &Appointment,
    reason: &str,
    now: Timestamp,
) -> Result<GivenUp, StoreError> {
    let id = appointment.id.as_str();
    let mut given_up = GivenUp::default();
    for message in outbox::give_up(connection, APPOINTMENT, id, NEW_LINK, reason, now).await? {
        let Some(Message::Appointment(AppointmentFacts { notice, .. })) = message else { continue };
        match notice {
            AppointmentNotice::Reminder(_) => given_up.reminder = true,
            AppointmentNotice::Waiting | AppointmentNotice::Received => given_up.untold = Some(ToTell::Requested),
            AppointmentNotice::Confirmed => given_up.untold = Some(ToTell::Confirmed),
            AppointmentNotice::Moved => given_up.untold = Some(ToTell::Moved),
            AppointmentNotice::Cancelled
            | AppointmentNotice::Closed
            | AppointmentNotice::Expired
            | AppointmentNotice::NewLink => {}
        }
    }
    Ok(given_up)
}

/// A new link that waits is sent until the visit, which has another time now.
pub(super) async fn follow_time(connection: &mut AnyConnection, appointment: &Appointment) -> Result<(), StoreError> {
    outbox::update_unsent(connection, APPOINTMENT, appointment.id.as_str(), |message| match message {
        Message::Appointment(facts) if facts.notice == AppointmentNotice::NewLink => {
            facts.starts_at = appointment.starts_at;
        }
        _ => {}
    })
    .await
}

/// Queues the email, when the patient gave an address.
pub(super) async fn queue(
    connection: &mut AnyConnection,
    appointment: &Appointment,
    notice: AppointmentNotice,
    context: BookingContext<'_>,
) -> Result<Option<Lease>, StoreError> {
    let Some(new_message) = new_message(appointment, notice, context) else { return Ok(None) };
    Ok(Some(outbox::queue(connection, new_message, context.random.bytes()).await?))
}

/// Queues one email about several visits of one patient that are confirmed. Each has a message of its own: what is changed about one
/// of them before the email is sent gives up only that one.
pub(super) async fn queue_together(
    connection: &mut AnyConnection,
    visits: &[Appointment],
    key: &str,
    context: BookingContext<'_>,
) -> Result<Option<Lease>, StoreError> {
    let messages = visits.iter().filter_map(|visit| new_message(visit, AppointmentNotice::Confirmed, context));
    outbox::queue_together(connection, messages, key, context.random).await
}

/// The email, when the patient gave an address and no email came back from it. It does not contain the link, which the outbox adds
/// when it sends it.
fn new_message<'a>(
    appointment: &'a Appointment,
    notice: AppointmentNotice,
    context: BookingContext<'a>,
) -> Option<NewMessage<'a>> {
    let address = appointment.email.as_ref().filter(|_| !appointment.email_returned)?;
    let message = Message::Appointment(AppointmentFacts {
        notice,
        id: appointment.id.as_str().to_owned(),
        reference: appointment.reference.clone(),
        name: appointment.name.clone(),
        brought_by: appointment.brought_by.clone(),
        service: appointment.service.clone(),
        title: appointment.title.clone(),
        starts_at: appointment.starts_at,
        minutes: appointment.minutes,
        sequence: appointment.sequence,
        confirmed: !matches!(appointment.state, AppointmentState::Requested | AppointmentState::Waiting),
        reason: appointment.cancel_reason.clone(),
        moved_from: appointment
            .known_starts_at
            .filter(|_| matches!(notice, AppointmentNotice::Closed | AppointmentNotice::Cancelled)),
        made_at: context.now,
    });
    let person = appointment.email_person.as_deref();
    Some(NewMessage { message, person, address, mail_host: context.mail_host, now: context.now })
}

/// Gives up what is queued about a change that is undone. Returns whether an email about it is being sent at this moment: the
/// patient may read it.
pub async fn take_back(
    connection: &mut AnyConnection,
    appointment: &Appointment,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let id = appointment.id.as_str();
    outbox::take_back(connection, APPOINTMENT, id, NEW_LINK, "the change was undone", now).await
}

/// Gives up what is queued about a visit at a time at which the clinic is closed: staff decide first what the patient is told.
pub(super) async fn hold_back(
    connection: &mut AnyConnection,
    appointment: &Appointment,
    now: Timestamp,
) -> Result<GivenUp, StoreError> {
    give_up(connection, appointment, CLOSED_THEN, now).await
}

/// Gives up what is queued about a visit that has begun or did not take place.
pub async fn stop(
    connection: &mut AnyConnection,
    appointment: &Appointment,
    now: Timestamp,
) -> Result<GivenUp, StoreError> {
    give_up(connection, appointment, "the visit has begun or did not take place", now).await
}

/// The patient was not reached by email: the desk reminds them by phone.
pub async fn on_appointment_email_undelivered(connection: &mut AnyConnection, id: &str) -> Result<(), StoreError> {
    set_email_failed(connection, id, true).await
}

/// The outbox tries again. That shows nothing about an address from which an email came back, and a new link reminds nobody.
pub async fn on_appointment_email_retried(
    connection: &mut AnyConnection,
    facts: &AppointmentFacts,
) -> Result<(), StoreError> {
    if facts.notice == AppointmentNotice::NewLink {
        return Ok(());
    }
    set_email_failed(connection, &facts.id, false).await
}

/// The address works, and the patient knows what the email says. An email about an earlier state of the appointment tells
/// nothing about a later one, and nothing to somebody whom staff have told since. What the patient did not know is kept, in case the
/// email comes back; a reminder adds nothing to it.
pub async fn on_appointment_email_sent(
    connection: &mut AnyConnection,
    facts: &AppointmentFacts,
) -> Result<(), StoreError> {
    let tells = facts.notice != AppointmentNotice::NewLink;
    let tells_change = tells && !matches!(facts.notice, AppointmentNotice::Reminder(_));
    let tells_time = tells && !matches!(facts.notice, AppointmentNotice::Cancelled | AppointmentNotice::Expired);
    sqlx::query(
        "UPDATE appointments SET email_failed = CASE WHEN $2 = 1 THEN 0 ELSE email_failed END,
           untold_before_sent = CASE WHEN $2 = 1 AND sequence = $3
             AND (untold IS NOT NULL OR ($6 = 1 AND COALESCE(sent_sequence, -1) <> sequence)) THEN untold ELSE untold_before_sent END,
           known_before_sent =
             CASE WHEN $2 = 1 AND sequence = $3 AND untold IS NOT NULL THEN known_starts_at ELSE known_before_sent END,
           sent_sequence = CASE WHEN $2 = 1 AND sequence = $3 AND (untold IS NOT NULL OR $6 = 1) THEN sequence
             ELSE sent_sequence END,
           untold = CASE WHEN $2 = 1 AND sequence = $3 THEN NULL ELSE untold END,
           known_starts_at = CASE WHEN $4 = 0 OR (sequence <> $3 AND untold IS NULL) THEN known_starts_at
             WHEN starts_at <> $5 THEN $5 END
         WHERE id = $1 AND email_returned = 0",
    )
    .bind(&facts.id)
    .bind(i64::from(tells))
    .bind(i64::from(facts.sequence))
    .bind(i64::from(tells_time))
    .bind(facts.starts_at.as_millisecond())
    .bind(i64::from(tells_change))
    .execute(connection)
    .await?;
    Ok(())
}

async fn set_email_failed(connection: &mut AnyConnection, id: &str, failed: bool) -> Result<(), StoreError> {
    sqlx::query("UPDATE appointments SET email_failed = $2 WHERE id = $1 AND email_returned = 0")
        .bind(id)
        .bind(i64::from(failed))
        .execute(connection)
        .await?;
    Ok(())
}
