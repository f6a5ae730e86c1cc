//! One delivery attempt: lease a message, send it, store the outcome.

use std::time::Duration;
use std::{iter, mem};

use tokio::sync::SemaphorePermit;
use tokio::time::timeout;
use tracing::{error, info, warn};

use super::{Outbox, schedule};
use clinic_mail::message::AppointmentNotice;
use clinic_mail::{Delivery, LinkedMessage, Message, OutgoingMessage};
use clinic_rules::booking::{AppointmentId, AppointmentToken};
use clinic_runtime::panics::without_panic;
use clinic_store::{DeliveryOutcome, LEASE, Lease, StoreError};

/// Well below the lease: a second attempt must not start while the first may still succeed.
const ATTEMPT_TIMEOUT: Duration = Duration::from_mins(1);

/// Until the clock is looked at again.
const HOLD_BACK: Duration = Duration::from_mins(10);

pub const OWN_PROBLEM_ADVICE: &str = "Check the address given with --mail-from, its SPF record and DKIM, and whether the \
     address of the mail server is on a blocklist.";

/// What a caller learns about the delivery of one message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DeliveryStatus {
    Sent,
    Rejected,
    /// Not delivered yet; safely stored in the outbox.
    Queued,
    /// Not sent, because it was too late for it.
    Expired,
}

enum NoLink {
    /// It was erased while the message was waiting, or it does not take place and nobody can undo that.
    NoAppointment,
    /// An invitation was accepted, cancelled or got another link.
    Ended,
    /// It does not take place, but staff may undo that.
    NotOpen,
    Store(StoreError),
}

impl From<StoreError> for NoLink {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl Outbox {
    /// Delivers the message that has been due the longest. `None` when no message is due.
    pub async fn deliver_next(&self) -> Result<Option<DeliveryStatus>, StoreError> {
        match self.0.store.lease_next(self.0.clock.now()).await? {
            Some(lease) => Ok(Some(self.attempt(lease).await)),
            None => Ok(None),
        }
    }

    /// Delivers a message that the caller has just leased and waits up to `max_wait` for the outcome. The attempt
    /// continues when the caller stops waiting.
    pub async fn deliver_now(&self, lease: Lease, max_wait: Duration) -> DeliveryStatus {
        let outbox = self.clone();
        let attempt = self.0.tasks.spawn(async move {
            if let Some(_slot) = outbox.slot_within_lease().await {
                outbox.attempt(lease).await
            } else {
                outbox.release(&lease).await;
                DeliveryStatus::Queued
            }
        });
        match timeout(max_wait, attempt).await {
            Ok(Ok(status)) => status,
            _ => DeliveryStatus::Queued,
        }
    }

    /// A send slot while the lease still leaves time for a whole attempt. `None` when no slot becomes free in time or
    /// the outbox is stopping.
    async fn slot_within_lease(&self) -> Option<SemaphorePermit<'_>> {
        tokio::select! {
            biased;
            () = self.0.stopping.cancelled() => None,
            slot = timeout(LEASE.saturating_sub(ATTEMPT_TIMEOUT), self.0.send_slots.acquire()) => slot.ok()?.ok(),
        }
    }

    /// Sends a message directly, without storing it: a test email is neither retried nor listed.
    pub async fn send_test(&self, message: &OutgoingMessage, max_wait: Duration) -> Delivery {
        timeout(max_wait, self.0.transport.deliver(message)).await.unwrap_or_else(|_| timed_out(max_wait))
    }

    pub(super) async fn attempt(&self, lease: Lease) -> DeliveryStatus {
        match self.0.store.mail_held_since().await {
            Ok(None) => {}
            // Not leased by the worker then, but by the request that queued it.
            Ok(Some(_)) => {
                info!(message = lease.id, "email not sent: emails are held");
                self.release(&lease).await;
                return DeliveryStatus::Queued;
            }
            Err(error) => {
                warn!(message = lease.id, %error, "email not sent yet: the database does not say whether emails are held");
                return DeliveryStatus::Queued;
            }
        }
        self.send_leased(lease).await
    }

    /// Sends the message in one email with those that are sent with it and still can be: what was changed about one of them since it
    /// was queued keeps none of the others back.
    async fn send_leased(&self, mut lease: Lease) -> DeliveryStatus {
        let with = mem::take(&mut lease.with);
        let (mut ready, mut not_sent) = (Vec::new(), None);
        for lease in iter::once(lease).chain(with) {
            match self.prepare(&lease).await {
                Ok(message) => ready.push((lease, message)),
                Err(status) => not_sent = not_sent.or(Some(status)),
            }
        }
        let mut ready = ready.into_iter();
        let Some((first, LinkedMessage { message, link })) = ready.next() else {
            return not_sent.unwrap_or(DeliveryStatus::Queued);
        };
        let (with, also) = ready.unzip();
        let lease = Lease { with, ..first };
        let invitation = match &message {
            Message::StaffInvitation(facts) => facts.token(&self.0.signing),
            _ => None,
        };
        let message = OutgoingMessage {
            message_id: lease.message_id.clone(),
            to: lease.to.clone(),
            message,
            link,
            invitation,
            also,
        };
        let delivery = tokio::select! {
            delivery = timeout(ATTEMPT_TIMEOUT, self.deliver(&message)) => {
                delivery.unwrap_or_else(|_| timed_out(ATTEMPT_TIMEOUT))
            }
            () = self.0.stopped.cancelled() => {
                self.release(&lease).await;
                return DeliveryStatus::Queued;
            }
        };
        let [jitter] = self.0.random.bytes();
        let outcome = schedule::after(delivery, lease.attempts, lease.queued_at, self.0.clock.now(), jitter);
        match outcome {
            // Whether three days have passed is not known.
            DeliveryOutcome::Failed { reason } if !self.is_clock_trusted().await => {
                self.hold_back(&lease, &reason).await
            }
            outcome => self.store_outcome(&lease, outcome).await,
        }
    }

    /// The message as it is true now, with the patient's link; or why it is not sent.
    async fn prepare(&self, lease: &Lease) -> Result<LinkedMessage, DeliveryStatus> {
        if !self.is_still_leased(lease).await {
            return Err(DeliveryStatus::Queued);
        }
        // Decided now, because the message may have waited for days.
        let current = lease.message.at(self.0.clock.now());
        if (lease.message.date_kind().is_some() || current.is_none()) && !self.is_clock_trusted().await {
            return Err(self.hold_back(lease, "the clock of the server cannot be trusted").await);
        }
        let Some(message) = current else {
            return Err(self.store_outcome(lease, DeliveryOutcome::Expired).await);
        };
        let link = match self.link(&message).await {
            Ok(link) => link,
            Err(NoLink::NoAppointment | NoLink::Ended) => {
                return Err(self.store_outcome(lease, DeliveryOutcome::Expired).await);
            }
            Err(NoLink::NotOpen) => return Err(self.hold_back(lease, "the visit does not take place").await),
            Err(NoLink::Store(error)) => {
                warn!(message = lease.id, %error, "email not sent yet: the database does not answer");
                return Err(DeliveryStatus::Queued);
            }
        };
        // Asked after the link was read: when an address is corrected, the new link must not go to the wrong one.
        if link.is_some() && !self.is_still_leased(lease).await {
            return Err(DeliveryStatus::Queued);
        }
        Ok(LinkedMessage { message, link })
    }

    /// Whether the message can be sent now. Says why not in the log.
    async fn is_still_leased(&self, lease: &Lease) -> bool {
        match self.0.store.is_leased_until(lease, self.0.clock.now() + ATTEMPT_TIMEOUT).await {
            Ok(true) => true,
            Ok(false) => {
                info!(
                    message = lease.id,
                    "email not sent: it was replaced or erased, or its lease leaves no time for an attempt"
                );
                false
            }
            Err(error) => {
                warn!(message = lease.id, %error, "email not sent yet: the database does not say whether it still exists");
                false
            }
        }
    }

    fn count(&self, lease: &Lease, outcome: &DeliveryOutcome) {
        match outcome {
            DeliveryOutcome::Sent => self.rejections().on_sent(),
            DeliveryOutcome::Rejected { reason } if self.rejections().on_rejected(lease.to.domain(), reason) => {
                error!(
                    reason,
                    "mail servers of several domains rejected our last emails: the problem is our own. {OWN_PROBLEM_ADVICE}"
                );
            }
            _ => {}
        }
        if let Some(metrics) = self.0.metrics.get() {
            let label = match outcome {
                DeliveryOutcome::Sent => "sent",
                DeliveryOutcome::Rejected { .. } => "rejected",
                DeliveryOutcome::Failed { .. } | DeliveryOutcome::Expired => "failed",
                DeliveryOutcome::Deferred { .. } => "deferred",
            };
            metrics.email(lease.message.date_kind(), label);
        }
    }

    async fn hold_back(&self, lease: &Lease, reason: &str) -> DeliveryStatus {
        let next_at = self.0.clock.now() + HOLD_BACK;
        self.store_outcome(lease, DeliveryOutcome::Deferred { reason: reason.to_owned(), next_at }).await
    }

    /// A database that does not answer says nothing about the clock.
    async fn is_clock_trusted(&self) -> bool {
        match self.0.clock_check.get() {
            Some(clock_check) => clock_check.check().await.is_ok_and(|state| state.is_trusted()),
            None => true,
        }
    }

    /// The patient's link to the appointment that a message is about, as it is valid now. Also refuses an invitation whose link is
    /// not valid any more.
    async fn link(&self, message: &Message) -> Result<Option<AppointmentToken>, NoLink> {
        let facts = match message {
            Message::Appointment(facts) => facts,
            Message::StaffInvitation(facts) => {
                let token = facts.token(&self.0.signing).ok_or(NoLink::Ended)?;
                let account = self.0.store.password_reset_account(&token, self.0.clock.now()).await?;
                return if account.is_some_and(|it| it.is_invited) { Ok(None) } else { Err(NoLink::Ended) };
            }
            Message::DiscountCode { .. } | Message::CodeUsed { .. } | Message::Recall(_) => return Ok(None),
        };
        let id = AppointmentId::parse(&facts.id).ok_or(NoLink::NoAppointment)?;
        let generation = self.0.store.link_generation(&id).await?.ok_or(NoLink::NoAppointment)?;
        if facts.notice == AppointmentNotice::NewLink {
            // Nothing can be changed with it then.
            let appointment = self.0.store.appointment(&id).await?.ok_or(NoLink::NoAppointment)?;
            if appointment.state.check_open().is_err() {
                let can_be_undone = appointment.undo_until().is_some_and(|until| self.0.clock.now() < until);
                return Err(if can_be_undone { NoLink::NotOpen } else { NoLink::NoAppointment });
            }
        }
        Ok(Some(AppointmentToken::new(&id, generation, &self.0.signing)))
    }

    /// A panic while composing or sending is a failed attempt like any other. Otherwise its outcome would never be
    /// stored, and the message would be tried again and again without end.
    async fn deliver(&self, message: &OutgoingMessage) -> Delivery {
        let delivery = without_panic(async { self.0.transport.deliver(message).await }).await;
        delivery.unwrap_or_else(|| {
            let reason = "composing or sending the email panicked; the log of the server says where".to_owned();
            Delivery::Deferred { reason }
        })
    }

    async fn store_outcome(&self, lease: &Lease, outcome: DeliveryOutcome) -> DeliveryStatus {
        let message = lease.id.as_str();
        match &outcome {
            DeliveryOutcome::Sent => info!(message, to = %lease.to, attempts = lease.attempts, "email sent"),
            DeliveryOutcome::Rejected { reason } => warn!(message, to = %lease.to, reason, "email rejected"),
            DeliveryOutcome::Deferred { reason, next_at } => {
                warn!(message, to = %lease.to, reason, %next_at, "email deferred");
            }
            DeliveryOutcome::Failed { reason } => {
                warn!(message, to = %lease.to, reason, "email not delivered after 3 days: retry or discard it at the desk");
            }
            DeliveryOutcome::Expired => info!(message, "email not sent: it is too late for it"),
        }
        self.count(lease, &outcome);
        match self.0.store.record_outcome(lease, &outcome, self.0.clock.now()).await {
            Ok(true) => {}
            Ok(false) => self.erase_if_recipient_was_erased(lease).await,
            Err(error) => warn!(message, %error, "cannot store the outcome; the message will be sent again"),
        }
        match outcome {
            DeliveryOutcome::Sent => DeliveryStatus::Sent,
            DeliveryOutcome::Rejected { .. } => DeliveryStatus::Rejected,
            DeliveryOutcome::Failed { .. } => DeliveryStatus::Queued,
            DeliveryOutcome::Expired => DeliveryStatus::Expired,
            DeliveryOutcome::Deferred { .. } => {
                self.0.rescheduled.notify_one();
                DeliveryStatus::Queued
            }
        }
    }

    /// The recipient may have been erased while the message was being sent.
    async fn erase_if_recipient_was_erased(&self, lease: &Lease) {
        match self.0.store.is_erased(lease).await {
            Ok(true) => {
                self.0.transport.erase(&lease.message_id).await;
                info!(message = lease.id, "the recipient of this email was erased while it was being sent");
            }
            Ok(false) => {
                warn!(message = lease.id, "outcome ignored: the lease ran out and another worker has the message");
            }
            Err(error) => warn!(message = lease.id, %error, "cannot find out why the lease of a message was lost"),
        }
    }

    async fn release(&self, lease: &Lease) {
        if let Err(error) = self.0.store.release(lease, self.0.clock.now()).await {
            warn!(message = lease.id, %error, "cannot release the lease of a message; it will run out by itself");
        }
        self.0.rescheduled.notify_one();
    }
}

fn timed_out(limit: Duration) -> Delivery {
    Delivery::Deferred { reason: format!("the mail server did not finish within {} seconds", limit.as_secs()) }
}
