//! The earlier-time list: patients with a visit who want an earlier time, and patients without one because all times were taken. Who is
//! in it and which time is free for whom is not stored but read from the appointments, so a cancelled, moved or restored visit needs
//! nothing here.

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use jiff::Timestamp;
use jiff::civil::Date;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

use super::appointment::{self, Appointment, readable, to_email, to_phone};
use super::change_request::{ChangedBy, SeenAppointment};
use super::error::ChangeAppointmentError;
use crate::staff::{OpenError, OpenRefused, RecordReader, appointment_record, count_opened, earlier_time_record};
use crate::{Actor, DeskError, Store, StoreError, to_time};
use clinic_rules::booking::{
    EarlierAnswer, OFFERED_DAYS, Occupied, PartOfDay, Patient, Service, Settings, SlotTime, StateError, WantedTime,
    name_key, offer_times,
};
use clinic_rules::clinic_time;
use clinic_rules::person::PersonKey;

/// More rows than this are not read at once. The others follow when these are done.
const MAX_ROWS: i64 = 500;
/// How many the desk shows.
const SHOWN: usize = 50;
/// Until a row that has ended is purged, the press can be undone.
pub const ENDED_KEPT: Duration = Duration::from_hours(24);

/// When a patient can come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct EarlierWish {
    pub from: Option<Date>,
    pub part: Option<PartOfDay>,
}

/// A patient of the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EarlierTime {
    pub id: String,
    pub who: EarlierPatient,
    pub added_at: Timestamp,
    pub wish: EarlierWish,
    pub until: Option<Date>,
    pub declined: Option<Date>,
    pub tried_at: Option<Timestamp>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EarlierPatient {
    WithVisit(Box<Appointment>),
    WithoutVisit { service: String, title: String, patient: Box<Patient> },
}

impl EarlierTime {
    #[must_use]
    pub fn title(&self) -> &str {
        match &self.who {
            EarlierPatient::WithVisit(visit) => &visit.title,
            EarlierPatient::WithoutVisit { title, .. } => title,
        }
    }

    #[must_use]
    pub fn visit(&self) -> Option<&Appointment> {
        match &self.who {
            EarlierPatient::WithVisit(visit) => Some(visit),
            EarlierPatient::WithoutVisit { .. } => None,
        }
    }

    /// Under which the patient is counted when they are opened.
    #[must_use]
    pub fn record(&self) -> String {
        record(&self.id, self.visit().is_some())
    }

    fn service(&self) -> &str {
        match &self.who {
            EarlierPatient::WithVisit(visit) => &visit.service,
            EarlierPatient::WithoutVisit { service, .. } => service,
        }
    }

    fn wanted(&self, settings: &Settings) -> WantedTime {
        let service = settings.service(self.service()).map(|service| match self.visit() {
            Some(visit) => Service { minutes: visit.minutes, buffer: visit.buffer, ..service.clone() },
            None => service.clone(),
        });
        WantedTime {
            service,
            visit: self.visit().map(|visit| visit.starts_at),
            from: self.wish.from,
            until: self.until,
            part: self.wish.part,
            declined: self.declined,
        }
    }

    /// Whoever was not reached today comes after the others.
    #[must_use]
    pub fn is_tried_today(&self, now: Timestamp) -> bool {
        self.tried_at.is_some_and(|at| clinic_time::day_number(at) == clinic_time::day_number(now))
    }
}

fn record(id: &str, has_visit: bool) -> String {
    if has_visit { appointment_record(id) } else { earlier_time_record(id) }
}

/// The list, with the free time that is offered to each patient.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct EarlierTimes {
    /// Those with a free time first.
    pub shown: Vec<(EarlierTime, Option<SlotTime>)>,
    pub total: u32,
    /// How many have a free time.
    pub offers: u32,
}

#[derive(Clone, Copy)]
pub struct NewEarlierPatient<'a> {
    /// A hash of the request. The same request again adds nobody.
    pub id: &'a str,
    pub service: &'a Service,
    pub patient: &'a Patient,
    pub phone_person: &'a PersonKey,
    pub email_person: Option<&'a PersonKey>,
    pub wish: EarlierWish,
    pub until: Date,
}

/// Who is in the list: `$1` is now, `$2` today. Patients whose visit is certain and who have not got an earlier time since they asked;
/// and patients without a visit until their last day, also when staff have cancelled the visit that they were given.
macro_rules! is_listed {
    () => {
        "ended_at IS NULL AND (
           (visit_at IS NOT NULL AND EXISTS (SELECT 1 FROM appointments
              WHERE appointments.id = earlier_times.id AND state = 'confirmed' AND unacknowledged = 0
                AND starts_at > $1 AND starts_at >= earlier_times.visit_at))
           OR (visit_at IS NULL AND last_day >= $2 AND (given IS NULL OR EXISTS (SELECT 1 FROM appointments
              WHERE appointments.id = earlier_times.given AND state = 'cancelled' AND cancel_reason IS NOT NULL))))"
    };
}

macro_rules! columns {
    () => {
        "id, added_at, visit_at, from_day, last_day, part, declined_day, tried_at, service, title, name, phone, email, note, brought_by"
    };
}

impl Store {
    /// The list. Whoever asked first comes first, of those whom staff have not tried to reach today.
    pub async fn earlier_times(&self, settings: &Settings, now: Timestamp) -> Result<EarlierTimes, StoreError> {
        let (mut rows, total) = self.read(async |mut connection| list(&mut connection, now).await).await?;
        if rows.is_empty() {
            return Ok(EarlierTimes::default());
        }
        rows.sort_by_key(|row| row.is_tried_today(now));
        let offers = self.offers(&rows, settings, now).await?;
        let mut shown: Vec<_> = rows.into_iter().zip(offers).collect();
        let offers = shown.iter().filter(|(_, offer)| offer.is_some()).count();
        shown.sort_by_key(|(_, offer)| offer.is_none());
        shown.truncate(SHOWN);
        Ok(EarlierTimes { shown, total, offers: u32::try_from(offers).unwrap_or(u32::MAX) })
    }

    async fn offers(
        &self,
        rows: &[EarlierTime],
        settings: &Settings,
        now: Timestamp,
    ) -> Result<Vec<Option<SlotTime>>, StoreError> {
        let today = SlotTime::of(now).date;
        let mut occupied: BTreeMap<String, Occupied> = BTreeMap::new();
        for row in rows {
            if settings.service(row.service()).is_some() && !occupied.contains_key(row.service()) {
                let taken = self.occupied(row.service(), today, OFFERED_DAYS).await?;
                occupied.insert(row.service().to_owned(), taken);
            }
        }
        let wanted: Vec<WantedTime> = rows.iter().map(|row| row.wanted(settings)).collect();
        Ok(offer_times(settings, &wanted, occupied, now))
    }

    /// One patient of the list. `None` when they are not in it any more.
    pub async fn earlier_time(&self, id: &str, now: Timestamp) -> Result<Option<EarlierTime>, StoreError> {
        self.read(async |mut connection| find(&mut connection, id, now).await).await
    }

    /// When the patient of a visit can come earlier. `None` when they have not asked for an earlier time, or have got one.
    pub async fn earlier_wish(&self, visit: &Appointment) -> Result<Option<EarlierWish>, StoreError> {
        self.read(async |mut connection| {
            let row = sqlx::query(
                "SELECT from_day, part FROM earlier_times WHERE id = $1 AND ended_at IS NULL AND visit_at <= $2",
            )
            .bind(visit.id.as_str())
            .bind(visit.starts_at.as_millisecond())
            .fetch_optional(&mut *connection)
            .await?;
            row.as_ref().map(to_wish).transpose()
        })
        .await
    }

    /// Stores that the patient of a visit wants an earlier time, or not any more. Whoever asks again, or takes it back and asks again
    /// within a day, keeps their place.
    ///
    /// # Errors
    /// When the visit has begun or was cancelled, or was moved since it was shown.
    pub async fn want_earlier_time(
        &self,
        seen: impl Into<SeenAppointment<'_>>,
        wish: Option<EarlierWish>,
        by: ChangedBy<'_>,
        now: Timestamp,
    ) -> Result<Appointment, ChangeAppointmentError> {
        let seen = seen.into();
        self.transaction(async |mut tx| {
            let visit = seen.lock(&mut tx).await?;
            visit.state.check_open()?;
            if visit.starts_at <= now {
                return Err(StateError::Over.into());
            }
            let action = if let Some(wish) = wish {
                // Patients only say that they want one: what staff have stored about when stays.
                let keeps_wish = !by.is_staff();
                insert_wish(&mut tx, &visit, wish, keeps_wish, now).await?;
                "add to earlier times"
            } else {
                end(&mut tx, visit.id.as_str(), now).await?;
                "remove from earlier times"
            };
            by.record(&mut tx, action, &visit.reference).await?;
            Ok(visit)
        })
        .await
    }

    /// Adds a patient without a visit.
    pub async fn add_earlier_patient(&self, new: NewEarlierPatient<'_>, actor: Actor<'_>) -> Result<(), StoreError> {
        self.transaction(async |mut tx| {
            let day = |date: Option<Date>| date.map(clinic_time::day_number_of_date);
            let added = sqlx::query(
                "INSERT INTO earlier_times (id, added_at, from_day, last_day, part, service, title, name, name_key, phone,
                   email, note, phone_person, email_person, brought_by)
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) ON CONFLICT DO NOTHING",
            )
            .bind(new.id)
            .bind(actor.now.as_millisecond())
            .bind(day(new.wish.from))
            .bind(day(Some(new.until)))
            .bind(new.wish.part.map(<&str>::from))
            .bind(&new.service.slug)
            .bind(&new.service.title)
            .bind(&new.patient.name)
            .bind(name_key(&new.patient.name))
            .bind(new.patient.phone.as_str())
            .bind(new.patient.email.as_ref().map(|email| email.as_typed().to_owned()))
            .bind(&new.patient.note)
            .bind(new.phone_person.as_str())
            .bind(new.email_person.map(ToString::to_string))
            .bind(new.patient.brought_by.clone())
            .execute(&mut *tx)
            .await?;
            if added.rows_affected() == 1 {
                actor.record(&mut tx, "add to earlier times", new.id).await?;
            }
            Ok(())
        })
        .await
    }

    /// Reads a patient of the list with the name and phone number, which the audit log records.
    ///
    /// # Errors
    /// When they are not in the list any more, or the account has reached a limit.
    pub async fn open_earlier_time(&self, id: &str, reader: RecordReader<'_>) -> Result<EarlierTime, OpenError> {
        self.transaction(async |mut tx| {
            let found = find(&mut tx, id, reader.actor.now).await?;
            let records = [record(id, found.as_ref().is_some_and(|row| row.visit().is_some()))];
            if let Err(limit) = count_opened(&mut tx, reader, &records).await? {
                tx.commit().await?;
                return Err(DeskError::Refused(limit.into()));
            }
            let found = found.ok_or(DeskError::Refused(OpenRefused::Unknown))?;
            match found.visit() {
                Some(visit) => reader.actor.record(&mut tx, "open appointment", &visit.reference).await?,
                None => reader.actor.record(&mut tx, "open earlier time", id).await?,
            }
            Ok(found)
        })
        .await
    }

    /// Stores what became of an offer for a day.
    ///
    /// # Errors
    /// When the patient is not in the list any more.
    pub async fn answer_earlier_time(
        &self,
        id: &str,
        answer: EarlierAnswer,
        day: Date,
        actor: Actor<'_>,
    ) -> Result<(), ChangeAppointmentError> {
        self.transaction(async |mut tx| {
            let found = lock_listed(&mut tx, id, actor.now).await?;
            let found = found.ok_or(ChangeAppointmentError::NotInEarlierTimes)?;
            let (declined, tried_at) = match answer {
                EarlierAnswer::No => (found.declined.max(Some(day)), found.tried_at),
                EarlierAnswer::NotReached => (found.declined, Some(actor.now)),
                EarlierAnswer::NoLonger => {
                    end(&mut tx, id, actor.now).await?;
                    (found.declined, found.tried_at)
                }
            };
            store_answer(&mut tx, id, declined, tried_at).await?;
            actor.record(&mut tx, action_of(answer), found.subject()).await?;
            Ok(())
        })
        .await
    }

    /// The answer was a wrong press.
    ///
    /// # Errors
    /// When the row was purged.
    pub async fn undo_earlier_answer(
        &self,
        id: &str,
        answer: EarlierAnswer,
        actor: Actor<'_>,
    ) -> Result<(), ChangeAppointmentError> {
        self.transaction(async |mut tx| {
            let statement = match answer {
                EarlierAnswer::No => "UPDATE earlier_times SET declined_day = NULL WHERE id = $1",
                EarlierAnswer::NotReached => "UPDATE earlier_times SET tried_at = NULL WHERE id = $1",
                EarlierAnswer::NoLonger => "UPDATE earlier_times SET ended_at = NULL WHERE id = $1",
            };
            if sqlx::query(statement).bind(id).execute(&mut *tx).await?.rows_affected() == 0 {
                return Err(ChangeAppointmentError::NotInEarlierTimes);
            }
            let visit = appointment::find(&mut tx, id).await?;
            let subject = visit.as_ref().map_or(id, |visit| visit.reference.as_str());
            actor.record(&mut tx, "undo earlier time", subject).await?;
            Ok(())
        })
        .await
    }
}

impl EarlierTime {
    fn subject(&self) -> &str {
        self.visit().map_or(&self.id, |visit| &visit.reference)
    }
}

const fn action_of(answer: EarlierAnswer) -> &'static str {
    match answer {
        EarlierAnswer::No => "earlier time declined",
        EarlierAnswer::NotReached => "earlier time not-reached",
        EarlierAnswer::NoLonger => "remove from earlier times",
    }
}

/// Makes two desks that give the same patient a time decide one after the other.
pub async fn lock_without_visit(connection: &mut AnyConnection, id: &str, now: Timestamp) -> Result<bool, StoreError> {
    let found = lock_listed(connection, id, now).await?;
    Ok(found.is_some_and(|row| row.visit().is_none()))
}

/// A visit that staff have added for a patient of the list, from the list or not.
pub async fn on_added(connection: &mut AnyConnection, visit: &Appointment) -> Result<(), StoreError> {
    sqlx::query(
        "UPDATE earlier_times SET given = $1
         WHERE visit_at IS NULL AND phone_person = $2 AND name_key = $3 AND service = $4",
    )
    .bind(visit.id.as_str())
    .bind(&visit.phone_person)
    .bind(name_key(&visit.name))
    .bind(&visit.service)
    .execute(connection)
    .await?;
    Ok(())
}

/// Staff have corrected who a visit is for: the patient is found, erased and called with the same words when it is cancelled.
pub async fn on_corrected(connection: &mut AnyConnection, visit: &Appointment) -> Result<(), StoreError> {
    sqlx::query(
        "UPDATE earlier_times SET name = $1, name_key = $2, phone = $3, phone_person = $4, email = $5, email_person = $6,
           note = $7, brought_by = $9 WHERE given = $8",
    )
    .bind(&visit.name)
    .bind(name_key(&visit.name))
    .bind(visit.phone.as_str())
    .bind(&visit.phone_person)
    .bind(visit.email.as_ref().map(|email| email.as_typed().to_owned()))
    .bind(visit.email_person.clone())
    .bind(&visit.note)
    .bind(visit.id.as_str())
    .bind(visit.brought_by.clone())
    .execute(connection)
    .await?;
    Ok(())
}

async fn list(connection: &mut AnyConnection, now: Timestamp) -> Result<(Vec<EarlierTime>, u32), StoreError> {
    const LISTED: &str =
        concat!("SELECT ", columns!(), " FROM earlier_times WHERE ", is_listed!(), " ORDER BY added_at, id LIMIT $3");
    const COUNT: &str = concat!("SELECT COUNT(*) FROM earlier_times WHERE ", is_listed!());
    const VISITS: &str = concat!(
        "id IN (SELECT id FROM earlier_times WHERE visit_at IS NOT NULL AND ",
        is_listed!(),
        " ORDER BY added_at, id LIMIT $3)"
    );
    let (at, today) = (now.as_millisecond(), clinic_time::day_number(now));
    let rows = sqlx::query(LISTED).bind(at).bind(today).bind(MAX_ROWS).fetch_all(&mut *connection).await?;
    if rows.is_empty() {
        return Ok((Vec::new(), 0));
    }
    let total: i64 = sqlx::query_scalar(COUNT).bind(at).bind(today).fetch_one(&mut *connection).await?;
    let visits = appointment::select(connection, VISITS, &[at, today, MAX_ROWS]).await?;
    let mut visits: HashMap<String, Appointment> = visits.into_iter().map(|it| (it.id.to_string(), it)).collect();
    let list = rows.iter().filter_map(|row| {
        let visit = row.try_get::<String, _>("id").ok().and_then(|id| visits.remove(&id));
        readable(row, to_earlier_time(row, visit), "earlier time").flatten()
    });
    Ok((list.collect(), u32::try_from(total).unwrap_or(u32::MAX)))
}

async fn find(connection: &mut AnyConnection, id: &str, now: Timestamp) -> Result<Option<EarlierTime>, StoreError> {
    const FIND: &str = concat!("SELECT ", columns!(), " FROM earlier_times WHERE id = $3 AND ", is_listed!());
    let row = sqlx::query(FIND)
        .bind(now.as_millisecond())
        .bind(clinic_time::day_number(now))
        .bind(id)
        .fetch_optional(&mut *connection)
        .await?;
    let Some(row) = row else { return Ok(None) };
    let visit = appointment::find(connection, id).await?;
    to_earlier_time(&row, visit)
}

/// The row, which no other transaction can change until the caller's ends.
async fn lock_listed(
    connection: &mut AnyConnection,
    id: &str,
    now: Timestamp,
) -> Result<Option<EarlierTime>, StoreError> {
    // Locked by a statement of its own. The next one then sees a visit that another desk has added until here.
    sqlx::query("UPDATE earlier_times SET added_at = added_at WHERE id = $1")
        .bind(id)
        .execute(&mut *connection)
        .await?;
    find(connection, id, now).await
}

/// The caller has locked the visit.
async fn insert_wish(
    connection: &mut AnyConnection,
    visit: &Appointment,
    wish: EarlierWish,
    keeps_wish: bool,
    now: Timestamp,
) -> Result<(), StoreError> {
    let from_day = wish.from.map(clinic_time::day_number_of_date);
    let part = wish.part.map(<&str>::from);
    let known = sqlx::query(
        "UPDATE earlier_times SET visit_at = CASE WHEN ended_at IS NULL THEN visit_at ELSE $2 END, ended_at = NULL,
           from_day = CASE WHEN $3 = 1 THEN from_day ELSE $4 END, part = CASE WHEN $3 = 1 THEN part ELSE $5 END
         WHERE id = $1 AND visit_at <= $2",
    )
    .bind(visit.id.as_str())
    .bind(visit.starts_at.as_millisecond())
    .bind(i64::from(keeps_wish))
    .bind(from_day)
    .bind(part)
    .execute(&mut *connection)
    .await?;
    if known.rows_affected() == 1 {
        return Ok(());
    }
    // Nobody has asked before, or the patient got an earlier time and wants one that is earlier still.
    sqlx::query(
        "INSERT INTO earlier_times (id, added_at, visit_at, from_day, part) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (id) DO UPDATE SET added_at = $2, visit_at = $3, from_day = $4, part = $5, declined_day = NULL,
           tried_at = NULL, ended_at = NULL",
    )
    .bind(visit.id.as_str())
    .bind(now.as_millisecond())
    .bind(visit.starts_at.as_millisecond())
    .bind(from_day)
    .bind(part)
    .execute(connection)
    .await?;
    Ok(())
}

async fn end(connection: &mut AnyConnection, id: &str, now: Timestamp) -> Result<(), StoreError> {
    sqlx::query("UPDATE earlier_times SET ended_at = $2 WHERE id = $1 AND ended_at IS NULL")
        .bind(id)
        .bind(now.as_millisecond())
        .execute(connection)
        .await?;
    Ok(())
}

async fn store_answer(
    connection: &mut AnyConnection,
    id: &str,
    declined: Option<Date>,
    tried_at: Option<Timestamp>,
) -> Result<(), StoreError> {
    sqlx::query("UPDATE earlier_times SET declined_day = $2, tried_at = $3 WHERE id = $1")
        .bind(id)
        .bind(declined.map(clinic_time::day_number_of_date))
        .bind(tried_at.map(Timestamp::as_millisecond))
        .execute(connection)
        .await?;
    Ok(())
}

fn to_wish(row: &AnyRow) -> Result<EarlierWish, StoreError> {
    let part: Option<String> = row.try_get("part")?;
    let part = part.map(|part| part.parse()).transpose();
    Ok(EarlierWish {
        from: to_date(row, "from_day")?,
        part: part.map_err(|_| StoreError::Corrupt("an unknown part of a day"))?,
    })
}

fn to_date(row: &AnyRow, column: &str) -> Result<Option<Date>, StoreError> {
    Ok(row.try_get::<Option<i64>, _>(column)?.map(clinic_time::date_of_day_number))
}

/// `None` when the visit is gone since the row was read.
fn to_earlier_time(row: &AnyRow, visit: Option<Appointment>) -> Result<Option<EarlierTime>, StoreError> {
    let who = if row.try_get::<Option<i64>, _>("visit_at")?.is_some() {
        let Some(visit) = visit else { return Ok(None) };
        EarlierPatient::WithVisit(Box::new(visit))
    } else {
        let phone: String = row.try_get("phone")?;
        let patient = Patient {
            name: row.try_get("name")?,
            phone: to_phone(&phone)?,
            email: to_email(row.try_get::<Option<String>, _>("email")?)?,
            note: row.try_get("note")?,
            brought_by: row.try_get("brought_by")?,
        };
        EarlierPatient::WithoutVisit {
            service: row.try_get("service")?,
            title: row.try_get("title")?,
            patient: Box::new(patient),
        }
    };
    Ok(Some(EarlierTime {
        id: row.try_get("id")?,
        who,
        added_at: to_time(row.try_get("added_at")?)?,
        wish: to_wish(row)?,
        until: to_date(row, "last_day")?,
        declined: to_date(row, "declined_day")?,
        tried_at: row.try_get::<Option<i64>, _>("tried_at")?.map(to_time).transpose()?,
    }))
}
