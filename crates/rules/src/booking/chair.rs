//! The chairs: where or by whom patients are seen, with hours and services of their own.

use std::borrow::Cow;

use super::opening_hours::OpenTimes;

/// From Monday to Sunday. `None` on a day on which the chair has the hours of the clinic; no times when it takes no visits.
pub type ChairWeek = [Option<Vec<OpenTimes>>; 7];

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chair {
    /// What appointments are stored with: names and their order can change.
    pub number: u16,
    /// A doctor, a room, or `Chair 1`.
    pub name: String,
    pub week: ChairWeek,
    /// The slugs of the services that it takes. `None` for all of them.
    pub services: Option<Vec<String>>,
}

/// Why a chair cannot take a visit.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ChairError {
    #[error("There is no chair {number} any more.")]
    Gone { number: u16 },
    #[error("{name} does not take visits of this service.")]
    OtherService { name: String },
    #[error("{name} takes no visits on this day.")]
    NotOnDay { name: String },
    #[error("{name} takes visits on this day only from {times}.")]
    OtherHours { name: String, times: String },
    #[error(
        "No chair takes visits of this service at this time. Please choose another time, or choose the chair yourself."
    )]
    NoChair,
}

impl Chair {
    /// A chair without a name, which takes all services in all hours of the clinic.
    #[must_use]
    pub fn unnamed(number: u16) -> Self {
        Self { number, name: name_of_number(number), week: ChairWeek::default(), services: None }
    }

    /// So many chairs without names, numbered from 1.
    #[must_use]
    pub fn numbered(count: u16) -> Vec<Self> {
        (1..=count).map(Self::unnamed).collect()
    }

    /// Its hours on a weekday, counted from Monday, as far as the clinic is open.
    pub(super) fn hours_within<'o>(&self, open: &'o [OpenTimes], weekday: usize) -> Cow<'o, [OpenTimes]> {
        let Some(own) = &self.week[weekday] else { return Cow::Borrowed(open) };
        let common = |times: &OpenTimes, own: &OpenTimes| {
            let common = OpenTimes { from: times.from.max(own.from), until: times.until.min(own.until) };
            (common.from < common.until).then_some(common)
        };
        open.iter().flat_map(|times| own.iter().filter_map(|own| common(times, own))).collect()
    }
}

pub(super) fn name_of_number(number: u16) -> String {
    format!("Chair {number}")
}
