//! The earlier-time list: which free time is offered to which patient.

use std::collections::BTreeMap;
use std::time::Duration;

use jiff::civil::Date;
use jiff::{Span, Timestamp};
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr};
use utoipa::ToSchema;

use super::settings::{Confirm, Service, Settings};
use super::slot_time::SlotTime;
use super::slots::{Occupied, free_on};
use super::tick::ticks;

/// Free times of so many days are offered, today included.
pub const OFFERED_DAYS: u16 = 14;
/// Somebody who waits at home needs this long to come.
const TIME_TO_COME: Duration = Duration::from_hours(1);
const NOON: u16 = 12 * 60;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema, EnumString, IntoStaticStr)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase", const_into_str)]
pub enum PartOfDay {
    Morning,
    Afternoon,
}

impl PartOfDay {
    fn has(self, minute: u16) -> bool {
        (minute < NOON) == (self == Self::Morning)
    }
}

/// What became of an offer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum EarlierAnswer {
    /// The patient cannot come on that day.
    No,
    NotReached,
    /// The patient does not want an earlier time any more.
    NoLonger,
}

/// What a patient of the list can use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WantedTime {
    /// With the length of the visit. `None` when it cannot be booked any more: then nothing is offered.
    pub service: Option<Service>,
    /// When the visit begins that the patient has. `None` for a patient without one.
    pub visit: Option<Timestamp>,
    pub from: Option<Date>,
    pub until: Option<Date>,
    pub part: Option<PartOfDay>,
    /// The latest day on which the patient has said that they cannot come.
    pub declined: Option<Date>,
}

impl WantedTime {
    fn fits(&self, slot: SlotTime, now: Timestamp) -> bool {
        let Some(at) = slot.timestamp() else { return false };
        let is_in_time = match self.visit {
            Some(visit) => at >= now + TIME_TO_COME && at < visit,
            // Patients without a visit may be sitting at the reception.
            None => at > now,
        };
        is_in_time
            && self.from.is_none_or(|from| slot.date >= from)
            && self.until.is_none_or(|until| slot.date <= until)
            && self.declined.is_none_or(|day| slot.date > day)
            && self.part.is_none_or(|part| part.has(slot.minute))
    }
}

/// The earliest free time for each patient, those first who come first in the list. A time that is offered to one patient is not
/// offered to the next, so all of them could accept in this order. `occupied` has what is taken, by service.
#[must_use]
pub fn offer_times(
    settings: &Settings,
    wanted: &[WantedTime],
    mut occupied: BTreeMap<String, Occupied>,
    now: Timestamp,
) -> Vec<Option<SlotTime>> {
    // Staff agree on the time with the patient, so there is no request to answer and no notice.
    let settings = Settings { minimum_notice: Duration::ZERO, confirm: Confirm::AtOnce, ..settings.clone() };
    let today = SlotTime::of(now).date;
    let days: Vec<Date> =
        (0..OFFERED_DAYS).filter_map(|ahead| today.checked_add(Span::new().days(i64::from(ahead))).ok()).collect();
    let mut offers = Vec::with_capacity(wanted.len());
    for patient in wanted {
        let known = patient.service.as_ref().and_then(|it| Some((it, occupied.get_mut(&it.slug)?)));
        let Some((service, taken)) = known else {
            offers.push(None);
            continue;
        };
        let free = |date: &Date| {
            let slots = free_on(&settings, service, *date, taken, now);
            slots.into_iter().find(|slot| patient.fits(*slot, now))
        };
        let offer = days.iter().find_map(free);
        if let Some(slot) = offer {
            *taken.visits.entry(slot.date).or_default() += 1;
            let chair = taken.free_chairs(&settings, service, slot).first().copied().unwrap_or_default();
            let ticks = slot.timestamp().map_or(0..0, |at| ticks(at, service.chair_minutes()));
            for taken in occupied.values_mut() {
                taken.take(chair, ticks.clone());
            }
        }
        offers.push(offer);
    }
    offers
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::super::chair::Chair;
    use super::super::opening_hours::{Closure, Opening};
    use super::*;

    /// Monday, 9:00 AM at the clinic.
    const NOW: &str = "2026-03-02T08:00:00Z";

    fn now() -> Timestamp {
        NOW.parse().expect("a time")
    }

    fn service() -> Service {
        Service::sample("exam", 60, 0)
    }

    /// One chair, open from 8 to 10 AM and from 2 to 3 PM.
    fn settings() -> Settings {
        let sample = Settings::sample(vec![service()], 7, &[(480, 600), (840, 900)]);
        Settings { chairs: Chair::numbered(1), start_every: 60, minimum_notice: Duration::from_hours(48), ..sample }
    }

    fn wanted() -> WantedTime {
        let visit = Some(slot("2026-03-20", "08:00").timestamp().expect("a time"));
        WantedTime { service: Some(service()), visit, from: None, until: None, part: None, declined: None }
    }

    fn slot(date: &str, time: &str) -> SlotTime {
        SlotTime::parse(date, time).expect("a time")
    }

    /// Everything is taken, except these times.
    fn only_free(free: &[(&str, &str)]) -> Occupied {
        let from = slot("2026-03-02", "00:00").timestamp().expect("a time");
        let mut occupied = Occupied::default();
        occupied.ticks.extend(ticks(from, 30 * 24 * 60).map(|tick| (1, tick)));
        for (date, time) in free {
            for tick in ticks(slot(date, time).timestamp().expect("a time"), 60) {
                occupied.ticks.remove(&(1, tick));
            }
        }
        occupied
    }

    fn of_exam(occupied: Occupied) -> BTreeMap<String, Occupied> {
        BTreeMap::from([("exam".to_owned(), occupied)])
    }

    fn offered(wanted: &[WantedTime], free: &[(&str, &str)]) -> Vec<Option<String>> {
        let offers = offer_times(&settings(), wanted, of_exam(only_free(free)), now());
        offers.into_iter().map(|slot| slot.map(|slot| slot.to_string())).collect()
    }

    const TUESDAY: (&str, &str) = ("2026-03-03", "08:00");

    #[test]
    fn each_free_time_is_offered_to_one_patient_the_first_of_the_list_before_the_others() {
        let three = [wanted(), wanted(), wanted()];
        assert_eq!(
            offered(&three, &[TUESDAY, ("2026-03-04", "14:00")]),
            [Some("2026-03-03 08:00".to_owned()), Some("2026-03-04 14:00".to_owned()), None]
        );
        assert_eq!(offered(&three, &[]), [None, None, None]);
    }

    #[test]
    fn time_that_does_not_fit_the_first_patient_is_offered_to_the_next() {
        let day = |text| Some(slot(text, "00:00").date);
        let others = [
            WantedTime { from: day("2026-03-04"), ..wanted() },
            WantedTime { until: day("2026-03-02"), ..wanted() },
            WantedTime { declined: day("2026-03-03"), ..wanted() },
            WantedTime { part: Some(PartOfDay::Afternoon), ..wanted() },
            WantedTime { visit: slot(TUESDAY.0, TUESDAY.1).timestamp(), ..wanted() },
            WantedTime { service: Some(Service { minutes: 90, ..service() }), ..wanted() },
            WantedTime { service: None, ..wanted() },
        ];
        for other in others {
            let offers = offered(&[other.clone(), wanted()], &[TUESDAY]);
            assert_eq!(offers, [None, Some("2026-03-03 08:00".to_owned())], "{other:?}");
        }
        let morning = WantedTime { part: Some(PartOfDay::Morning), from: day("2026-03-03"), ..wanted() };
        assert!(offered(&[morning], &[TUESDAY])[0].is_some());
    }

    #[test]
    fn patient_at_home_needs_an_hour_and_one_at_the_reception_none() {
        let soon = [("2026-03-02", "09:00")];
        let at = |minutes: i64| now() - Span::new().minutes(minutes);
        let offer = |visit, now| {
            let wanted = WantedTime { visit, ..wanted() };
            offer_times(&settings(), &[wanted], of_exam(only_free(&soon)), now)[0].is_some()
        };
        let home = wanted().visit;
        assert!(offer(home, at(60)) && !offer(home, at(59)));
        assert!(offer(None, at(1)) && !offer(None, at(0)), "a visit that begins now is late");
    }

    #[test]
    fn nothing_is_offered_on_closed_days_and_beyond_the_daily_limit_and_two_weeks() {
        let wanted = [wanted()];
        let closed = |closures| {
            let settings = Settings { opening: Opening { closures, ..settings().opening }, ..settings() };
            offer_times(&settings, &wanted, of_exam(only_free(&[TUESDAY])), now())[0]
        };
        assert!(closed(Vec::new()).is_some());
        let tuesday = date(2026, 3, 3);
        assert_eq!(closed(vec![Closure::new(tuesday, tuesday, "Training".to_owned())]), None);
        assert!(offered(&wanted, &[("2026-03-15", "08:00")])[0].is_some());
        assert_eq!(offered(&wanted, &[("2026-03-16", "08:00")]), [None]);

        let limited = WantedTime { service: Some(Service { daily_limit: Some(1), ..service() }), ..wanted[0].clone() };
        let free = [TUESDAY, ("2026-03-03", "14:00")];
        let both = [limited.clone(), limited];
        assert_eq!(offered(&both, &free)[1], None, "the first one reaches the limit");
        let reached = Occupied { visits: [(tuesday, 1)].into(), ..only_free(&free) };
        assert_eq!(offer_times(&settings(), &both, of_exam(reached), now()), [None, None]);
    }
}
