//! How many patients' records one account may open: whoever uses a stolen session must not read everybody.
//!
//! A record that is opened again within the day counts once, so that nobody avoids looking twice.

use std::collections::BTreeSet;
use std::time::Duration;

use jiff::Timestamp;

use crate::clinic_time;

/// Within 24 hours since the password or a code was last entered in the session. A session lasts days, so an hour that passes must
/// not be enough to open more.
pub const RECORDS_PER_CONFIRMATION: usize = 30;
/// Within 24 hours, whoever confirms.
pub const RECORDS_PER_DAY: usize = 120;

const DAY: Duration = Duration::from_hours(24);

/// A record and when the account was last counted as opening it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenedRecord {
    pub record: String,
    pub at: Timestamp,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RecordLimit {
    #[error(
        "{RECORDS_PER_CONFIRMATION} patients' records were opened with this account since you last entered your password. To open \
         more, please confirm that it is you: enter your password, or a code if you use two-step verification."
    )]
    Unconfirmed,
    #[error(
        "{RECORDS_PER_DAY} patients' records were opened with this account within 24 hours, which is the limit for one account. \
         You can open others from {}. Until then, please ask a colleague.",
        clinic_time::format_date_time(*.until)
    )]
    Day { until: Timestamp, wait: Duration },
}

impl RecordLimit {
    /// For the audit log and for owners.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Unconfirmed => REACHED_30,
            Self::Day { .. } => REACHED_120,
        }
    }
}

const REACHED_30: &str = "30 in a day";
const REACHED_120: &str = "120 in a day";

/// The limit that an account has reached by opening more records within a day, for the audit log and for owners: they are told before
/// anything is refused.
#[must_use]
pub fn limit_reached(opened: &[OpenedRecord], new: &[&str], now: Timestamp) -> Option<&'static str> {
    let before: BTreeSet<&str> = opened.iter().filter(|it| it.at > now - DAY).map(|it| it.record.as_str()).collect();
    let after = before.union(&new.iter().copied().collect()).count();
    let is_reached = |limit| before.len() < limit && after >= limit;
    match () {
        () if is_reached(RECORDS_PER_DAY) => Some(REACHED_120),
        () if is_reached(RECORDS_PER_CONFIRMATION) => Some(REACHED_30),
        () => None,
    }
}

/// Whether an account that has opened some records within a day may open the wanted ones too, in a session that was confirmed
/// at this time. Returns the records that have to be counted now.
///
/// # Errors
/// The limit that would be exceeded. Records that were opened before are refused too when others made the account pass it:
/// another session of the account must not be a way to read them.
pub fn check_record_limit<'a>(
    opened: &'a [OpenedRecord],
    wanted: &'a [String],
    confirmed_at: Timestamp,
    now: Timestamp,
) -> Result<Vec<&'a str>, RecordLimit> {
    let records = |counts: &dyn Fn(Timestamp) -> bool| -> BTreeSet<&str> {
        opened.iter().filter(|it| counts(it.at)).map(|it| it.record.as_str()).collect()
    };
    let day = records(&|at| at > now - DAY);
    let since_confirmed = records(&|at| at > now - DAY && at >= confirmed_at);
    let wanted: BTreeSet<&str> = wanted.iter().map(String::as_str).collect();
    if wanted.iter().any(|record| !day.contains(record)) && day.union(&wanted).count() > RECORDS_PER_DAY {
        let oldest = opened.iter().map(|it| it.at).filter(|at| *at > now - DAY).min();
        let until = oldest.unwrap_or(now) + DAY;
        return Err(RecordLimit::Day { until, wait: Duration::try_from(until - now).unwrap_or(DAY) });
    }
    if since_confirmed.union(&wanted).count() > RECORDS_PER_CONFIRMATION {
        return Err(RecordLimit::Unconfirmed);
    }
    Ok(wanted.difference(&since_confirmed).copied().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        text.parse().expect("a time")
    }

    fn records(count: usize) -> Vec<String> {
        (0..count).map(|number| format!("appointment {number}")).collect()
    }

    fn opened(count: usize, when: &str) -> Vec<OpenedRecord> {
        records(count).into_iter().map(|record| OpenedRecord { record, at: at(when) }).collect()
    }

    const SIGN_IN: &str = "2026-03-02T07:00:00Z";
    const NOON: &str = "2026-03-02T12:00:00Z";

    #[test]
    fn thirty_records_a_day_can_be_opened_without_another_confirmation_and_each_again() {
        let before = opened(29, "2026-03-02T11:30:00Z");
        let next = ["another".to_owned()];
        assert_eq!(check_record_limit(&before, &next, at(SIGN_IN), at(NOON)), Ok(vec!["another"]));
        let before = opened(30, "2026-03-02T11:30:00Z");
        assert_eq!(check_record_limit(&before, &next, at(SIGN_IN), at(NOON)), Err(RecordLimit::Unconfirmed));
        assert_eq!(check_record_limit(&before, &records(30), at(SIGN_IN), at(NOON)), Ok(vec![]));
        let waited = check_record_limit(&before, &next, at(SIGN_IN), at("2026-03-03T11:29:59Z"));
        assert_eq!(waited, Err(RecordLimit::Unconfirmed), "waiting is not enough");
        assert_eq!(
            check_record_limit(&before, &next, at(SIGN_IN), at("2026-03-03T11:30:00Z")),
            Ok(vec!["another"]),
            "a day later"
        );
    }

    #[test]
    fn reached_limit_is_named_once_when_it_is_filled() {
        let reached = |before, new: &[&str]| limit_reached(&opened(before, "2026-03-02T11:30:00Z"), new, at(NOON));
        assert_eq!(reached(28, &["another"]), None);
        assert_eq!(reached(29, &["another"]), Some("30 in a day"));
        assert_eq!(reached(29, &["appointment 0"]), None, "opened before");
        assert_eq!(reached(30, &["another"]), None);
        assert_eq!(reached(119, &["another"]), Some("120 in a day"));
        let yesterday = opened(29, "2026-03-01T11:59:59Z");
        assert_eq!(limit_reached(&yesterday, &["another"], at(NOON)), None);
    }

    #[test]
    fn confirmation_allows_thirty_more() {
        let before = opened(30, "2026-03-02T11:30:00Z");
        let next: Vec<String> = (0..31).map(|number| format!("new {number}")).collect();
        let confirmed = at("2026-03-02T11:59:00Z");
        assert_eq!(check_record_limit(&before, &next[..30], confirmed, at(NOON)).map(|new| new.len()), Ok(30));
        assert_eq!(check_record_limit(&before, &next, confirmed, at(NOON)), Err(RecordLimit::Unconfirmed));
    }

    #[test]
    fn session_that_did_not_confirm_cannot_read_what_a_confirmed_one_has_opened() {
        let before = opened(60, "2026-03-02T11:30:00Z");
        assert_eq!(check_record_limit(&before, &records(1), at(SIGN_IN), at(NOON)), Err(RecordLimit::Unconfirmed));
    }

    #[test]
    fn no_confirmation_allows_more_than_120_records_a_day() {
        let before = opened(120, "2026-03-02T09:00:00Z");
        let next = ["another".to_owned()];
        let limit = RecordLimit::Day { until: at("2026-03-03T09:00:00Z"), wait: Duration::from_hours(21) };
        assert_eq!(check_record_limit(&before, &next, at(NOON), at(NOON)), Err(limit));
        assert!(limit.to_string().contains("from 3 March 2026 at 10:00 AM"), "{limit}");
        assert_eq!(check_record_limit(&before, &records(1), at(NOON), at(NOON)), Ok(vec!["appointment 0"]));
        assert_eq!(
            check_record_limit(&before, &next, at(SIGN_IN), at("2026-03-03T09:00:00Z")),
            Ok(vec!["another"]),
            "24 hours later"
        );
    }
}
