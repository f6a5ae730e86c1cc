//! Visits that staff add together, such as every 4 weeks, 3 times: all of them are stored, or none. Afterwards each is a visit like any
//! other.

use data_encoding::BASE64URL_NOPAD;
use jiff::Timestamp;
use sqlx::AnyConnection;

use super::appointment::{self, Appointment};
use super::book::{self, BookedBy, NewAppointment};
use super::change_request::ChosenChair;
use super::error::BookError;
use super::messages::{self, BookingContext};
use super::request_limits::Accepted;
use super::{earlier_times, to_tell, visits_for_recalls};
use crate::outbox::Lease;
use crate::{Actor, Store, StoreError};
use clinic_rules::booking::{
    AppointmentId, AppointmentState, Patient, SeriesPlace, Service, Settings, SlotTime, Source, ToTell,
};
use clinic_rules::person::PersonKey;

#[derive(Clone, Copy)]
pub struct NewSeries<'a> {
    /// A hash of the request. The same request again is the same series.
    pub request: &'a str,
    pub service: &'a Service,
    pub settings: &'a Settings,
    /// The times of the new visits, in the order of the calendar. The caller has checked them.
    pub slots: &'a [SlotTime],
    pub weeks: u16,
    /// The chair that staff chose. A visit that it cannot take, or whose time is taken in it, gets another one.
    pub chair: Option<u16>,
    pub patient: SeriesPatient<'a>,
    pub source: Source,
    /// A visit that is stored already, and when it was changed last. It is the first one of the series, unless it is in another.
    pub like: Option<(&'a AppointmentId, Timestamp)>,
    pub actor: Actor<'a>,
    pub context: BookingContext<'a>,
}

#[derive(Clone, Copy)]
pub struct SeriesPatient<'a> {
    pub patient: &'a Patient,
    pub phone_person: &'a PersonKey,
    pub email_person: Option<&'a PersonKey>,
}

#[derive(Debug)]
pub struct BookedSeries {
    /// The new visits.
    pub visits: Vec<Appointment>,
    /// False when the same request was stored before.
    pub is_new: bool,
    /// The email to send.
    pub lease: Option<Lease>,
}

impl Store {
    /// The visits of a series that are stored, in their order.
    pub async fn series(&self, id: &str) -> Result<Vec<Appointment>, StoreError> {
        self.read(async |mut connection| {
            let ids: Vec<String> =
                sqlx::query_scalar("SELECT id FROM appointments WHERE series = $1 ORDER BY series_number, id")
                    .bind(id)
                    .fetch_all(&mut *connection)
                    .await?;
            let mut visits = Vec::new();
            for id in ids {
                visits.extend(appointment::find(&mut connection, &id).await?);
            }
            Ok(visits)
        })
        .await
    }

    /// Books all visits of a series, or none.
    ///
    /// # Errors
    /// `Taken` when no chair is free at the time of one of them. `SeriesStored` when the same request was stored at other times, and
    /// `ChangedMeanwhile` when the visit that the others are like has changed.
    pub async fn book_series(&self, new: NewSeries<'_>) -> Result<BookedSeries, BookError> {
        let stored = self.transaction(async |mut tx| {
            if let Some(stored) = find_stored(&mut tx, new).await? {
                return Ok(stored);
            }
            let (visits, lease) = store_all(&mut tx, new).await?.ok_or(BookError::Taken)?;
            Ok(BookedSeries { visits, is_new: true, lease })
        });
        match stored.await {
            // The same request may have been committed by another transaction since. Read when this one has ended, which has stored a
            // part of the visits.
            Err(BookError::Taken) => {
                let stored = self.read(async |mut connection| find_stored(&mut connection, new).await);
                stored.await?.ok_or(BookError::Taken)
            }
            stored => stored,
        }
    }
}

/// Each visit has a request of its own, so that a series is stored once.
fn request_of(new: NewSeries<'_>, index: usize) -> String {
    format!("{} visit {index}", new.request)
}

async fn find_stored(connection: &mut AnyConnection, new: NewSeries<'_>) -> Result<Option<BookedSeries>, BookError> {
    let mut visits = Vec::new();
    while let Some(visit) = appointment::find_by_request(connection, &request_of(new, visits.len())).await? {
        visits.push(visit);
    }
    if visits.is_empty() {
        return Ok(None);
    }
    let is_same = visits.iter().map(|visit| SlotTime::of(visit.starts_at)).eq(new.slots.iter().copied());
    if is_same { Ok(Some(BookedSeries { visits, is_new: false, lease: None })) } else { Err(BookError::SeriesStored) }
}

/// `None` when the same request is stored by now.
async fn store_all(
    connection: &mut AnyConnection,
    new: NewSeries<'_>,
) -> Result<Option<(Vec<Appointment>, Option<Lease>)>, BookError> {
    let like = match new.like {
        Some((id, seen)) => {
            let visit = appointment::lock(connection, id).await?.filter(|visit| visit.changed_at == seen);
            Some(visit.ok_or(BookError::ChangedMeanwhile)?)
        }
        None => None,
    };
    let mut visits = Vec::new();
    for (index, slot) in new.slots.iter().enumerate() {
        let Some(visit) = store_one(connection, new, index, *slot).await? else { return Ok(None) };
        visits.push(visit);
    }
    let id = BASE64URL_NOPAD.encode(&new.context.random.bytes::<16>());
    let first = like.as_ref().filter(|visit| visit.series.is_none());
    let is_returned = like.as_ref().is_some_and(|visit| visit.email_returned);
    set_places(connection, &id, new.weeks, first, &mut visits).await?;
    for visit in &mut visits {
        // An email that came back shows that this address does not work.
        visit.email_returned = is_returned && visit.email.is_some();
        if visit.email_returned {
            sqlx::query("UPDATE appointments SET email_failed = 1, email_returned = 1 WHERE id = $1")
                .bind(visit.id.as_str())
                .execute(&mut *connection)
                .await?;
        }
        visits_for_recalls::on_booked(connection, visit, new.context.now).await?;
        // Nobody remembers several dates from a call: the email says them, or staff do in writing.
        if visit.state == AppointmentState::Confirmed {
            visit.untold = Some(ToTell::Confirmed);
            to_tell::store_untold(connection, visit).await?;
        }
        new.actor.record(connection, "add appointment", &visit.reference).await?;
    }
    if let Some(visit) = visits.first() {
        earlier_times::on_added(connection, visit).await?;
    }
    let confirmed: Vec<Appointment> =
        visits.iter().filter(|visit| visit.state == AppointmentState::Confirmed).cloned().collect();
    let lease = messages::queue_together(connection, &confirmed, &id, new.context).await?;
    Ok(Some((visits, lease)))
}

async fn store_one(
    connection: &mut AnyConnection,
    new: NewSeries<'_>,
    index: usize,
    slot: SlotTime,
) -> Result<Option<Appointment>, BookError> {
    let SeriesPatient { patient, phone_person, email_person } = new.patient;
    // Whoever walks in is here for the first visit only.
    let source = if index > 0 && new.source == Source::WalkIn { Source::Phone } else { new.source };
    let request = request_of(new, index);
    let one = NewAppointment {
        request: &request,
        service: new.service,
        settings: new.settings,
        slot,
        chair: new.chair.map(|number| ChosenChair { number, all_the_same: false }),
        patient,
        phone_person,
        email_person,
        by: BookedBy::Staff(new.actor, source),
        from_earlier_times: None,
        context: new.context,
    };
    match book::store_new(connection, one, Accepted::WithinLimit).await {
        Err(BookError::Taken | BookError::Chair(_)) if new.chair.is_some() => {
            book::store_new(connection, NewAppointment { chair: None, ..one }, Accepted::WithinLimit).await
        }
        stored => stored,
    }
}

/// A visit alone is no series.
async fn set_places(
    connection: &mut AnyConnection,
    id: &str,
    weeks: u16,
    first: Option<&Appointment>,
    visits: &mut [Appointment],
) -> Result<(), StoreError> {
    let stored = usize::from(first.is_some());
    let all = u16::try_from(stored + visits.len()).unwrap_or(u16::MAX);
    if all < 2 {
        return Ok(());
    }
    let place = |number: u16| SeriesPlace { id: id.to_owned(), number, visits: all, weeks };
    if let Some(first) = first {
        store_place(connection, &first.id, &place(1)).await?;
    }
    for (number, visit) in (1 + u16::from(first.is_some())..).zip(visits) {
        let place = place(number);
        store_place(connection, &visit.id, &place).await?;
        visit.series = Some(place);
    }
    Ok(())
}

async fn store_place(
    connection: &mut AnyConnection,
    id: &AppointmentId,
    place: &SeriesPlace,
) -> Result<(), StoreError> {
    sqlx::query(
        "UPDATE appointments SET series = $2, series_number = $3, series_visits = $4, series_weeks = $5 WHERE id = $1",
    )
    .bind(id.as_str())
    .bind(&place.id)
    .bind(i64::from(place.number))
    .bind(i64::from(place.visits))
    .bind(i64::from(place.weeks))
    .execute(connection)
    .await?;
    Ok(())
}
