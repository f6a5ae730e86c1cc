//! Reading appointments: what is taken, the lists of the desk, and how much waits there.

use std::time::Duration;

use jiff::Timestamp;
use jiff::civil::Date;
use sqlx::Row;

use super::appointment::{self, Appointment};
use super::recall_lists::RecallList;
use crate::booking::{Occupied, SlotTime, ticks_between};
use crate::clinic_time;
use crate::store::{Store, StoreError, retry};

/// Visits that begin before this are in the list "To remind today", when the patient is not reminded by email.
const REMIND_BY_PHONE: Duration = Duration::from_hours(48);
/// From this time before the visit, the first email is not sent any more. If none was queued, because the site was not
/// running, staff remind the patient. The same times as in `booking::reminder`.
const EMAIL_IS_LATE: Duration = Duration::from_hours(24);
const WRONG_CLOCK: Duration = Duration::from_hours(1);

macro_rules! to_remind {
    () => {
        "state IN ('requested', 'confirmed') AND reminded_at IS NULL AND starts_at > $1 AND starts_at <= $2
         AND (email IS NULL OR email_failed = 1
              OR (state = 'confirmed' AND reminder = 0 AND starts_at <= $3
                  AND (told_at < starts_at - 172800000 OR told_at > $4)))"
    };
}

/// Expired requests, and visits to come that staff have cancelled, whose patients no email has told. `$1` is now. A patient
/// without an address whose visit is cancelled is called by whoever cancels it.
macro_rules! to_tell {
    () => {
        "reminded_at IS NULL
         AND ((expired_at IS NOT NULL AND (email IS NULL OR email_failed = 1))
              OR (state = 'cancelled' AND cancel_reason IS NOT NULL AND email_failed = 1 AND starts_at > $1))"
    };
}
pub(super) use to_tell;

/// How much waits for staff.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct WaitingCounts {
    pub requests: u32,
    /// Without a time.
    pub waiting: u32,
    /// Expired or cancelled by staff, and no email has told the patient.
    pub expired: u32,
    pub reminders: u32,
    pub recalls: u32,
}

impl Store {
    /// What is taken from a day on, for a number of days.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn occupied(&self, service: &str, from: Date, days: u16) -> Result<Occupied, StoreError> {
        let first = clinic_time::day_number_of_date(from);
        let (start, end) = (midnight(first), midnight(first + i64::from(days)));
        let ticks = ticks_between(start, end);
        retry(|| async {
            // The ticks of one holder follow each other, so the first one and their number are enough.
            let held: Vec<(i64, i64, i64)> = sqlx::query_as(
                "SELECT chair, MIN(tick), MAX(tick) FROM chair_ticks WHERE tick >= $1 AND tick < $2
                 GROUP BY chair, held_by",
            )
            .bind(ticks.start)
            .bind(ticks.end)
            .fetch_all(&self.reader)
            .await?;
            let visits: Vec<(i64, i64)> = sqlx::query_as(
                "SELECT day, COUNT(*) FROM appointments
                 WHERE day >= $1 AND day < $2 AND service = $3 AND state NOT IN ('cancelled', 'waiting')
                 GROUP BY day",
            )
            .bind(first)
            .bind(first + i64::from(days))
            .bind(service)
            .fetch_all(&self.reader)
            .await?;
            let mut occupied = Occupied::default();
            for (chair, first, last) in held {
                let chair = u16::try_from(chair).unwrap_or(u16::MAX);
                occupied.ticks.extend((first..=last).map(|tick| (chair, tick)));
            }
            for (day, count) in visits {
                occupied.visits.insert(clinic_time::date_of_day_number(day), u32::try_from(count).unwrap_or(u32::MAX));
            }
            Ok(occupied)
        })
        .await
    }

    /// The appointments that begin in a range of time, cancelled ones included, but not requests without a time.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn appointments_between(
        &self,
        from: Timestamp,
        until: Timestamp,
    ) -> Result<Vec<Appointment>, StoreError> {
        self.list(
            "starts_at >= $1 AND starts_at < $2 AND state <> 'waiting' ORDER BY starts_at, chair, id",
            &[from, until],
        )
        .await
    }

    /// The requests that wait for staff, the earliest visit first.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn requested_appointments(&self, now: Timestamp) -> Result<Vec<Appointment>, StoreError> {
        self.list("state = 'requested' AND starts_at > $1 ORDER BY starts_at, id LIMIT 500", &[now]).await
    }

    /// The visits of the next two days whose patients have to be reminded by phone: they gave no email address, or it did
    /// not reach them.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn appointments_to_remind(&self, now: Timestamp) -> Result<Vec<Appointment>, StoreError> {
        let condition = concat!(to_remind!(), " ORDER BY starts_at, id LIMIT 500");
        self.list(condition, &[now, now + REMIND_BY_PHONE, now + EMAIL_IS_LATE, now + WRONG_CLOCK]).await
    }

    /// # Errors
    /// When the database does not answer.
    pub async fn waiting_counts(&self, now: Timestamp) -> Result<WaitingCounts, StoreError> {
        const STATEMENT: &str = concat!(
            "SELECT (SELECT COUNT(*) FROM appointments WHERE state = 'requested' AND starts_at > $1),
                    (SELECT COUNT(*) FROM appointments WHERE ",
            to_remind!(),
            "), (SELECT COUNT(*) FROM appointments WHERE state = 'waiting' AND starts_at > $1),
                (SELECT COUNT(*) FROM appointments WHERE ",
            to_tell!(),
            ")"
        );
        let recalls = self.count_recalls(RecallList::ToAsk, now).await?;
        retry(|| async {
            let row = sqlx::query(STATEMENT)
                .bind(now.as_millisecond())
                .bind((now + REMIND_BY_PHONE).as_millisecond())
                .bind((now + EMAIL_IS_LATE).as_millisecond())
                .bind((now + WRONG_CLOCK).as_millisecond())
                .fetch_one(&self.reader)
                .await?;
            let count = |index: usize| -> Result<u32, StoreError> {
                Ok(u32::try_from(row.try_get::<i64, _>(index)?).unwrap_or(u32::MAX))
            };
            let (waiting, expired) = (count(2)?, count(3)?);
            Ok(WaitingCounts { requests: count(0)?, waiting, expired, reminders: count(1)?, recalls })
        })
        .await
    }

    async fn list(&self, condition: &str, times: &[Timestamp]) -> Result<Vec<Appointment>, StoreError> {
        let times: Vec<i64> = times.iter().map(|time| time.as_millisecond()).collect();
        retry(|| async {
            let mut connection = self.reader.acquire().await?;
            appointment::select(&mut connection, condition, &times).await
        })
        .await
    }
}

pub(super) fn midnight(day: i64) -> Timestamp {
    let midnight = SlotTime { date: clinic_time::date_of_day_number(day), minute: 0 };
    midnight.timestamp().unwrap_or(Timestamp::MAX)
}
