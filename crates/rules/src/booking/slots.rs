//! Free times, and why a time cannot be booked.

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::time::Duration;

use jiff::civil::Date;
use jiff::{Span, Timestamp};

use super::deadline::can_answer;
use super::settings::{Confirm, Service, Settings};
use super::slot_time::SlotTime;
use super::tick::ticks;
use crate::clinic_time;

/// How many other times are offered when one is taken.
const NEAREST: usize = 6;

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TimeError {
    #[error("This time is in the past. Please choose a later time.")]
    Past,
    #[error("This time is too soon. Please choose a time at least {} from now, or call us.", hours(*.notice))]
    TooSoon { notice: Duration },
    #[error("This date is too far ahead. Please choose a date within the next {days} days.")]
    TooFar { days: u16 },
    #[error("The clinic is closed on this day ({reason}). Please choose another day.")]
    Closure { reason: String },
    #[error("The clinic is closed at this time. Please choose another time.")]
    Closed,
    #[error("Visits do not begin at this time. Please choose one of the times that are offered.")]
    NotOffered,
    #[error("We cannot confirm this time before we open. Please choose a later time.")]
    NobodyAnswers,
    /// The clinic is open, but no chair takes this service then.
    #[error("This service is not offered at this time. Please choose one of the times that are offered.")]
    NoChair,
}

fn hours(notice: Duration) -> String {
    match notice.as_secs().div_ceil(3600) {
        0 | 1 => "1 hour".to_owned(),
        hours => format!("{hours} hours"),
    }
}

/// What is taken in a range of days.
#[derive(Debug, Clone, Default)]
pub struct Occupied {
    /// Chair and tick.
    pub ticks: HashSet<(u16, i64)>,
    /// The number of visits of the service on a day.
    pub visits: HashMap<Date, u32>,
}

impl Occupied {
    /// The chairs that can take a visit of this service and are free for it, those to take first before the others.
    pub(super) fn free_chairs(&self, settings: &Settings, service: &Service, slot: SlotTime) -> Vec<u16> {
        let Some(starts_at) = slot.timestamp() else { return Vec::new() };
        let ticks = ticks(starts_at, service.chair_minutes());
        let mut chairs = settings.chairs_for(&service.slug, slot, service.minutes);
        chairs.retain(|chair| self.is_free(*chair, &ticks));
        chairs
    }

    pub(super) fn take(&mut self, chair: u16, ticks: Range<i64>) {
        self.ticks.extend(ticks.map(|tick| (chair, tick)));
    }

    fn is_free(&self, chair: u16, ticks: &Range<i64>) -> bool {
        ticks.clone().all(|tick| !self.ticks.contains(&(chair, tick)))
    }

    fn is_full(&self, service: &Service, date: Date) -> bool {
        service.daily_limit.is_some_and(|limit| self.visits.get(&date).copied().unwrap_or_default() >= limit)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FreeDay {
    pub date: Date,
    pub slots: Vec<SlotTime>,
}

/// Whether patients can book this time, apart from other appointments.
///
/// # Errors
/// When it is past, too soon, too far ahead, or outside the opening hours.
pub fn check_time(settings: &Settings, service: &Service, slot: SlotTime, now: Timestamp) -> Result<(), TimeError> {
    let starts_at = slot.timestamp().ok_or(TimeError::TooFar { days: settings.days_ahead })?;
    if starts_at <= now {
        return Err(TimeError::Past);
    }
    if starts_at < now + settings.minimum_notice {
        return Err(TimeError::TooSoon { notice: settings.minimum_notice });
    }
    if settings.confirm == Confirm::ByStaff && !can_answer(settings, now, starts_at) {
        return Err(TimeError::NobodyAnswers);
    }
    if slot.date > last_day(settings, now) {
        return Err(TimeError::TooFar { days: settings.days_ahead });
    }
    if let Some(closure) = settings.opening.closure_on(slot.date) {
        return Err(TimeError::Closure { reason: closure.reason.clone() });
    }
    let open = settings.opening.on(slot.date);
    let end = slot.minute + service.minutes;
    let Some(times) = open.iter().find(|times| times.from <= slot.minute && end <= times.until) else {
        return Err(TimeError::Closed);
    };
    if !(slot.minute - times.from).is_multiple_of(settings.start_every) {
        return Err(TimeError::NotOffered);
    }
    if settings.chairs_for(&service.slug, slot, service.minutes).is_empty() {
        return Err(TimeError::NoChair);
    }
    Ok(())
}

/// The free times of a number of days. Days without one are included.
#[must_use]
pub fn free_days(
    settings: &Settings,
    service: &Service,
    from: Date,
    days: u16,
    occupied: &Occupied,
    now: Timestamp,
) -> Vec<FreeDay> {
    let date = |ahead: u16| from.checked_add(Span::new().days(i64::from(ahead))).ok();
    (0..days)
        .filter_map(date)
        .map(|date| FreeDay { date, slots: free_on(settings, service, date, occupied, now) })
        .collect()
}

pub(super) fn free_on(
    settings: &Settings,
    service: &Service,
    date: Date,
    occupied: &Occupied,
    now: Timestamp,
) -> Vec<SlotTime> {
    if occupied.is_full(service, date) {
        return Vec::new();
    }
    offered_on(settings, service, date, now)
        .into_iter()
        .map(|minute| SlotTime { date, minute })
        .filter(|slot| !occupied.free_chairs(settings, service, *slot).is_empty())
        .collect()
}

/// When a visit can begin on a day, in minutes after midnight, apart from other appointments.
pub(super) fn offered_on(settings: &Settings, service: &Service, date: Date, now: Timestamp) -> Vec<u16> {
    let starts = settings.opening.on(date).iter().flat_map(|open| {
        let last = open.until.saturating_sub(service.minutes);
        (open.from..=last).step_by(usize::from(settings.start_every))
    });
    starts.filter(|minute| check_time(settings, service, SlotTime { date, minute: *minute }, now).is_ok()).collect()
}

/// The free times closest to a wanted one, in the order of the calendar.
#[must_use]
pub fn nearest_free(days: &[FreeDay], wanted: SlotTime) -> Vec<SlotTime> {
    let minutes = |slot: &SlotTime| clinic_time::day_number_of_date(slot.date) * 24 * 60 + i64::from(slot.minute);
    let mut free: Vec<SlotTime> = days.iter().flat_map(|day| day.slots.iter().copied()).collect();
    free.sort_by_key(|slot| (minutes(slot).abs_diff(minutes(&wanted)), *slot));
    free.truncate(NEAREST);
    free.sort();
    free
}

fn last_day(settings: &Settings, now: Timestamp) -> Date {
    let today = now.to_zoned(clinic_time::zone()).date();
    today.checked_add(Span::new().days(i64::from(settings.days_ahead))).unwrap_or(Date::MAX)
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::super::opening_hours::{Closure, Opening};
    use super::super::settings::Confirm;
    use super::*;

    /// A Monday, 9:05 AM at the clinic.
    const NOW: &str = "2026-03-02T08:05:00Z";

    fn now() -> Timestamp {
        NOW.parse().expect("a time")
    }

    fn settings() -> Settings {
        let notice = Duration::from_hours(3);
        let closures = vec![Closure::new(date(2026, 3, 4), date(2026, 3, 4), "Staff training".to_owned())];
        let exam = Service { daily_limit: Some(5), ..Service::sample("eye-exams", 45, 15) };
        let sample = Settings::sample(vec![exam], 5, &[(8 * 60, 12 * 60), (13 * 60, 18 * 60)]);
        let opening = Opening { closures, ..sample.opening };
        Settings { minimum_notice: notice, change_notice: notice, days_ahead: 30, opening, ..sample }
    }

    fn slot(date: &str, time: &str) -> SlotTime {
        SlotTime::parse(date, time).expect("a time")
    }

    fn occupy(occupied: &mut Occupied, chair: u16, start: SlotTime, minutes: u16) {
        let taken = ticks(start.timestamp().expect("a time"), minutes);
        occupied.ticks.extend(taken.map(|tick| (chair, tick)));
    }

    #[test]
    fn times_that_cannot_be_booked_are_refused_with_the_reason() {
        let settings = settings();
        let check = |date, time| check_time(&settings, &settings.services[0], slot(date, time), now());
        assert_eq!(check("2026-03-02", "13:00"), Ok(()));
        assert_eq!(check("2026-03-02", "08:00"), Err(TimeError::Past));
        assert!(matches!(check("2026-03-02", "12:00"), Err(TimeError::TooSoon { .. })));
        assert!(matches!(check("2026-04-02", "08:00"), Err(TimeError::TooFar { days: 30 })));
        assert_eq!(check("2026-04-01", "08:00"), Ok(()));
        assert_eq!(check("2026-03-04", "08:00"), Err(TimeError::Closure { reason: "Staff training".to_owned() }));
        assert_eq!(check("2026-03-03", "11:30"), Err(TimeError::Closed), "it would last into the break");
        assert_eq!(check("2026-03-03", "11:15"), Err(TimeError::NotOffered));
        assert_eq!(check("2026-03-07", "10:00"), Err(TimeError::Closed), "a Saturday");
    }

    #[test]
    fn time_that_nobody_could_confirm_is_offered_only_when_visits_are_confirmed_at_once() {
        // 7 PM at the clinic. The request for the first time of the next day expires as the clinic opens.
        let evening = "2026-03-02T18:00:00Z".parse().expect("a time");
        for (confirm, first) in [(Confirm::ByStaff, "09:30"), (Confirm::AtOnce, "08:00")] {
            let settings = Settings { confirm, ..settings() };
            let service = &settings.services[0];
            let days = free_days(&settings, service, date(2026, 3, 3), 1, &Occupied::default(), evening);
            assert_eq!(days[0].slots[0].time(), first, "{confirm:?}");
            let early = check_time(&settings, service, slot("2026-03-03", "08:00"), evening);
            assert_eq!(early.is_ok(), confirm == Confirm::AtOnce, "{early:?}");
        }
    }

    #[test]
    fn every_free_time_can_be_booked_and_taken_ones_are_left_out() {
        let settings = settings();
        let service = &settings.services[0];
        let mut occupied = Occupied::default();
        occupy(&mut occupied, 1, slot("2026-03-03", "08:00"), 60);
        occupy(&mut occupied, 2, slot("2026-03-03", "08:55"), 5);
        let days = free_days(&settings, service, date(2026, 3, 2), 3, &occupied, now());
        let times = |day: usize| days[day].slots.iter().map(|slot| slot.time()).collect::<Vec<_>>();
        assert_eq!(times(0)[0], "13:00");
        assert_eq!(times(1)[..3], ["09:00", "09:30", "10:00"], "the buffer at 8:00 and 8:30 meets the other visit");
        assert_eq!(times(2), Vec::<String>::new());
        for slot in days.iter().flat_map(|day| &day.slots) {
            assert_eq!(check_time(&settings, service, *slot, now()), Ok(()));
        }
    }

    #[test]
    fn day_with_the_daily_limit_has_no_free_time() {
        let settings = settings();
        let occupied = Occupied { visits: [(date(2026, 3, 3), 5)].into(), ..Occupied::default() };
        let days = free_days(&settings, &settings.services[0], date(2026, 3, 3), 3, &occupied, now());
        assert!(days[0].slots.is_empty() && !days[2].slots.is_empty());
    }

    #[test]
    fn nearest_times_are_before_and_after_the_wanted_one() {
        let settings = settings();
        let service = &settings.services[0];
        let wanted = slot("2026-03-03", "09:00");
        let mut occupied = Occupied::default();
        for chair in 1..=2 {
            occupy(&mut occupied, chair, wanted, 60);
        }
        let days = free_days(&settings, service, date(2026, 3, 3), 2, &occupied, now());
        let nearest: Vec<_> = nearest_free(&days, wanted).iter().map(|slot| slot.time()).collect();
        assert_eq!(nearest, ["08:00", "10:00", "10:30", "11:00", "13:00", "13:30"]);
    }
}
