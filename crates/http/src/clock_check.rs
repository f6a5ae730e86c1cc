//! Whether the clock of this machine can be trusted. While it cannot, nothing is deleted because of its age, and no reminder or
//! recall is sent. Sessions, codes and links expire all the same.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use jiff::Timestamp;

use clinic_rules::clinic_time;
use clinic_runtime::clock::trust::{Basis, Doubt, Evidence, OutsideClock, differ};
use clinic_runtime::clock::{Clock, Machine};
use clinic_store::{Actor, ClockRecord, Store, StoreError};

/// How often the time is stored. A crash loses no more than this.
const STORE_INTERVAL: Duration = Duration::from_mins(5);
const REPEAT_WARNING: Duration = Duration::from_hours(6);
/// The authority is asked every few hours. An older answer could be from before the machine was paused.
const MAX_AGE_OF_DATE: Duration = Duration::from_hours(24);

pub const ADVICE: &str = "Set the clock and switch NTP on (timedatectl set-ntp true). If the clock is right, confirm it: with \
     clinic confirm-clock and today's date, or as an owner at the desk under Health.";

pub struct ClockCheck {
    store: Store,
    clock: Arc<dyn Clock>,
    machine: Arc<dyn Machine>,
    state: Mutex<State>,
    is_logged: bool,
}

#[derive(Default)]
struct State {
    anchor: Option<Anchor>,
    /// The date that the certificate authority said, and when by the time since boot.
    outside_date: Option<(Timestamp, Duration)>,
    doubt: Option<Doubt>,
    /// By the time since boot.
    warned_at: Option<Duration>,
}

/// When this process last trusted the clock.
#[derive(Clone, Copy)]
struct Anchor {
    now: Timestamp,
    since_boot: Duration,
    /// A confirmation by somebody else makes it worthless.
    confirmations: i64,
}

/// The clock, and whether it can be trusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClockState {
    pub now: Timestamp,
    pub doubt: Option<Doubt>,
}

impl ClockState {
    #[must_use]
    pub fn is_trusted(&self) -> bool {
        self.doubt.is_none()
    }
}

impl ClockCheck {
    #[must_use]
    pub fn new(store: Store, clock: Arc<dyn Clock>, machine: Arc<dyn Machine>) -> Self {
        Self { store, clock, machine, state: Mutex::default(), is_logged: true }
    }

    /// For a command, which says itself what is wrong.
    #[must_use]
    pub fn without_log(self) -> Self {
        Self { is_logged: false, ..self }
    }

    /// The time, when it can be trusted. What deletes by age, or sends because of a date, must use this time.
    pub async fn trusted_now(&self) -> Result<Option<Timestamp>, StoreError> {
        let state = self.check().await?;
        Ok(state.is_trusted().then_some(state.now))
    }

    /// Looks at the clock now, and stores that it is trusted if it is.
    pub async fn check(&self) -> Result<ClockState, StoreError> {
        let record = self.store.clock_record().await?;
        let database_server = self.store.server_time().await?;
        let (evidence, since_boot) = self.evidence(record, database_server);
        let judged = evidence.judge();
        let now = evidence.now;
        if let Ok(basis) = judged {
            if let Some(since_boot) = since_boot {
                self.state().anchor = Some(Anchor { now, since_boot, confirmations: record.confirmations });
            }
            let ignored = record.outside_ignored && !evidence.is_supported();
            if is_worth_storing(record, now, basis) || ignored != record.outside_ignored {
                let stored = self.store.clock_trusted(now, ignored, record).await;
                // A full disk does not make the clock wrong.
                if let Err(error) = stored {
                    tracing::warn!(%error, "cannot store the time at which the clock was right; trying again in a minute");
                }
            }
        }
        let state = ClockState { now, doubt: judged.err() };
        if self.is_logged {
            self.log(state, since_boot);
        }
        Ok(state)
    }

    /// Trusts the clock from now on, because a person says that it is right. `actor.now` is the time that they have seen.
    pub async fn confirm(&self, actor: Actor<'_>) -> Result<ClockState, StoreError> {
        let record = self.store.clock_record().await?;
        let database_server = self.store.server_time().await?;
        let (evidence, _) = self.evidence(record, database_server);
        self.store.confirm_clock(evidence.is_contradicted(), actor).await?;
        self.check().await
    }

    /// Whether this is the time of the clock, as far as a person can see.
    #[must_use]
    pub fn shows(&self, time: Timestamp) -> bool {
        !differ(self.clock.now(), time)
    }

    /// The certificate authority said its time.
    pub fn on_outside_date(&self, date: Timestamp) {
        self.state().outside_date = self.machine.since_boot().map(|since_boot| (date, since_boot));
    }

    fn evidence(&self, record: ClockRecord, database_server: Option<Timestamp>) -> (Evidence, Option<Duration>) {
        // One after the other without waiting: they are compared.
        let (now, ntp, since_boot) = (self.clock.now(), self.machine.synchronized_time(), self.machine.since_boot());
        let state = self.state();
        let anchor = state.anchor.filter(|anchor| anchor.confirmations == record.confirmations);
        let expected = anchor.zip(since_boot).map(|(it, since_boot)| it.now + since_boot.saturating_sub(it.since_boot));
        let certificate_authority = state.outside_date.zip(since_boot).and_then(|((date, said_at), since_boot)| {
            let age = since_boot.saturating_sub(said_at);
            (age <= MAX_AGE_OF_DATE).then(|| date + age)
        });
        let ClockRecord { trusted_at, outside_ignored, .. } = record;
        let evidence =
            Evidence { now, trusted_at, expected, ntp, certificate_authority, database_server, outside_ignored };
        (evidence, since_boot)
    }

    fn log(&self, state: ClockState, since_boot: Option<Duration>) {
        let mut last = self.state();
        let since_boot = since_boot.unwrap_or_default();
        match state.doubt {
            Some(doubt) => {
                let is_new = last.doubt.is_none();
                let is_old =
                    last.warned_at.is_some_and(|warned_at| since_boot.saturating_sub(warned_at) >= REPEAT_WARNING);
                if is_new || is_old {
                    last.warned_at = Some(since_boot);
                    tracing::error!(
                        "{} Nothing is deleted and no reminder is sent. {ADVICE}",
                        explain(state.now, doubt)
                    );
                }
            }
            None if last.doubt.is_some() => tracing::info!("the clock can be trusted again"),
            None => {}
        }
        last.doubt = state.doubt;
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn is_worth_storing(record: ClockRecord, now: Timestamp, basis: Basis) -> bool {
    now > record.trusted_at + STORE_INTERVAL || (basis == Basis::Outside && differ(now, record.trusted_at))
}

/// What is wrong, as a sentence for the person who runs the site.
#[must_use]
pub fn explain(now: Timestamp, doubt: Doubt) -> String {
    let time = clinic_time::format_with_zone;
    let reason = match doubt {
        Doubt::Differs { from, theirs } => {
            let whose = match from {
                OutsideClock::Ntp => "NTP",
                OutsideClock::CertificateAuthority => "the certificate authority",
                OutsideClock::DatabaseServer => "the database server",
            };
            format!("the time of {whose} is {}", time(theirs))
        }
        Doubt::Jumped { expected } => {
            format!("it should be {}: the clock was set while the program ran", time(expected))
        }
        Doubt::Gap { trusted_at } => {
            format!("the program last ran at {}, and nothing else says how late it is", time(trusted_at))
        }
        Doubt::Behind { trusted_at } => format!("the program last ran later, at {}", time(trusted_at)),
    };
    format!("The clock of the server cannot be trusted. It says {}, but {reason}.", time(now))
}
