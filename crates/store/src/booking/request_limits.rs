//! How many requests of the public about appointments are accepted. Patients behind one carrier's address share its limits with
//! strangers, so nothing that a stranger sends in an hour keeps a patient from asking for a free time.

use std::time::Duration;

use jiff::Timestamp;
use sqlx::AnyConnection;

use super::error::BookError;
use super::holding;
use crate::{Store, StoreError, counters};
use clinic_rules::booking::AppointmentId;
use clinic_rules::person::ClientKey;
use clinic_rules::rate_limit::{Limits, TooMany, Window};

/// How a request for a free time is accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Accepted {
    WithinLimit,
    /// The network has sent many in this hour: the request waits for staff, and no email is sent.
    BeyondLimit,
    /// The network has used up its requests, and the patient has been at the clinic: the request waits for staff, and the answer is
    /// that of a refusal. Otherwise whoever has used up an address could find out who has been there.
    WithoutAnswer {
        wait: Duration,
    },
}

/// Who asks for a time.
#[derive(Clone, Copy)]
pub struct AskingPatient<'a> {
    pub phone_person: &'a str,
    pub name_key: &'a str,
}

impl Store {
    /// Counts a request for a time that cannot be booked. Apart from those that are accepted: a stranger who sends useless
    /// requests keeps nobody from booking.
    ///
    /// # Errors
    /// When there were too many from this network.
    pub async fn count_failed_booking(
        &self,
        client: &ClientKey,
        limits: &Limits,
        now: Timestamp,
    ) -> Result<(), BookError> {
        let window = Window::around(now);
        self.transaction(async |mut tx| {
            if !is_within(&mut tx, client, "failed bookings", limits.bookings_per_client_hour, window).await? {
                return Err(TooMany::FailedBookings { wait: window.rest }.into());
            }
            Ok(())
        })
        .await
    }

    /// Counts a request that moves or cancels an appointment. Each appointment has a limit of its own: neither strangers
    /// nor bookings keep a patient from changing theirs.
    ///
    /// # Errors
    /// When there were too many for this appointment.
    pub async fn count_appointment_change(
        &self,
        id: &AppointmentId,
        limits: &Limits,
        now: Timestamp,
    ) -> Result<(), BookError> {
        let window = Window::around(now);
        self.transaction(async |mut tx| {
            let requests =
                counters::increment(&mut tx, &format!("appointment changes {}", id.as_str()), window).await?;
            if requests > limits.changes_per_appointment_hour {
                return Err(TooMany::Bookings { wait: window.rest }.into());
            }
            Ok(())
        })
        .await
    }
}

/// Counts a request in the transaction that stores it, so that one that fails is not counted here. How many there were for a
/// phone number must not be told: those beyond a limit wait for staff. The caller has called `holding::lock`.
///
/// # Errors
/// When the network has used up what the disk has for it in this hour, and the patient is not known. The caller answers the same for
/// `WithoutAnswer`.
pub async fn count_accepted(
    connection: &mut AnyConnection,
    client: &ClientKey,
    patient: AskingPatient<'_>,
    limits: &Limits,
    now: Timestamp,
) -> Result<Accepted, BookError> {
    let window = Window::around(now);
    if is_within(connection, client, "bookings", limits.bookings_per_client_hour, window).await? {
        return Ok(Accepted::WithinLimit);
    }
    // A counter of its own: what one /64 sends beyond its limit does not use up the limit of its neighbours.
    let limit = limits.bookings_without_email_per_client_hour;
    if is_within(connection, client, "bookings without email", limit, window).await? {
        return Ok(Accepted::BeyondLimit);
    }
    // A limit of its own, which strangers cannot use up: they would need the names and numbers of a hundred patients.
    let limit = limits.bookings_per_client_hour;
    if may_pass(connection, patient, limits, now).await?
        && is_within(connection, client, "bookings of known patients", limit, window).await?
    {
        return Ok(Accepted::WithoutAnswer { wait: window.rest });
    }
    Err(TooMany::NetworkBookings { wait: window.rest }.into())
}

/// Whether the patient has been at the clinic, under this name and with this phone number, and has few open online requests: whoever
/// knows the name and the number of a patient can send no more than these. The email address does not count: the number would then
/// be anybody's, and staff would call it.
async fn may_pass(
    connection: &mut AnyConnection,
    patient: AskingPatient<'_>,
    limits: &Limits,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let AskingPatient { phone_person, name_key } = patient;
    if !holding::is_known(connection, phone_person, None, name_key).await? {
        return Ok(false);
    }
    let open: i64 = sqlx::query_scalar(
        "SELECT COUNT(*) FROM appointments WHERE phone_person = $1 AND source = 'online'
           AND state IN ('waiting', 'requested', 'confirmed') AND starts_at > $2 AND name_key = $3",
    )
    .bind(phone_person)
    .bind(now.as_millisecond())
    .bind(name_key)
    .fetch_one(connection)
    .await?;
    Ok(open < i64::from(limits.held_per_phone))
}

async fn is_within(
    connection: &mut AnyConnection,
    client: &ClientKey,
    event: &str,
    limit: u32,
    window: Window,
) -> Result<bool, StoreError> {
    let requests = counters::increment(connection, &client.counter(event), window).await?;
    Ok(requests <= limit && !counters::increment_wider(connection, client, event, limit, window).await?)
}
