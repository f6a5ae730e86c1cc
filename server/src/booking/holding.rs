//! Whether a request from the public may hold its time, or waits for staff without one. Unconfirmed requests hold only so much
//! that one machine, or one stranger with somebody's phone number, cannot take the times of everybody else.

use jiff::Span;
use jiff::civil::Date;

use super::settings::{Service, Settings};
use crate::rate_limit::{Limits, Share};

/// The visits that unacknowledged requests hold in a range of days.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct HeldVisits {
    pub visits: u64,
    /// The lengths of the visits together, each rounded up to steps of `start_every`.
    pub steps: u64,
}

/// What is held at the moment of a request, without the request itself.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Held {
    /// Open online appointments with the phone number.
    pub of_phone: u64,
    /// Unacknowledged appointments of each network of the client.
    pub of_networks: Vec<(u64, Share)>,
    /// Unacknowledged visits of the service on the day.
    pub of_service: u64,
    pub on_day: HeldVisits,
    /// On all days that can be booked.
    pub on_all_days: HeldVisits,
}

/// Whether a request for this service and day may hold its time.
#[must_use]
pub fn may_hold(settings: &Settings, service: &Service, date: Date, today: Date, held: &Held, limits: &Limits) -> bool {
    let is_allowed_for_network =
        held.of_networks.iter().all(|(open, share)| *open < u64::from(share.of(limits.held_per_client)));
    // A service that takes few patients a day must not be taken by unconfirmed ones alone.
    let is_allowed_for_service = service.daily_limit.is_none_or(|limit| {
        let share = u64::from(limit) * u64::from(limits.held_percent_of_day) / 100;
        held.of_service < share.max(1)
    });
    let all_days: Vec<Date> = (0..=i64::from(settings.days_ahead))
        .filter_map(|ahead| today.checked_add(Span::new().days(ahead)).ok())
        .collect();
    held.of_phone < u64::from(limits.held_per_phone)
        && is_allowed_for_network
        && is_allowed_for_service
        && leaves_enough(settings, service, &[date], held.on_day, limits.held_percent_of_day)
        && leaves_enough(settings, service, &all_days, held.on_all_days, limits.held_percent_of_calendar)
}

/// Whether the visits and one more leave enough times at which a visit of any service can begin. Times are counted and not
/// minutes: short visits with gaps that are too short for others would otherwise take a day with half of its minutes.
fn leaves_enough(settings: &Settings, service: &Service, days: &[Date], held: HeldVisits, percent: u32) -> bool {
    let steps = |minutes: u16| u64::from(minutes.div_ceil(settings.start_every.max(1)));
    let visits = held.visits + 1;
    let held_steps = held.steps + steps(service.chair_minutes());
    settings.services.iter().all(|other| {
        let starts: u64 = days.iter().map(|date| starts_on(settings, other, *date)).sum();
        // On its chair a visit excludes every start at which the other one would overlap it.
        let excluded = held_steps + visits * steps(other.chair_minutes()).saturating_sub(1);
        starts == 0 || excluded * 100 <= starts * u64::from(settings.chairs) * u64::from(percent)
    })
}

/// How many visits of a service can begin on a day on one chair, when nothing is taken.
fn starts_on(settings: &Settings, service: &Service, date: Date) -> u64 {
    let step = settings.start_every.max(1);
    let starts = settings.opening.on(date).iter().map(|open| {
        let room = open.until.saturating_sub(open.from);
        if room < service.minutes { 0 } else { u64::from((room - service.minutes) / step) + 1 }
    });
    starts.sum()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::time::Duration;

    use jiff::civil::date;
    use proptest::prelude::*;

    use super::super::opening::{OpenTimes, Opening};
    use super::super::settings::Confirm;
    use super::super::slots::{Occupied, free_days};
    use super::super::tick::ticks;
    use super::*;

    const TODAY: Date = date(2026, 3, 2);
    const DAY: Date = date(2026, 3, 4);

    fn settings() -> Settings {
        let day = || vec![OpenTimes { from: 480, until: 1080 }];
        let service = |slug: &str, minutes, buffer, daily_limit| Service {
            slug: slug.to_owned(),
            title: slug.to_owned(),
            minutes,
            buffer,
            daily_limit,
            bring: Vec::new(),
        };
        Settings {
            confirm: Confirm::ByStaff,
            chairs: 2,
            start_every: 30,
            minimum_notice: Duration::ZERO,
            change_notice: Duration::ZERO,
            days_ahead: 60,
            services: vec![
                service("exam", 45, 15, None),
                service("frames", 30, 0, None),
                service("field", 60, 0, Some(8)),
            ],
            opening: Opening { week: [day(), day(), day(), day(), day(), day(), vec![]], closures: Vec::new() },
        }
    }

    fn may(held: &Held) -> bool {
        let settings = settings();
        may_hold(&settings, &settings.services[0], DAY, TODAY, held, &Limits::default())
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
        let may = |of_service| {
            let held = Held { of_service, ..Held::default() };
            may_hold(&settings, &settings.services[2], DAY, TODAY, &held, &Limits::default())
        };
        assert_eq!([may(3), may(4)], [true, false]);
    }

    #[test]
    fn tenth_of_the_calendar_is_the_most() {
        let mut visits = 0;
        while may(&Held { on_all_days: HeldVisits { visits, steps: visits * 2 }, ..Held::default() }) {
            visits += 1;
        }
        // 53 open days with 19 starts on two chairs; each visit excludes three of them.
        assert_eq!(visits, 53 * 19 * 2 / 10 / 3);
    }

    proptest! {
        #[test]
        fn half_of_the_starts_of_every_service_stay_free_whatever_is_asked_for(
            wishes in proptest::collection::vec((0usize..3, 0u16..20), 0..80)
        ) {
            let settings = settings();
            let (mut held, mut occupied) = (Held::default(), Occupied::default());
            for (index, start) in wishes {
                let service = &settings.services[index];
                let slot = super::super::slot_time::SlotTime { date: DAY, minute: 480 + start * 30 };
                let wanted = ticks(slot.timestamp().expect("a time"), service.chair_minutes());
                let free = |chair: &u16| wanted.clone().all(|tick| !occupied.ticks.contains(&(*chair, tick)));
                let Some(chair) = (1..=settings.chairs).find(free) else { continue };
                if !may_hold(&settings, service, DAY, TODAY, &held, &Limits::default()) {
                    continue;
                }
                occupied.ticks.extend(wanted.map(|tick| (chair, tick)));
                held.on_day.visits += 1;
                held.on_day.steps += u64::from(service.chair_minutes().div_ceil(30));
            }
            let now = "2026-03-02T08:00:00Z".parse().expect("a time");
            for service in &settings.services {
                let all = free_days(&settings, service, DAY, 1, &Occupied::default(), now)[0].slots.len();
                let free = free_days(&settings, service, DAY, 1, &occupied, now)[0].slots.iter().collect::<HashSet<_>>().len();
                prop_assert!(free * 2 >= all, "{}: {free} of {all}", service.slug);
            }
        }
    }
}
