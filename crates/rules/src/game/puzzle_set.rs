//! Sets of pictures that were drawn for a month, and which of them is shown when.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt;
use std::sync::Arc;

use jiff::Timestamp;
use jiff::civil::Date;

use crate::clinic_time;

/// A month of the clinic's calendar: the number of months since January of the year 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Month(i64);

impl Month {
    #[must_use]
    pub fn at(now: Timestamp) -> Self {
        Self::of(now.to_zoned(clinic_time::zone()).date())
    }

    #[must_use]
    pub fn of(date: Date) -> Self {
        Self(i64::from(date.year()) * 12 + i64::from(date.month()) - 1)
    }

    /// From its number in the database or an address. `None` outside the years 0 to 9999.
    #[must_use]
    pub fn from_number(number: i64) -> Option<Self> {
        (0..12 * 10_000).contains(&number).then_some(Self(number))
    }

    #[must_use]
    pub fn number(self) -> i64 {
        self.0
    }

    #[must_use]
    pub fn plus(self, months: i64) -> Self {
        Self((self.0 + months).clamp(0, 12 * 10_000 - 1))
    }

    /// The year and the month from 1 to 12.
    #[must_use]
    pub fn year_and_month(self) -> (i16, i8) {
        let year = i16::try_from(self.0.div_euclid(12)).unwrap_or_default();
        (year, i8::try_from(self.0.rem_euclid(12) + 1).unwrap_or(1))
    }
}

/// `2026-12`
impl fmt::Display for Month {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month) = self.year_and_month();
        write!(f, "{year:04}-{month:02}")
    }
}

/// Names a set: the month for which it was drawn, and which of the candidates of that month it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PuzzleSetId {
    pub month: Month,
    pub candidate: u32,
}

/// `2026-12-0`
impl fmt::Display for PuzzleSetId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.month, self.candidate)
    }
}

/// A set as it was stored when it was drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PuzzleSet {
    pub id: PuzzleSetId,
    pub seed: u32,
    /// By name: `game.toml` and the pictures.
    pub files: BTreeMap<String, String>,
}

/// The stored sets around the present month.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct MonthlySets {
    /// The set of each month. Months without one show the set of the month before.
    pub months: BTreeMap<Month, Arc<PuzzleSet>>,
    /// Shown in every month.
    pub pinned: Option<Arc<PuzzleSet>>,
    /// Other candidates of these months. They may have been shown before another one was chosen.
    pub others: Vec<Arc<PuzzleSet>>,
    /// Shown in every month until a short time ago.
    pub unpinned: Vec<Arc<PuzzleSet>>,
}

impl MonthlySets {
    /// The set that is shown in a month: the pinned one, its own, or the last one before it.
    #[must_use]
    pub fn shown_in(&self, month: Month) -> Option<&Arc<PuzzleSet>> {
        self.to_show_in(month).next()
    }

    /// The set of a month first, then those that take its place when it cannot be shown, the best one first.
    pub fn to_show_in(&self, month: Month) -> impl Iterator<Item = &Arc<PuzzleSet>> {
        self.pinned.iter().chain(self.months.range(..=month).rev().map(|(_, set)| set))
    }

    /// As if staff had chosen nothing: each month has the first set that was drawn for it.
    #[must_use]
    pub fn without_choices(self) -> Self {
        let mut drawn: Vec<_> = self.months.into_values().chain(self.others).collect();
        drawn.sort_by_key(|set| set.id);
        let unpinned = self.unpinned.into_iter().chain(self.pinned).collect();
        let mut first = Self { unpinned, ..Self::default() };
        for set in drawn {
            match first.months.entry(set.id.month) {
                Entry::Vacant(month) => drop(month.insert(set)),
                Entry::Occupied(_) => first.others.push(set),
            }
        }
        first
    }

    /// Sets that somebody who opened the game earlier may still be playing. Their pictures have to stay published.
    pub fn maybe_played_in(&self, month: Month) -> impl Iterator<Item = &Arc<PuzzleSet>> {
        let others = self.others.iter().filter(move |set| set.id.month <= month);
        let pinned = self.pinned.iter().chain(&self.unpinned);
        self.months.range(..=month).map(|(_, set)| set).chain(others).chain(pinned)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn month(text: &str) -> Month {
        Month::at(text.parse().expect("a time"))
    }

    fn sets(months: &[Month]) -> MonthlySets {
        let months = months.iter().map(|&month| (month, set(month, 0)));
        MonthlySets { months: months.collect(), ..MonthlySets::default() }
    }

    fn set(month: Month, candidate: u32) -> Arc<PuzzleSet> {
        Arc::new(PuzzleSet { id: PuzzleSetId { month, candidate }, seed: 1, files: BTreeMap::new() })
    }

    #[test]
    fn months_begin_at_midnight_in_lagos() {
        assert_eq!(month("2026-11-30T22:59:59Z").to_string(), "2026-11");
        assert_eq!(month("2026-11-30T23:00:00Z").to_string(), "2026-12");
        assert_eq!(month("2026-11-30T23:00:00Z").plus(1).to_string(), "2027-01");
        assert_eq!(month("2026-12-31T12:00:00Z").year_and_month(), (2026, 12));
    }

    #[test]
    fn month_without_a_set_shows_the_last_one_before_it() {
        let november = month("2026-11-10T00:00:00Z");
        let sets = sets(&[november, november.plus(2)]);
        let shown = |months| sets.shown_in(november.plus(months)).map(|set| set.id.to_string());
        assert_eq!(shown(0).as_deref(), Some("2026-11-0"));
        assert_eq!(shown(1).as_deref(), Some("2026-11-0"));
        assert_eq!(shown(2).as_deref(), Some("2027-01-0"));
        assert_eq!(shown(-1), None);
    }

    #[test]
    fn pinned_set_is_shown_in_every_month() {
        let november = month("2026-11-10T00:00:00Z");
        let sets = MonthlySets { pinned: Some(set(november.plus(5), 3)), ..sets(&[november]) };
        for months in [-3, 0, 7] {
            assert_eq!(sets.shown_in(november.plus(months)).expect("a set").id.to_string(), "2027-04-3");
        }
    }

    #[test]
    fn without_choices_each_month_has_the_first_set_that_was_drawn_for_it() {
        let november = month("2026-11-10T00:00:00Z");
        let chosen = MonthlySets {
            months: [(november, set(november, 4)), (november.plus(1), set(november.plus(1), 1))].into(),
            pinned: Some(set(november.plus(1), 2)),
            others: vec![set(november, 7), set(november, 2), set(november.plus(1), 2)],
            unpinned: vec![set(november.plus(-9), 1)],
        };
        let sets = chosen.without_choices();
        let shown = |months| sets.shown_in(november.plus(months)).map(|set| set.id.to_string());
        assert_eq!((shown(0).as_deref(), shown(1).as_deref()), (Some("2026-11-2"), Some("2026-12-1")));
        // Games that were begun with the chosen ones are finished with them.
        let kept: Vec<_> = sets.maybe_played_in(november).map(|set| set.id.to_string()).collect();
        assert_eq!(kept, ["2026-11-2", "2026-11-4", "2026-11-7", "2026-02-1", "2026-12-2"]);
    }

    #[test]
    fn pictures_of_this_month_and_of_earlier_sets_stay() {
        let november = month("2026-11-10T00:00:00Z");
        let sets = MonthlySets {
            others: vec![set(november, 1), set(november.plus(1), 1)],
            ..sets(&[november.plus(-1), november, november.plus(1)])
        };
        let kept: Vec<_> = sets.maybe_played_in(november).map(|set| set.id.to_string()).collect();
        assert_eq!(kept, ["2026-10-0", "2026-11-0", "2026-11-1"]);
    }
}
