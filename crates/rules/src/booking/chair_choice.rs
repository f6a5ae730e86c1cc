//! Which chairs can take a visit, apart from other visits.

use std::borrow::Cow;

use jiff::Span;
use jiff::civil::Date;

use super::chair::{Chair, ChairError, name_of_number};
use super::opening_hours::{OpenTimes, covers, describe_times, weekday};
use super::settings::Settings;
use super::slot_time::SlotTime;

impl Settings {
    #[must_use]
    pub fn chair(&self, number: u16) -> Option<&Chair> {
        self.chairs.iter().find(|chair| chair.number == number)
    }

    /// Also of a chair that the clinic does not have any more.
    #[must_use]
    pub fn chair_name(&self, number: u16) -> String {
        self.chair(number).map_or_else(|| name_of_number(number), |chair| chair.name.clone())
    }

    /// Whether a chair is one of the clinic's. Nothing says how many it has while booking is off.
    #[must_use]
    pub fn has_chair(&self, number: u16) -> bool {
        self.is_off() || self.chair(number).is_some()
    }

    /// When a chair takes visits on a day: its own hours, as far as the clinic is open.
    #[must_use]
    pub fn chair_hours(&self, chair: &Chair, date: Date) -> Cow<'_, [OpenTimes]> {
        chair.hours_within(self.opening.on(date), weekday(date))
    }

    /// The longest time without a break in which a chair takes visits, in a usual week or on a day with other hours, in minutes.
    #[must_use]
    pub fn longest_chair_hours(&self, chair: &Chair) -> u16 {
        let usual = self.opening.week.iter().enumerate();
        let other = self.opening.closures.iter().flat_map(|entry| {
            let days = entry.from.series(Span::new().days(1)).take_while(|date| *date <= entry.until).take(7);
            days.map(|date| (weekday(date), &entry.open))
        });
        let hours = usual.chain(other).flat_map(|(weekday, open)| chair.hours_within(open, weekday).into_owned());
        hours.map(|times| times.until - times.from).max().unwrap_or_default()
    }

    /// Nothing says which chairs take a service that cannot be booked any more.
    #[must_use]
    pub fn takes_service(&self, chair: &Chair, service: &str) -> bool {
        let is_listed = chair.services.as_ref().is_none_or(|services| services.iter().any(|slug| slug == service));
        is_listed || self.service(service).is_none()
    }

    /// Whether a chair can take a visit of this service at this time, apart from other visits. Outside the opening hours of the clinic
    /// no chair has hours: staff have chosen such a time, and any chair will do that takes the service.
    ///
    /// # Errors
    /// When the chair is gone, does not take the service, or has other hours.
    pub fn check_chair(&self, number: u16, service: &str, slot: SlotTime, minutes: u16) -> Result<(), ChairError> {
        if self.is_off() {
            return Ok(());
        }
        let chair = self.chair(number).ok_or(ChairError::Gone { number })?;
        if !self.takes_service(chair, service) {
            return Err(ChairError::OtherService { name: chair.name.clone() });
        }
        let hours = self.chair_hours(chair, slot.date);
        if covers(&hours, slot.minute, minutes) || !self.opening.covers(slot, minutes) {
            return Ok(());
        }
        let name = chair.name.clone();
        Err(if hours.is_empty() {
            ChairError::NotOnDay { name }
        } else {
            ChairError::OtherHours { name, times: describe_times(&hours) }
        })
    }

    /// The chairs that can take a visit, apart from other visits. Those that take the fewest services come first, so that the others stay
    /// free for what only they can take.
    #[must_use]
    pub fn chairs_for(&self, service: &str, slot: SlotTime, minutes: u16) -> Vec<u16> {
        let can_take = |chair: &&Chair| self.check_chair(chair.number, service, slot, minutes).is_ok();
        let mut chairs: Vec<&Chair> = self.chairs.iter().filter(can_take).collect();
        chairs.sort_by_key(|chair| chair.services.as_ref().map_or(usize::MAX, Vec::len));
        chairs.into_iter().map(|chair| chair.number).collect()
    }

    /// The numbers of all chairs, in the order of the plan.
    #[must_use]
    pub fn chair_numbers(&self) -> Vec<u16> {
        self.chairs.iter().map(|chair| chair.number).collect()
    }

    /// What decides whether a visit can be in a chair, as a text: with it staff have put the visit there all the same, and when it is
    /// another text, they are asked again.
    #[must_use]
    pub fn describe_chair(&self, number: u16, service: &str, slot: SlotTime, minutes: u16) -> String {
        let Some(chair) = self.chair(number) else { return String::new() };
        let hours = self.chair_hours(chair, slot.date);
        let hours: Vec<_> = hours.iter().map(|times| format!("{}-{}", times.from, times.until)).collect();
        let takes = if self.takes_service(chair, service) { "takes" } else { "not" };
        format!("{number} {slot} {minutes} {takes} {service}: {}", hours.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;
    use jiff::civil::date;
    use proptest::prelude::*;

    use super::super::chair::ChairWeek;
    use super::super::opening_hours::{Closure, Opening};
    use super::super::settings::{Confirm, Service};
    use super::super::slots::{Occupied, TimeError, check_time, free_days};
    use super::super::tick::ticks;
    use super::*;

    /// A Tuesday.
    const DAY: Date = date(2026, 3, 3);

    fn now() -> Timestamp {
        SlotTime { date: date(2026, 3, 2), minute: 480 }.timestamp().expect("a time")
    }

    fn times(from: u16, until: u16) -> OpenTimes {
        OpenTimes { from, until }
    }

    fn chair(number: u16, tuesday: Option<Vec<OpenTimes>>, services: Option<&[&str]>) -> Chair {
        let mut week = ChairWeek::default();
        week[1] = tuesday;
        let services = services.map(|all| all.iter().map(|&slug| slug.to_owned()).collect());
        Chair { number, name: format!("Dr. {number}"), week, services }
    }

    /// Open from 8 to 12 and 1 to 5 PM, closed on Sundays. Number 7 sees patients on Tuesdays from 10 AM, number 3 takes frames only.
    fn settings() -> Settings {
        let services = vec![Service::sample("exam", 45, 15), Service::sample("frames", 30, 0)];
        let chairs = vec![chair(7, Some(vec![times(600, 1320)]), None), chair(3, None, Some(&["frames"]))];
        let sample = Settings::sample(services, 6, &[(480, 720), (780, 1020)]);
        Settings { confirm: Confirm::AtOnce, chairs, ..sample }
    }

    fn at(minute: u16) -> SlotTime {
        SlotTime { date: DAY, minute }
    }

    #[test]
    fn chair_takes_visits_in_its_own_hours_as_far_as_the_clinic_is_open() {
        let settings = settings();
        let [own, as_clinic] = &settings.chairs[..] else { panic!("two chairs") };
        assert_eq!(*settings.chair_hours(own, DAY), [times(600, 720), times(780, 1020)]);
        assert_eq!(*settings.chair_hours(as_clinic, DAY), [times(480, 720), times(780, 1020)]);
        assert_eq!(*settings.chair_hours(own, date(2026, 3, 4)), [times(480, 720), times(780, 1020)], "a Wednesday");
        let closure = Closure::new(DAY, DAY, String::new()).with_hours(vec![times(540, 660)]);
        let settings =
            Settings { opening: Opening { closures: vec![closure], ..settings.opening.clone() }, ..settings };
        assert_eq!(*settings.chair_hours(&settings.chairs[0], DAY), [times(600, 660)], "a day with other hours");
    }

    #[test]
    fn reason_is_told_why_a_chair_cannot_take_a_visit() {
        let settings = settings();
        let check = |number, service, minute| {
            settings.check_chair(number, service, at(minute), 30).map_err(|error| error.to_string())
        };
        assert_eq!(check(7, "exam", 600), Ok(()));
        let other_hours = "Dr. 7 takes visits on this day only from 10:00 AM to 12:00 PM and 1:00 PM to 5:00 PM.";
        assert_eq!(check(7, "exam", 570), Err(other_hours.to_owned()));
        assert_eq!(check(3, "exam", 600), Err("Dr. 3 does not take visits of this service.".to_owned()));
        assert_eq!(check(1, "exam", 600), Err("There is no chair 1 any more.".to_owned()));
        assert_eq!(check(3, "surgery", 600), Ok(()), "a service that cannot be booked any more");
        assert_eq!(check(7, "exam", 1110), Ok(()), "staff have chosen a time at which the clinic is closed");
        let away = Settings { chairs: vec![chair(7, Some(Vec::new()), None)], ..settings.clone() };
        let error = away.check_chair(7, "exam", at(600), 45).expect_err("closed on Tuesdays");
        assert_eq!(error.to_string(), "Dr. 7 takes no visits on this day.");
        assert_eq!(
            Settings::when_off().check_chair(9, "exam", at(600), 45),
            Ok(()),
            "nothing says which chairs there are"
        );
    }

    #[test]
    fn chair_that_takes_the_fewest_services_comes_first() {
        let settings = settings();
        assert_eq!(settings.chairs_for("frames", at(600), 30), [3, 7]);
        assert_eq!(settings.chairs_for("exam", at(600), 45), [7]);
        assert_eq!(settings.chairs_for("exam", at(480), 45), [0; 0]);
    }

    #[test]
    fn patients_cannot_book_a_time_at_which_no_chair_takes_the_service() {
        let settings = settings();
        let check = |index: usize, minute| check_time(&settings, &settings.services[index], at(minute), now());
        assert_eq!(check(0, 570), Err(TimeError::NoChair));
        assert_eq!((check(0, 600), check(1, 570)), (Ok(()), Ok(())));
        let days = free_days(&settings, &settings.services[0], DAY, 1, &Occupied::default(), now());
        assert_eq!(days[0].slots[0].time(), "10:00");
    }

    #[test]
    fn day_on_which_the_clinic_is_usually_closed_is_opened_by_other_hours() {
        let sunday = date(2026, 3, 8);
        let closure = Closure::new(sunday, sunday, "Screening day".to_owned()).with_hours(vec![times(540, 660)]);
        let settings = settings();
        let mut away = chair(4, None, None);
        away.week[6] = Some(Vec::new());
        let chairs = [settings.chairs.clone(), vec![away]].concat();
        let opening = Opening { closures: vec![closure], ..settings.opening.clone() };
        let open = Settings { chairs, opening, ..settings.clone() };
        let slots = |settings: &Settings| {
            let days = free_days(settings, &settings.services[0], sunday, 1, &Occupied::default(), now());
            days[0].slots.iter().map(|slot| slot.time()).collect::<Vec<_>>()
        };
        assert_eq!(slots(&settings), [""; 0]);
        assert_eq!(slots(&open), ["09:00", "09:30", "10:00"]);
        let first = SlotTime { date: sunday, minute: 540 };
        assert_eq!(open.chairs_for("exam", first, 45), [7], "without hours for Sundays, it has those of the clinic");
    }

    #[test]
    fn what_staff_have_decided_about_a_chair_holds_until_its_hours_or_services_change() {
        let settings = settings();
        let describe = |settings: &Settings| settings.describe_chair(3, "exam", at(600), 45);
        let renamed = Settings {
            chairs: vec![Chair { name: "Room 1".to_owned(), ..settings.chairs[1].clone() }, settings.chairs[0].clone()],
            ..settings.clone()
        };
        assert_eq!(describe(&settings), describe(&renamed), "another name and another order");
        let other_hours =
            Settings { chairs: vec![chair(3, Some(vec![times(480, 600)]), Some(&["frames"]))], ..settings.clone() };
        assert_ne!(describe(&settings), describe(&other_hours));
        let other_services = Settings { chairs: vec![chair(3, None, None)], ..settings.clone() };
        assert_ne!(describe(&settings), describe(&other_services));
    }

    fn any_times() -> impl Strategy<Value = Vec<OpenTimes>> {
        proptest::collection::vec((80u16..200, 3u16..60), 0..3).prop_map(|all| {
            let mut day: Vec<OpenTimes> = Vec::new();
            for (from, length) in all {
                let next = times(from * 5, (from + length) * 5);
                if day.last().is_none_or(|last| last.until < next.from) {
                    day.push(next);
                }
            }
            day
        })
    }

    fn any_chair() -> impl Strategy<Value = (Option<Vec<OpenTimes>>, Option<Vec<String>>)> {
        let slugs = prop_oneof![
            Just(vec!["exam".to_owned()]),
            Just(vec!["frames".to_owned()]),
            Just(vec!["frames".to_owned(), "exam".to_owned()]),
        ];
        (proptest::option::of(any_times()), proptest::option::of(slugs))
    }

    proptest! {
        #[test]
        fn every_free_time_has_a_chair_that_can_serve_it_and_no_other_time_of_the_clinic_has_one(
            open in any_times(),
            other_hours in proptest::option::of(any_times()),
            chairs in proptest::collection::vec(any_chair(), 0..4),
            numbers in Just(vec![5u16, 2, 9, 1]).prop_shuffle(),
            taken in proptest::collection::vec((0usize..4, 80u16..200, 1u16..30), 0..12),
        ) {
            let chairs: Vec<Chair> = chairs
                .into_iter()
                .zip(numbers)
                .map(|((tuesday, services), number)| {
                    let mut week = ChairWeek::default();
                    week[1] = tuesday;
                    Chair { number, name: format!("Dr. {number}"), week, services }
                })
                .collect();
            let mut settings = settings();
            settings.opening.week[1] = open;
            settings.opening.closures =
                other_hours.map(|open| Closure::new(DAY, DAY, String::new()).with_hours(open)).into_iter().collect();
            settings.chairs = chairs;
            let mut occupied = Occupied::default();
            for (index, start, length) in taken {
                let Some(chair) = settings.chairs.get(index) else { continue };
                let held = ticks(at(start * 5).timestamp().expect("a time"), length * 5);
                occupied.ticks.extend(held.map(|tick| (chair.number, tick)));
            }
            for service in &settings.services {
                let free = free_days(&settings, service, DAY, 1, &occupied, now()).remove(0).slots;
                // Minute by minute, without the functions that are tested.
                let is_open = |hours: &[OpenTimes], minute: u16| hours.iter().any(|it| it.from <= minute && minute < it.until);
                let serves = |chair: &Chair, start: u16| {
                    let in_hours = (start..start + service.minutes).all(|minute| {
                        is_open(settings.opening.on(DAY), minute)
                            && chair.week[1].as_ref().is_none_or(|own| is_open(own, minute))
                    });
                    let first = at(start).timestamp().expect("a time").as_second() / 300;
                    let is_free = (first..first + i64::from(service.chair_minutes()) / 5)
                        .all(|tick| !occupied.ticks.contains(&(chair.number, tick)));
                    let is_able = chair.services.as_ref().is_none_or(|all| all.contains(&service.slug));
                    in_hours && is_free && is_able
                };
                for times in settings.opening.on(DAY) {
                    for start in (times.from..times.until).step_by(usize::from(settings.start_every)) {
                        let expected = settings.chairs.iter().any(|chair| serves(chair, start));
                        prop_assert_eq!(free.contains(&at(start)), expected, "{} at {}", service.slug, at(start));
                    }
                }
                for slot in free {
                    let able = settings.chairs_for(&service.slug, slot, service.minutes);
                    prop_assert!(able.iter().any(|number| serves(settings.chair(*number).expect("a chair"), slot.minute)));
                    let is_on_grid = settings.opening.on(DAY).iter().any(|times| {
                        times.from <= slot.minute && (slot.minute - times.from).is_multiple_of(settings.start_every)
                    });
                    prop_assert!(is_on_grid, "{}", slot);
                }
            }
        }
    }
}
