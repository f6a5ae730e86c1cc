//! The row of an appointment.

use std::time::Duration;

use jiff::Timestamp;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe, Row};

use super::state_before::StateBefore;
use crate::{Store, StoreError, to_time};
use clinic_rules::booking::{
    AppointmentId, AppointmentState, LinkGeneration, Recipient, SeriesPlace, Source, StateError, ToTell,
};
use clinic_rules::person::{EmailAddress, PhoneNumber};
use clinic_rules::rate_limit::Share;

/// The columns of the networks with their shares of a limit, the narrowest first.
pub const NETWORKS: [(&str, Share); 3] =
    [("network", Share::ONE_CLIENT), ("wider_network", Share::ONE_AND_A_HALF), ("widest_network", Share::TWO_CLIENTS)];

#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own, as it is stored")]
pub struct Appointment {
    pub id: AppointmentId,
    pub reference: String,
    /// The slug of the service.
    pub service: String,
    pub title: String,
    pub chair: u16,
    pub starts_at: Timestamp,
    /// The time that the patient knows, while it is another one: nobody has told them that staff have moved the visit.
    pub known_starts_at: Option<Timestamp>,
    pub minutes: u16,
    pub buffer: u16,
    pub state: AppointmentState,
    pub source: Source,
    pub name: String,
    pub phone: PhoneNumber,
    pub email: Option<EmailAddress>,
    pub note: String,
    /// Who brings the patient, whose phone and email these are.
    pub brought_by: Option<String>,
    pub phone_person: String,
    pub email_person: Option<String>,
    pub sequence: u32,
    pub created_at: Timestamp,
    pub changed_at: Timestamp,
    pub told_at: Timestamp,
    pub reminder: i64,
    pub reminded_at: Option<Timestamp>,
    /// What staff have changed and the patient does not know yet.
    pub untold: Option<ToTell>,
    /// What staff told the patient last by phone or message, and when.
    pub phoned: Option<(ToTell, Timestamp)>,
    /// What the last press can be undone to.
    pub before: Option<StateBefore>,
    /// The opening hours of the day with which staff have decided that the visit takes place outside of them.
    pub kept_hours: Option<String>,
    /// What `Settings::describe_chair` said when staff put the visit into a chair that does not take it.
    pub kept_chair: Option<String>,
    /// When the patient was told that the clinic is closed at this time.
    pub closed_told_at: Option<Timestamp>,
    /// The opening hours of the day when the patient was told that.
    pub closed_for: Option<String>,
    pub email_failed: bool,
    /// An email that was sent came back: nothing more is sent to this address.
    pub email_returned: bool,
    /// Which state of the appointment the last email was about that told a change.
    pub sent_sequence: Option<u32>,
    pub cancel_reason: Option<String>,
    pub from_recall: bool,
    pub link_generation: LinkGeneration,
    /// The visits that were added together with this one.
    pub series: Option<SeriesPlace>,
    /// Booked online, and staff have not acknowledged it: it counts against the limits of what strangers may hold.
    pub unacknowledged: bool,
    /// Until when staff can answer, while it waits for them.
    pub expires_at: Option<Timestamp>,
    pub expired_at: Option<Timestamp>,
    /// The keys of the networks that the request came from, the narrowest first, until staff have acknowledged it.
    pub networks: Vec<String>,
}

impl Appointment {
    /// How long the chair is taken.
    #[must_use]
    pub fn chair_minutes(&self) -> u16 {
        self.minutes + self.buffer
    }

    /// To whom our messages speak.
    #[must_use]
    pub fn recipient(&self) -> Recipient<'_> {
        Recipient { name: &self.name, brought_by: self.brought_by.as_deref() }
    }

    /// Whether emails are sent to the patient and none has failed.
    #[must_use]
    pub fn has_working_email(&self) -> bool {
        self.email.is_some() && !self.email_failed && !self.email_returned
    }

    /// Whether an email about the last change was sent and came back. Nobody knows who has read it.
    pub(super) fn may_know_from_returned_email(&self) -> bool {
        self.email_returned && self.sent_sequence == Some(self.sequence)
    }

    /// The time that the patient was told last.
    #[must_use]
    pub fn known_time(&self) -> Timestamp {
        self.known_starts_at.unwrap_or(self.starts_at)
    }

    /// The time that the patient knows when the visit gets another one, until they are told.
    pub(super) fn known_besides(&self, starts_at: Timestamp) -> Option<Timestamp> {
        Some(self.known_time()).filter(|known| *known != starts_at)
    }

    /// # Errors
    /// When it is later than `notice` before the visit.
    pub(super) fn check_notice(&self, notice: Duration, now: Timestamp) -> Result<(), StateError> {
        if now + notice > self.starts_at { Err(StateError::TooLate) } else { Ok(()) }
    }
}

macro_rules! columns {
    () => {
        "id, reference, service, title, chair, starts_at, known_starts_at, minutes, buffer, state, source, name, phone, email, note, brought_by,
         phone_person, email_person, sequence, created_at, changed_at, told_at, reminder, reminded_at, untold,
         phoned, phoned_at, state_before, untold_before, state_changed_at, starts_at_before, chair_before,
         told_at_before, reminder_before, expires_at_before, unacknowledged_before, kept_hours_before, closed_told_at_before,
         reminded_at_before, phoned_before, phoned_at_before, kept_hours, kept_chair, closed_told_at, closed_for, email_failed, email_returned,
         sent_sequence, cancel_reason,
         from_recall, link_generation, unacknowledged, expires_at, expired_at, network, wider_network, widest_network,
         series, series_number, series_visits, series_weeks"
    };
}

pub(super) fn to_appointment(row: &AnyRow) -> Result<Appointment, StoreError> {
    let small = |column: &str| -> Result<u16, StoreError> {
        u16::try_from(row.try_get::<i64, _>(column)?)
            .map_err(|_| StoreError::Corrupt("an impossible length of a visit"))
    };
    let time = |column: &str| -> Result<Timestamp, StoreError> { to_time(row.try_get(column)?) };
    let state: String = row.try_get("state")?;
    let source: String = row.try_get("source")?;
    let phone: String = row.try_get("phone")?;
    Ok(Appointment {
        id: AppointmentId::parse(row.try_get("id")?).ok_or(StoreError::Corrupt("an invalid appointment id"))?,
        reference: row.try_get("reference")?,
        service: row.try_get("service")?,
        title: row.try_get("title")?,
        chair: small("chair")?,
        starts_at: time("starts_at")?,
        known_starts_at: row.try_get::<Option<i64>, _>("known_starts_at")?.map(to_time).transpose()?,
        minutes: small("minutes")?,
        buffer: small("buffer")?,
        state: state.parse().map_err(|_| StoreError::Corrupt("an appointment in an unknown state"))?,
        source: source.parse().map_err(|_| StoreError::Corrupt("an appointment of an unknown source"))?,
        name: row.try_get("name")?,
        phone: to_phone(&phone)?,
        email: to_email(row.try_get::<Option<String>, _>("email")?)?,
        note: row.try_get("note")?,
        brought_by: row.try_get("brought_by")?,
        phone_person: row.try_get("phone_person")?,
        email_person: row.try_get("email_person")?,
        sequence: u32::try_from(row.try_get::<i64, _>("sequence")?).unwrap_or(u32::MAX),
        created_at: time("created_at")?,
        changed_at: time("changed_at")?,
        told_at: time("told_at")?,
        reminder: row.try_get("reminder")?,
        reminded_at: row.try_get::<Option<i64>, _>("reminded_at")?.map(to_time).transpose()?,
        untold: to_told(row.try_get("untold")?)?,
        phoned: to_phoned(row.try_get("phoned")?, row.try_get("phoned_at")?)?,
        before: to_before(row)?,
        kept_hours: row.try_get("kept_hours")?,
        kept_chair: row.try_get("kept_chair")?,
        closed_told_at: row.try_get::<Option<i64>, _>("closed_told_at")?.map(to_time).transpose()?,
        closed_for: row.try_get("closed_for")?,
        email_failed: row.try_get::<i64, _>("email_failed")? == 1,
        email_returned: row.try_get::<i64, _>("email_returned")? == 1,
        sent_sequence: row.try_get::<Option<i64>, _>("sent_sequence")?.and_then(|number| u32::try_from(number).ok()),
        cancel_reason: row.try_get("cancel_reason")?,
        from_recall: row.try_get::<i64, _>("from_recall")? == 1,
        link_generation: to_generation(row.try_get("link_generation")?)?,
        series: to_series(row)?,
        unacknowledged: row.try_get::<i64, _>("unacknowledged")? == 1,
        expires_at: row.try_get::<Option<i64>, _>("expires_at")?.map(to_time).transpose()?,
        expired_at: row.try_get::<Option<i64>, _>("expired_at")?.map(to_time).transpose()?,
        networks: NETWORKS
            .iter()
            .filter_map(|(column, _)| row.try_get::<Option<String>, _>(*column).transpose())
            .collect::<Result<_, _>>()?,
    })
}

fn to_before(row: &AnyRow) -> Result<Option<StateBefore>, StoreError> {
    let state = row.try_get::<Option<&str>, _>("state_before")?.and_then(|text| text.parse().ok());
    let changed_at = row.try_get::<Option<i64>, _>("state_changed_at")?;
    let (Some(state), Some(changed_at)) = (state, changed_at) else { return Ok(None) };
    let untold = to_told(row.try_get("untold_before")?)?;
    let number = |column: &str| row.try_get::<Option<i64>, _>(column);
    // What an earlier release stored has no time and no chair: it did not undo moves.
    let starts_at = number("starts_at_before")?.map_or_else(|| row.try_get("starts_at"), Ok)?;
    let chair = number("chair_before")?.map_or_else(|| row.try_get("chair"), Ok)?;
    Ok(Some(StateBefore {
        state,
        untold,
        changed_at: to_time(changed_at)?,
        starts_at: to_time(starts_at)?,
        chair: u16::try_from(chair).map_err(|_| StoreError::Corrupt("an impossible number of a chair"))?,
        told_at: to_time(number("told_at_before")?.unwrap_or_default())?,
        reminder: number("reminder_before")?.unwrap_or_default(),
        expires_at: number("expires_at_before")?.map(to_time).transpose()?,
        unacknowledged: number("unacknowledged_before")?.map(|number| number == 1),
        kept_hours: row.try_get("kept_hours_before")?,
        closed_told_at: number("closed_told_at_before")?.map(to_time).transpose()?,
        reminded_at: number("reminded_at_before")?.map(to_time).transpose()?,
        phoned: to_phoned(row.try_get("phoned_before")?, number("phoned_at_before")?)?,
    }))
}

fn to_series(row: &AnyRow) -> Result<Option<SeriesPlace>, StoreError> {
    let number = |column: &str| -> Result<Option<u16>, StoreError> {
        let number = row.try_get::<Option<i64>, _>(column)?.map(u16::try_from).transpose();
        number.map_err(|_| StoreError::Corrupt("an impossible place in a series of visits"))
    };
    let places = (number("series_number")?, number("series_visits")?, number("series_weeks")?);
    Ok(match (row.try_get("series")?, places) {
        (Some(id), (Some(number), Some(visits), Some(weeks))) => Some(SeriesPlace { id, number, visits, weeks }),
        _ => None,
    })
}

fn to_phoned(what: Option<&str>, at: Option<i64>) -> Result<Option<(ToTell, Timestamp)>, StoreError> {
    Ok(match (to_told(what)?, at) {
        (Some(what), Some(at)) => Some((what, to_time(at)?)),
        _ => None,
    })
}

fn to_told(text: Option<&str>) -> Result<Option<ToTell>, StoreError> {
    let parse =
        |text: &str| text.parse::<ToTell>().map_err(|_| StoreError::Corrupt("an unknown thing to tell a patient"));
    text.map(parse).transpose()
}

pub(super) fn to_generation(number: i64) -> Result<LinkGeneration, StoreError> {
    u32::try_from(number).map(LinkGeneration::new).map_err(|_| StoreError::Corrupt("an impossible number of a link"))
}

pub(super) fn to_phone(text: &str) -> Result<PhoneNumber, StoreError> {
    PhoneNumber::parse(text).map_err(|_| StoreError::Corrupt("an invalid phone number"))
}

pub(super) fn to_email(text: Option<String>) -> Result<Option<EmailAddress>, StoreError> {
    let parse = |text: String| EmailAddress::parse(&text).map_err(|_| StoreError::Corrupt("an invalid email address"));
    text.map(parse).transpose()
}

const BY_ID: &str = concat!("SELECT ", columns!(), " FROM appointments WHERE id = $1");
const BY_REQUEST: &str = concat!("SELECT ", columns!(), " FROM appointments WHERE request = $1");
/// UPDATE instead of SELECT to lock the row: concurrent changes of one appointment must happen one after the other.
const LOCK: &str = concat!("UPDATE appointments SET changed_at = changed_at WHERE id = $1 RETURNING ", columns!());

impl Store {
    /// The appointment that the same request has booked before.
    pub async fn appointment_by_request(&self, request: &str) -> Result<Option<Appointment>, StoreError> {
        self.read(async |mut connection| find_by_request(&mut connection, request).await).await
    }

    pub async fn appointment(&self, id: &AppointmentId) -> Result<Option<Appointment>, StoreError> {
        self.read(async |mut connection| {
            let row = sqlx::query(BY_ID).bind(id.as_str()).fetch_optional(&mut *connection).await?;
            row.as_ref().map(to_appointment).transpose()
        })
        .await
    }
}

pub(super) async fn find_by_request(
    connection: &mut AnyConnection,
    request: &str,
) -> Result<Option<Appointment>, StoreError> {
    let row = sqlx::query(BY_REQUEST).bind(request).fetch_optional(connection).await?;
    row.as_ref().map(to_appointment).transpose()
}

pub(super) async fn find(connection: &mut AnyConnection, id: &str) -> Result<Option<Appointment>, StoreError> {
    let row = sqlx::query(BY_ID).bind(id).fetch_optional(connection).await?;
    row.as_ref().map(to_appointment).transpose()
}

/// The appointment, which no other transaction can change until the caller's ends.
pub(super) async fn lock(
    connection: &mut AnyConnection,
    id: &AppointmentId,
) -> Result<Option<Appointment>, StoreError> {
    let row = sqlx::query(LOCK).bind(id.as_str()).fetch_optional(connection).await?;
    row.as_ref().map(to_appointment).transpose()
}

/// The appointments that a condition selects, with its parameters.
pub(super) async fn select(
    connection: &mut AnyConnection,
    condition: &str,
    parameters: &[i64],
) -> Result<Vec<Appointment>, StoreError> {
    select_with_ids(connection, condition, parameters, &[]).await
}

/// The same. The parameters are followed by the ids. A row that cannot be read is left out: the other patients are reminded and
/// listed nevertheless.
pub(super) async fn select_with_ids(
    connection: &mut AnyConnection,
    condition: &str,
    parameters: &[i64],
    ids: &[AppointmentId],
) -> Result<Vec<Appointment>, StoreError> {
    let statement = format!("SELECT {} FROM appointments WHERE {condition}", columns!());
    let query = parameters.iter().fold(sqlx::query(AssertSqlSafe(statement)), |query, value| query.bind(*value));
    let query = ids.iter().fold(query, |query, id| query.bind(id.as_str()));
    let rows = query.fetch_all(connection).await?;
    Ok(rows.iter().filter_map(|row| readable(row, to_appointment(row), "appointment")).collect())
}

/// Logs a row that cannot be read.
pub(super) fn readable<T>(row: &AnyRow, parsed: Result<T, StoreError>, what: &'static str) -> Option<T> {
    parsed
        .inspect_err(|error| {
            let id = row.try_get::<String, _>("id").unwrap_or_default();
            tracing::error!(id, what, %error, "a stored row cannot be read and is left out");
        })
        .ok()
}
