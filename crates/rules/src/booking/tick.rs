//! Five-minute ticks: the unit in which a chair is taken.

use std::ops::Range;

use jiff::Timestamp;

pub const TICK_MINUTES: u16 = 5;

const TICK_SECONDS: i64 = TICK_MINUTES as i64 * 60;

/// The ticks from a time on, for a number of minutes. A tick that is only partly used counts as well.
#[must_use]
pub fn ticks(starts_at: Timestamp, minutes: u16) -> Range<i64> {
    let start = starts_at.as_second();
    start.div_euclid(TICK_SECONDS)..(start + i64::from(minutes) * 60 + TICK_SECONDS - 1).div_euclid(TICK_SECONDS)
}

/// The ticks between two times.
#[must_use]
pub fn ticks_between(from: Timestamp, until: Timestamp) -> Range<i64> {
    from.as_second().div_euclid(TICK_SECONDS)..(until.as_second() + TICK_SECONDS - 1).div_euclid(TICK_SECONDS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn visit_takes_every_tick_that_it_touches() {
        let at = |text: &str| text.parse::<Timestamp>().expect("a time");
        let nine = ticks(at("2026-03-02T08:00:00Z"), 45);
        assert_eq!(nine.end - nine.start, 9);
        assert_eq!(ticks(at("2026-03-02T08:45:00Z"), 5).start, nine.end, "the next visit begins with the next tick");
        assert_eq!(ticks_between(at("2026-03-02T08:00:00Z"), at("2026-03-02T08:45:00Z")), nine);
        let odd = ticks(at("2026-03-02T08:02:00Z"), 5);
        assert_eq!(odd.end - odd.start, 2);
    }
}
