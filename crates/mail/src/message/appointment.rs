//! The emails about an appointment: received, confirmed, moved, cancelled, and reminders. Each has the appointment as a
//! calendar file, so that the patient's calendar follows every change.

use std::time::Duration;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::{CalendarPart, CommonFacts, Context, RenderedMessage};
use crate::one_line::one_line;
use clinic_content::model::Clinic;
use clinic_rules::booking::{
    APPOINTMENT_PAGE, AppointmentToken, CalendarEvent, CalendarMethod, EventStatus, Recipient, Reminder,
};
use clinic_rules::clinic_time::{format_long_date_time, format_time};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AppointmentNotice {
    /// No time is held: the clinic has to give one.
    Waiting,
    /// The clinic has to confirm it.
    Received,
    Confirmed,
    Moved,
    Cancelled,
    /// The clinic is closed at the time of the visit.
    Closed,
    /// The clinic did not answer the request in time.
    Expired,
    Reminder(Reminder),
    /// Staff have ended the earlier link.
    NewLink,
}

impl AppointmentNotice {
    /// The notice as it is true at this time. `None` when it is too late: nothing is sent once the visit has begun. Whoever knows a
    /// later time would come then, so what keeps them from it is sent until that.
    #[must_use]
    pub fn at(self, starts_at: Timestamp, moved_from: Option<Timestamp>, now: Timestamp) -> Option<Self> {
        match self {
            Self::Reminder(reminder) => reminder.at(starts_at, now).map(Self::Reminder),
            Self::Cancelled | Self::Closed => {
                (now < moved_from.map_or(starts_at, |known| known.max(starts_at))).then_some(self)
            }
            notice => (now < starts_at).then_some(notice),
        }
    }
}

/// What is known when the email is queued. The link is not: it is derived when the email is sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AppointmentFacts {
    pub notice: AppointmentNotice,
    pub id: String,
    pub reference: String,
    pub name: String,
    /// Who brings the patient: the email is to them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub brought_by: Option<String>,
    /// The slug and the title of the service.
    pub service: String,
    pub title: String,
    #[serde(with = "jiff::fmt::serde::timestamp::millisecond::required")]
    pub starts_at: Timestamp,
    pub minutes: u16,
    pub sequence: u32,
    pub confirmed: bool,
    /// Why staff cancelled it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The time that the patient knows, when staff have moved the visit since and nobody has told them. For the email that the clinic
    /// is closed, and for a cancellation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(with = "jiff::fmt::serde::timestamp::millisecond::optional")]
    pub moved_from: Option<Timestamp>,
    #[serde(with = "jiff::fmt::serde::timestamp::millisecond::required")]
    pub made_at: Timestamp,
}

impl AppointmentFacts {
    pub(super) fn recipient(&self) -> Recipient<'_> {
        Recipient { name: &self.name, brought_by: self.brought_by.as_deref() }
    }

    /// The time of the patient's calendar: of a visit that is cancelled, the one that the patient knows.
    fn calendar_time(&self) -> Timestamp {
        self.moved_from.filter(|_| self.notice == AppointmentNotice::Cancelled).unwrap_or(self.starts_at)
    }

    /// The time as the email names it. Of a visit that is cancelled, both: a mail server may have taken the email about the move
    /// without an answer, or the patient may have seen the new time on their page.
    fn when(&self) -> String {
        let starts_at = format_long_date_time(self.starts_at);
        match self.moved_from.filter(|_| self.notice == AppointmentNotice::Cancelled) {
            Some(known) => format!("{}, which we had moved to {starts_at}", format_long_date_time(known)),
            None => starts_at,
        }
    }
}

templates!("appointment/subject.txt", "appointment/message.txt", "appointment/message.html", Facts);

/// Every value is one line of text: what visitors typed cannot add a header or a paragraph.
pub(super) struct Facts {
    pub(super) heading: String,
    pub(super) lead: String,
    pub(super) is_cancelled: bool,
    pub(super) service: String,
    /// The service, for whom if it is not the recipient, and how long it takes.
    pub(super) visit: String,
    /// Empty when the clinic shows none.
    pub(super) price: String,
    pub(super) when: String,
    pub(super) place: String,
    pub(super) map: String,
    pub(super) reference: String,
    pub(super) bring: Vec<String>,
    /// Whether the patient can drive afterwards. Empty when that is not known.
    pub(super) drive: String,
    /// The patient's page of the appointment.
    pub(super) manage: String,
    /// Whether the patient can still move or cancel it there.
    pub(super) can_change: bool,
    /// Empty when nothing can be booked online.
    pub(super) book: String,
    pub(super) emergency: String,
    pub(super) common: CommonFacts,
}

pub fn render(appointment: &AppointmentFacts, context: &Context<'_>) -> Result<RenderedMessage, askama::Error> {
    let facts = Facts::new(appointment, context);
    let rendered = render_templates(&facts)?;
    let calendar = tells_time(appointment).then(|| calendar(appointment, &facts, context));
    Ok(RenderedMessage { calendar, facts: facts.named(), ..rendered })
}

/// A new link says nothing about the time: it may be one that the patient has not been told, and that staff take back.
fn tells_time(appointment: &AppointmentFacts) -> bool {
    appointment.notice != AppointmentNotice::NewLink
}

/// The place of the clinic in one line.
pub fn place(clinic: &Clinic) -> String {
    let address = &clinic.address;
    let parts = [&clinic.name, &address.street, &address.city, &address.state, &address.country];
    one_line(&parts.map(String::as_str).join(", "))
}

/// The same for every version of an appointment.
pub fn calendar_uid(id: &str, site_url: &str) -> String {
    let host = site_url.split("://").last().unwrap_or_default().split(['/', ':']).next().unwrap_or_default();
    format!("{id}@{host}")
}

fn calendar(appointment: &AppointmentFacts, facts: &Facts, context: &Context<'_>) -> CalendarPart {
    let (method, status) = match appointment.notice {
        AppointmentNotice::Cancelled | AppointmentNotice::Expired => (CalendarMethod::Cancel, EventStatus::Cancelled),
        // Nobody knows yet whether it takes place.
        AppointmentNotice::Closed => (CalendarMethod::Request, EventStatus::Tentative),
        _ if appointment.confirmed => (CalendarMethod::Request, EventStatus::Confirmed),
        _ => (CalendarMethod::Request, EventStatus::Tentative),
    };
    let envelope = context.to.envelope();
    let event = CalendarEvent { status, attendee: Some(&envelope), ..event(appointment, facts, context) };
    CalendarPart { method: method.into_str(), is_invitation: true, file: event.to_file(method) }
}

/// The visit in a calendar, as a confirmed one and without the patient's address.
pub(super) fn event<'a>(
    appointment: &AppointmentFacts,
    facts: &'a Facts,
    context: &'a Context<'_>,
) -> CalendarEvent<'a> {
    CalendarEvent {
        uid: calendar_uid(&appointment.id, context.site_url),
        sequence: appointment.sequence,
        status: EventStatus::Confirmed,
        made_at: appointment.made_at,
        starts_at: appointment.calendar_time(),
        minutes: appointment.minutes,
        summary: one_line(&format!("{}{}, {}", facts.service, appointment.recipient().for_whom(), facts.common.clinic)),
        location: facts.place.clone(),
        description: format!("Reference {}\nMove or cancel: {}", facts.reference, facts.manage),
        url: facts.manage.clone(),
        organizer: Some((&facts.common.clinic, context.sender)),
        attendee: None,
    }
}

impl Facts {
    pub(super) fn new(appointment: &AppointmentFacts, context: &Context<'_>) -> Self {
        let Context { clinic, site_url, link, .. } = context;
        let site_url = site_url.trim_end_matches('/');
        let can_change = can_change(appointment, clinic);
        let (heading, lead) = opening_lines(appointment, can_change);
        let booked = clinic.booking.as_ref().and_then(|booking| booking.service(&appointment.service));
        let is_cancelled = matches!(appointment.notice, AppointmentNotice::Cancelled | AppointmentNotice::Expired);
        // Whoever must not come brings nothing, and does not ask how long it takes.
        let must_not_come = is_cancelled || appointment.notice == AppointmentNotice::Closed;
        let booked = booked.filter(|_| !must_not_come);
        let service = one_line(&appointment.title);
        let for_whom = appointment.recipient().for_whom();
        Self {
            heading: one_line(&heading),
            lead: one_line(&lead),
            is_cancelled,
            visit: one_line(&if must_not_come {
                format!("{service}{for_whom}")
            } else {
                format!("{service}{for_whom}, about {} minutes", appointment.minutes)
            }),
            service,
            price: booked.and_then(|service| service.price).map(|price| price.to_string()).unwrap_or_default(),
            when: if tells_time(appointment) { appointment.when() } else { String::new() },
            place: place(clinic),
            map: one_line(&clinic.map.link),
            reference: one_line(&appointment.reference),
            bring: booked.map(|service| service.bring.iter().map(|it| one_line(it)).collect()).unwrap_or_default(),
            drive: booked.map(|service| one_line(&service.drive)).unwrap_or_default(),
            manage: format!(
                "{site_url}{}",
                link.map_or_else(|| APPOINTMENT_PAGE.to_owned(), AppointmentToken::page_address)
            ),
            can_change,
            book: if clinic.books_online { format!("{site_url}/book") } else { String::new() },
            emergency: one_line(&clinic.emergency.text),
            common: CommonFacts::new(context),
        }
    }

    pub(super) fn named(self) -> Vec<(&'static str, String)> {
        self.common.named([
            ("heading", self.heading),
            ("lead", self.lead),
            ("service", self.service),
            ("when", self.when),
            ("place", self.place),
            ("reference", self.reference),
            ("manage", self.manage),
            ("emergency", self.emergency),
        ])
    }
}

/// Three hours before the visit, a patient who reads the email soon may be too late for every notice that clinics use.
fn can_change(appointment: &AppointmentFacts, clinic: &Clinic) -> bool {
    let notice = clinic.booking.as_ref().map_or(Duration::ZERO, |booking| booking.change_notice);
    appointment.notice != AppointmentNotice::Reminder(Reminder::ThreeHoursBefore)
        && appointment.made_at + notice < appointment.starts_at
}

fn opening_lines(appointment: &AppointmentFacts, can_change: bool) -> (String, String) {
    let recipient = appointment.recipient();
    let (hello, your, at_start) = (recipient.greeted(), recipient.your(), recipient.your_at_start());
    match appointment.notice {
        // The same text: whether a request holds its time would tell a stranger how many appointments a number has.
        AppointmentNotice::Waiting | AppointmentNotice::Received => (
            format!("We received {your} request"),
            format!(
                "Hello {hello}, we have {your} request for the time below. It is not certain yet: we will confirm it, or offer \
                 another time, by email or phone."
            ),
        ),
        AppointmentNotice::Confirmed => (
            format!("{at_start} appointment is confirmed"),
            format!("Hello {hello}, we look forward to seeing {}.", recipient.you()),
        ),
        AppointmentNotice::Moved if appointment.confirmed => (
            format!("{at_start} appointment was moved"),
            format!("Hello {hello}, this is the new time of {your} appointment."),
        ),
        AppointmentNotice::Moved => (
            format!("{at_start} appointment was moved"),
            format!(
                "Hello {hello}, we have {your} request for the new time below. It is not certain yet: we will confirm it, or offer \
                 another time, by email or phone."
            ),
        ),
        AppointmentNotice::Cancelled => match &appointment.reason {
            Some(reason) => (
                format!("{at_start} appointment was cancelled"),
                format!("Hello {hello}, we had to cancel {your} appointment: {reason}"),
            ),
            None => (
                format!("{at_start} appointment was cancelled"),
                format!("Hello {hello}, {your} appointment was cancelled."),
            ),
        },
        AppointmentNotice::Closed => {
            let earlier =
                appointment.moved_from.map(|at| format!(", nor at the earlier time ({})", format_long_date_time(at)));
            let earlier = earlier.unwrap_or_default();
            let then = if can_change { "choose another time, or call us." } else { "call us to agree another time." };
            (
                format!("The clinic is closed at the time of {your} appointment"),
                format!(
                    "Hello {hello}, we are sorry: the clinic is closed at the time below, so please do not come \
                     then{earlier}. Please {then}"
                ),
            )
        }
        AppointmentNotice::NewLink => (
            format!("A new link to {your} appointment"),
            format!(
                "Hello {hello}, please use the link below from now on. The links in our earlier emails no longer work."
            ),
        ),
        AppointmentNotice::Expired => (
            format!("{at_start} request has expired"),
            format!(
                "Hello {hello}, we are sorry: the clinic could not answer {your} request in time. No time is held for you, so \
                 please do not come at this time. Please book again, or call us."
            ),
        ),
        AppointmentNotice::Reminder(reminder @ (Reminder::TwoDaysBefore | Reminder::DayBefore)) => (
            if reminder == Reminder::DayBefore {
                format!("{at_start} appointment is tomorrow")
            } else {
                format!("{at_start} appointment is in two days")
            },
            if can_change {
                format!("Hello {hello}, this is a reminder. If you cannot come, please move or cancel the appointment.")
            } else {
                format!("Hello {hello}, this is a reminder. If you cannot come, please call us.")
            },
        ),
        AppointmentNotice::Reminder(Reminder::ThreeHoursBefore) => (
            format!("{at_start} appointment is today"),
            format!(
                "Hello {hello}, we will see {} at {}. If you cannot come, please call us.",
                recipient.you(),
                format_time(appointment.starts_at)
            ),
        ),
    }
}
