//! A year at the clinic in any order of events, on SQLite and on PostgreSQL, with two instances, clocks that are set forward and
//! back, mail servers that are down, and people who are erased: no email after its visit, none twice, none to somebody who was
//! erased, nobody who is due is missing from both the outbox and the lists of the desk, nobody is in the list to tell who
//! knows it, and each request is in the list to confirm once.

use std::collections::{BTreeMap, BTreeSet};
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use clinic_http::outbox::Outbox;
use clinic_mail::message::AppointmentNotice;
use clinic_mail::{Delivery, MailTransport, Message, OutgoingMessage};
use clinic_rules::booking::{
    AppointmentId, AppointmentState, Closure, Confirm, OpenTimes, Patient, PatientInput, RecallOutcome, Settings,
    SlotTime, Source, ToTell,
};
use clinic_rules::rate_limit::Limits;
use clinic_runtime::clock::Clock;
use clinic_store::{
    Appointment, ChangedBy, Lease, NewRecall, PatientToTell, PeopleChoice, RecallList, SeenAppointment, StoredUnder,
    WAIT_FOR_UNDO,
};
use jiff::civil::Date;
use jiff::{Span, Timestamp};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

use crate::support::TestClock;
use crate::support::databases::on_both;
use crate::support::test_clinic::{self, ClinicStore, no_limits};

const HOUR: Duration = Duration::from_hours(1);
const DAY: Duration = Duration::from_hours(24);
const REJECTED: &str = "nobody@example.com";

#[derive(Debug, Clone, Copy)]
enum Event {
    Wait {
        hours: u32,
    },
    /// The clock is set, and no job has run in between.
    SetClock {
        seconds: i64,
    },
    MailIsDown(bool),
    /// An instance stops while it has emails to send, and goes on later with what it knew then.
    Stall(bool),
    /// An instance stops after it has booked. The other one tries to send its email while the mail server is down, and both try
    /// when it is up again.
    StallWithoutMail {
        patient: usize,
        hours_ahead: u32,
    },
    Book {
        patient: usize,
        service: usize,
        hours_ahead: u32,
        source: Source,
    },
    Confirm {
        which: usize,
    },
    Move {
        which: usize,
        hours_ahead: u32,
    },
    ChangeChair {
        which: usize,
    },
    /// With the link, to a time that is offered.
    MoveByPatient {
        which: usize,
        days_ahead: u32,
        quarter: u16,
    },
    Cancel {
        which: usize,
        by_patient: bool,
    },
    /// Asks the clinic to erase everything.
    Erase {
        patient: usize,
    },
    State {
        which: usize,
        to: AppointmentState,
    },
    /// Undoes the last press on a visit.
    Undo {
        which: usize,
    },
    Agree {
        which: usize,
        weeks: u32,
    },
    /// Somebody who is due to come back has a visit, and comes or does not.
    Return {
        which: usize,
        hours_ahead: u32,
        to: AppointmentState,
    },
    /// Somebody without email comes and agrees to come back, is asked months later, books months after that, and misses the visit.
    MissLate {
        patient: usize,
    },
    /// Staff tell a patient of the list, and a colleague at another desk has told the same one.
    Tell {
        which: usize,
    },
    /// The last "Told" was a wrong press.
    UndoTold,
    /// The clinic is closed on the day of a visit, and then it is not.
    TakeBackClosure {
        which: usize,
        press: PressWhenClosed,
    },
    /// Staff end the link of a patient, who gets another one by email.
    NewLink {
        which: usize,
    },
    EmailCameBack {
        which: usize,
    },
    Ask,
    Decline,
    RetryOrDiscard {
        which: usize,
        discard: bool,
    },
}

/// What staff press while the clinic is closed at the time of a visit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PressWhenClosed {
    Nothing,
    Tell,
    TellAndTold,
    /// The confirmation of a request.
    Confirm,
    /// A cancellation and its undo, before or after its email was sent.
    CancelAndUndo {
        is_late: bool,
    },
}

fn events() -> impl Strategy<Value = Vec<Event>> {
    let hours_ahead = prop_oneof![1u32..60, 24u32..600];
    let source = prop_oneof![2 => Just(Source::Online), 2 => Just(Source::Phone), 1 => Just(Source::WalkIn)];
    let state = prop_oneof![
        2 => Just(AppointmentState::Arrived),
        2 => Just(AppointmentState::Done),
        1 => Just(AppointmentState::Missed),
        1 => Just(AppointmentState::Confirmed),
    ];
    let weeks = prop_oneof![1u32..4, 1u32..20];
    let returned = prop_oneof![Just(AppointmentState::Done), Just(AppointmentState::Missed)];
    let press = prop_oneof![
        Just(PressWhenClosed::Nothing),
        Just(PressWhenClosed::Tell),
        Just(PressWhenClosed::TellAndTold),
        Just(PressWhenClosed::Confirm),
        any::<bool>().prop_map(|is_late| PressWhenClosed::CancelAndUndo { is_late }),
    ];
    let seconds =
        prop_oneof![-90i64..90, -20_000i64..20_000, -4_000_000i64..4_000_000, Just(-26_000_000), Just(26_000_000)];
    let event = prop_oneof![
        8 => (1u32..400).prop_map(|hours| Event::Wait { hours }),
        1 => seconds.prop_map(|seconds| Event::SetClock { seconds }),
        1 => any::<bool>().prop_map(Event::MailIsDown),
        1 => any::<bool>().prop_map(Event::Stall),
        1 => (0usize..6, 72u32..600).prop_map(
            |(patient, hours_ahead)| Event::StallWithoutMail { patient, hours_ahead }),
        6 => (0usize..6, 0usize..2, hours_ahead.clone(), source).prop_map(
            |(patient, service, hours_ahead, source)| Event::Book { patient, service, hours_ahead, source }),
        4 => any::<usize>().prop_map(|which| Event::Confirm { which }),
        2 => (any::<usize>(), hours_ahead).prop_map(|(which, hours_ahead)| Event::Move { which, hours_ahead }),
        1 => any::<usize>().prop_map(|which| Event::ChangeChair { which }),
        2 => (any::<usize>(), 1u32..40, 0u16..12).prop_map(
            |(which, days_ahead, quarter)| Event::MoveByPatient { which, days_ahead, quarter }),
        2 => (any::<usize>(), any::<bool>()).prop_map(|(which, by_patient)| Event::Cancel { which, by_patient }),
        1 => (0usize..12).prop_map(|patient| Event::Erase { patient }),
        5 => (any::<usize>(), state).prop_map(|(which, to)| Event::State { which, to }),
        4 => any::<usize>().prop_map(|which| Event::Undo { which }),
        4 => (any::<usize>(), weeks).prop_map(|(which, weeks)| Event::Agree { which, weeks }),
        4 => (any::<usize>(), 24u32..200, returned).prop_map(
            |(which, hours_ahead, to)| Event::Return { which, hours_ahead, to }),
        1 => (2usize..4).prop_map(|patient| Event::MissLate { patient }),
        4 => any::<usize>().prop_map(|which| Event::Tell { which }),
        1 => Just(Event::UndoTold),
        3 => (any::<usize>(), press).prop_map(|(which, press)| Event::TakeBackClosure { which, press }),
        1 => any::<usize>().prop_map(|which| Event::NewLink { which }),
        2 => any::<usize>().prop_map(|which| Event::EmailCameBack { which }),
        1 => Just(Event::Ask),
        1 => Just(Event::Decline),
        1 => (any::<usize>(), any::<bool>()).prop_map(|(which, discard)| Event::RetryOrDiscard { which, discard }),
    ];
    proptest::collection::vec(event, 30..90)
}

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
    .map(|(name, phone, email)| Patient::parse(&PatientInput { name, phone, email, note: None }).expect("a patient"))
    .to_vec()
}

struct MailServer {
    clock: Arc<TestClock>,
    is_down: AtomicBool,
    accepted: Mutex<Vec<(Timestamp, Message)>>,
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
            self.accepted.lock().expect("accepted").push((self.clock.now(), message.message.clone()));
            Delivery::Accepted
        })
    }

    fn erase<'a>(&'a self, _: &'a str) -> Pin<Box<dyn Future<Output = ()> + Send + 'a>> {
        Box::pin(async {})
    }
}

struct Visit {
    id: AppointmentId,
    patient: usize,
    service: usize,
    slot: SlotTime,
    state: AppointmentState,
    is_erased: bool,
    /// An email to the patient came back.
    is_returned: bool,
    /// The number of the last change.
    sequence: u32,
    /// What staff have changed and nobody has told the patient.
    untold: Option<ToTell>,
    /// Whether the patient was told, or is about to be told, that the clinic is closed then, and not yet that it is open.
    thinks_closed: bool,
    /// What the patient did not know before the last press.
    untold_before: Option<ToTell>,
    /// The time and the state before the last press of staff, unless it was an undo.
    before: Option<(SlotTime, AppointmentState)>,
    /// When its state was changed last.
    pressed_at: Timestamp,
}

/// A recall in the simple form of the same rules, by the visit at which it was agreed.
struct AgreedRecall {
    due: Date,
    /// Since when the patient is to be asked: after a visit that did not take place, the next day.
    due_since: Date,
    agreed_at: Timestamp,
    /// The day of the visit at which it was agreed.
    agreed_on: Date,
    /// The visit that was the return.
    ended_by: Option<usize>,
    declined: bool,
    /// Whether the patient is to be asked: at first, and again after each visit that did not take place.
    is_to_ask: bool,
    /// How often the patient may be asked by email: once, and once more for each visit that did not take place.
    emails_allowed: u32,
}

impl Visit {
    /// What somebody has to tell the patient. No closure is left that was not taken back.
    fn to_tell(&self) -> Option<ToTell> {
        match self.untold {
            None | Some(ToTell::Closed) if self.thinks_closed => stands(self.state),
            untold => untold,
        }
    }

    /// Whoever has not learned of what is undone knows what they knew before. The others have to be told again.
    fn untold_after_undo(
        &self,
        undone: AppointmentState,
        was_moved: bool,
        is_being_sent: bool,
        may_have_read: bool,
    ) -> Option<ToTell> {
        let change = match undone {
            AppointmentState::Cancelled => ToTell::Cancelled,
            _ if was_moved => ToTell::Moved,
            _ => ToTell::Confirmed,
        };
        // A confirmation does not wait, so it is about to be sent until it was.
        let is_known = may_have_read || (is_being_sent && change != ToTell::Confirmed);
        match self.state {
            _ if self.untold == Some(change) && !is_known => self.untold_before,
            AppointmentState::Requested | AppointmentState::Confirmed if was_moved => Some(ToTell::Moved),
            AppointmentState::Confirmed => Some(ToTell::Confirmed),
            _ => Some(ToTell::Requested),
        }
    }
}

/// What a patient is told who hears that the visit takes place.
fn stands(state: AppointmentState) -> Option<ToTell> {
    match state {
        AppointmentState::Confirmed => Some(ToTell::Confirmed),
        AppointmentState::Requested => Some(ToTell::Requested),
        _ => None,
    }
}

struct Year {
    instances: [(ClinicStore, Outbox); 2],
    mail: Arc<MailServer>,
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
    is_stalled: bool,
    /// The day on which the clinic is closed, and since when.
    closed_since: Option<(Date, Timestamp)>,
    /// What an instance that has stopped was about to send.
    unsent: Vec<Lease>,
}

/// People book at any hour here, and no visit is at a time at which the clinic is closed: `closed_visits` tests those.
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
        let second = ClinicStore { clock: first.clock.clone(), limits, settings, ..ClinicStore::open(url, 2).await };
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
            patients: patients(),
            visits: Vec::new(),
            recalls: BTreeMap::new(),
            came_back: 0,
            told: BTreeSet::new(),
            reminded: BTreeMap::new(),
            checked: 0,
            turn: 0,
            last_told: None,
            is_stalled: false,
            closed_since: None,
            unsent: Vec::new(),
        }
    }

    async fn begin(&mut self) {
        for table in ["chair_ticks", "appointments", "recalls", "recall_counts", "outbox", "booking_days"] {
            let statement = sqlx::AssertSqlSafe(format!("DELETE FROM {table}"));
            sqlx::query(statement).execute(&self.instances[0].0.rows).await.expect("cleared");
        }
        self.instances[0].0.clock.set(crate::support::START_TIME.parse().expect("a time"));
        self.mail.is_down.store(false, Ordering::SeqCst);
        self.mail.accepted.lock().expect("accepted").clear();
        (self.visits, self.recalls, self.came_back) = (Vec::new(), BTreeMap::new(), 0);
        (self.told, self.reminded, self.checked) = (BTreeSet::new(), BTreeMap::new(), 0);
        (self.is_stalled, self.unsent, self.last_told, self.closed_since) = (false, Vec::new(), None, None);
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

    fn which(&self, which: usize) -> Option<usize> {
        (!self.visits.is_empty()).then(|| which % self.visits.len())
    }

    async fn happen(&mut self, event: Event) {
        match event {
            Event::Wait { hours } => self.wait(HOUR * hours).await,
            Event::SetClock { seconds } => {
                let time = self.now() + jiff::SignedDuration::from_secs(seconds);
                self.instances[0].0.clock.set(time);
            }
            Event::MailIsDown(is_down) => self.mail.is_down.store(is_down, Ordering::SeqCst),
            Event::Stall(is_stalled) => self.stall(is_stalled).await,
            Event::StallWithoutMail { patient, hours_ahead } => {
                self.stall(true).await;
                self.book(patient, 0, hours_ahead, Source::Phone).await;
                let was_down = self.mail.is_down.swap(true, Ordering::SeqCst);
                self.wait(HOUR).await;
                self.mail.is_down.store(was_down, Ordering::SeqCst);
                self.stall(false).await;
            }
            Event::Return { which, hours_ahead, to } => self.come_back(which, hours_ahead, to).await,
            Event::Book { patient, service, hours_ahead, source } => {
                self.book(patient, service, hours_ahead, source).await;
            }
            Event::Agree { which, weeks } => self.agree(which, weeks).await,
            Event::MissLate { patient } => self.miss_late(patient).await,
            Event::Tell { which } => self.tell(which).await,
            Event::UndoTold => self.undo_told().await,
            Event::TakeBackClosure { which, press } => self.take_back_closure(which, press).await,
            Event::NewLink { which } => self.send_new_link(which).await,
            Event::EmailCameBack { which } => self.report_returned_email(which).await,
            Event::Ask => {
                if let Some((id, visit)) = self.list(RecallList::ToAsk).await.pop() {
                    let clinic = self.clinic();
                    clinic.store.mark_recall_asked(&id, clinic.actor()).await.expect("asked");
                    self.recalls.get_mut(&visit).expect("a recall").is_to_ask = false;
                }
            }
            Event::Decline => {
                if let Some((id, visit)) = self.list(RecallList::ToAsk).await.pop() {
                    let clinic = self.clinic();
                    clinic.store.end_recall(&id, RecallOutcome::Declined, clinic.actor()).await.expect("ended");
                    self.recalls.get_mut(&visit).expect("a recall").declined = true;
                }
            }
            Event::RetryOrDiscard { which, discard } => self.retry_or_discard(which, discard).await,
            Event::Erase { patient } => self.erase(patient).await,
            event => self.change(event).await,
        }
        self.run_jobs().await;
        self.follow_expired().await;
        self.check().await;
        self.purge().await;
        self.check().await;
    }

    /// The purge deletes what is old. Of the recalls that nobody has asked, none is lost that was due for less than half a year.
    async fn purge(&mut self) {
        let now = self.now();
        self.clinic().store.purge(now).await.expect("purged");
        let rows = &self.instances[0].0.rows;
        let stored: Vec<String> = sqlx::query_scalar("SELECT id FROM appointments").fetch_all(rows).await.expect("ids");
        for visit in self.visits.iter_mut().filter(|it| !stored.iter().any(|id| id == it.id.as_str())) {
            visit.is_erased = true;
            visit.state = AppointmentState::Cancelled;
        }
        let kept: Vec<String> =
            sqlx::query_scalar("SELECT reason FROM recalls").fetch_all(rows).await.expect("recalls");
        let half_a_year_ago = self.today().saturating_sub(Span::new().days(182));
        self.recalls.retain(|visit, recall| {
            if recall.declined || kept.contains(&format!("visit {visit}")) {
                return true;
            }
            let may_end = recall.ended_by.is_some() || !recall.is_to_ask || recall.due_since < half_a_year_ago;
            assert!(may_end, "nobody asks the patient of visit {visit}, due since {}, at {now}", recall.due_since);
            false
        });
    }

    async fn book(&mut self, patient: usize, service: usize, hours_ahead: u32, source: Source) {
        let slot = if source == Source::WalkIn { self.slot(0) } else { self.slot(hours_ahead) };
        let (person, request) =
            (self.patients[patient].clone(), format!("request {} {}", self.visits.len(), self.turn));
        let clinic = self.clinic();
        let booked = match source {
            Source::Online => clinic.book_with(&request, service, slot, &person).await,
            source => clinic.add(source, service, slot, &person).await,
        };
        let Ok(booked) = booked else { return };
        let (id, state) = (booked.appointment.id, booked.appointment.state);
        let (sequence, is_erased) = (booked.appointment.sequence, false);
        let (untold, untold_before, pressed_at) = (None, None, self.now());
        self.visits.push(Visit {
            id,
            patient,
            service,
            slot,
            state,
            is_erased,
            is_returned: false,
            sequence,
            untold,
            thinks_closed: false,
            untold_before,
            before: None,
            pressed_at,
        });
        self.send(0, booked.lease).await;
    }

    async fn stall(&mut self, is_stalled: bool) {
        self.is_stalled = is_stalled;
        for lease in std::mem::take(&mut self.unsent) {
            self.send(0, Some(lease)).await;
        }
    }

    async fn come_back(&mut self, which: usize, hours_ahead: u32, to: AppointmentState) {
        let is_due =
            |recall: &AgreedRecall| recall.due <= self.today() && recall.ended_by.is_none() && !recall.declined;
        let due: Vec<usize> =
            self.recalls.iter().filter(|(_, it)| is_due(it)).map(|(agreed_at, _)| *agreed_at).collect();
        let Some(agreed_at) = due.get(which % due.len().max(1)).copied() else { return };
        let (patient, service, index) =
            (self.visits[agreed_at].patient, self.visits[agreed_at].service, self.visits.len());
        self.book(patient, service, hours_ahead, Source::Phone).await;
        if self.visits.len() > index {
            self.wait(HOUR * (hours_ahead + 1)).await;
            self.change(Event::State { which: index, to }).await;
        }
    }

    async fn miss_late(&mut self, patient: usize) {
        let agreed_at = self.visits.len();
        self.book(patient, 0, 0, Source::WalkIn).await;
        if self.visits.len() == agreed_at {
            return;
        }
        self.change(Event::State { which: agreed_at, to: AppointmentState::Arrived }).await;
        self.agree_at(agreed_at, 1).await;
        self.wait(8 * DAY).await;
        let to_ask = self.list(RecallList::ToAsk).await;
        let Some((id, _)) = to_ask.into_iter().find(|(_, visit)| *visit == agreed_at) else { return };
        self.instances[0].0.clock.advance(100 * DAY);
        let clinic = self.clinic();
        clinic.store.mark_recall_asked(&id, clinic.actor()).await.expect("asked");
        self.recalls.get_mut(&agreed_at).expect("a recall").is_to_ask = false;
        self.instances[0].0.clock.advance(84 * DAY);
        let index = self.visits.len();
        self.book(patient, 0, 24, Source::Phone).await;
        if self.visits.len() > index {
            self.wait(HOUR * 25).await;
            self.change(Event::State { which: index, to: AppointmentState::Missed }).await;
        }
    }

    /// The first instance may have stopped: then it sends the email later, or the second one does.
    async fn send(&mut self, instance: usize, lease: Option<Lease>) {
        let Some(lease) = lease else { return };
        if self.is_stalled && instance == 0 {
            self.unsent.push(lease);
        } else {
            self.instances[instance].1.deliver_now(lease, DAY).await;
        }
    }

    /// Confirms, moves, cancels, and stores what became of a visit.
    async fn change(&mut self, event: Event) {
        let (Event::Confirm { which }
        | Event::Move { which, .. }
        | Event::ChangeChair { which }
        | Event::MoveByPatient { which, .. }
        | Event::Cancel { which, .. }
        | Event::State { which, .. }
        | Event::Undo { which }) = event
        else {
            unreachable!("other events are handled before")
        };
        let Some(index) = self.which(which) else { return };
        let (id, before) = (self.visits[index].id.clone(), self.visits[index].state);
        let new_slot = match event {
            Event::Move { hours_ahead, .. } => self.slot(hours_ahead),
            Event::MoveByPatient { days_ahead, quarter, .. } => SlotTime {
                date: self.today().saturating_add(Span::new().days(i64::from(days_ahead))),
                minute: 480 + 15 * quarter,
            },
            _ => self.visits[index].slot,
        };
        let (is_being_sent, waiting) = (self.is_being_sent(&id).await, self.waiting_email(&id).await);
        let stored = self.instances[0].0.store.appointment(&id).await.expect("read");
        let may_have_read =
            stored.as_ref().is_some_and(|it| it.email_returned && it.sent_sequence == Some(it.sequence));
        let is_answered = !stored.is_some_and(|it| it.unacknowledged)
            || !matches!(before, AppointmentState::Requested | AppointmentState::Waiting);
        let clinic = self.clinic();
        let changed = match event {
            Event::Confirm { .. } => clinic.confirm(&id).await,
            Event::Move { .. } => clinic.move_at_desk(&id, new_slot, None).await,
            Event::ChangeChair { .. } => clinic.move_at_desk(&id, new_slot, Some(2)).await,
            Event::MoveByPatient { .. } => clinic.move_to(&id, new_slot).await,
            Event::Cancel { by_patient: true, .. } => clinic.cancel(&id).await,
            Event::State { to, .. } => clinic.change_state(&id, to).await,
            Event::Undo { .. } => clinic.undo(&id, before).await,
            _ => {
                let by = ChangedBy::Staff(clinic.actor());
                clinic.store.cancel_appointment(&id, Duration::ZERO, Some("Closed"), by, clinic.context()).await
            }
        };
        let Ok((after, lease)) = changed else { return };
        let old_slot = self.visits[index].slot;
        (self.visits[index].state, self.visits[index].slot) = (after.state, SlotTime::of(after.starts_at));
        let is_changed = after.sequence != self.visits[index].sequence;
        self.visits[index].sequence = after.sequence;
        let untold = self.visits[index].untold;
        let was_moved = SlotTime::of(after.starts_at) != old_slot;
        let is_back = self.visits[index].before == Some((self.visits[index].slot, after.state)) && was_moved;
        let is_closed = self.closed_since.is_some();
        let has_no_email = is_answered && after.email.is_some() && lease.is_none();
        if is_changed {
            let knows_closure = is_closed && self.visits[index].thinks_closed;
            self.visits[index].untold = match event {
                Event::Confirm { .. } if knows_closure => untold,
                Event::Undo { .. } => {
                    self.visits[index].untold_after_undo(before, was_moved, is_being_sent, may_have_read)
                }
                Event::Move { .. } if is_back && untold == Some(ToTell::Moved) && !is_being_sent && !may_have_read => {
                    self.visits[index].untold_before
                }
                Event::Cancel { by_patient: false, .. } => Some(ToTell::Cancelled),
                // The email would be one too many.
                Event::Cancel { .. } if has_no_email => Some(ToTell::Cancelled),
                Event::MoveByPatient { .. } if has_no_email => Some(ToTell::Moved),
                Event::Cancel { .. } | Event::MoveByPatient { .. } => None,
                _ if SlotTime::of(after.starts_at) == old_slot => Some(ToTell::Confirmed),
                _ => Some(ToTell::Moved),
            };
            if self.visits[index].untold == Some(ToTell::Closed) && !is_closed {
                self.visits[index].untold = stands(after.state);
            }
            let is_by_patient = matches!(event, Event::MoveByPatient { .. } | Event::Cancel { by_patient: true, .. });
            // Whoever has the link is told as if the patient had no address, beyond the limits as if they had one.
            if is_by_patient && self.visits[index].is_returned {
                self.follow_returned(index).await;
            }
            let hears_that_it_stands = match event {
                Event::Confirm { .. } if knows_closure => false,
                Event::Undo { .. } if self.visits[index].untold == Some(ToTell::Closed) => false,
                Event::Undo { .. } => was_moved || self.visits[index].untold.is_some(),
                Event::Cancel { .. } => false,
                _ => true,
            };
            self.visits[index].thinks_closed &= !hears_that_it_stands;
        }
        if is_changed || after.state != before {
            // An email that waited is given up: the patient does not know what it said.
            self.visits[index].untold_before = untold.or(waiting);
            if matches!(after.state, AppointmentState::Arrived | AppointmentState::Done | AppointmentState::Missed) {
                self.visits[index].untold = untold.or(waiting);
            }
            let is_press = !is_back && !matches!(event, Event::Undo { .. } | Event::MoveByPatient { .. });
            self.visits[index].before = is_press.then_some((old_slot, before));
            self.follow_undo(index, event, before);
            self.visits[index].pressed_at = self.now();
        }
        self.send(self.turn % 2, lease).await;
        if after.state != before && before != AppointmentState::Waiting {
            self.follow_visit(index, before, after.state);
        }
    }

    /// What the patient does not know before the email that waits is sent.
    async fn waiting_email(&self, id: &AppointmentId) -> Option<ToTell> {
        let statement =
            "SELECT payload FROM outbox WHERE kind = 'appointment' AND record_key = $1 AND state = 'queued'";
        let query = sqlx::query_scalar::<_, String>(statement).bind(id.as_str());
        let emails = query.fetch_all(&self.instances[0].0.rows).await.expect("emails");
        let tells = [
            ("received", ToTell::Requested),
            ("waiting", ToTell::Requested),
            ("confirmed", ToTell::Confirmed),
            ("moved", ToTell::Moved),
        ];
        let is_waiting = |notice: &str| emails.iter().any(|it| it.contains(&format!("\"notice\":\"{notice}\"")));
        tells.into_iter().find(|(notice, _)| is_waiting(notice)).map(|(_, what)| what)
    }

    /// Whether an instance has begun to send an email about the visit.
    async fn is_being_sent(&self, id: &AppointmentId) -> bool {
        let statement =
            "SELECT COUNT(*) FROM outbox WHERE kind = 'appointment' AND record_key = $1 AND state = 'queued'
                           AND lease_until > $2 AND payload NOT LIKE '%\"notice\":\"new-link\"%'";
        let query = sqlx::query_scalar::<_, i64>(statement).bind(id.as_str()).bind(self.now().as_millisecond());
        query.fetch_one(&self.instances[0].0.rows).await.expect("counted") > 0
    }

    /// What was agreed since a press that is undone is not agreed any more.
    fn follow_undo(&mut self, index: usize, event: Event, undone: AppointmentState) {
        let has_come = matches!(undone, AppointmentState::Arrived | AppointmentState::Done);
        let pressed_at = self.visits[index].pressed_at;
        let is_agreed_since =
            |recall: &AgreedRecall| recall.agreed_at >= pressed_at && recall.ended_by.is_none() && !recall.declined;
        if matches!(event, Event::Undo { .. }) && has_come && self.recalls.get(&index).is_some_and(is_agreed_since) {
            self.recalls.remove(&index);
        }
    }

    /// Erases one of the people, who may share a phone with others. Numbers beyond the list erase nobody.
    async fn erase(&mut self, patient: usize) {
        let Some(person) = self.patients.get(patient).cloned() else { return };
        let clinic = self.clinic();
        let phone = clinic.phone_person(&person);
        let choice = PeopleChoice::Some { names: vec![person.name.clone()], codes: false };
        let under = StoredUnder::Contact(&phone);
        clinic.store.erase_people(under, &choice, clinic.actor()).await.expect("erased");
        for index in 0..self.visits.len() {
            if self.visits[index].patient == patient {
                self.visits[index].is_erased = true;
                self.visits[index].state = AppointmentState::Cancelled;
                self.recalls.remove(&index);
            }
        }
    }

    /// What a visit that is done, or did not take place, means for the recalls of the patient.
    fn follow_visit(&mut self, index: usize, before: AppointmentState, after: AppointmentState) {
        if before == AppointmentState::Done {
            for recall in self.recalls.values_mut().filter(|it| it.ended_by == Some(index)) {
                recall.ended_by = None;
                self.came_back -= 1;
            }
        }
        let tomorrow = self.today().tomorrow().expect("a date");
        for agreed_at in self.recalls_of(index) {
            let recall = self.recalls.get_mut(&agreed_at).expect("a recall");
            match after {
                AppointmentState::Done => {
                    recall.ended_by = Some(index);
                    self.came_back += 1;
                }
                AppointmentState::Missed | AppointmentState::Cancelled => {
                    recall.emails_allowed += 1;
                    recall.is_to_ask = true;
                    recall.due_since = recall.due_since.max(tomorrow);
                }
                _ => {}
            }
        }
    }

    /// The recalls for which a visit is the return: of the same patient, for the same service, agreed on an earlier day.
    fn recalls_of(&self, index: usize) -> Vec<usize> {
        let visit = &self.visits[index];
        let is_return = |agreed_at: usize| {
            let earlier = &self.visits[agreed_at];
            (earlier.patient, earlier.service) == (visit.patient, visit.service)
        };
        let open = self.recalls.iter().filter(|(_, recall)| recall.ended_by.is_none() && !recall.declined);
        open.map(|(agreed_at, _)| *agreed_at)
            .filter(|agreed_at| *agreed_at != index && is_return(*agreed_at))
            .filter(|agreed_at| self.recalls[agreed_at].agreed_on < visit.slot.date)
            .collect()
    }

    async fn agree(&mut self, which: usize, weeks: u32) {
        let may_agree = |index: &usize| {
            let visit = &self.visits[*index];
            let has_come = matches!(visit.state, AppointmentState::Arrived | AppointmentState::Done);
            has_come && !visit.is_erased && !self.recalls.get(index).is_some_and(|recall| recall.declined)
        };
        let seen: Vec<usize> = (0..self.visits.len()).filter(may_agree).collect();
        if let Some(index) = seen.get(which % seen.len().max(1)) {
            self.agree_at(*index, weeks).await;
        }
    }

    async fn agree_at(&mut self, index: usize, weeks: u32) {
        let due = SlotTime::of(self.now()).date.checked_add(Span::new().weeks(i64::from(weeks))).expect("a date");
        let (visit, reason) = (self.visits[index].id.clone(), format!("visit {index}"));
        let clinic = self.clinic();
        // Pressed twice.
        for _ in 0..2 {
            let new = NewRecall { visit: &visit, due, reason: &reason };
            clinic.store.add_recall(new, clinic.actor()).await.expect("added");
        }
        let agreed_on = self.visits[index].slot.date;
        let agreed_at = self.now();
        let new = AgreedRecall {
            due,
            due_since: due,
            agreed_at,
            agreed_on,
            ended_by: None,
            declined: false,
            is_to_ask: true,
            emails_allowed: 1,
        };
        let recall = self.recalls.entry(index).or_insert(new);
        if recall.ended_by.is_some() || (recall.due, recall.agreed_on) != (due, agreed_on) {
            recall.emails_allowed += 1;
            recall.is_to_ask = true;
            recall.due_since = due;
            recall.agreed_at = agreed_at;
        }
        (recall.due, recall.agreed_on, recall.ended_by) = (due, agreed_on, None);
    }

    async fn retry_or_discard(&mut self, which: usize, discard: bool) {
        let clinic = self.clinic();
        let entries = clinic.store.outbox_entries(None).await.expect("emails");
        let Some(entry) = entries.get(which % entries.len().max(1)) else { return };
        if discard {
            let _ = clinic.store.discard_message(&entry.id, clinic.actor()).await;
        } else if let Ok(Some(lease)) = clinic.store.retry_message(&entry.id, clinic.actor()).await {
            self.instances[0].1.deliver_now(lease, DAY).await;
        }
    }

    /// Time passes, with the jobs of both instances at every time at which something becomes due.
    async fn wait(&mut self, time: Duration) {
        let end = self.now() + time;
        while self.now() < end {
            let starts = self.visits.iter().filter_map(|visit| visit.slot.timestamp());
            let moments = starts.flat_map(|at| [48, 24, 3, 0].map(|hours| at - HOUR * hours));
            let next = moments.filter(|at| *at > self.now()).min().unwrap_or(end).min(self.now() + 2 * DAY).min(end);
            self.instances[0].0.clock.set(next);
            self.run_jobs().await;
            self.follow_expired().await;
            self.check().await;
        }
    }

    /// Requests that nobody has answered have expired. Whoever asked is told by email, or staff tell them.
    async fn follow_expired(&mut self) {
        for index in 0..self.visits.len() {
            let before = self.visits[index].state;
            if !matches!(before, AppointmentState::Requested | AppointmentState::Waiting) {
                continue;
            }
            let id = self.visits[index].id.clone();
            let visit = self.instances[0].0.store.appointment(&id).await.expect("read").expect("an appointment");
            if visit.expired_at.is_none() {
                let is_in_time = visit.expires_at.is_some_and(|at| at > self.now());
                assert!(is_in_time, "nobody ends this request: {visit:?}");
                continue;
            }
            self.visits[index].state = AppointmentState::Cancelled;
            (self.visits[index].sequence, self.visits[index].untold) = (visit.sequence, Some(ToTell::Expired));
            if before == AppointmentState::Requested {
                self.follow_visit(index, before, AppointmentState::Cancelled);
            }
        }
    }

    async fn run_jobs(&mut self) {
        let run = async |(clinic, outbox): &(ClinicStore, Outbox), is_stalled: bool| {
            let mut leases = clinic.store.expire_requests(clinic.context()).await.expect("expired");
            leases.extend(clinic.store.queue_reminders(&clinic.settings, clinic.context()).await.expect("queued"));
            leases.extend(clinic.store.queue_recalls(clinic.context()).await.expect("queued"));
            if is_stalled {
                leases.extend(clinic.store.lease_next(clinic.clock.now()).await.expect("leased"));
                return leases;
            }
            for lease in leases {
                outbox.deliver_now(lease, DAY).await;
            }
            while outbox.deliver_next().await.expect("delivered").is_some() {}
            Vec::new()
        };
        let (unsent, _) = tokio::join!(run(&self.instances[0], self.is_stalled), run(&self.instances[1], false));
        self.unsent.extend(unsent);
    }

    /// The recalls of a list: their ids, and the visits at which they were agreed.
    async fn list(&self, list: RecallList) -> Vec<(String, usize)> {
        let (page, more) = self.instances[0].0.store.recall_page(list, None, self.now()).await.expect("listed");
        assert!(!more, "one page is enough for a few patients");
        let visit = |reason: &str| reason.trim_start_matches("visit ").parse().expect("a number");
        page.into_iter().map(|it| (it.recall.id, visit(&it.recall.reason))).collect()
    }

    async fn check(&mut self) {
        self.check_sent();
        for visit in self.visits.iter().filter(|it| it.is_erased) {
            let stored = self.instances[0].0.store.appointment(&visit.id).await.expect("read");
            assert_eq!(stored, None, "it was erased");
        }
        self.check_reminders().await;
        self.check_to_tell().await;
        self.check_requests().await;
        self.check_recalls().await;
    }

    async fn tell(&mut self, which: usize) {
        let list = self.clinic().to_tell().await;
        let Some(PatientToTell { appointment, what }) = list.get(which % list.len().max(1)) else { return };
        let waiting = self.waiting_email(&appointment.id).await;
        for _ in 0..2 {
            let clinic = self.clinic();
            clinic
                .store
                .mark_told(&appointment.id, *what, appointment.starts_at, &clinic.settings, clinic.actor())
                .await
                .expect("told");
        }
        assert!(
            !self.clinic().to_tell().await.iter().any(|it| it.appointment.id == appointment.id),
            "told twice: {appointment:?}"
        );
        let index = self.visits.iter().position(|it| it.id == appointment.id).expect("a visit");
        self.visits[index].untold = None;
        self.visits[index].thinks_closed &= !matches!(what, ToTell::Confirmed | ToTell::Requested);
        self.reminded.remove(self.visits[index].id.as_str());
        // Of a reminder, what an email that waited would have told.
        self.last_told = Some((index, *what, if *what == ToTell::Reminder { waiting } else { Some(*what) }));
    }

    async fn undo_told(&mut self) {
        let Some((index, what, untold)) = self.last_told.take() else { return };
        let (id, starts_at) = (self.visits[index].id.clone(), self.visits[index].slot.timestamp().expect("a time"));
        let clinic = self.clinic();
        // A reminder of an earlier time is undone without an effect.
        let stored = clinic.store.appointment(&id).await.expect("read");
        let untold = untold.filter(|_| what != ToTell::Reminder || stored.is_some_and(|it| it.phoned.is_some()));
        if clinic.store.undo_told(&id, what, starts_at, clinic.actor()).await.is_ok() && untold.is_some() {
            self.visits[index].untold = untold;
        }
    }

    async fn take_back_closure(&mut self, which: usize, press: PressWhenClosed) {
        let Some(index) = self.which(which) else { return };
        let Visit { slot, state, is_erased, .. } = self.visits[index];
        let (id, starts_at) = (self.visits[index].id.clone(), slot.timestamp().expect("a time"));
        if is_erased || stands(state).is_none() || starts_at <= self.now() {
            return;
        }
        for (clinic, _) in &mut self.instances {
            clinic.settings.opening.closures = vec![Closure::new(slot.date, slot.date, "Repairs".to_owned())];
        }
        self.closed_since = Some((slot.date, self.now()));
        match press {
            PressWhenClosed::Tell | PressWhenClosed::TellAndTold => {
                let clinic = self.clinic();
                let seen = SeenAppointment { id: &id, starts_at: None };
                let told = clinic.store.tell_closed(seen, &clinic.settings, clinic.actor(), clinic.context()).await;
                let (after, lease) = told.expect("told");
                if !self.visits[index].thinks_closed {
                    self.visits[index].sequence = after.sequence;
                    (self.visits[index].untold, self.visits[index].thinks_closed) = (Some(ToTell::Closed), true);
                }
                self.send(self.turn % 2, lease).await;
            }
            PressWhenClosed::Confirm => self.change(Event::Confirm { which }).await,
            PressWhenClosed::CancelAndUndo { is_late } => {
                self.change(Event::Cancel { which, by_patient: false }).await;
                if is_late {
                    self.instances[0].0.clock.advance(WAIT_FOR_UNDO + Duration::from_secs(1));
                    self.run_jobs_when_closed(slot.date).await;
                }
                self.change(Event::Undo { which }).await;
            }
            PressWhenClosed::Nothing => {}
        }
        self.run_jobs_when_closed(slot.date).await;
        if press == PressWhenClosed::TellAndTold && self.visits[index].untold == Some(ToTell::Closed) {
            let clinic = self.clinic();
            clinic
                .store
                .mark_told(&id, ToTell::Closed, starts_at, &clinic.settings, clinic.actor())
                .await
                .expect("told");
            self.visits[index].untold = None;
        }
        self.closed_since = None;
        for (clinic, _) in &mut self.instances {
            clinic.settings.opening.closures.clear();
        }
    }

    /// The jobs while the clinic is closed on a day: what waits and says that a visit takes place then is not sent. Its patient has to be
    /// told.
    async fn run_jobs_when_closed(&mut self, day: Date) {
        let waiting: Vec<(String, String)> = sqlx::query_as(
            "SELECT record_key, payload FROM outbox WHERE kind = 'appointment' AND state = 'queued' AND lease_until <= $1",
        )
        .bind(self.now().as_millisecond())
        .fetch_all(&self.instances[0].0.rows)
        .await
        .expect("rows");
        let now = self.now();
        self.run_jobs().await;
        self.check_sent();
        for visit in self.visits.iter_mut().filter(|it| it.slot.date == day && stands(it.state).is_some()) {
            let is_to_come = visit.slot.timestamp().is_some_and(|at| at > now);
            let is_stopped = |what: &str| {
                let notice = format!("\"notice\":\"{what}\"");
                waiting.iter().any(|(id, payload)| id == visit.id.as_str() && payload.contains(&notice))
            };
            let stopped = [("confirmed", ToTell::Confirmed), ("moved", ToTell::Moved)];
            let stopped = stopped.into_iter().find(|(notice, _)| is_to_come && is_stopped(notice));
            visit.untold = visit.untold.or(stopped.map(|(_, what)| what));
        }
    }

    async fn send_new_link(&mut self, which: usize) {
        let Some(index) = self.which(which).filter(|index| !self.visits[*index].is_erased) else { return };
        let id = self.visits[index].id.clone();
        let clinic = self.clinic();
        let sent = clinic.store.send_new_link(&id, clinic.actor(), clinic.context()).await;
        self.send(self.turn % 2, sent.expect("a link").1).await;
    }

    /// Which change the email was about is not known here, so what there is to tell is what is stored.
    async fn report_returned_email(&mut self, which: usize) {
        let Some(index) = self.which(which).filter(|index| !self.visits[*index].is_erased) else { return };
        let id = self.visits[index].id.clone();
        let clinic = self.clinic();
        if clinic.store.appointment_email_came_back(&id, None, clinic.actor()).await.is_err() {
            return;
        }
        self.visits[index].is_returned = true;
        self.follow_returned(index).await;
    }

    async fn follow_returned(&mut self, index: usize) {
        let id = &self.visits[index].id;
        let stored = self.instances[0].0.store.appointment(id).await.expect("read").expect("an appointment");
        self.visits[index].untold = stored.untold;
    }

    /// Whoever does not know what staff have changed is about to get an email or is in the list to tell, with the latest change; and
    /// whoever knows is not.
    async fn check_to_tell(&self) {
        let (now, queued) = (self.now(), self.queued().await);
        let list = self.instances[0].0.to_tell().await;
        for visit in self.visits.iter().filter(|it| !it.is_erased) {
            let Some(what) = visit.to_tell() else { continue };
            // Whoever knows a later time than that of the visit would come then. Of a missed visit, nothing else has to be told.
            let stored = self.instances[0].0.store.appointment(&visit.id).await.expect("read").expect("an appointment");
            let would_come_later = stored.known_time() > stored.starts_at.max(now);
            let is_past = visit.state == AppointmentState::Missed || stored.known_time().max(stored.starts_at) <= now;
            let is_over = is_past && !would_come_later && what != ToTell::Expired;
            let has_come = matches!(visit.state, AppointmentState::Arrived | AppointmentState::Done);
            let is_listed = list.iter().any(|it| it.appointment.id == visit.id && it.what == what);
            let is_told = is_over || has_come || is_listed || queued.contains(visit.id.as_str());
            assert!(is_told, "nobody tells this patient {what:?} at {now}: {:?}", visit.id);
        }
        for PatientToTell { appointment, what } in list.iter().filter(|it| it.what != ToTell::Reminder) {
            let visit = self.visits.iter().find(|it| it.id == appointment.id).expect("a visit");
            assert_eq!(visit.to_tell(), Some(*what), "the patient knows: {appointment:?}");
        }
    }

    /// Each request that waits for staff is in the list to confirm, once, and nothing else is.
    async fn check_requests(&self) {
        let (now, clinic) = (self.now(), &self.instances[0].0);
        let is_request = |visit: &&Visit| {
            let is_to_come = visit.slot.timestamp().is_some_and(|at| at > now);
            is_to_come && !visit.is_erased && visit.state == AppointmentState::Requested
        };
        let mut requests: Vec<_> = self.visits.iter().filter(is_request).map(|it| it.id.as_str().to_owned()).collect();
        let listed = clinic.store.requested_appointments(now).await.expect("listed");
        let mut listed: Vec<_> = listed.iter().map(|it| it.id.as_str().to_owned()).collect();
        requests.sort_unstable();
        listed.sort_unstable();
        assert_eq!(listed, requests, "to confirm at {now}");
        let counted = clinic.store.waiting_counts(&clinic.settings, now).await.expect("counted").requests;
        assert_eq!(counted as usize, requests.len(), "the number beside the link");
    }

    /// No email after its visit, none about a time that is not true, and none twice.
    fn check_sent(&mut self) {
        let accepted = self.mail.accepted.lock().expect("accepted")[self.checked..].to_vec();
        self.checked += accepted.len();
        for (at, message) in accepted {
            match message {
                Message::Appointment(facts) => {
                    let last = facts.moved_from.map_or(facts.starts_at, |known| known.max(facts.starts_at));
                    assert!(at < last, "sent at {at}, after the visit: {facts:?}");
                    let visit = self.visits.iter_mut().find(|it| it.id.as_str() == facts.id).expect("a visit");
                    assert!(!visit.is_erased, "sent to somebody who was erased: {facts:?}");
                    assert!(!visit.is_returned, "sent to an address from which an email came back: {facts:?}");
                    if !tells(facts.notice) {
                        continue;
                    }
                    assert_eq!(visit.slot.timestamp(), Some(facts.starts_at), "about another time: {facts:?}");
                    if facts.sequence == visit.sequence {
                        visit.untold = None;
                    }
                    let is_closed =
                        self.closed_since.is_some_and(|(day, since)| visit.slot.date == day && facts.made_at >= since);
                    assert!(!is_closed || !is_confirming(facts.notice), "the clinic is closed then: {facts:?}");
                    let sent_reminders = self.reminded.entry(facts.id.clone()).or_default();
                    let what = match facts.notice {
                        AppointmentNotice::Reminder(reminder) => {
                            sent_reminders.insert((facts.starts_at, reminder.number()));
                            format!("reminder {}", reminder.number())
                        }
                        notice => {
                            sent_reminders.clear();
                            format!("{notice:?}")
                        }
                    };
                    let is_new = self.told.insert((facts.id.clone(), facts.sequence, what.clone()));
                    assert!(is_new, "sent twice: {what} {facts:?}");
                }
                Message::Recall(facts) => {
                    let visit: usize = facts.reason.trim_start_matches("visit ").parse().expect("a number");
                    let recall = self.recalls.get_mut(&visit).expect("a recall");
                    assert!(recall.emails_allowed > 0, "asked twice: {facts:?}");
                    recall.emails_allowed -= 1;
                    recall.is_to_ask = false;
                }
                other => panic!("{other:?}"),
            }
        }
    }

    /// Whoever has to be reminded was reminded, is about to be, or is in the list to call.
    async fn check_reminders(&self) {
        let (now, clinic) = (self.now(), &self.instances[0].0);
        let upcoming = clinic.store.appointments_between(now, now + 2 * DAY).await.expect("listed");
        let to_call = clinic.to_tell().await;
        let queued = self.queued().await;
        for visit in upcoming.iter().filter(|it| it.state == AppointmentState::Confirmed && now < it.starts_at) {
            let before = if now >= visit.starts_at - 3 * HOUR { 3 } else { 48 };
            let was_told_since = visit.told_at >= visit.starts_at - before * HOUR && visit.told_at <= now + HOUR;
            // Beyond the limits the first reminder is tried again until the day before the visit.
            let is_tried_again = visit.unacknowledged && visit.reminder == 0 && now < visit.starts_at - DAY;
            let is_reached = was_told_since
                || is_tried_again
                || visit.reminded_at.is_some()
                || queued.contains(visit.id.as_str())
                || to_call.iter().any(|it| it.appointment.id == visit.id)
                || self.was_reminded(visit, if before == 3 { 2 } else { 1 });
            let is_called = visit.reminded_at.is_some() || to_call.iter().any(|it| it.appointment.id == visit.id);
            let is_reached = is_reached && (is_called || !visit.email_returned);
            assert!(is_reached, "nobody reminds this patient at {now}: {visit:?}");
        }
        // Neither an email nor a call for a visit that has begun.
        let is_to_come = |it: &Appointment| now < it.starts_at.max(it.known_time());
        assert!(to_call.iter().all(|it| is_to_come(&it.appointment) || it.what == ToTell::Expired));
    }

    fn was_reminded(&self, visit: &Appointment, number: i64) -> bool {
        let reminded = self.reminded.get(visit.id.as_str());
        reminded.is_some_and(|reminded| (number..=2).any(|number| reminded.contains(&(visit.starts_at, number))))
    }

    async fn queued(&self) -> BTreeSet<String> {
        let statement =
            "SELECT record_key FROM outbox WHERE state = 'queued' AND payload NOT LIKE '%\"notice\":\"new-link\"%'";
        let rows: Vec<String> = sqlx::query_scalar(statement).fetch_all(&self.instances[0].0.rows).await.expect("rows");
        rows.into_iter().collect()
    }

    /// Every recall that is due is in exactly one list, and whoever counts as asked was asked.
    async fn check_recalls(&self) {
        let (mut due, mut booked) = (BTreeSet::new(), BTreeSet::new());
        for (agreed_at, recall) in &self.recalls {
            if recall.ended_by.is_some() || recall.declined {
                continue;
            }
            let is_open = |visit: &Visit| {
                matches!(
                    visit.state,
                    AppointmentState::Requested | AppointmentState::Confirmed | AppointmentState::Arrived
                ) && visit.slot.date >= self.today().saturating_sub(Span::new().days(7))
            };
            let has_booked = (0..self.visits.len())
                .any(|index| is_open(&self.visits[index]) && self.recalls_of(index).contains(agreed_at));
            if has_booked {
                booked.insert(*agreed_at);
            } else if recall.due <= self.today() {
                due.insert(*agreed_at);
            }
        }
        let visits = |list: &[(String, usize)]| list.iter().map(|(_, visit)| *visit).collect::<BTreeSet<_>>();
        let (to_ask, asked) = (self.list(RecallList::ToAsk).await, self.list(RecallList::Asked).await);
        assert_eq!(visits(&self.list(RecallList::Booked).await), booked);
        assert_eq!(&visits(&to_ask) | &visits(&asked), due, "at {}", self.now());
        assert!(visits(&to_ask).is_disjoint(&visits(&asked)));
        let queued = self.queued().await;
        for (id, visit) in asked {
            let is_asked = queued.contains(&id) || !self.recalls[&visit].is_to_ask;
            assert!(is_asked, "nobody has asked the patient of visit {visit} at {}", self.now());
        }
        let counts: Option<i64> =
            sqlx::query_scalar("SELECT CAST(SUM(n) AS BIGINT) FROM recall_counts WHERE outcome = 'came-back'")
                .fetch_one(&self.instances[0].0.rows)
                .await
                .expect("counts");
        assert_eq!(counts.unwrap_or(0), self.came_back, "the statistics follow the visits");
    }
}

/// Whether the email says when the visit is, or that it does not take place.
fn tells(notice: AppointmentNotice) -> bool {
    notice != AppointmentNotice::NewLink
}

fn is_confirming(notice: AppointmentNotice) -> bool {
    matches!(notice, AppointmentNotice::Confirmed | AppointmentNotice::Moved)
}

#[tokio::test(flavor = "multi_thread")]
async fn in_any_year_no_patient_is_mailed_too_late_or_twice_and_none_is_forgotten() {
    try_years(false).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn in_a_year_with_too_many_emails_no_patient_is_forgotten() {
    try_years(true).await;
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
