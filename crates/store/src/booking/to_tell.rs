//! Patients whom staff tell something by phone or message: that a visit was confirmed, moved or cancelled or a request has
//! expired, and no email says so; that the clinic is closed at the time of a visit; or a reminder, when no email reaches them. One list, so that nobody is told twice.
//!
//! `untold` is the latest change that the patient does not know: of staff, or with the patient's link when there have been too many
//! emails. It ends when an email about it is sent, or staff have
//! told the patient. While an email about the appointment is queued, the outbox is responsible.

use std::time::Duration;

use jiff::Timestamp;
use sqlx::{AnyConnection, AssertSqlSafe};

use super::appointment::{self, Appointment};
use super::error::ChangeAppointmentError;
use super::holding::has_not_come;
use super::messages;
use crate::{Actor, Store, StoreError};
use clinic_rules::booking::{AppointmentId, AppointmentState, Opening, Settings, SlotTime, ToTell, later_on_open_days};

/// Visits that begin before this are to be reminded of, when the patient is not reminded by email. Days on which the clinic is
/// closed do not count.
const REMIND_BY_PHONE: Duration = Duration::from_hours(48);
/// Visits that begin before this do not wait long for an email that a mail server does not take, or that is held. Days on which the
/// clinic is closed do not count.
const LAST_DAY: Duration = Duration::from_hours(24);
/// From this time before the visit, the first email is not sent any more. If none was queued, because the site was not
/// running, staff remind the patient. The same times as in `booking::reminder`.
const EMAIL_IS_LATE: Duration = Duration::from_hours(24);
const WRONG_CLOCK: Duration = Duration::from_hours(1);
/// In the last day before the visit, staff do not wait longer than this for an email that a mail server does not take.
const WAIT_FOR_EMAIL: Duration = Duration::from_hours(1);
const PAGE: u16 = 50;
/// For how long "Told" can be undone.
const UNDO: Duration = Duration::from_hours(24);

/// `$1` is now, `$2` in two days, `$3` in a day, both without days on which the clinic is closed, `$4` in 24 hours, `$5` in an
/// hour, `$6` an hour ago. Whoever knows a later time than that of the visit would come then, also when staff have marked the visit
/// as missed. A new link tells nothing about the
/// visit. For a change shortly before the visit, staff wait for the email for a quarter of the time that was left.
macro_rules! to_tell {
    () => {
        "(untold IN ('confirmed', 'requested', 'moved', 'cancelled', 'expired', 'closed')
          AND (state IN ('waiting', 'requested', 'confirmed', 'cancelled')
              AND (starts_at > $1 OR known_starts_at > $1 OR untold = 'expired')
            OR state = 'missed' AND known_starts_at > $1)
          AND NOT EXISTS (
            SELECT 1 FROM outbox WHERE outbox.kind = 'appointment' AND outbox.record_key = appointments.id
              AND outbox.state = 'queued' AND outbox.payload NOT LIKE '%\"notice\":\"new-link\"%' AND (appointments.starts_at > $3 OR outbox.queued_at > $6
                AND (appointments.starts_at <= outbox.queued_at
                  OR ($1 - outbox.queued_at) * 4 < appointments.starts_at - outbox.queued_at)))
         OR (state = 'confirmed' AND reminded_at IS NULL AND closed_told_at IS NULL
          AND starts_at > $1 AND starts_at <= $2
          AND (email IS NULL OR email_failed = 1 OR email_returned = 1
               OR (reminder = 0 AND starts_at <= $4 AND (told_at < starts_at - 172800000 OR told_at > $5))
               OR (starts_at <= $3 AND EXISTS (
                 SELECT 1 FROM outbox WHERE outbox.kind = 'appointment' AND outbox.record_key = appointments.id
                   AND outbox.state = 'queued' AND outbox.payload NOT LIKE '%\"notice\":\"new-link\"%'
                   AND outbox.queued_at <= $6)))))"
    };
}

/// One patient of the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PatientToTell {
    pub appointment: Appointment,
    pub what: ToTell,
    /// The later visits of the same series, which the same message tells.
    pub others: Vec<Appointment>,
}

/// A visit as it was when staff told the patient of it.
#[derive(Debug, Clone, Copy)]
pub struct ToldVisit<'a> {
    pub id: &'a AppointmentId,
    pub starts_at: Timestamp,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToTellPage {
    pub patients: Vec<PatientToTell>,
    /// Of the whole list.
    pub total: u32,
}

impl Appointment {
    /// Whether "Told" about a closure can be undone.
    #[must_use]
    pub fn can_undo_told_closed(&self, now: Timestamp) -> bool {
        self.untold.is_none() && self.phoned.is_some_and(|(what, at)| what == ToTell::Closed && at + UNDO > now)
    }

    /// What the patient has to be told by what is true now, if anything: that the clinic is closed before staff have pressed
    /// anything, and that the visit takes place when the clinic is open again. A change comes before a reminder, and tells the same.
    #[must_use]
    pub fn to_tell(&self, settings: &Settings) -> ToTell {
        match self.untold {
            None | Some(ToTell::Closed) if self.is_open_again(settings) => self.as_it_stands(),
            None if self.is_at_closed_time(settings) => ToTell::Closed,
            // That the visit takes place is not true before staff have decided it.
            Some(_) if self.is_untold_at_closed_time(settings) => ToTell::Closed,
            untold => untold.unwrap_or(ToTell::Reminder),
        }
    }

    /// Until when "Told" can be undone, if the visit was not changed since.
    #[must_use]
    pub fn undo_told_until(&self) -> Option<Timestamp> {
        let (_, at) = self.phoned.filter(|(_, at)| self.untold.is_none() && *at >= self.changed_at)?;
        Some(at + UNDO)
    }
}

impl Store {
    /// A page of the patients to tell, after the first `offset`: the earliest visit first. Of what one network can cause, which is
    /// expired requests and changes beyond the limit of emails, the first comes before all seconds, patients who have come before are first, and
    /// those whose time has passed are last: a flood of requests that expires hides nobody.
    pub async fn patients_to_tell(
        &self,
        offset: u32,
        settings: &Settings,
        now: Timestamp,
    ) -> Result<ToTellPage, StoreError> {
        const ORDER: &str = concat!(
            " ORDER BY CASE WHEN untold = 'expired' AND starts_at <= $1 THEN 1 ELSE 0 END, ROW_NUMBER() OVER (
                PARTITION BY CASE WHEN untold IN ('expired', 'cancelled', 'moved') THEN COALESCE(widest_network, network, id)
                  ELSE id END
                ORDER BY ",
            has_not_come!(),
            ", created_at, id), starts_at, id LIMIT $7 OFFSET $8"
        );
        let appointments = self.read(async |mut connection| {
            let mut parameters = times(settings, now).to_vec();
            parameters.extend([i64::from(PAGE), i64::from(offset)]);
            let by_hours = by_opening_hours(&mut connection, settings, now).await?;
            let series = told_together(&mut connection, settings, now).await?;
            let later = later_ones(&series);
            let condition = format!("{}{ORDER}", condition(by_hours.len(), later.len(), parameters.len()));
            let ids = [by_hours, later].concat();
            let listed = appointment::select_with_ids(&mut connection, &condition, &parameters, &ids).await?;
            Ok::<_, StoreError>((listed, series))
        });
        let (listed, series) = appointments.await?;
        let patients = listed.into_iter().map(|appointment| {
            let what = appointment.to_tell(settings);
            let others = series.iter().find(|visits| visits.first().is_some_and(|first| first.id == appointment.id));
            let others = others.map_or_else(Vec::new, |visits| visits.iter().skip(1).cloned().collect());
            PatientToTell { appointment, what, others }
        });
        Ok(ToTellPage { patients: patients.collect(), total: self.count_to_tell(settings, now).await? })
    }

    /// How many patients staff have to tell something.
    pub async fn count_to_tell(&self, settings: &Settings, now: Timestamp) -> Result<u32, StoreError> {
        self.read(async |mut connection| {
            let (times, by_hours) = (times(settings, now), by_opening_hours(&mut connection, settings, now).await?);
            let later = later_ones(&told_together(&mut connection, settings, now).await?);
            let condition = condition(by_hours.len(), later.len(), times.len());
            let statement = format!("SELECT COUNT(*) FROM appointments WHERE {condition}");
            let query = sqlx::query_scalar(AssertSqlSafe(statement));
            let query = times.into_iter().fold(query, sqlx::query::QueryScalar::bind);
            let query = by_hours.iter().chain(&later).fold(query, |query, id| query.bind(id.as_str()));
            let patients: i64 = query.fetch_one(&mut *connection).await?;
            Ok(u32::try_from(patients).unwrap_or(u32::MAX))
        })
        .await
    }

    /// Whether the list has this visit, on its own or with the others of its series.
    pub async fn is_to_tell(
        &self,
        visit: &Appointment,
        settings: &Settings,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        const LISTED: &str = concat!("SELECT COUNT(*) FROM appointments WHERE id = $7 AND (", to_tell!(), ")");
        self.read(async |mut connection| {
            if by_opening_hours(&mut connection, settings, now).await?.contains(&visit.id) {
                return Ok(true);
            }
            let query =
                times(settings, now).into_iter().fold(sqlx::query_scalar(LISTED), sqlx::query::QueryScalar::bind);
            let listed: i64 = query.bind(visit.id.as_str()).fetch_one(&mut *connection).await?;
            Ok(listed > 0)
        })
        .await
    }

    /// Who told the patient by phone or message at this time.
    pub async fn told_by(&self, visit: &Appointment, at: Timestamp) -> Result<Option<String>, StoreError> {
        self.read(async |mut connection| {
            let statement = "SELECT actor FROM audit WHERE at = $1 AND action = 'tell patient' AND subject = $2";
            let query = sqlx::query_scalar(statement).bind(at.as_millisecond()).bind(&visit.reference);
            Ok(query.fetch_optional(&mut *connection).await?)
        })
        .await
    }

    /// The other visits that the message about this one tells, in the order of the calendar.
    pub async fn told_with(
        &self,
        visit: &Appointment,
        settings: &Settings,
        now: Timestamp,
    ) -> Result<Vec<Appointment>, StoreError> {
        if visit.series.is_none() {
            return Ok(Vec::new());
        }
        self.read(async |mut connection| {
            let series = told_together(&mut connection, settings, now).await?;
            let visits = series.into_iter().find(|visits| visits.iter().any(|it| it.id == visit.id));
            Ok(visits.unwrap_or_default().into_iter().filter(|it| it.id != visit.id).collect())
        })
        .await
    }

    /// The patients whom staff have told within a day, the last one first: what can be undone. What one message told is one row.
    pub async fn told_lately(&self, now: Timestamp) -> Result<Vec<PatientToTell>, StoreError> {
        let condition =
            format!("untold IS NULL AND phoned_at > $1 ORDER BY phoned_at DESC, starts_at, id LIMIT {PAGE}");
        let since = (now - UNDO).as_millisecond();
        let visits =
            self.read(async |mut connection| appointment::select(&mut connection, &condition, &[since]).await).await?;
        let mut told: Vec<PatientToTell> = Vec::new();
        for appointment in visits {
            let is_cancelled = appointment.state == AppointmentState::Cancelled;
            let Some((what, _)) = appointment.phoned.filter(|(what, _)| what.is_about_a_visit() != is_cancelled) else {
                continue;
            };
            let is_same = |other: &PatientToTell| {
                let series = |it: &Appointment| it.series.as_ref().map(|place| place.id.clone());
                series(&appointment).is_some()
                    && series(&other.appointment) == series(&appointment)
                    && other.appointment.phoned == appointment.phoned
            };
            match told.iter_mut().find(|other| is_same(other)) {
                Some(first) => first.others.push(appointment),
                None => told.push(PatientToTell { appointment, what, others: Vec::new() }),
            }
        }
        Ok(told)
    }

    /// Stores that staff have told the patient what the list said, about the visit at the time that it said. Telling twice changes
    /// nothing: two people at two desks may have called.
    ///
    /// # Errors
    /// When the appointment does not exist, or has changed since the list was read.
    pub async fn mark_told(
        &self,
        id: &AppointmentId,
        what: ToTell,
        starts_at: Timestamp,
        settings: &Settings,
        actor: Actor<'_>,
    ) -> Result<(), ChangeAppointmentError> {
        self.mark_all_told(&[ToldVisit { id, starts_at }], what, settings, actor).await
    }

    /// The same for all visits that one message told. When one of them has changed, nothing is stored.
    ///
    /// # Errors
    /// As `mark_told`.
    pub async fn mark_all_told(
        &self,
        visits: &[ToldVisit<'_>],
        what: ToTell,
        settings: &Settings,
        actor: Actor<'_>,
    ) -> Result<(), ChangeAppointmentError> {
        self.transaction(async |mut tx| {
            for visit in visits {
                mark_visit_told(&mut tx, *visit, what, settings, actor).await?;
            }
            Ok(())
        })
        .await
    }

    /// "Told" was a wrong press: the patient is in the list again.
    ///
    /// # Errors
    /// When the appointment has changed since, or it is more than a day ago.
    pub async fn undo_told(
        &self,
        id: &AppointmentId,
        what: ToTell,
        starts_at: Timestamp,
        actor: Actor<'_>,
    ) -> Result<(), ChangeAppointmentError> {
        self.undo_all_told(&[ToldVisit { id, starts_at }], what, actor).await
    }

    /// The same for all visits that one message told.
    ///
    /// # Errors
    /// As `undo_told`.
    pub async fn undo_all_told(
        &self,
        visits: &[ToldVisit<'_>],
        what: ToTell,
        actor: Actor<'_>,
    ) -> Result<(), ChangeAppointmentError> {
        self.transaction(async |mut tx| {
            for visit in visits {
                undo_visit_told(&mut tx, *visit, what, actor).await?;
            }
            Ok(())
        })
        .await
    }
}

async fn mark_visit_told(
    connection: &mut AnyConnection,
    told: ToldVisit<'_>,
    what: ToTell,
    settings: &Settings,
    actor: Actor<'_>,
) -> Result<(), ChangeAppointmentError> {
    let ToldVisit { id, starts_at } = told;
    let visit = lock_as_seen(connection, id, what, starts_at).await?;
    let is_told = match (visit.phoned, what) {
        (_, ToTell::Reminder) => visit.untold.is_none() && visit.reminded_at.is_some(),
        // The clinic was closed then or open again since.
        (_, ToTell::Closed) if !visit.is_told_closed() => false,
        (_, ToTell::Confirmed | ToTell::Requested) if visit.is_told_closed() => false,
        (Some((told, _)), what) => visit.untold.is_none() && told == what,
        (None, _) => false,
    };
    if is_told {
        return Ok(());
    }
    // What was said counts, without a press on "Tell" before, and also when the closure was published or taken back during the
    // call: then the list says the rest.
    let is_about_closure = what == ToTell::Closed
        || (matches!(visit.untold, None | Some(ToTell::Closed))
            && visit.may_think_closed()
            && what == visit.as_it_stands());
    if visit.untold.unwrap_or(ToTell::Reminder) != what && !is_about_closure {
        return Err(ChangeAppointmentError::ChangedMeanwhile);
    }
    // An email that a mail server takes later would tell the patient again.
    let given_up = messages::give_up(connection, &visit, "staff have told the patient", actor.now).await?;
    let stopped_reminder = Some(ToTell::Reminder).filter(|_| what == ToTell::Reminder && given_up.reminder);
    // While booking is off, only closures are known: the one that the patient has heard of was taken back during the call.
    let hours = settings.opening.hours_on(SlotTime::of(starts_at).date);
    let closed_for = Some(hours).filter(|hours| !settings.is_off() || Opening::is_closure(hours));
    let is_reminded = what.is_about_a_visit() && starts_at <= actor.now + REMIND_BY_PHONE;
    // Of an expired request or a cancelled visit, nothing needs the networks any more.
    sqlx::query(
        "UPDATE appointments SET untold = NULL, phoned = $2, phoned_at = $3,
           untold_before_told = CASE WHEN $2 IN ('closed', 'reminder') THEN COALESCE(untold, $6) END,
           known_before_told = known_starts_at, known_starts_at = CASE WHEN $7 = 0 THEN known_starts_at END,
           reminded_at = CASE WHEN $4 = 1 THEN $3 ELSE reminded_at END,
           reminded_by = CASE WHEN $4 = 1 THEN $5 ELSE reminded_by END,
           closed_told_at = CASE WHEN $2 = 'closed' THEN COALESCE(closed_told_at, $3)
             WHEN $2 IN ('confirmed', 'requested') THEN NULL ELSE closed_told_at END,
           closed_for = CASE WHEN $2 = 'closed' THEN COALESCE($8, closed_for, $9) ELSE closed_for END,
           network = CASE WHEN state <> 'cancelled' THEN network END,
           wider_network = CASE WHEN state <> 'cancelled' THEN wider_network END,
           widest_network = CASE WHEN state <> 'cancelled' THEN widest_network END
         WHERE id = $1",
    )
    .bind(id.as_str())
    .bind(what.into_str())
    .bind(actor.now.as_millisecond())
    .bind(i64::from(is_reminded))
    .bind(actor.name)
    .bind(given_up.untold.or(stopped_reminder).map(<&str>::from))
    .bind(i64::from(what.is_about_a_visit()))
    .bind(closed_for)
    .bind(Opening::UNKNOWN_CLOSURE)
    .execute(&mut *connection)
    .await?;
    actor.record(connection, "tell patient", &visit.reference).await?;
    Ok(())
}

async fn undo_visit_told(
    connection: &mut AnyConnection,
    told: ToldVisit<'_>,
    what: ToTell,
    actor: Actor<'_>,
) -> Result<(), ChangeAppointmentError> {
    let ToldVisit { id, starts_at } = told;
    let visit = lock_as_seen(connection, id, what, starts_at).await?;
    let told_at = match visit.phoned {
        Some((told, at)) if told == what && visit.untold.is_none() && at + UNDO > actor.now => at,
        // Undone before.
        None if visit.untold.unwrap_or(ToTell::Reminder) == what => return Ok(()),
        None if what == ToTell::Closed && !visit.is_told_closed() => return Ok(()),
        _ => return Err(ChangeAppointmentError::ChangedMeanwhile),
    };
    // Without a press on "Tell" before, nobody has told the patient of the closure.
    let is_first = what == ToTell::Closed && visit.closed_told_at == Some(told_at);
    // A reminder that "Told" has stopped is due again, or the patient is in the list.
    sqlx::query(
        "UPDATE appointments SET untold = COALESCE($2, CASE WHEN $4 = 1 AND untold_before_told <> 'reminder'
             THEN untold_before_told END),
           told_at = CASE WHEN untold_before_told = 'reminder' THEN 0 ELSE told_at END,
           reminder = CASE WHEN untold_before_told = 'reminder' THEN 0 ELSE reminder END,
           phoned = NULL, phoned_at = NULL, untold_before_told = NULL,
           known_starts_at = known_before_told, known_before_told = NULL,
           closed_told_at = CASE WHEN $5 = 1 THEN NULL ELSE closed_told_at END,
           reminded_by = CASE WHEN reminded_at = $3 THEN NULL ELSE reminded_by END,
           reminded_at = CASE WHEN reminded_at = $3 THEN NULL ELSE reminded_at END
         WHERE id = $1",
    )
    .bind(id.as_str())
    .bind((what != ToTell::Reminder && !is_first).then_some(what.into_str()))
    .bind(told_at.as_millisecond())
    .bind(i64::from(is_first || what == ToTell::Reminder))
    .bind(i64::from(is_first))
    .execute(&mut *connection)
    .await?;
    actor.record(connection, "undo told", &visit.reference).await?;
    Ok(())
}

/// Stores what the patient does not know yet. Whoever has to be told something has not been told it by phone.
pub async fn store_untold(connection: &mut AnyConnection, after: &Appointment) -> Result<(), StoreError> {
    let phoned = after.phoned.filter(|_| after.untold.is_none());
    sqlx::query("UPDATE appointments SET untold = $2, phoned = $3, phoned_at = $4 WHERE id = $1")
        .bind(after.id.as_str())
        .bind(after.untold.map(<&str>::from))
        .bind(phoned.map(|(what, _)| what.into_str()))
        .bind(phoned.map(|(_, at)| at.as_millisecond()))
        .execute(connection)
        .await?;
    Ok(())
}

/// The appointment, if it is at the time that staff saw, and takes place or not as they saw.
async fn lock_as_seen(
    connection: &mut AnyConnection,
    id: &AppointmentId,
    what: ToTell,
    starts_at: Timestamp,
) -> Result<Appointment, ChangeAppointmentError> {
    let visit = appointment::lock(connection, id).await?.ok_or(ChangeAppointmentError::Unknown)?;
    let is_cancelled = visit.state == AppointmentState::Cancelled;
    if visit.starts_at == starts_at && is_cancelled != what.is_about_a_visit() {
        Ok(visit)
    } else {
        Err(ChangeAppointmentError::ChangedMeanwhile)
    }
}

/// The visits of the list that depend on the opening hours: the confirmed ones of the next two days at times at which the clinic is
/// closed, of which nobody has decided anything and of which the patient was not told (they are not reminded by email, and some were
/// reminded before the closure was known); and those whose patients were told of a closure that was taken back.
async fn by_opening_hours(
    connection: &mut AnyConnection,
    settings: &Settings,
    now: Timestamp,
) -> Result<Vec<AppointmentId>, StoreError> {
    let [now, soon, ..] = times(settings, now);
    let condition = "untold IS NULL AND starts_at > $1
           AND ((state = 'confirmed' AND closed_told_at IS NULL AND starts_at <= $2)
             OR (state IN ('requested', 'confirmed') AND closed_told_at IS NOT NULL))";
    let visits = appointment::select(connection, condition, &[now, soon]).await?;
    let is_listed = |it: &Appointment| {
        if it.is_told_closed() { it.is_open_again(settings) } else { it.is_at_closed_time(settings) }
    };
    Ok(visits.into_iter().filter(is_listed).map(|it| it.id).collect())
}

/// The visits of each series that one message tells, those of one patient with one number: confirmed when they were added, and nobody
/// has told the patient. Each as the list has it, so that none is behind one that is not in the list.
async fn told_together(
    connection: &mut AnyConnection,
    settings: &Settings,
    now: Timestamp,
) -> Result<Vec<Vec<Appointment>>, StoreError> {
    let condition =
        concat!("series IS NOT NULL AND untold = 'confirmed' AND ", to_tell!(), " ORDER BY starts_at, id").to_owned();
    let mut visits = appointment::select(connection, &condition, &times(settings, now)).await?;
    visits.retain(|visit| visit.to_tell(settings) == ToTell::Confirmed);
    let mut together: Vec<Vec<Appointment>> = Vec::new();
    for visit in visits {
        let is_same = |first: &Appointment| {
            let series = |it: &Appointment| it.series.as_ref().map(|place| place.id.clone());
            series(first) == series(&visit) && first.phone == visit.phone && first.recipient() == visit.recipient()
        };
        match together.iter_mut().find(|group| group.first().is_some_and(is_same)) {
            Some(group) => group.push(visit),
            None => together.push(vec![visit]),
        }
    }
    Ok(together)
}

/// These are in the list with the first visit of their series.
fn later_ones(series: &[Vec<Appointment>]) -> Vec<AppointmentId> {
    series.iter().flat_map(|visits| visits.iter().skip(1)).map(|visit| visit.id.clone()).collect()
}

/// The condition of the list, with so many visits by their ids after so many parameters, and without so many that follow them.
fn condition(by_hours: usize, later: usize, parameters: usize) -> String {
    let ids = |first: usize, count: usize| {
        (first..first + count).map(|number| format!("${number}")).collect::<Vec<_>>().join(", ")
    };
    let mut condition = to_tell!().to_owned();
    if by_hours > 0 {
        condition = format!("({condition} OR id IN ({}))", ids(parameters + 1, by_hours));
    }
    if later > 0 {
        condition = format!("({condition} AND id NOT IN ({}))", ids(parameters + by_hours + 1, later));
    }
    condition
}

fn times(settings: &Settings, now: Timestamp) -> [i64; 6] {
    let soon = later_on_open_days(settings, now, REMIND_BY_PHONE);
    let last_day = later_on_open_days(settings, now, LAST_DAY);
    [now, soon, last_day, now + EMAIL_IS_LATE, now + WRONG_CLOCK, now - WAIT_FOR_EMAIL].map(Timestamp::as_millisecond)
}
