//! What unacknowledged online appointments hold. Read while a row is locked that every request from the public locks first, so
//! that two of them never count the same.

use std::time::Duration;

use jiff::Timestamp;
use jiff::civil::Date;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe, Row};
use tokio::sync::MutexGuard;

use super::appointment::{Appointment, NETWORKS};
use super::appointment_lists::midnight;
use super::messages::BookingContext;
use crate::{Dialect, Store, StoreError, to_time};
use clinic_rules::booking::{
    AppointmentId, AppointmentState, Confirm, Held, HeldVisit, HeldVisits, Occupied, Service, Settings, SlotTime,
    answer_deadline, may_hold, name_key, ticks_between,
};
use clinic_rules::clinic_time;

/// How long an appointment of a patient who has come before counts for the network: otherwise a stranger could find out from the
/// next answers who has been at the clinic. Patients behind one address book at different times, so not until the visit.
const KNOWN_COUNT: Duration = Duration::from_hours(24);

/// A row of `booking_days` that is no day.
const LOCKED_DAY: i64 = -1;

/// 0 for a row of `appointments` whose patient has been at the clinic, 1 for the others. As in `has_come_before`.
macro_rules! has_not_come {
    () => {
        "CASE WHEN EXISTS (SELECT 1 FROM appointments visits WHERE visits.phone_person = appointments.phone_person
             AND visits.name_key = appointments.name_key AND visits.state IN ('arrived', 'done'))
           OR EXISTS (SELECT 1 FROM recalls WHERE recalls.phone_person = appointments.phone_person
             AND recalls.name_key = appointments.name_key)
           THEN 0 ELSE 1 END"
    };
}
pub(super) use has_not_come;

/// The request for which is counted. What it holds itself is left out.
struct Request<'a> {
    id: &'a AppointmentId,
    service: &'a Service,
    settings: &'a Settings,
    date: Date,
    phone_person: &'a str,
    /// The keys of the client's networks, the narrowest first.
    networks: &'a [String],
    now: Timestamp,
}

/// The turn of a request of the public. On PostgreSQL each instance sends one after the other to the database, where they would
/// wait for the locked row: a flood of them must not take all connections. SQLite has one writer anyway.
pub async fn wait_for_turn(store: &Store) -> Option<MutexGuard<'_, ()>> {
    match store.dialect {
        Dialect::Postgres => Some(store.booking_turn.lock().await),
        Dialect::Sqlite => None,
    }
}

/// Requests from the public decide one after the other, on all instances, whether they hold a time.
pub async fn lock(connection: &mut AnyConnection) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO booking_days (day, service, requests) VALUES ($1, '', 1)
         ON CONFLICT (day, service) DO UPDATE SET requests = 1",
    )
    .bind(LOCKED_DAY)
    .execute(connection)
    .await?;
    Ok(())
}

/// The caller has called `lock`.
async fn count(connection: &mut AnyConnection, request: &Request<'_>) -> Result<Held, StoreError> {
    let (now, id) = (request.now.as_millisecond(), request.id.as_str());
    // Without those that staff have confirmed: otherwise a request with somebody's number would tell how many appointments they have.
    // A patient who is known has a network until staff have done something with the appointment.
    let of_phone: i64 = sqlx::query_scalar(
        "SELECT COUNT(*) FROM appointments WHERE phone_person = $1 AND (unacknowledged = 1 OR network IS NOT NULL)
           AND state IN ('requested', 'confirmed') AND starts_at > $2 AND id <> $3",
    )
    .bind(request.phone_person)
    .bind(now)
    .bind(id)
    .fetch_one(&mut *connection)
    .await?;
    let mut of_networks = Vec::new();
    for ((column, share), network) in NETWORKS.iter().zip(request.networks) {
        let statement = format!(
            "SELECT COUNT(*) FROM appointments WHERE {column} = $1 AND (unacknowledged = 1 OR created_at > $4)
               AND state IN ('requested', 'confirmed') AND starts_at > $2 AND id <> $3"
        );
        let open: i64 = sqlx::query_scalar(AssertSqlSafe(statement))
            .bind(network)
            .bind(now)
            .bind(id)
            .bind((request.now - KNOWN_COUNT).as_millisecond())
            .fetch_one(&mut *connection)
            .await?;
        of_networks.push((number(open), *share));
    }
    let rows = sqlx::query(
        "SELECT chair, COUNT(*), CAST(COALESCE(SUM((minutes + buffer + $3 - 1) / $3), 0) AS BIGINT)
         FROM appointments
         WHERE unacknowledged = 1 AND day >= $4 AND state IN ('requested', 'confirmed') AND starts_at > $1 AND id <> $2
         GROUP BY chair",
    )
    .bind(now)
    .bind(id)
    .bind(i64::from(request.settings.start_every.max(1)))
    .bind(clinic_time::day_number(request.now))
    .fetch_all(&mut *connection)
    .await?;
    let in_chair = |row: &AnyRow| -> Result<_, StoreError> {
        let held = HeldVisits { visits: number(row.try_get(1)?), steps: number(row.try_get(2)?) };
        Ok((to_chair(row.try_get(0)?), held))
    };
    let on_all_days = rows.iter().map(in_chair).collect::<Result<_, _>>()?;
    let mut held = Held { of_phone: number(of_phone), of_networks, on_all_days, ..Held::default() };
    count_day(connection, request, &mut held).await?;
    held.taken_on_day = taken_on_day(connection, request).await?;
    Ok(held)
}

/// The visits of the day. Those that have begun are included: they take their chair until they end.
async fn count_day(connection: &mut AnyConnection, request: &Request<'_>, held: &mut Held) -> Result<(), StoreError> {
    let rows = sqlx::query(
        "SELECT service, starts_at, minutes + buffer, unacknowledged, chair FROM appointments
         WHERE day = $1 AND state NOT IN ('cancelled', 'waiting') AND id <> $2",
    )
    .bind(clinic_time::day_number_of_date(request.date))
    .bind(request.id.as_str())
    .fetch_all(connection)
    .await?;
    for row in rows {
        let is_of_service = u64::from(row.try_get::<String, _>(0)? == request.service.slug);
        if row.try_get::<i64, _>(3)? == 0 {
            held.acknowledged_of_service += is_of_service;
            continue;
        }
        held.of_service += is_of_service;
        let minute = SlotTime::of(to_time(row.try_get(1)?)?).minute;
        let chair_minutes = u16::try_from(row.try_get::<i64, _>(2)?).unwrap_or(u16::MAX);
        held.on_day.push(HeldVisit { minute, chair_minutes, chair: to_chair(row.try_get(4)?) });
    }
    Ok(())
}

/// What is blocked on the day, or taken by acknowledged visits.
async fn taken_on_day(connection: &mut AnyConnection, request: &Request<'_>) -> Result<Occupied, StoreError> {
    let day = clinic_time::day_number_of_date(request.date);
    let ticks = ticks_between(midnight(day), midnight(day + 1));
    let rows: Vec<(i64, i64)> = sqlx::query_as(
        "SELECT chair, tick FROM chair_ticks WHERE tick >= $1 AND tick < $2 AND held_by <> $3
           AND held_by NOT IN (SELECT id FROM appointments WHERE day = $4 AND unacknowledged = 1)",
    )
    .bind(ticks.start)
    .bind(ticks.end)
    .bind(request.id.as_str())
    .bind(day)
    .fetch_all(connection)
    .await?;
    let ticks = rows.into_iter().map(|(chair, tick)| (to_chair(chair), tick)).collect();
    Ok(Occupied { ticks, ..Occupied::default() })
}

/// The state of a request of the public, which depends on whether it may hold the time. Sets what belongs to the state.
pub async fn decide(
    connection: &mut AnyConnection,
    appointment: &mut Appointment,
    slot: SlotTime,
    settings: &Settings,
    context: BookingContext<'_>,
) -> Result<AppointmentState, StoreError> {
    let now = context.now;
    let may_hold = match settings.service(&appointment.service) {
        Some(service) => {
            let request = Request {
                id: &appointment.id,
                service,
                settings,
                date: slot.date,
                phone_person: &appointment.phone_person,
                networks: &appointment.networks,
                now,
            };
            let held = count(connection, &request).await?;
            may_hold(settings, service, slot, now, &held, context.limits)
        }
        None => false,
    };
    let state = match settings.confirm {
        _ if !may_hold => AppointmentState::Waiting,
        Confirm::ByStaff => AppointmentState::Requested,
        Confirm::AtOnce => AppointmentState::Confirmed,
    };
    appointment.unacknowledged =
        state != AppointmentState::Confirmed || !has_come_before(connection, appointment).await?;
    appointment.expires_at = expiry(state, settings, now, slot.timestamp().unwrap_or(now));
    Ok(state)
}

/// The state of a request that holds no time, whatever is free. Sets what belongs to the state.
pub fn wait(appointment: &mut Appointment, settings: &Settings, now: Timestamp) -> AppointmentState {
    let state = AppointmentState::Waiting;
    appointment.unacknowledged = true;
    appointment.expires_at = expiry(state, settings, now, appointment.starts_at);
    state
}

/// Until when staff can answer a request that is made now.
pub fn expiry(state: AppointmentState, settings: &Settings, now: Timestamp, starts_at: Timestamp) -> Option<Timestamp> {
    let waits_for_staff = matches!(state, AppointmentState::Waiting | AppointmentState::Requested);
    waits_for_staff.then(|| answer_deadline(settings, now, starts_at))
}

/// Whether the patient has been at the clinic. The name has to be the same: a stranger may know a patient's number. Visits are
/// deleted after some months, but whoever is to come back after that has a recall, which staff have agreed on at a visit.
async fn has_come_before(connection: &mut AnyConnection, appointment: &Appointment) -> Result<bool, StoreError> {
    let visits: i64 = sqlx::query_scalar(
        "SELECT (SELECT COUNT(*) FROM appointments
                 WHERE phone_person = $1 AND name_key = $2 AND state IN ('arrived', 'done'))
              + (SELECT COUNT(*) FROM recalls WHERE phone_person = $1 AND name_key = $2)",
    )
    .bind(&appointment.phone_person)
    .bind(name_key(&appointment.name))
    .fetch_one(connection)
    .await?;
    Ok(visits > 0)
}

/// Whether a patient with this phone number or email address, and this name, has been at the clinic.
pub async fn is_known(
    connection: &mut AnyConnection,
    phone_person: &str,
    email_person: Option<&str>,
    name_key: &str,
) -> Result<bool, StoreError> {
    let visits: i64 = sqlx::query_scalar(
        "SELECT (SELECT COUNT(*) FROM appointments
                 WHERE (phone_person = $1 OR email_person = $2) AND name_key = $3 AND state IN ('arrived', 'done'))
              + (SELECT COUNT(*) FROM recalls WHERE (phone_person = $1 OR email_person = $2) AND name_key = $3)",
    )
    .bind(phone_person)
    .bind(email_person)
    .bind(name_key)
    .fetch_one(connection)
    .await?;
    Ok(visits > 0)
}

fn to_chair(number: i64) -> u16 {
    u16::try_from(number).unwrap_or(u16::MAX)
}

fn number(count: i64) -> u64 {
    u64::try_from(count).unwrap_or_default()
}
