//! Whether a request from the public may hold its time, or waits for staff without one. Unconfirmed requests hold only so much
//! that one machine, or one stranger with somebody's phone number, cannot take the times of everybody else.

use std::collections::BTreeMap;

use jiff::civil::Date;
use jiff::{Span, Timestamp};

use super::chair::Chair;
use super::settings::{Service, Settings};
use super::slot_time::SlotTime;
use super::slots::{Occupied, offered_on};
use crate::rate_limit::{Limits, Share};

/// Sums of thirds are not exact.
const ROUNDING: f64 = 1e-9;

/// A visit that an unacknowledged request holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HeldVisit {
    /// Minutes after midnight.
    pub minute: u16,
    pub chair_minutes: u16,
    pub chair: u16,
}

/// The visits that unacknowledged requests hold in one chair on all days that can be booked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct HeldVisits {
    pub visits: u64,
    /// The lengths of the visits together, each rounded up to steps of `start_every`.
    pub steps: u64,
}

/// What is held at the moment of a request, without the request itself.
#[derive(Debug, Clone, Default)]
pub struct Held {
    /// Open online appointments with the phone number.
    pub of_phone: u64,
    /// Unacknowledged appointments of each network of the client.
    pub of_networks: Vec<(u64, Share)>,
    /// Unacknowledged visits of the service on the day, and its other ones.
    pub of_service: u64,
    pub acknowledged_of_service: u64,
    pub on_day: Vec<HeldVisit>,
    /// What is blocked or taken by acknowledged visits on the day.
    pub taken_on_day: Occupied,
    /// By chair.
    pub on_all_days: BTreeMap<u16, HeldVisits>,
}

/// Whether a request for this service and time may hold the time.
#[must_use]
pub fn may_hold(
    settings: &Settings,
    service: &Service,
    slot: SlotTime,
    now: Timestamp,
    held: &Held,
    limits: &Limits,
) -> bool {
    let is_allowed_for_network =
        held.of_networks.iter().all(|(open, share)| *open < u64::from(share.of(limits.held_per_client)));
    // A service that takes few patients a day must not be taken by unconfirmed ones alone.
    let is_allowed_for_service = service.daily_limit.is_none_or(|limit| {
        let left = u64::from(limit).saturating_sub(held.acknowledged_of_service);
        held.of_service < left * u64::from(limits.held_percent_of_day) / 100
    });
    held.of_phone < u64::from(limits.held_per_phone)
        && is_allowed_for_network
        && is_allowed_for_service
        && leaves_enough_of_day(settings, service, slot, now, held, limits.held_percent_of_day)
        && leaves_enough_of_calendar(settings, service, now, &held.on_all_days, limits.held_percent_of_calendar)
}

/// Whether the visits and the one that is asked for leave enough of the day, and will still do so at every later hour of it:
/// of the free times that come after any moment, they take at most the share. Otherwise a stranger who holds only afternoons would
/// leave nothing from noon on. A visit that is the only one after a moment is allowed: the last hour of one chair has no half.
fn leaves_enough_of_day(
    settings: &Settings,
    service: &Service,
    slot: SlotTime,
    now: Timestamp,
    held: &Held,
    percent: u32,
) -> bool {
    // It gets one of these.
    let asked_chairs = settings.chairs_for(&service.slug, slot, service.minutes);
    settings.services.iter().all(|other| {
        // The starts at which a chair is free, apart from the requests, each with its free chairs.
        let starts: Vec<(u16, Vec<u16>)> = offered_on(settings, other, slot.date, now)
            .into_iter()
            .map(|minute| {
                let start = SlotTime { date: slot.date, minute };
                (minute, held.taken_on_day.free_chairs(settings, other, start))
            })
            .filter(|(_, free)| !free.is_empty())
            .collect();
        (0..starts.len()).all(|first| {
            let later = &starts[first..];
            // On its chair a visit excludes every start at which the other one would overlap it: one of the start's chairs.
            let excluded_by = |minute: u16, chair_minutes: u16, chairs: &[u16]| -> f64 {
                let is_excluded = |(start, free): &&(u16, Vec<u16>)| {
                    *start < minute.saturating_add(chair_minutes)
                        && minute < start + other.chair_minutes()
                        && free.iter().any(|chair| chairs.contains(chair))
                };
                let part = |free: &[u16]| 1.0 / f64::from(u16::try_from(free.len()).unwrap_or(u16::MAX));
                later.iter().filter(is_excluded).map(|(_, free)| part(free)).sum()
            };
            let by_asked = excluded_by(slot.minute, service.chair_minutes(), &asked_chairs);
            let by_visit = |visit: &HeldVisit| excluded_by(visit.minute, visit.chair_minutes, &[visit.chair]);
            let by_held: f64 = held.on_day.iter().map(by_visit).sum();
            let allowed: f64 = later.iter().map(|_| f64::from(percent) / 100.0).sum();
            by_asked == 0.0 || by_held == 0.0 || by_asked + by_held <= allowed + ROUNDING
        })
    })
}

/// Whether the visits and one more leave enough times at which a visit of any service can begin, in the chairs that take it. Times are
/// counted and not minutes: short visits with gaps that are too short for others would otherwise take a day with half of its minutes.
fn leaves_enough_of_calendar(
    settings: &Settings,
    service: &Service,
    now: Timestamp,
    held: &BTreeMap<u16, HeldVisits>,
    percent: u32,
) -> bool {
    let today = SlotTime::of(now).date;
    let days: Vec<Date> = (0..=i64::from(settings.days_ahead))
        .filter_map(|ahead| today.checked_add(Span::new().days(ahead)).ok())
        .collect();
    let steps = |minutes: u16| u64::from(minutes.div_ceil(settings.start_every.max(1)));
    settings.services.iter().all(|other| {
        let takes_other = |chair: &&Chair| settings.takes_service(chair, &other.slug);
        let chairs: Vec<&Chair> = settings.chairs.iter().filter(takes_other).collect();
        if !chairs.iter().any(|chair| settings.takes_service(chair, &service.slug)) {
            return true;
        }
        let held_there = || chairs.iter().filter_map(|chair| held.get(&chair.number));
        let visits = held_there().map(|held| held.visits).sum::<u64>() + 1;
        let held_steps = held_there().map(|held| held.steps).sum::<u64>() + steps(service.chair_minutes());
        let starts_of = |chair: &Chair| days.iter().map(|date| starts_on(settings, chair, other, *date)).sum::<u64>();
        let starts: u64 = chairs.iter().map(|chair| starts_of(chair)).sum();
        let excluded = held_steps + visits * steps(other.chair_minutes()).saturating_sub(1);
        starts == 0 || excluded * 100 <= starts * u64::from(percent)
    })
}

/// How many visits of a service can begin on a day on a chair that takes it, when nothing is taken. Starts are counted from the
/// opening time of the clinic, also when the chair begins later.
fn starts_on(settings: &Settings, chair: &Chair, service: &Service, date: Date) -> u64 {
    let step = settings.start_every.max(1);
    let hours = settings.chair_hours(chair, date);
    let starts = hours.iter().map(|times| {
        let open = settings.opening.on(date).iter().find(|open| open.from <= times.from && times.until <= open.until);
        let first = open.map_or(times.from, |open| open.from + (times.from - open.from).next_multiple_of(step));
        let room = times.until.saturating_sub(first);
        if room < service.minutes { 0 } else { u64::from((room - service.minutes) / step) + 1 }
    });
    starts.sum()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use jiff::civil::date;
    use proptest::prelude::*;

    use super::super::chair::ChairWeek;
    use super::super::opening_hours::OpenTimes;
    use super::super::slots::{check_time, free_days};
    use super::super::tick::ticks;
    use super::*;

    const DAY: Date = date(2026, 3, 4);

    /// Two days before the day.
    fn now() -> Timestamp {
        time(date(2026, 3, 2), 540)
    }

    fn time(date: Date, minute: u16) -> Timestamp {
        SlotTime { date, minute }.timestamp().expect("a time")
    }

    fn settings() -> Settings {
        let field = Service { daily_limit: Some(8), ..Service::sample("field", 60, 0) };
        let services = vec![Service::sample("exam", 45, 15), Service::sample("frames", 30, 0), field];
        Settings::sample(services, 6, &[(480, 1080)])
    }

    fn may(held: &Held) -> bool {
        let settings = settings();
        may_hold(&settings, &settings.services[0], SlotTime { date: DAY, minute: 600 }, now(), held, &Limits::default())
    }

    #[test]
    fn fourth_appointment_of_a_phone_and_twenty_first_of_a_network_wait() {
        assert!(may(&Held { of_phone: 2, ..Held::default() }));
        assert!(!may(&Held { of_phone: 3, ..Held::default() }));
        let networks = |here, wider| Held {
            of_networks: vec![(here, Share::ONE_CLIENT), (wider, Share::ONE_AND_A_HALF)],
            ..Held::default()
        };
        assert!(may(&networks(19, 29)));
        assert!(!may(&networks(20, 20)));
        assert!(!may(&networks(5, 30)), "a wider network has its own share");
    }

    #[test]
    fn unconfirmed_visits_take_half_of_a_daily_limit() {
        let settings = settings();
        let may = |of_service, acknowledged_of_service| {
            let held = Held { of_service, acknowledged_of_service, ..Held::default() };
            may_hold(
                &settings,
                &settings.services[2],
                SlotTime { date: DAY, minute: 600 },
                now(),
                &held,
                &Limits::default(),
            )
        };
        assert_eq!([may(3, 0), may(4, 0)], [true, false]);
        assert_eq!([may(1, 4), may(2, 4), may(0, 7)], [true, false, false], "half of what is left of it");
    }

    #[test]
    fn tenth_of_the_calendar_is_the_most() {
        let mut visits = 0;
        let held = |visits| HeldVisits { visits, steps: visits * 2 };
        while may(&Held { on_all_days: [(1, held(visits))].into(), ..Held::default() }) {
            visits += 1;
        }
        // 53 open days with 19 starts on two chairs; each visit excludes three of them.
        assert_eq!(visits, 53 * 19 * 2 / 10 / 3);
    }

    /// Whether a visit on the day, asked for at a time of the day, may hold its time.
    fn may_on_day(settings: &Settings, minute: u16, now: Timestamp, on_day: Vec<HeldVisit>) -> bool {
        may_beside(settings, minute, now, on_day, Occupied::default())
    }

    fn may_beside(
        settings: &Settings,
        minute: u16,
        now: Timestamp,
        on_day: Vec<HeldVisit>,
        taken_on_day: Occupied,
    ) -> bool {
        let held = Held { on_day, taken_on_day, ..Held::default() };
        may_hold(settings, &settings.services[0], SlotTime { date: DAY, minute }, now, &held, &Limits::default())
    }

    #[test]
    fn rest_of_today_is_halved_and_not_the_whole_day() {
        let settings = settings();
        let exam = |minute| HeldVisit { minute, chair_minutes: 60, chair: 1 };
        let noon = time(DAY, 720);
        // From noon on, 11 starts on two chairs; each visit excludes three of them, the first one two.
        let held = vec![exam(780), exam(840), exam(900), exam(960)];
        assert!(may_on_day(&settings, 720, noon, held[..3].to_vec()));
        assert!(!may_on_day(&settings, 720, noon, held.clone()));
        assert!(may_on_day(&settings, 480, now(), held), "the mornings of later days are free");
    }

    #[test]
    fn chair_that_is_blocked_or_full_does_not_count_as_free() {
        let settings = settings();
        let all_day =
            Occupied { ticks: ticks(time(DAY, 480), 600).map(|tick| (2, tick)).collect(), ..Occupied::default() };
        let exam = |minute| HeldVisit { minute, chair_minutes: 60, chair: 1 };
        let held = vec![exam(600), exam(690), exam(780)];
        assert!(may_on_day(&settings, 480, now(), held.clone()));
        assert!(!may_beside(&settings, 480, now(), held, all_day));
    }

    #[test]
    fn one_visit_can_always_be_held_at_the_end_of_a_day() {
        let settings = Settings { chairs: Chair::numbered(1), ..settings() };
        let evening = time(DAY, 1000);
        assert!(may_on_day(&settings, 1020, evening, Vec::new()));
        assert!(may_on_day(&settings, 1020, evening, vec![HeldVisit { minute: 480, chair_minutes: 60, chair: 1 }]));
        assert!(!may_on_day(&settings, 1020, evening, vec![HeldVisit { minute: 1050, chair_minutes: 30, chair: 1 }]));
    }

    #[test]
    fn requests_for_one_chair_do_not_count_for_a_service_that_another_chair_takes() {
        let takes = |slugs: &[&str]| Some(slugs.iter().map(|&slug| slug.to_owned()).collect());
        let chairs = vec![
            Chair { services: takes(&["exam", "field"]), ..Chair::unnamed(1) },
            Chair { services: takes(&["frames"]), ..Chair::unnamed(2) },
        ];
        let settings = Settings { chairs, ..settings() };
        let may = |service: usize, held: &Held| {
            let slot = SlotTime { date: DAY, minute: 480 };
            may_hold(&settings, &settings.services[service], slot, now(), held, &Limits::default())
        };
        let exam = |minute| HeldVisit { minute, chair_minutes: 60, chair: 1 };
        let on_day = Held { on_day: vec![exam(600), exam(720), exam(840)], ..Held::default() };
        assert_eq!([may(0, &on_day), may(1, &on_day)], [false, true], "half of the day in chair 1 is held");
        let sixty = HeldVisits { visits: 60, steps: 120 };
        let on_all_days = Held { on_all_days: [(1, sixty)].into(), ..Held::default() };
        assert_eq!(
            [may(0, &on_all_days), may(1, &on_all_days)],
            [false, true],
            "a tenth of the calendar of chair 1 is held"
        );
    }

    #[test]
    fn starts_of_a_chair_are_those_of_the_clinic_within_its_hours() {
        let mut week = ChairWeek::default();
        week[2] = Some(vec![OpenTimes { from: 485, until: 545 }, OpenTimes { from: 1000, until: 1200 }]);
        let settings = settings();
        let chair = Chair { week, ..Chair::unnamed(1) };
        let frames = &settings.services[1];
        // 8:30 AM; 5:00 and 5:30 PM.
        assert_eq!(starts_on(&settings, &chair, frames, DAY), 3);
        assert_eq!(starts_on(&settings, &Chair::unnamed(1), frames, DAY), 20);
    }

    /// Chairs with hours and services of their own.
    fn any_chairs() -> impl Strategy<Value = Vec<Chair>> {
        let slugs =
            || proptest::sample::subsequence(vec!["exam".to_owned(), "frames".to_owned(), "field".to_owned()], 1..=3);
        let hours = (0u16..20, 1u16..20)
            .prop_map(|(start, length)| vec![OpenTimes { from: 480 + start * 30, until: 480 + (start + length) * 30 }]);
        let chair = (proptest::option::of(hours), proptest::option::of(slugs()));
        proptest::collection::vec(chair, 1..4).prop_map(|all| {
            let named = |(number, (wednesday, services))| {
                let mut week = ChairWeek::default();
                week[2] = wednesday;
                Chair { week, services, ..Chair::unnamed(number) }
            };
            (1..).zip(all).map(named).collect()
        })
    }

    proptest! {
        #[test]
        fn half_of_what_can_still_be_booked_stays_free_at_every_hour_whatever_is_asked_for(
            wishes in proptest::collection::vec((0usize..3, 0u16..20, 0u16..30), 0..80),
            chairs in prop_oneof![(1u16..4).prop_map(Chair::numbered), any_chairs()],
            notice_hours in 0u64..4,
            is_on_the_day in any::<bool>(),
            blocked in proptest::collection::vec((1u16..4, 0u16..20, 1u16..10), 0..5),
        ) {
            let notice = Duration::from_secs(notice_hours * 3600);
            let settings = Settings { chairs, minimum_notice: notice, ..settings() };
            let mut taken = Occupied::default();
            for (chair, start, half_hours) in blocked {
                taken.ticks.extend(ticks(time(DAY, 480 + start * 30), half_hours * 30).map(|tick| (chair, tick)));
            }
            let mut occupied = taken.clone();
            let mut held = Held { taken_on_day: taken.clone(), ..Held::default() };
            let mut now = if is_on_the_day { time(DAY, 400) } else { now() };
            for (index, start, minutes_later) in wishes {
                now += Duration::from_secs(u64::from(minutes_later) * 60);
                let service = &settings.services[index];
                // Late times more often: whoever wants to shut out today's patients asks for them.
                let slot = SlotTime { date: DAY, minute: 480 + start.max(start * 2 % 20) * 30 };
                if check_time(&settings, service, slot, now).is_err() {
                    continue;
                }
                let wanted = ticks(slot.timestamp().expect("a time"), service.chair_minutes());
                let free = |chair: &u16| wanted.clone().all(|tick| !occupied.ticks.contains(&(*chair, tick)));
                let able = settings.chairs_for(&service.slug, slot, service.minutes);
                let Some(chair) = able.into_iter().find(free) else { continue };
                if !may_hold(&settings, service, slot, now, &held, &Limits::default()) {
                    continue;
                }
                occupied.ticks.extend(wanted.map(|tick| (chair, tick)));
                held.on_day.push(HeldVisit { minute: slot.minute, chair_minutes: service.chair_minutes(), chair });
            }
            for service in &settings.services {
                for later in (0..28u64).map(|half_hours| now.max(time(DAY, 240)) + Duration::from_secs(half_hours * 1800)) {
                    let free = |occupied: &Occupied| free_days(&settings, service, DAY, 1, occupied, later).remove(0).slots;
                    let (all, free) = (free(&taken), free(&occupied));
                    let was_free = |chair: u16, slot: &SlotTime| {
                        let wanted = ticks(slot.timestamp().expect("a time"), service.chair_minutes());
                        wanted.into_iter().all(|tick| !taken.ticks.contains(&(chair, tick)))
                    };
                    let takes_some = |visit: &&HeldVisit| {
                        all.iter().any(|slot| {
                            slot.minute < visit.minute + visit.chair_minutes
                                && visit.minute < slot.minute + service.chair_minutes()
                                && settings.check_chair(visit.chair, &service.slug, *slot, service.minutes).is_ok()
                                && was_free(visit.chair, slot)
                        })
                    };
                    let visits = held.on_day.iter().filter(takes_some).count();
                    let (all, free) = (all.len(), free.len());
                    prop_assert!(free * 2 >= all || visits <= 1, "{} from {later}: {free} of {all}", service.slug);
                }
            }
        }
    }
}
