//! Emails that a request of the public causes, within limits: anybody can enter anybody's address. An email that staff cause has
//! no limit.

use std::time::Duration;

use sqlx::AnyConnection;

use super::appointment::{Appointment, NETWORKS};
use super::messages::{self, BookingContext};
use crate::outbox::Lease;
use crate::{StoreError, counters};
use clinic_mail::message::{APPOINTMENT, AppointmentNotice};
use clinic_rules::rate_limit::Window;

const DAY: Duration = Duration::from_hours(24);
const EMAILS: &str = "booking emails";

/// Whether the patient is told by email.
pub enum Told {
    Queued(Box<Lease>),
    NoAddress,
    /// There have been too many emails. The patient sees the result of a new request on the screen; of a change, the caller puts
    /// them into the list to tell.
    OverLimit,
}

impl Told {
    pub fn into_lease(self) -> Option<Lease> {
        match self {
            Self::Queued(lease) => Some(*lease),
            Self::NoAddress | Self::OverLimit => None,
        }
    }
}

pub async fn tell(
    connection: &mut AnyConnection,
    appointment: &Appointment,
    notice: AppointmentNotice,
    context: BookingContext<'_>,
) -> Result<Told, StoreError> {
    if appointment.email.is_none() {
        return Ok(Told::NoAddress);
    }
    if is_over_limit(connection, appointment, context).await? {
        // What is queued about the appointment is no longer true.
        messages::give_up(connection, appointment, "too many emails", context.now).await?;
        return Ok(Told::OverLimit);
    }
    let lease = messages::tell(connection, appointment, notice, context).await?;
    Ok(lease.map_or(Told::NoAddress, |lease| Told::Queued(Box::new(lease))))
}

/// Says whether an email is one too many, and counts it if it is not: what is not sent uses up no limit, however often it is
/// tried.
pub async fn is_over_limit(
    connection: &mut AnyConnection,
    appointment: &Appointment,
    context: BookingContext<'_>,
) -> Result<bool, StoreError> {
    let (limits, window) = (context.limits, Window::around(context.now));
    let networks = appointment.networks.iter().zip(NETWORKS);
    let mut counters: Vec<(String, u32)> = networks
        .map(|(network, (_, share))| (format!("{EMAILS} {network}"), share.of(limits.booking_emails_per_client_hour)))
        .collect();
    counters.push((EMAILS.to_owned(), limits.booking_emails_per_hour));
    for (counter, limit) in &counters {
        if counters::read(connection, counter, window).await? >= *limit {
            return Ok(true);
        }
    }
    let to_recipient: i64 = sqlx::query_scalar(
        "SELECT COUNT(DISTINCT COALESCE(sent_with, id)) FROM outbox WHERE person = $1 AND kind = $2 AND queued_at > $3",
    )
    .bind(appointment.email_person.clone())
    .bind(APPOINTMENT)
    .bind((context.now - DAY).as_millisecond())
    .fetch_one(&mut *connection)
    .await?;
    if to_recipient >= i64::from(limits.booking_emails_per_recipient_day) {
        return Ok(true);
    }
    for (counter, _) in &counters {
        counters::increment(connection, counter, window).await?;
    }
    Ok(false)
}
