//! Booking: one transaction that takes a chair, stores the appointment and queues the email.

use jiff::Timestamp;
use sqlx::AnyConnection;

use super::appointment::{self, Appointment};
use super::change_request::ChosenChair;
use super::error::BookError;
use super::messages::{self, BookingContext};
use super::request_limits::{Accepted, AskingPatient, count_accepted};
use super::{chairs, closed_times, earlier_times, holding, public_messages, to_tell, undo, visits_for_recalls};
use crate::outbox::Lease;
use crate::{Actor, Store, StoreError};
use clinic_mail::message::AppointmentNotice;
use clinic_rules::booking::{
    AppointmentId, AppointmentState, ChairError, LinkGeneration, Patient, Reference, Service, Settings, SlotTime,
    Source, ToTell, name_key, ticks,
};
use clinic_rules::clinic_time;
use clinic_rules::person::{ClientKey, PersonKey};
use clinic_rules::rate_limit::TooMany;

/// There are a billion references, so a random one is almost never taken.
const MAX_REFERENCE_ATTEMPTS: usize = 5;

#[derive(Clone, Copy)]
pub struct NewAppointment<'a> {
    /// A hash of the request. The same request again is the same appointment.
    pub request: &'a str,
    pub service: &'a Service,
    pub settings: &'a Settings,
    pub slot: SlotTime,
    /// The chair that staff chose.
    pub chair: Option<ChosenChair>,
    pub patient: &'a Patient,
    pub phone_person: &'a PersonKey,
    pub email_person: Option<&'a PersonKey>,
    pub by: BookedBy<'a>,
    /// The id in the earlier-time list of a patient without a visit who is given this one.
    pub from_earlier_times: Option<&'a str>,
    pub context: BookingContext<'a>,
}

/// Who books. Limits apply to the public; staff may exceed them, and the daily limit of a service.
#[derive(Clone, Copy)]
pub enum BookedBy<'a> {
    Public(&'a ClientKey),
    Staff(Actor<'a>, Source),
}

impl BookedBy<'_> {
    fn source(self) -> Source {
        match self {
            Self::Public(_) => Source::Online,
            Self::Staff(_, source) => source,
        }
    }
}

#[derive(Debug)]
pub struct Booked {
    pub appointment: Appointment,
    /// False when the same request was stored before.
    pub is_new: bool,
    /// The email to send.
    pub lease: Option<Lease>,
}

impl Store {
    /// Answers requests for taken times without a transaction: however many there are, they keep no patient waiting. The
    /// transaction decides again.
    async fn may_be_free(&self, new: NewAppointment<'_>) -> Result<bool, BookError> {
        let starts_at = new.slot.timestamp().ok_or(BookError::InvalidTime)?;
        let ticks = ticks(starts_at, new.service.chair_minutes());
        let chairs = new.settings.chairs_for(&new.service.slug, new.slot, new.service.minutes);
        self.read(async |mut connection| {
            // The same request may have taken the last chair.
            Ok(chairs::free_chair(&mut connection, &chairs, &ticks).await?.is_some()
                || appointment::find_by_request(&mut connection, new.request).await?.is_some())
        })
        .await
    }

    /// Books a time. The caller has checked that it is one that can be booked.
    ///
    /// # Errors
    /// `Taken` when no chair is free for the whole visit, `DayFull` when the day has reached its limit. `TooMany` when the network has sent
    /// more than the disk has room for. Nothing is stored then, except for a patient who has been at the clinic. A request of the
    /// public that may not hold its time is stored as one that waits.
    pub async fn book(&self, new: NewAppointment<'_>) -> Result<Booked, BookError> {
        if matches!(new.by, BookedBy::Public(_)) && !self.may_be_free(new).await? {
            return Err(BookError::Taken);
        }
        let _turn = match new.by {
            BookedBy::Public(_) => holding::wait_for_turn(self).await,
            BookedBy::Staff(..) => None,
        };
        self.transaction(async |mut tx| {
            if let Some(appointment) = appointment::find_by_request(&mut tx, new.request).await? {
                return Ok(Booked { appointment, is_new: false, lease: None });
            }
            if let Some(id) = new.from_earlier_times
                && !earlier_times::lock_without_visit(&mut tx, id, new.context.now).await?
            {
                return Err(BookError::NotInEarlierTimes);
            }
            let accepted = match new.by {
                BookedBy::Public(client) => {
                    holding::lock(&mut tx).await?;
                    let patient = AskingPatient {
                        phone_person: new.phone_person.as_str(),
                        name_key: &name_key(&new.patient.name),
                    };
                    count_accepted(&mut tx, client, patient, new.context.limits, new.context.now).await?
                }
                BookedBy::Staff(..) => Accepted::WithinLimit,
            };
            if let Accepted::WithoutAnswer { wait } = accepted {
                // Under another key: the same request again has the same answer. Without the email address, which may be another
                // person's: an email about it would tell that the patient has been here. Staff call the number that they know.
                let request = format!("{} without an answer", new.request);
                let patient = Patient { email: None, ..new.patient.clone() };
                let unanswered = NewAppointment { request: &request, patient: &patient, email_person: None, ..new };
                if appointment::find_by_request(&mut tx, &request).await?.is_none() {
                    match store_new(&mut tx, unanswered, accepted).await {
                        Ok(_) => tx.commit().await?,
                        Err(BookError::Taken | BookError::DayFull) => {}
                        Err(error) => return Err(error),
                    }
                }
                return Err(TooMany::NetworkBookings { wait }.into());
            }
            let stored = match store_new(&mut tx, new, accepted).await {
                // The same request may have been committed by another transaction since.
                Err(error @ (BookError::Taken | BookError::DayFull)) => {
                    match appointment::find_by_request(&mut tx, new.request).await? {
                        Some(appointment) => {
                            tx.roll_back();
                            return Ok(Booked { appointment, is_new: false, lease: None });
                        }
                        None => return Err(error),
                    }
                }
                stored => stored?,
            };
            let Some(appointment) = stored else {
                // Rolls back what this transaction took.
                tx.roll_back();
                let mut tx = self.begin().await?;
                let earlier = appointment::find_by_request(&mut tx, new.request).await?;
                let appointment = earlier.ok_or(StoreError::Corrupt("no unused reference after several attempts"))?;
                return Ok(Booked { appointment, is_new: false, lease: None });
            };
            if appointment.state != AppointmentState::Waiting {
                visits_for_recalls::on_booked(&mut tx, &appointment, new.context.now).await?;
            }
            // Otherwise an address with many patients could be used to send mail to strangers.
            let lease = match accepted {
                Accepted::WithinLimit => tell(&mut tx, &appointment, new).await?,
                Accepted::BeyondLimit | Accepted::WithoutAnswer { .. } => None,
            };
            if let BookedBy::Staff(actor, _) = new.by {
                earlier_times::on_added(&mut tx, &appointment).await?;
                actor.record(&mut tx, "add appointment", &appointment.reference).await?;
            }
            Ok(Booked { appointment, is_new: true, lease })
        })
        .await
    }
}

async fn tell(
    connection: &mut AnyConnection,
    appointment: &Appointment,
    new: NewAppointment<'_>,
) -> Result<Option<Lease>, StoreError> {
    let notice = match appointment.state {
        AppointmentState::Waiting => AppointmentNotice::Waiting,
        AppointmentState::Requested => AppointmentNotice::Received,
        AppointmentState::Confirmed => AppointmentNotice::Confirmed,
        // A patient who walked in is here: there is nothing to confirm, to move or to cancel.
        _ => return Ok(None),
    };
    if appointment.untold.is_some() {
        return Ok(None);
    }
    match new.by {
        BookedBy::Public(_) => {
            Ok(public_messages::tell(connection, appointment, notice, new.context).await?.into_lease())
        }
        BookedBy::Staff(..) => messages::tell(connection, appointment, notice, new.context).await,
    }
}

/// `None` when the same request is stored by now. For a request of the public, the caller has called `holding::lock`.
pub(super) async fn store_new(
    connection: &mut AnyConnection,
    new: NewAppointment<'_>,
    accepted: Accepted,
) -> Result<Option<Appointment>, BookError> {
    let starts_at = new.slot.timestamp().ok_or(BookError::InvalidTime)?;
    let day = clinic_time::day_number_of_date(new.slot.date);
    let now = new.context.now;
    let networks = match new.by {
        BookedBy::Public(client) => {
            check_daily_limit(connection, new.service, day).await?;
            client.networks()
        }
        BookedBy::Staff(..) => Vec::new(),
    };
    let mut appointment = Appointment {
        id: AppointmentId::new(new.context.random.bytes()),
        reference: String::new(),
        service: new.service.slug.clone(),
        title: new.service.title.clone(),
        chair: 0,
        starts_at,
        known_starts_at: None,
        minutes: new.service.minutes,
        buffer: new.service.buffer,
        state: AppointmentState::Confirmed,
        source: new.by.source(),
        name: new.patient.name.clone(),
        phone: new.patient.phone.clone(),
        email: new.patient.email.clone(),
        note: new.patient.note.clone(),
        brought_by: new.patient.brought_by.clone(),
        phone_person: new.phone_person.to_string(),
        email_person: new.email_person.map(ToString::to_string),
        sequence: 0,
        created_at: now,
        changed_at: now,
        told_at: now,
        reminder: 0,
        reminded_at: None,
        untold: None,
        phoned: None,
        before: None,
        kept_hours: match new.by {
            BookedBy::Public(_) => None,
            BookedBy::Staff(..) => closed_times::kept_hours(new.settings, new.slot, new.service.minutes),
        },
        kept_chair: None,
        closed_told_at: None,
        closed_for: None,
        email_failed: false,
        email_returned: false,
        sent_sequence: None,
        cancel_reason: None,
        from_recall: false,
        link_generation: LinkGeneration::default(),
        series: None,
        unacknowledged: false,
        expires_at: None,
        expired_at: None,
        networks,
    };
    appointment.state = match new.by {
        BookedBy::Public(_) if accepted != Accepted::WithinLimit => holding::wait(&mut appointment, new.settings, now),
        BookedBy::Public(_) => {
            holding::decide(connection, &mut appointment, new.slot, new.settings, new.context).await?
        }
        BookedBy::Staff(_, Source::WalkIn) => {
            // A wrong press leaves an appointment, which can be cancelled.
            appointment.before = Some(appointment.as_before(now));
            AppointmentState::Arrived
        }
        BookedBy::Staff(..) => AppointmentState::Confirmed,
    };
    // Staff decide first what a patient is told whose visit is at a time at which the clinic is closed.
    let is_certain = appointment.state == AppointmentState::Confirmed;
    if is_certain && appointment.is_at_closed_time(new.settings) {
        appointment.untold = Some(ToTell::Confirmed);
    }
    let chairs = chairs_of(new)?;
    let ticks = ticks(starts_at, new.service.chair_minutes());
    if appointment.state == AppointmentState::Waiting {
        // Whether the time is free must not depend on who asks.
        chairs::free_chair(connection, &chairs, &ticks).await?.ok_or(BookError::Taken)?;
    } else {
        let chair = chairs::take_one(connection, &chairs, &ticks, &appointment.id).await?;
        appointment.chair = chair.ok_or(BookError::Taken)?;
        appointment = appointment.with_kept_chair(new.settings);
    }
    for _ in 0..MAX_REFERENCE_ATTEMPTS {
        appointment.reference = Reference::new(new.context.random.bytes()).to_string();
        if insert(connection, new.request, &appointment, day).await? {
            undo::store_before(connection, &appointment).await?;
            if appointment.untold.is_some() {
                to_tell::store_untold(connection, &appointment).await?;
            }
            return Ok(Some(appointment));
        }
        if appointment::find_by_request(connection, new.request).await?.is_some() {
            break;
        }
    }
    Ok(None)
}

/// The chairs that the visit may take, in the order in which they are tried.
fn chairs_of(new: NewAppointment<'_>) -> Result<Vec<u16>, BookError> {
    let (service, minutes) = (&new.service.slug, new.service.minutes);
    if let Some(chosen) = new.chair {
        chosen.check(new.settings, service, new.slot, minutes)?;
        return Ok(vec![chosen.number]);
    }
    let chairs = new.settings.chairs_for(service, new.slot, minutes);
    match new.by {
        BookedBy::Staff(..) if chairs.is_empty() => Err(ChairError::NoChair.into()),
        _ => Ok(chairs),
    }
}

/// The number of visits is counted while the row of the day is locked. Otherwise two transactions could both find the last
/// free place.
pub(super) async fn check_daily_limit(
    connection: &mut AnyConnection,
    service: &Service,
    day: i64,
) -> Result<(), BookError> {
    let Some(limit) = service.daily_limit else { return Ok(()) };
    sqlx::query(
        "INSERT INTO booking_days (day, service, requests) VALUES ($1, $2, 1)
         ON CONFLICT (day, service) DO UPDATE SET requests = booking_days.requests + 1",
    )
    .bind(day)
    .bind(&service.slug)
    .execute(&mut *connection)
    .await?;
    let visits: i64 = sqlx::query_scalar(
        "SELECT COUNT(*) FROM appointments WHERE day = $1 AND service = $2
           AND state NOT IN ('cancelled', 'waiting')",
    )
    .bind(day)
    .bind(&service.slug)
    .fetch_one(connection)
    .await?;
    if visits >= i64::from(limit) { Err(BookError::DayFull) } else { Ok(()) }
}

/// `false` when the request or the reference is stored already.
async fn insert(
    connection: &mut AnyConnection,
    request: &str,
    appointment: &Appointment,
    day: i64,
) -> Result<bool, StoreError> {
    let inserted = sqlx::query(
        "INSERT INTO appointments (id, reference, request, service, title, chair, starts_at, day, minutes, buffer, state,
           source, name, name_key, phone, email, note, phone_person, email_person, sequence, created_at, changed_at, told_at,
           reminder, email_failed, from_recall, unacknowledged, expires_at, network, wider_network, widest_network, kept_hours,
           brought_by, kept_chair)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, 0, $20, $20, $20,
           0, 0, 0, $21, $22, $23, $24, $25, $26, $27, $28)
         ON CONFLICT DO NOTHING",
    )
    .bind(appointment.id.as_str())
    .bind(&appointment.reference)
    .bind(request)
    .bind(&appointment.service)
    .bind(&appointment.title)
    .bind(i64::from(appointment.chair))
    .bind(appointment.starts_at.as_millisecond())
    .bind(day)
    .bind(i64::from(appointment.minutes))
    .bind(i64::from(appointment.buffer))
    .bind(appointment.state.into_str())
    .bind(appointment.source.into_str())
    .bind(&appointment.name)
    .bind(name_key(&appointment.name))
    .bind(appointment.phone.as_str())
    .bind(appointment.email.as_ref().map(|email| email.as_typed().to_owned()))
    .bind(&appointment.note)
    .bind(&appointment.phone_person)
    .bind(appointment.email_person.clone())
    .bind(appointment.created_at.as_millisecond())
    .bind(i64::from(appointment.unacknowledged))
    .bind(appointment.expires_at.map(Timestamp::as_millisecond))
    .bind(appointment.networks.first().cloned())
    .bind(appointment.networks.get(1).cloned())
    .bind(appointment.networks.get(2).cloned())
    .bind(appointment.kept_hours.clone())
    .bind(appointment.brought_by.clone())
    .bind(appointment.kept_chair.clone())
    .execute(connection)
    .await?;
    Ok(inserted.rows_affected() == 1)
}
