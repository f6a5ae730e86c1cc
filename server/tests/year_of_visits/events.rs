//! What can happen in a year, and the time and the jobs between it.

use std::sync::atomic::Ordering;
use std::time::Duration;

use clinic_http::outbox::Outbox;
use clinic_rules::booking::{AppointmentState, Source};
use clinic_runtime::clock::Clock;
use clinic_store::Lease;
use proptest::prelude::*;

use super::closures::PressWhenClosed;
use super::emails::Correct;
use super::{ClinicStore, DAY, HOUR, Year};

#[derive(Debug, Clone, Copy)]
pub(super) enum Event {
    Wait {
        hours: u32,
    },
    /// The clock is set, and no job has run in between.
    SetClock {
        seconds: i64,
    },
    MailIsDown(bool),
    /// Staff hold all emails, or release them.
    HoldMail(bool),
    /// Nothing can be booked, and the weekly hours are not known.
    BookingOff(bool),
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
    /// Staff add several visits together.
    BookSeries {
        patient: usize,
        hours_ahead: u32,
        weeks: u16,
        visits: u16,
        source: Source,
    },
    Confirm {
        which: usize,
    },
    /// To the time that the earlier-time list offers to the patient, or to any other.
    Move {
        which: usize,
        hours_ahead: Option<u32>,
    },
    /// The patient wants an earlier time, or not any more.
    WantEarlier {
        which: usize,
        wanted: bool,
        by_patient: bool,
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
        presses: [PressWhenClosed; 3],
    },
    /// Staff end the link of a patient, who gets another one by email.
    NewLink {
        which: usize,
    },
    EmailCameBack {
        which: usize,
    },
    RecallEmailCameBack {
        which: usize,
    },
    /// Staff correct the details of a visit.
    Correct {
        which: usize,
        what: Correct,
    },
    Ask,
    /// The last "Asked" was a wrong press.
    UndoAsked,
    Decline,
    /// The last recall was ended by a wrong press.
    UndoDecline,
    RetryOrDiscard {
        which: usize,
        discard: bool,
    },
}

pub(super) fn events() -> impl Strategy<Value = Vec<Event>> {
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
    let seconds =
        prop_oneof![-90i64..90, -20_000i64..20_000, -4_000_000i64..4_000_000, Just(-26_000_000), Just(26_000_000)];
    let event = prop_oneof![
        8 => (1u32..400).prop_map(|hours| Event::Wait { hours }),
        1 => seconds.prop_map(|seconds| Event::SetClock { seconds }),
        1 => any::<bool>().prop_map(Event::MailIsDown),
        1 => any::<bool>().prop_map(Event::HoldMail),
        1 => any::<bool>().prop_map(Event::BookingOff),
        1 => any::<bool>().prop_map(Event::Stall),
        1 => (0usize..6, 72u32..600).prop_map(
            |(patient, hours_ahead)| Event::StallWithoutMail { patient, hours_ahead }),
        6 => (0usize..6, 0usize..2, hours_ahead.clone(), source).prop_map(
            |(patient, service, hours_ahead, source)| Event::Book { patient, service, hours_ahead, source }),
        3 => (0usize..6, 1u32..200, 1u16..4, 2u16..5, prop_oneof![3 => Just(Source::Phone), 1 => Just(Source::WalkIn)])
            .prop_map(|(patient, hours_ahead, weeks, visits, source)| {
                Event::BookSeries { patient, hours_ahead, weeks, visits, source }
            }),
        4 => any::<usize>().prop_map(|which| Event::Confirm { which }),
        2 => (any::<usize>(), hours_ahead).prop_map(
            |(which, hours_ahead)| Event::Move { which, hours_ahead: Some(hours_ahead) }),
        2 => any::<usize>().prop_map(|which| Event::Move { which, hours_ahead: None }),
        3 => (any::<usize>(), proptest::bool::weighted(0.8), any::<bool>()).prop_map(
            |(which, wanted, by_patient)| Event::WantEarlier { which, wanted, by_patient }),
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
        8 => (any::<usize>(), [press(), press(), press()]).prop_map(
            |(which, presses)| Event::TakeBackClosure { which, presses }),
        1 => any::<usize>().prop_map(|which| Event::NewLink { which }),
        2 => any::<usize>().prop_map(|which| Event::EmailCameBack { which }),
        1 => any::<usize>().prop_map(|which| Event::RecallEmailCameBack { which }),
        8 => (any::<usize>(), correct()).prop_map(|(which, what)| Event::Correct { which, what }),
        2 => Just(Event::Ask),
        1 => Just(Event::UndoAsked),
        1 => Just(Event::Decline),
        1 => Just(Event::UndoDecline),
        1 => (any::<usize>(), any::<bool>()).prop_map(|(which, discard)| Event::RetryOrDiscard { which, discard }),
    ];
    proptest::collection::vec(event, 30..90)
}

fn press() -> impl Strategy<Value = PressWhenClosed> {
    prop_oneof![
        3 => Just(PressWhenClosed::Nothing),
        3 => Just(PressWhenClosed::Tell),
        2 => Just(PressWhenClosed::Told),
        2 => Just(PressWhenClosed::TakesPlace),
        2 => Just(PressWhenClosed::Confirm),
        2 => Just(PressWhenClosed::Cancel),
        3 => Just(PressWhenClosed::Undo),
        1 => Just(PressWhenClosed::WaitForUndo),
        1 => Just(PressWhenClosed::TurnBookingOff),
        1 => correct().prop_map(PressWhenClosed::Correct),
    ]
}

fn correct() -> impl Strategy<Value = Correct> {
    prop_oneof![
        2 => Just(Correct::Nothing),
        3 => (0usize..4).prop_map(Correct::Address),
        1 => (0usize..2).prop_map(Correct::Phone),
        1 => (0usize..2).prop_map(Correct::Service),
    ]
}

impl Year {
    pub(super) async fn happen(&mut self, event: Event) {
        match event {
            Event::Wait { hours } => self.wait(HOUR * hours).await,
            Event::SetClock { seconds } => {
                let time = self.now() + jiff::SignedDuration::from_secs(seconds);
                self.instances[0].0.clock.set(time);
            }
            Event::MailIsDown(is_down) => self.mail.is_down.store(is_down, Ordering::SeqCst),
            Event::HoldMail(is_held) => {
                self.is_held = is_held;
                let clinic = self.clinic();
                if is_held {
                    clinic.store.hold_mail(clinic.actor()).await.expect("held");
                } else {
                    clinic.store.release_mail(clinic.actor()).await.expect("released");
                }
            }
            Event::BookingOff(is_off) => {
                self.is_off = is_off;
                self.apply_settings();
            }
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
            Event::BookSeries { patient, hours_ahead, weeks, visits, source } => {
                self.book_series(patient, hours_ahead, weeks, visits, source).await;
            }
            Event::Agree { which, weeks } => self.agree(which, weeks).await,
            Event::MissLate { patient } => self.miss_late(patient).await,
            Event::Tell { which } => self.tell(which).await,
            Event::UndoTold => self.undo_told().await,
            Event::TakeBackClosure { which, presses } => self.take_back_closure(which, presses).await,
            Event::NewLink { which } => self.send_new_link(which).await,
            Event::EmailCameBack { which } => self.report_returned_email(which).await,
            Event::RecallEmailCameBack { which } => self.report_returned_recall(which).await,
            Event::Correct { which, what } => self.correct(which, what).await,
            Event::Ask => self.ask().await,
            Event::UndoAsked => self.undo_asked().await,
            Event::Decline => self.decline().await,
            Event::UndoDecline => self.undo_decline().await,
            Event::RetryOrDiscard { which, discard } => self.retry_or_discard(which, discard).await,
            Event::Erase { patient } => self.erase(patient).await,
            Event::WantEarlier { which, wanted, by_patient } => self.want_earlier(which, wanted, by_patient).await,
            event => self.change(event).await,
        }
        self.run_jobs().await;
        self.follow_expired().await;
        self.check().await;
        self.purge().await;
        self.check().await;
    }

    /// The purge deletes what is old. Of the recalls that nobody has asked, none is lost that was due for less than half a year.
    pub(super) async fn stall(&mut self, is_stalled: bool) {
        self.is_stalled = is_stalled;
        for lease in std::mem::take(&mut self.unsent) {
            self.send(0, Some(lease)).await;
        }
    }

    pub(super) async fn wait(&mut self, time: Duration) {
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
    pub(super) async fn run_jobs(&mut self) {
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

    /// The first instance may have stopped: then it sends the email later, or the second one does.
    pub(super) async fn send(&mut self, instance: usize, lease: Option<Lease>) {
        let Some(lease) = lease else { return };
        if self.is_stalled && instance == 0 {
            self.unsent.push(lease);
        } else {
            self.instances[instance].1.deliver_now(lease, DAY).await;
        }
    }
}
