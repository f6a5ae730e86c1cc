//! A date and a time of day at the clinic.

use std::fmt;

use jiff::Timestamp;
use jiff::civil::Date;

use crate::clinic_time;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SlotTime {
    pub date: Date,
    /// Minutes after midnight.
    pub minute: u16,
}

impl SlotTime {
    /// `None` when the texts are not a date such as 2026-03-02 and a time such as 08:30.
    #[must_use]
    pub fn parse(date: &str, time: &str) -> Option<Self> {
        let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let (year, rest) = date.split_once('-')?;
        let (month, day) = rest.split_once('-')?;
        let has_date_format = [year, month, day].into_iter().all(is_digits) && date.len() == "2026-03-02".len();
        let date: Date = has_date_format.then(|| date.parse().ok())??;
        let (hour, minute) = time.split_once(':')?;
        if time.len() != "08:30".len() || !is_digits(hour) || !is_digits(minute) {
            return None;
        }
        let (hour, minute) = (hour.parse::<u16>().ok()?, minute.parse::<u16>().ok()?);
        (hour < 24 && minute < 60).then_some(Self { date, minute: hour * 60 + minute })
    }

    #[must_use]
    pub fn of(at: Timestamp) -> Self {
        let zoned = at.to_zoned(clinic_time::zone());
        let minute =
            u16::try_from(zoned.hour()).unwrap_or_default() * 60 + u16::try_from(zoned.minute()).unwrap_or_default();
        Self { date: zoned.date(), minute }
    }

    /// `None` at the end of the calendar, in the year 9999.
    #[must_use]
    pub fn timestamp(self) -> Option<Timestamp> {
        let hour = i8::try_from(self.minute / 60).ok()?;
        let minute = i8::try_from(self.minute % 60).ok()?;
        if hour > 23 {
            return None;
        }
        self.date.at(hour, minute, 0, 0).to_zoned(clinic_time::zone()).ok().map(|zoned| zoned.timestamp())
    }

    /// `08:30`
    #[must_use]
    pub fn time(self) -> String {
        format!("{:02}:{:02}", self.minute / 60, self.minute % 60)
    }
}

/// `2026-03-02 08:30`
impl fmt::Display for SlotTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.date, self.time())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn date_and_time_are_those_of_the_clinic() {
        let slot = SlotTime::parse("2026-03-02", "08:30").expect("a time");
        assert_eq!(slot.timestamp().expect("a time").to_string(), "2026-03-02T07:30:00Z");
        assert_eq!(SlotTime::of(slot.timestamp().expect("a time")), slot);
        assert_eq!(slot.to_string(), "2026-03-02 08:30");
    }

    #[test]
    fn other_texts_are_no_times() {
        for (date, time) in [
            ("2026-02-30", "08:00"),
            ("2026-3-2", "08:00"),
            ("tomorrow", "08:00"),
            ("2026-03-02T08:00", "08:00"),
            ("2026-03-02", "8:00"),
            ("2026-03-02", "24:00"),
            ("2026-03-02", "08:60"),
            ("2026-03-02", "+8:00"),
            ("", ""),
        ] {
            assert_eq!(SlotTime::parse(date, time), None, "{date} {time}");
        }
    }

    proptest! {
        #[test]
        fn parsing_any_text_does_not_panic(date in "\\PC{0,12}", time in "\\PC{0,6}") {
            let _ = SlotTime::parse(&date, &time);
        }
    }
}
