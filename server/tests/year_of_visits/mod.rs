//! A year at the clinic in any order of events, on SQLite and on PostgreSQL, with two instances, clocks that are set forward and
//! back, mail servers that are down, held emails, emails that come back, corrected addresses and numbers, closures, booking that is
//! turned off, and people who are erased: no email after its visit, none twice, none to an address that was corrected or to somebody
//! who was erased, nobody who is due is missing from both the outbox and the lists of the desk, nobody is in the list to tell who
//! knows it, and each request is in the list to confirm once.
//!
//! `events` has what can happen, `visits`, `emails`, `closures` and `recalls` do it and say what it means, in the simple form of
//! `model`, and `invariants` has what must be true after each event.

mod closures;
mod emails;
mod events;
mod invariants;
mod model;
mod recalls;
mod visits;

use std::collections::{BTreeMap, BTreeSet};
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use clinic_http::outbox::Outbox;
use clinic_mail::{Delivery, MailTransport, Message, OutgoingMessage};
use clinic_rules::booking::{
    AppointmentId, Closure, Confirm, OpenTimes, Patient, PatientInput, Settings, SlotTime, Source, ToTell,
};
use clinic_rules::rate_limit::Limits;
use clinic_runtime::clock::Clock;
use clinic_store::{Appointment, Lease};
use jiff::Timestamp;
use jiff::civil::Date;
use proptest::test_runner::{Config, TestRunner};

use crate::support::TestClock;
use crate::support::databases::on_both;
use crate::support::test_clinic::{self, ClinicStore, no_limits};
use closures::PressWhenClosed;
use emails::Correct;
use events::{Event, events};
use model::{AgreedRecall, Visit};

const HOUR: Duration = Duration::from_hours(1);
const DAY: Duration = Duration::from_hours(24);
const REJECTED: &str = "nobody@example.com";

/// Six people: two share a phone, two have no address, and one has an address that the mail server rejects.
fn patients() -> Vec<Patient> {
    [
        ("Ada Obi", "0803 123 4567", Some("ada@example.com")),
        ("Ngozi Obi", "0803 123 4567", Some("obi@example.com")),
        ("Emeka Obi", "0803 123 4567", None),
        ("Bola Ade", "0805 000 0012", None),
        ("Chi Eze", "0806 000 0013", Some(REJECTED)),
        ("Dele Oke", "0807 000 0014", Some("dele@example.com")),
    ]
    .map(|(name, phone, email)| {
        Patient::parse(&PatientInput { name, phone, email, note: None, brought_by: None }).expect("a patient")
    })
    .to_vec()
}

struct MailServer {
    clock: Arc<TestClock>,
    is_down: AtomicBool,
    /// With the address.
    accepted: Mutex<Vec<(Timestamp, String, Message)>>,
}

impl MailTransport for MailServer {
    fn deliver<'a>(&'a self, message: &'a OutgoingMessage) -> Pin<Box<dyn Future<Output = Delivery> + Send + 'a>> {
        Box::pin(async move {
            if self.is_down.load(Ordering::SeqCst) {
                return Delivery::Deferred { reason: "451 busy".to_owned() };
            }
            if message.to.as_typed() == REJECTED {
                return Delivery::Rejected { reason: "550 no such user".to_owned() };
            }
            let to = message.to.as_typed().to_owned();
            let mut accepted = self.accepted.lock().expect("accepted");
            accepted.extend(message.messages().map(|it| (self.clock.now(), to.clone(), it.clone())));
            Delivery::Accepted
        })
    }

    fn erase<'a>(&'a self, _: &'a str) -> Pin<Box<dyn Future<Output = ()> + Send + 'a>> {
        Box::pin(async {})
    }
}

/// The day on which the clinic is closed, since when, and the visits of which staff have decided that they take place.
struct Closed {
    closure: Closure,
    since: Timestamp,
    kept: BTreeSet<usize>,
}

struct Year {
    instances: [(ClinicStore, Outbox); 2],
    mail: Arc<MailServer>,
    /// While booking is on and nothing is closed.
    settings: Settings,
    patients: Vec<Patient>,
    visits: Vec<Visit>,
    recalls: BTreeMap<usize, AgreedRecall>,
    came_back: i64,
    /// What was accepted by the mail server: appointment, sequence, and what it said.
    told: BTreeSet<(String, u32, String)>,
    /// The reminders of each visit since its patient was told something else, with the time that they were about.
    reminded: BTreeMap<String, BTreeSet<(Timestamp, i64)>>,
    /// The number of emails of the list of accepted ones that were checked.
    checked: usize,
    turn: usize,
    /// The visit whose patient staff have told last, what, and what the patient does not know after the undo.
    last_told: Option<(usize, ToTell, Option<ToTell>)>,
    /// The recalls of which staff have pressed "Asked" and "Declined" last, by the visits at which they were agreed.
    last_asked: Option<(String, usize)>,
    last_declined: Option<(String, usize)>,
    is_stalled: bool,
    closed: Option<Closed>,
    closures: u32,
    is_off: bool,
    is_held: bool,
    /// What an instance that has stopped was about to send.
    unsent: Vec<Lease>,
}

/// People book at any hour here, so that only closures make visits impossible.
fn around_the_clock() -> Settings {
    let mut settings = test_clinic::settings();
    // The last visit of a day may end after midnight.
    settings.opening.week = std::array::from_fn(|_| vec![OpenTimes { from: 0, until: 26 * 60 }]);
    settings
}

impl Year {
    /// With few emails, online appointments are confirmed at once, and the emails that the public causes have a limit.
    async fn open(url: &str, has_few_emails: bool) -> Self {
        // Two people share a phone with a third, so some of their requests get no time.
        let mut limits = Limits { held_per_phone: 2, ..no_limits() };
        let mut settings = around_the_clock();
        if has_few_emails {
            limits.booking_emails_per_recipient_day = 1;
            settings.confirm = Confirm::AtOnce;
        }
        let first =
            ClinicStore { limits: limits.clone(), settings: settings.clone(), ..ClinicStore::open(url, 1).await };
        let second = ClinicStore {
            clock: first.clock.clone(),
            limits,
            settings: settings.clone(),
            ..ClinicStore::open(url, 2).await
        };
        let (clock, is_down) = (first.clock.clone(), AtomicBool::new(false));
        let mail = Arc::new(MailServer { clock, is_down, accepted: Mutex::default() });
        let with_outbox = |clinic: ClinicStore| {
            let outbox = Outbox::new(
                clinic.store.clone(),
                mail.clone(),
                clinic.clock.clone(),
                clinic.random.clone(),
                clinic.secrets.signing.clone(),
            );
            (clinic, outbox)
        };
        Self {
            instances: [with_outbox(first), with_outbox(second)],
            mail: mail.clone(),
            settings,
            patients: patients(),
            visits: Vec::new(),
            recalls: BTreeMap::new(),
            came_back: 0,
            told: BTreeSet::new(),
            reminded: BTreeMap::new(),
            checked: 0,
            turn: 0,
            last_told: None,
            last_asked: None,
            last_declined: None,
            is_stalled: false,
            closed: None,
            closures: 0,
            is_off: false,
            is_held: false,
            unsent: Vec::new(),
        }
    }

    async fn begin(&mut self) {
        for table in ["chair_ticks", "appointments", "recalls", "recall_counts", "outbox", "booking_days", "mail_hold"]
        {
            let statement = sqlx::AssertSqlSafe(format!("DELETE FROM {table}"));
            sqlx::query(statement).execute(&self.instances[0].0.rows).await.expect("cleared");
        }
        self.instances[0].0.clock.set(crate::support::START_TIME.parse().expect("a time"));
        self.mail.is_down.store(false, Ordering::SeqCst);
        self.mail.accepted.lock().expect("accepted").clear();
        (self.visits, self.recalls, self.came_back) = (Vec::new(), BTreeMap::new(), 0);
        (self.told, self.reminded, self.checked) = (BTreeSet::new(), BTreeMap::new(), 0);
        (self.is_stalled, self.unsent, self.last_told) = (false, Vec::new(), None);
        (self.last_asked, self.last_declined) = (None, None);
        (self.closed, self.closures, self.is_off, self.is_held) = (None, 0, false, false);
        self.apply_settings();
    }

    /// What both instances read from the content.
    fn apply_settings(&mut self) {
        let closures: Vec<_> = self.closed.iter().map(|it| it.closure.clone()).collect();
        for (clinic, _) in &mut self.instances {
            clinic.settings = if self.is_off {
                Settings::when_off_with(closures.clone())
            } else {
                let mut settings = self.settings.clone();
                settings.opening.closures.clone_from(&closures);
                settings
            };
        }
    }

    fn now(&self) -> Timestamp {
        self.instances[0].0.clock.now()
    }

    fn today(&self) -> Date {
        SlotTime::of(self.now()).date
    }

    /// The instance that the next request reaches.
    fn clinic(&mut self) -> &ClinicStore {
        self.turn += 1;
        &self.instances[self.turn % 2].0
    }

    fn slot(&self, hours_ahead: u32) -> SlotTime {
        let at = SlotTime::of(self.now() + HOUR * hours_ahead);
        SlotTime { minute: at.minute / 15 * 15, ..at }
    }

    async fn stored(&self, id: &AppointmentId) -> Appointment {
        self.instances[0].0.store.appointment(id).await.expect("read").expect("an appointment")
    }

    /// A visit to come, if there is one. Most of a year's visits are over.
    fn which_to_come(&self, which: usize) -> Option<usize> {
        let is_to_come = |it: &Visit| !it.is_erased && it.slot.timestamp().is_some_and(|at| at > self.now());
        let to_come: Vec<_> = (0..self.visits.len()).filter(|index| is_to_come(&self.visits[*index])).collect();
        let any = self.which(which).filter(|index| !self.visits[*index].is_erased);
        to_come.get(which % to_come.len().max(1)).copied().or(any)
    }

    fn which(&self, which: usize) -> Option<usize> {
        (!self.visits.is_empty()).then(|| which % self.visits.len())
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn in_any_year_no_patient_is_mailed_too_late_or_twice_and_none_is_forgotten() {
    try_years(false).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn in_a_year_with_too_many_emails_no_patient_is_forgotten() {
    try_years(true).await;
}

/// Found by a year with another seed: the email about the closure came to nobody, because the address was wrong.
#[tokio::test(flavor = "multi_thread")]
async fn correction_after_a_refused_email_about_a_past_closure_tells_what_is_true_now() {
    on_both(async |url| {
        let mut year = Year::open(&url, false).await;
        for source in [Source::Online, Source::Phone] {
            year.begin().await;
            let presses =
                [PressWhenClosed::Correct(Correct::Address(2)), PressWhenClosed::Tell, PressWhenClosed::Nothing];
            year.happen(Event::Book { patient: 2, service: 0, hours_ahead: 38, source }).await;
            year.happen(Event::TakeBackClosure { which: 0, presses }).await;
            year.happen(Event::Correct { which: 0, what: Correct::Address(1) }).await;
        }
    })
    .await;
}

async fn try_years(has_few_emails: bool) {
    on_both(async |url| {
        let mut year = Year::open(&url, has_few_emails).await;
        let runtime = tokio::runtime::Handle::current();
        let cases = std::env::var("YEARS").ok().and_then(|it| it.parse().ok()).unwrap_or(4);
        let mut runner = TestRunner::new(Config { cases, failure_persistence: None, ..Config::default() });
        tokio::task::block_in_place(|| {
            let year = tokio::sync::Mutex::new(&mut year);
            let result = runner.run(&events(), |events| {
                runtime.block_on(async {
                    let mut year = year.lock().await;
                    year.begin().await;
                    for event in &events {
                        year.happen(*event).await;
                    }
                });
                Ok(())
            });
            result.unwrap_or_else(|failure| panic!("{failure}"));
        });
    })
    .await;
}
