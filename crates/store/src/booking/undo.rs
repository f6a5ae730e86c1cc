//! Undoing the last press on an appointment for a day: the state, the time, its emails and what it did to recalls. A visit that was
//! cancelled or moved takes its time again, in its chair or another one. What staff decided about a visit at a closed time is open again.

use jiff::Timestamp;
use sqlx::AnyConnection;

use super::appointment::{self, Appointment};
use super::change_request::{ChangedBy, ChosenChair, Move};
use super::error::ChangeAppointmentError;
use super::messages::{self, BookingContext};
use super::state_before::StateBefore;
use super::{chairs, closed_times, holding, move_outcome, recalls, visits_for_recalls};
use crate::outbox::Lease;
use crate::{Actor, Store, StoreError};
use clinic_mail::message::AppointmentNotice;
use clinic_rules::booking::{
    AppointmentId, AppointmentState, ChairError, Settings, SlotTime, Source, TimeError, ToTell, before_visit, ticks,
};
use clinic_rules::clinic_time;

#[derive(Clone, Copy)]
pub struct Undo<'a> {
    /// The state that staff see. Somebody else may have changed it meanwhile.
    pub seen: AppointmentState,
    /// The time that staff see. Not known from tabs of an older release.
    pub seen_at: Option<Timestamp>,
    /// Until when the press that they see can be undone, which says which one it is: a colleague may have pressed something else that
    /// keeps the state and the time. Not known from tabs of an older release.
    pub seen_until: Option<Timestamp>,
    /// Another time for a cancelled or moved visit, whose own is taken by now.
    pub slot: Option<SlotTime>,
    pub settings: &'a Settings,
    pub actor: Actor<'a>,
}

/// What staff decided about a visit at a closed time: the only presses that keep both the state and the time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClosedDecision {
    /// To tell the patient that the clinic is closed.
    Tell,
    /// That the visit takes place.
    Keep,
}

impl Appointment {
    /// Until when the last press can be undone.
    #[must_use]
    pub fn undo_until(&self) -> Option<Timestamp> {
        self.before.as_ref().map(StateBefore::undo_until)
    }

    /// What a press now can be undone to.
    pub(super) fn as_before(&self, now: Timestamp) -> StateBefore {
        StateBefore {
            state: self.state,
            untold: self.untold,
            changed_at: now,
            starts_at: self.starts_at,
            chair: self.chair,
            told_at: self.told_at,
            reminder: self.reminder,
            expires_at: self.expires_at,
            unacknowledged: Some(self.unacknowledged),
            kept_hours: self.kept_hours.clone(),
            closed_told_at: self.closed_told_at,
            reminded_at: self.reminded_at,
            phoned: self.phoned,
        }
    }

    /// What was decided about the closed time with the last press, if it was about that.
    #[must_use]
    pub fn last_decision(&self) -> Option<ClosedDecision> {
        let before = self.before.as_ref()?;
        let is_decision = (before.state, before.starts_at) == (self.state, self.starts_at);
        let is_kept = before.kept_hours != self.kept_hours;
        is_decision.then_some(if is_kept { ClosedDecision::Keep } else { ClosedDecision::Tell })
    }

    /// Whether an undo takes back that staff have told the patient of the closure: nobody knows it yet.
    #[must_use]
    pub fn can_undo_telling_closed(&self, now: Timestamp) -> bool {
        self.undo_until().is_some_and(|until| until > now)
            && self.last_decision() == Some(ClosedDecision::Tell)
            && self.untold == Some(ToTell::Closed)
            && !self.may_know_from_returned_email()
    }

    /// The time to which an undo leads back, when the last press has moved the visit.
    #[must_use]
    pub fn moved_from(&self) -> Option<Timestamp> {
        let before = self.before.as_ref().filter(|_| self.state.check_open().is_ok())?;
        (before.starts_at != self.starts_at).then_some(before.starts_at)
    }
}

impl Store {
    /// Undoes the last press on an appointment.
    ///
    /// # Errors
    /// `Taken` when a cancelled visit cannot have its time again. When somebody has changed the appointment meanwhile, or a day has
    /// passed. Nothing is changed then.
    pub async fn undo_appointment(
        &self,
        id: &AppointmentId,
        undo: Undo<'_>,
        context: BookingContext<'_>,
    ) -> Result<(Appointment, Option<Lease>), ChangeAppointmentError> {
        self.transaction(async |mut tx| {
            let current = appointment::lock(&mut tx, id).await?.ok_or(ChangeAppointmentError::Unknown)?;
            let undone = undo_locked(&mut tx, current, undo, context).await?;
            Ok(undone)
        })
        .await
    }
}

async fn undo_locked(
    connection: &mut AnyConnection,
    current: Appointment,
    undo: Undo<'_>,
    context: BookingContext<'_>,
) -> Result<(Appointment, Option<Lease>), ChangeAppointmentError> {
    if current.state != undo.seen {
        return Err(ChangeAppointmentError::ChangedMeanwhile);
    }
    if undo.seen_at.is_some_and(|seen| seen != current.starts_at) {
        return Err(ChangeAppointmentError::MovedMeanwhile);
    }
    let before = current.before.as_ref().filter(|it| it.undo_until() > context.now);
    let before = before.ok_or(ChangeAppointmentError::CannotUndo)?;
    if undo.seen_until.is_some_and(|seen| seen.as_millisecond() != before.undo_until().as_millisecond()) {
        return Err(ChangeAppointmentError::ChangedMeanwhile);
    }
    if current.state == before.state && current.starts_at == before.starts_at {
        return undo_about_closure(connection, &current, before, undo, context).await;
    }
    let is_cancelled = current.state == AppointmentState::Cancelled;
    let is_moved = current.moved_from().is_some();
    let own_time = current.moved_from().unwrap_or(current.starts_at);
    let slot = undo.slot.filter(|_| is_cancelled || is_moved).unwrap_or_else(|| SlotTime::of(own_time));
    let starts_at = slot.timestamp().ok_or(TimeError::TooFar { days: undo.settings.days_ahead })?;
    let chair = chair_after(connection, &current, before, slot, starts_at, undo).await?;
    // The confirmation told the patient nothing, and the undo has nothing to take back.
    let is_confirmed = current.state == AppointmentState::Confirmed && !is_moved;
    let knows_closure = is_confirmed && current.is_told_closed() && current.is_at_closed_time(undo.settings);
    let is_told_again = is_cancelled || is_moved || (is_confirmed && !knows_closure);
    let is_being_sent = is_told_again && messages::take_back(connection, &current, context.now).await?;
    let is_known = is_being_sent || current.may_know_from_returned_email();
    let is_own_time = starts_at == own_time;
    let (kept_hours, closed_told_at) = decided_before(&current, before, slot, is_own_time, undo.settings);
    let at_own_time = Appointment { state: before.state, starts_at, kept_hours, closed_told_at, ..current.clone() };
    let untold = if is_told_again { untold_after(&current, before, starts_at, is_known) } else { current.untold };
    let untold = untold.map(|untold| closed_times::told_again(untold, &at_own_time, undo.settings));
    let at_own_time = Appointment { untold, ..at_own_time };
    let is_held_back = at_own_time.is_untold_at_closed_time(undo.settings);
    let is_open = before.state.check_open().is_ok();
    let notice = untold.map(|untold| notice(untold, before.state)).filter(|_| is_open && !is_held_back);
    // An email about the closure may wait.
    let notice = notice.filter(|_| !knows_closure);
    let (told_at, reminder) = match notice {
        Some(_) if is_told_again => (context.now, 0),
        None if is_cancelled || is_moved => (before.told_at, before.reminder),
        _ => (current.told_at, current.reminder),
    };
    let (phoned, reminded_at) = match untold {
        None if is_own_time && (is_cancelled || is_moved) => (before.phoned, before.reminded_at),
        // What was said about another time.
        _ if is_cancelled || is_moved => (None, None),
        None if is_told_again => (before.phoned, current.reminded_at),
        Some(_) if is_told_again => (None, current.reminded_at),
        _ => (current.phoned, current.reminded_at),
    };
    // The patient hears that the visit takes place, or does not know that it does.
    let stands = is_told_again && (notice.is_some() || is_held_back) && untold != Some(ToTell::Closed);
    let after = Appointment {
        chair,
        known_starts_at: current.known_besides(starts_at),
        sequence: current.sequence + u32::from(is_told_again),
        changed_at: context.now,
        told_at,
        reminder,
        phoned,
        reminded_at,
        closed_told_at: at_own_time.closed_told_at.filter(|_| !stands),
        cancel_reason: None,
        expires_at: expiry_after(before, undo.settings, context.now, starts_at),
        // It counts against the limits of what strangers may hold again.
        unacknowledged: is_request(before.state) && before.unacknowledged.unwrap_or(current.source == Source::Online),
        // A patient who has arrived, or was missed, had an appointment.
        before: matches!(before.state, AppointmentState::Arrived | AppointmentState::Missed).then(|| StateBefore {
            state: AppointmentState::Confirmed,
            untold,
            ..current.as_before(context.now)
        }),
        ..at_own_time
    };
    store(connection, &after, slot).await?;
    messages::follow_time(connection, &after).await?;
    follow_recalls(connection, &current, &after, before, context.now).await?;
    let lease = match notice {
        Some(notice) => messages::tell(connection, &after, notice, context).await?,
        None => None,
    };
    undo.actor.record(connection, "undo appointment", &after.reference).await?;
    Ok((after, lease))
}

/// Undoes that staff told the patient of the closure, or decided that the visit takes place: the only presses that keep both the state
/// and the time. Whoever was told of the closure is told that the visit takes place by deciding that it does, not by an undo.
async fn undo_about_closure(
    connection: &mut AnyConnection,
    current: &Appointment,
    before: &StateBefore,
    undo: Undo<'_>,
    context: BookingContext<'_>,
) -> Result<(Appointment, Option<Lease>), ChangeAppointmentError> {
    let is_kept = current.kept_hours != before.kept_hours;
    let told = if is_kept {
        closed_times::told_by_keeping(before.state, before.untold, before.closed_told_at)
    } else {
        Some(ToTell::Closed)
    };
    let is_being_sent = told.is_some() && messages::take_back(connection, current, context.now).await?;
    let is_untold = told.is_some() && current.untold == told;
    let is_taken_back = is_untold && !is_being_sent && !current.may_know_from_returned_email();
    if !is_kept && !is_taken_back {
        return Err(ChangeAppointmentError::ToldClosed);
    }
    let (untold, closed_told_at) =
        if is_taken_back { (before.untold, before.closed_told_at) } else { (current.untold, current.closed_told_at) };
    let visit = Appointment { kept_hours: before.kept_hours.clone(), closed_told_at, untold, ..current.clone() };
    let untold = untold.map(|untold| closed_times::told_again(untold, &visit, undo.settings));
    let visit = Appointment { untold, ..visit };
    let notice = untold.filter(|_| told.is_some() && !visit.is_untold_at_closed_time(undo.settings));
    let (told_at, reminder) = match notice {
        Some(_) => (context.now, 0),
        None if is_taken_back => (before.told_at, before.reminder),
        None => (current.told_at, current.reminder),
    };
    let after = Appointment {
        sequence: current.sequence + u32::from(told.is_some()),
        changed_at: context.now,
        told_at,
        reminder,
        phoned: if is_taken_back { before.phoned } else { current.phoned }.filter(|_| untold.is_none()),
        // Whoever hears that the visit takes place does not think so any more.
        closed_told_at: visit.closed_told_at.filter(|_| notice.is_none_or(|untold| untold == ToTell::Closed)),
        before: None,
        ..visit
    };
    store(connection, &after, SlotTime::of(after.starts_at)).await?;
    let lease = match notice {
        Some(untold) => messages::tell(connection, &after, self::notice(untold, after.state), context).await?,
        None => None,
    };
    undo.actor.record(connection, "undo appointment", &after.reference).await?;
    Ok((after, lease))
}

/// Staff have as long as for a new request, or as they had before: a visit that was certain until its patient moved it does not
/// expire a day later.
fn expiry_after(before: &StateBefore, settings: &Settings, now: Timestamp, starts_at: Timestamp) -> Option<Timestamp> {
    let expiry = holding::expiry(before.state, settings, now, starts_at)?;
    let earlier = before.expires_at.map(|at| at.min(before_visit(now, starts_at)));
    Some(earlier.map_or(expiry, |earlier| earlier.max(expiry)))
}

/// The opening hours with which staff have decided that the visit takes place outside of them, and when the patient was told that the
/// clinic is closed: of the time that the visit has after the undo.
fn decided_before(
    current: &Appointment,
    before: &StateBefore,
    slot: SlotTime,
    is_own_time: bool,
    settings: &Settings,
) -> (Option<String>, Option<Timestamp>) {
    if !is_own_time {
        (closed_times::kept_hours(settings, slot, current.minutes), None)
    } else if current.moved_from().is_some() {
        (before.kept_hours.clone(), before.closed_told_at)
    } else {
        // A confirmation forgets that the patient was told.
        let forgotten = before.closed_told_at.filter(|_| current.state == AppointmentState::Confirmed);
        (current.kept_hours.clone(), current.closed_told_at.or(forgotten))
    }
}

fn is_request(state: AppointmentState) -> bool {
    matches!(state, AppointmentState::Waiting | AppointmentState::Requested)
}

/// The chair of the appointment after the undo: 0 for a request without a time.
async fn chair_after(
    connection: &mut AnyConnection,
    current: &Appointment,
    before: &StateBefore,
    slot: SlotTime,
    starts_at: Timestamp,
    undo: Undo<'_>,
) -> Result<u16, ChangeAppointmentError> {
    if before.state == AppointmentState::Waiting {
        chairs::free_all(connection, current.id.as_str()).await?;
        return Ok(0);
    }
    let settings = undo.settings;
    // Other chairs may have been published. When booking is off, they are not known.
    let own = if current.moved_from().is_some() { before.chair } else { current.chair };
    let own = Some(own).filter(|chair| current.is_kept_in(*chair, slot, settings));
    if current.state == AppointmentState::Cancelled {
        let able = settings.chairs_for(&current.service, slot, current.minutes);
        let others = able.into_iter().filter(|chair| Some(*chair) != own);
        let candidates: Vec<u16> = own.into_iter().chain(others).collect();
        if candidates.is_empty() {
            return Err(ChairError::NoChair.into());
        }
        let ticks = ticks(starts_at, current.chair_minutes());
        let chair = chairs::take_one(connection, &candidates, &ticks, &current.id).await?;
        return chair.ok_or(ChangeAppointmentError::Taken);
    }
    if starts_at == current.starts_at {
        return Ok(current.chair);
    }
    let to = |chair| Move { slot, chair, settings, by: ChangedBy::Staff(undo.actor) };
    let own = own.map(|number| ChosenChair { number, all_the_same: true });
    match move_outcome::take_new_ticks(connection, current, current, to(own), starts_at).await {
        Err(ChangeAppointmentError::Taken) if own.is_some() => {
            move_outcome::take_new_ticks(connection, current, current, to(None), starts_at).await
        }
        taken => taken,
    }
}

/// What the patient does not know after the undo. Whoever has not learned of the change knows what they knew before it; whoever has
/// must learn that it does not hold.
fn untold_after(current: &Appointment, before: &StateBefore, starts_at: Timestamp, is_known: bool) -> Option<ToTell> {
    let is_moved = current.moved_from().is_some();
    let change = match current.state {
        AppointmentState::Cancelled => ToTell::Cancelled,
        _ if is_moved => ToTell::Moved,
        _ => ToTell::Confirmed,
    };
    if starts_at != current.moved_from().unwrap_or(current.starts_at) {
        Some(ToTell::Moved)
    } else if current.untold == Some(change) && !is_known {
        before.untold
    } else if is_moved && before.state != AppointmentState::Waiting {
        Some(ToTell::Moved)
    } else if before.state == AppointmentState::Confirmed {
        Some(ToTell::Confirmed)
    } else {
        Some(ToTell::Requested)
    }
}

/// What a change of staff can be undone to. The emails that were not sent yet are given up, because the change has a newer one.
pub async fn before_change(
    connection: &mut AnyConnection,
    before: &Appointment,
    now: Timestamp,
) -> Result<StateBefore, StoreError> {
    let undo_to = before.as_before(now);
    Ok(undo_to.without(messages::replace(connection, before, now).await?))
}

pub(super) fn notice(untold: ToTell, state: AppointmentState) -> AppointmentNotice {
    match untold {
        ToTell::Moved => AppointmentNotice::Moved,
        ToTell::Closed => AppointmentNotice::Closed,
        ToTell::Requested if state == AppointmentState::Waiting => AppointmentNotice::Waiting,
        ToTell::Requested => AppointmentNotice::Received,
        _ => AppointmentNotice::Confirmed,
    }
}

async fn follow_recalls(
    connection: &mut AnyConnection,
    current: &Appointment,
    after: &Appointment,
    before: &StateBefore,
    now: Timestamp,
) -> Result<(), StoreError> {
    if matches!(current.state, AppointmentState::Arrived | AppointmentState::Done) {
        recalls::remove_agreed_since(connection, &current.id, before.changed_at, now).await?;
    }
    if current.state == AppointmentState::Done {
        visits_for_recalls::on_done_undone(connection, after).await?;
    }
    match before.state {
        AppointmentState::Done => visits_for_recalls::on_done(connection, after, now).await,
        AppointmentState::Missed => visits_for_recalls::on_not_come(connection, after, now).await,
        AppointmentState::Requested | AppointmentState::Confirmed | AppointmentState::Arrived
            if matches!(current.state, AppointmentState::Missed | AppointmentState::Cancelled) =>
        {
            visits_for_recalls::on_booked(connection, after, now).await
        }
        _ => Ok(()),
    }
}

/// Stores what the last press can be undone to.
pub async fn store_before(connection: &mut AnyConnection, after: &Appointment) -> Result<(), StoreError> {
    let before = after.before.as_ref();
    let phoned = before.and_then(|before| before.phoned);
    sqlx::query(
        "UPDATE appointments SET state_before = $2, untold_before = $3, state_changed_at = $4, starts_at_before = $5,
           chair_before = $6, told_at_before = $7, reminder_before = $8, expires_at_before = $9, unacknowledged_before = $10,
           kept_hours_before = $11, closed_told_at_before = $12, reminded_at_before = $13, phoned_before = $14,
           phoned_at_before = $15
         WHERE id = $1",
    )
    .bind(after.id.as_str())
    .bind(before.map(|before| before.state.into_str()))
    .bind(before.and_then(|before| before.untold).map(<&str>::from))
    .bind(before.map(|before| before.changed_at.as_millisecond()))
    .bind(before.map(|before| before.starts_at.as_millisecond()))
    .bind(before.map(|before| i64::from(before.chair)))
    .bind(before.map(|before| before.told_at.as_millisecond()))
    .bind(before.map(|before| before.reminder))
    .bind(before.and_then(|before| before.expires_at).map(Timestamp::as_millisecond))
    .bind(before.and_then(|before| before.unacknowledged).map(i64::from))
    .bind(before.and_then(|before| before.kept_hours.clone()))
    .bind(before.and_then(|before| before.closed_told_at).map(Timestamp::as_millisecond))
    .bind(before.and_then(|before| before.reminded_at).map(Timestamp::as_millisecond))
    .bind(phoned.map(|(what, _)| what.into_str()))
    .bind(phoned.map(|(_, at)| at.as_millisecond()))
    .execute(connection)
    .await?;
    Ok(())
}

async fn store(connection: &mut AnyConnection, after: &Appointment, slot: SlotTime) -> Result<(), StoreError> {
    sqlx::query(
        "UPDATE appointments SET state = $2, chair = $3, starts_at = $4, day = $5, sequence = $6, changed_at = $7,
           told_at = $8, reminder = $9, untold = $10, phoned = $11, phoned_at = $12, cancel_reason = NULL, expires_at = $13,
           unacknowledged = $14, reminded_at = $15, reminded_by = CASE WHEN $15 IS NULL THEN NULL ELSE reminded_by END,
           closed_told_at = $16, kept_hours = $17, known_starts_at = $18
         WHERE id = $1",
    )
    .bind(after.id.as_str())
    .bind(after.state.into_str())
    .bind(i64::from(after.chair))
    .bind(after.starts_at.as_millisecond())
    .bind(clinic_time::day_number_of_date(slot.date))
    .bind(i64::from(after.sequence))
    .bind(after.changed_at.as_millisecond())
    .bind(after.told_at.as_millisecond())
    .bind(after.reminder)
    .bind(after.untold.map(<&str>::from))
    .bind(after.phoned.map(|(what, _)| what.into_str()))
    .bind(after.phoned.map(|(_, at)| at.as_millisecond()))
    .bind(after.expires_at.map(Timestamp::as_millisecond))
    .bind(i64::from(after.unacknowledged))
    .bind(after.reminded_at.map(Timestamp::as_millisecond))
    .bind(after.closed_told_at.map(Timestamp::as_millisecond))
    .bind(after.kept_hours.clone())
    .bind(after.known_starts_at.map(Timestamp::as_millisecond))
    .execute(&mut *connection)
    .await?;
    store_before(connection, after).await
}
