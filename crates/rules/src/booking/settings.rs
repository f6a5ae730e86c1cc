//! The settings of online booking, from `clinic.toml`.

use std::time::Duration;

use jiff::civil::Date;

use super::chair::Chair;
use super::opening_hours::{Closure, Opening};
use super::price::Price;
use super::slot_time::SlotTime;
use super::tick::TICK_MINUTES;

/// What happens to a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Confirm {
    /// It holds its time and waits until staff confirm it.
    ByStaff,
    AtOnce,
}

/// A service that can be booked online.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Service {
    /// The service in the content folder.
    pub slug: String,
    pub title: String,
    pub minutes: u16,
    /// Minutes after the visit during which the chair is not free.
    pub buffer: u16,
    /// How many visits of this service patients can book per day.
    pub daily_limit: Option<u32>,
    pub bring: Vec<String>,
    /// Whether patients can drive afterwards.
    pub drive: String,
    pub price: Option<Price>,
}

impl Service {
    /// How long the chair is taken.
    #[must_use]
    pub fn chair_minutes(&self) -> u16 {
        self.minutes + self.buffer
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    pub confirm: Confirm,
    /// One for each patient that can be seen at the same time, in the order of the plan.
    pub chairs: Vec<Chair>,
    /// Visits begin this often, counted from the opening time, in minutes.
    pub start_every: u16,
    /// How long before the visit it can be booked.
    pub minimum_notice: Duration,
    /// How long before the visit the patient can move or cancel it.
    pub change_notice: Duration,
    pub days_ahead: u16,
    pub services: Vec<Service>,
    pub opening: Opening,
}

impl Settings {
    /// For appointments that were made before booking was turned off. No service can be booked. Patients can cancel until the
    /// visit, and staff can move it on its chair.
    #[must_use]
    pub fn when_off() -> Self {
        Self {
            confirm: Confirm::ByStaff,
            chairs: Vec::new(),
            start_every: TICK_MINUTES,
            minimum_notice: Duration::ZERO,
            change_notice: Duration::ZERO,
            days_ahead: 0,
            services: Vec::new(),
            opening: Opening::default(),
        }
    }

    /// While booking is off, the weekly hours are not known, but the closures and the days with other hours are.
    #[must_use]
    pub fn when_off_with(closures: Vec<Closure>) -> Self {
        Self { opening: Opening { closures, ..Opening::default() }, ..Self::when_off() }
    }

    /// Whether the clinic is open during a whole visit, as far as the hours of the day are known.
    #[must_use]
    pub fn is_open_for(&self, slot: SlotTime, minutes: u16) -> bool {
        let is_known = !self.is_off() || self.opening.entry_on(slot.date).is_some();
        !is_known || self.opening.covers(slot, minutes)
    }

    /// Whether the clinic is closed on the whole day.
    #[must_use]
    pub fn is_closed_on(&self, date: Date) -> bool {
        if self.is_off() { self.opening.closure_on(date).is_some() } else { self.opening.on(date).is_empty() }
    }

    #[must_use]
    pub fn is_off(&self) -> bool {
        self.services.is_empty()
    }

    #[must_use]
    pub fn service(&self, slug: &str) -> Option<&Service> {
        self.services.iter().find(|service| service.slug == slug)
    }
}

#[cfg(test)]
impl Service {
    /// Without a limit for the day.
    pub(super) fn sample(slug: &str, minutes: u16, buffer: u16) -> Self {
        Self {
            slug: slug.to_owned(),
            title: slug.to_owned(),
            minutes,
            buffer,
            daily_limit: None,
            bring: Vec::new(),
            drive: String::new(),
            price: None,
        }
    }
}

#[cfg(test)]
impl Settings {
    /// Two chairs and no notice, open at these times on so many days from Monday on.
    pub(super) fn sample(services: Vec<Service>, days: usize, open: &[(u16, u16)]) -> Self {
        let open: Vec<_> = open.iter().map(|&(from, until)| super::opening_hours::OpenTimes { from, until }).collect();
        let week = std::array::from_fn(|weekday| if weekday < days { open.clone() } else { Vec::new() });
        Self {
            confirm: Confirm::ByStaff,
            chairs: Chair::numbered(2),
            start_every: 30,
            minimum_notice: Duration::ZERO,
            change_notice: Duration::ZERO,
            days_ahead: 60,
            services,
            opening: Opening { week, closures: Vec::new() },
        }
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;
    use crate::booking::OpenTimes;

    #[test]
    fn closures_and_other_hours_are_known_while_booking_is_off() {
        let (closed, short) = (date(2026, 12, 25), date(2026, 12, 24));
        let settings = Settings::when_off_with(vec![
            Closure::new(short, short, String::new()).with_hours(vec![OpenTimes { from: 480, until: 720 }]),
            Closure::new(closed, closed, "Christmas".to_owned()),
        ]);
        let is_open = |date, minute| settings.is_open_for(SlotTime { date, minute }, 30);
        assert!(is_open(short, 690) && !is_open(short, 700), "within the other hours only");
        assert!(!is_open(closed, 600));
        assert!(is_open(date(2026, 12, 23), 600), "the weekly hours are not known");
        assert!(settings.is_closed_on(closed) && !settings.is_closed_on(short));
    }
}
