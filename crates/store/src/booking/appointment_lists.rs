//! Reading appointments: what is taken, the lists of the desk, and how much waits there.

use jiff::Timestamp;
use jiff::civil::Date;

use super::appointment::{self, Appointment};
use super::recall_lists::RecallList;
use crate::{Store, StoreError};
use clinic_rules::booking::{AppointmentState, Occupied, Settings, SlotTime, ticks_between};
use clinic_rules::clinic_time;

/// How much waits for staff.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct WaitingCounts {
    pub requests: u32,
    /// Without a time.
    pub waiting: u32,
    /// Visits at times at which the clinic is closed, of which nobody has decided anything, and those whose chair is gone.
    pub closed: u32,
    /// Patients whom staff have to tell something, because no email does.
    pub to_tell: u32,
    pub recalls: u32,
    /// Patients who want an earlier time and for whom one is free.
    pub earlier: u32,
}

impl Store {
    /// What is taken from a day on, for a number of days.
    pub async fn occupied(&self, service: &str, from: Date, days: u16) -> Result<Occupied, StoreError> {
        let first = clinic_time::day_number_of_date(from);
        let (start, end) = (midnight(first), midnight(first + i64::from(days)));
        let ticks = ticks_between(start, end);
        self.read(async |mut connection| {
            // The ticks of one holder follow each other, so the first one and their number are enough.
            let held: Vec<(i64, i64, i64)> = sqlx::query_as(
                "SELECT chair, MIN(tick), MAX(tick) FROM chair_ticks WHERE tick >= $1 AND tick < $2
                 GROUP BY chair, held_by",
            )
            .bind(ticks.start)
            .bind(ticks.end)
            .fetch_all(&mut *connection)
            .await?;
            let visits: Vec<(i64, i64)> = sqlx::query_as(
                "SELECT day, COUNT(*) FROM appointments
                 WHERE day >= $1 AND day < $2 AND service = $3 AND state NOT IN ('cancelled', 'waiting')
                 GROUP BY day",
            )
            .bind(first)
            .bind(first + i64::from(days))
            .bind(service)
            .fetch_all(&mut *connection)
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

    /// The appointments that begin in a range of time and have a chair. That no two of them share it is the limit of this list: it
    /// leaves out nobody who comes, and strangers cannot make it long. Requests without a time and cancelled ones have no such limit,
    /// so they are not in it.
    pub async fn appointments_between(
        &self,
        from: Timestamp,
        until: Timestamp,
    ) -> Result<Vec<Appointment>, StoreError> {
        self.list(
            "starts_at >= $1 AND starts_at < $2 AND state NOT IN ('waiting', 'cancelled') ORDER BY starts_at, chair, id",
            &[from, until],
        )
        .await
    }

    /// The appointments from a time on that have a chair and can still take place.
    pub async fn appointments_to_come(&self, from: Timestamp) -> Result<Vec<Appointment>, StoreError> {
        self.list("starts_at >= $1 AND state IN ('requested', 'confirmed') ORDER BY starts_at, chair, id", &[from])
            .await
    }

    /// The requests that staff can confirm, the earliest visit first, at most 500. Those at a time at which the clinic is closed, and
    /// those whose chair is gone, are in the list of visits that cannot take place as booked instead.
    pub async fn requests_to_confirm(
        &self,
        settings: &Settings,
        now: Timestamp,
    ) -> Result<Vec<Appointment>, StoreError> {
        let mut requests = self.list("state = 'requested' AND starts_at > $1 ORDER BY starts_at, id", &[now]).await?;
        requests.retain(|request| !request.is_at_closed_time(settings) && !request.is_without_chair(settings));
        requests.truncate(500);
        Ok(requests)
    }

    pub async fn waiting_counts(&self, settings: &Settings, now: Timestamp) -> Result<WaitingCounts, StoreError> {
        let recalls = self.count_recalls(RecallList::ToAsk, now).await?;
        let to_tell = self.count_to_tell(settings, now).await?;
        let (mut requests, mut closed) = (0, 0);
        for visit in self.appointments_to_come(now).await? {
            if visit.is_at_closed_time(settings) {
                closed += u32::from(!visit.hears_of_closure());
            } else if visit.is_without_chair(settings) {
                closed += 1;
            } else {
                requests += u32::from(visit.state == AppointmentState::Requested);
            }
        }
        let earlier = self.earlier_times(settings, now).await?.offers;
        self.read(async |mut connection| {
            let statement = "SELECT COUNT(*) FROM appointments WHERE state = 'waiting' AND starts_at > $1";
            let waiting: i64 =
                sqlx::query_scalar(statement).bind(now.as_millisecond()).fetch_one(&mut *connection).await?;
            let waiting = u32::try_from(waiting).unwrap_or(u32::MAX);
            Ok(WaitingCounts { requests, waiting, closed, to_tell, recalls, earlier })
        })
        .await
    }

    async fn list(&self, condition: &str, times: &[Timestamp]) -> Result<Vec<Appointment>, StoreError> {
        let times: Vec<i64> = times.iter().map(|time| time.as_millisecond()).collect();
        self.read(async |mut connection| appointment::select(&mut connection, condition, &times).await).await
    }
}

pub(super) fn midnight(day: i64) -> Timestamp {
    let midnight = SlotTime { date: clinic_time::date_of_day_number(day), minute: 0 };
    midnight.timestamp().unwrap_or(Timestamp::MAX)
}
