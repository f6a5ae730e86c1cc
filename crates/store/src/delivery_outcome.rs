//! Stores the outcome of a delivery attempt and lets the feature that queued the message react to it, both in one
//! transaction: a patient who could not be reached by email is called.

use jiff::Timestamp;
use sqlx::AnyConnection;

use super::{DeliveryOutcome, Lease, Store, StoreError, booking, discount, outbox};
use clinic_mail::Message;
use clinic_mail::message::AppointmentNotice;

impl Store {
    /// Stores the outcome of an attempt, also for the messages that were sent with it. `false` when the lease of one of them was lost
    /// in the meantime; nothing is stored of that one then.
    ///
    /// # Errors
    /// When the database does not answer. The lease then runs out and the message is sent again.
    pub async fn record_outcome(
        &self,
        lease: &Lease,
        outcome: &DeliveryOutcome,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        self.transaction(async |mut tx| {
            let mut is_stored = true;
            for lease in lease.all() {
                if outbox::record_outcome(&mut tx, lease, outcome, now).await? {
                    react(&mut tx, &lease.message, outcome, now).await?;
                } else {
                    is_stored = false;
                }
            }
            Ok(is_stored)
        })
        .await
    }
}

async fn react(
    connection: &mut AnyConnection,
    message: &Message,
    outcome: &DeliveryOutcome,
    now: Timestamp,
) -> Result<(), StoreError> {
    match (outcome, message) {
        (DeliveryOutcome::Sent, Message::Appointment(facts)) => {
            booking::on_appointment_email_sent(connection, facts).await
        }
        (
            DeliveryOutcome::Rejected { .. },
            Message::DiscountCode { play: Some(play), .. } | Message::CodeUsed { play: Some(play), .. },
        ) => discount::release_proof(connection, play).await,
        // A confirmation that was not sent before the visit concerns nobody any more.
        (DeliveryOutcome::Expired, Message::Appointment(facts)) if !must_reach(facts.notice) => Ok(()),
        (DeliveryOutcome::Rejected { .. } | DeliveryOutcome::Failed { .. } | DeliveryOutcome::Expired, message) => {
            on_undelivered(connection, message, now).await
        }
        (DeliveryOutcome::Sent | DeliveryOutcome::Deferred { .. }, _) => Ok(()),
    }
}

/// Staff discarded the message.
pub async fn on_discarded(connection: &mut AnyConnection, message: &Message, now: Timestamp) -> Result<(), StoreError> {
    on_undelivered(connection, message, now).await
}

/// Staff try again to deliver a message: the outbox is responsible for it again.
pub async fn on_retried(connection: &mut AnyConnection, lease: &Lease) -> Result<(), StoreError> {
    for lease in lease.all() {
        match &lease.message {
            Message::Appointment(facts) => {
                booking::on_appointment_email_retried(connection, facts).await?;
            }
            Message::Recall(recall) => {
                booking::on_recall_email_retried(connection, &recall.id, lease.queued_at).await?;
            }
            Message::DiscountCode { .. } | Message::CodeUsed { .. } | Message::StaffInvitation(_) => {}
        }
    }
    Ok(())
}

async fn on_undelivered(connection: &mut AnyConnection, message: &Message, now: Timestamp) -> Result<(), StoreError> {
    match message {
        Message::Appointment(facts) => booking::on_appointment_email_undelivered(connection, &facts.id).await,
        Message::Recall(recall) => booking::on_recall_email_undelivered(connection, &recall.id, now).await,
        Message::DiscountCode { .. } | Message::CodeUsed { .. } | Message::StaffInvitation(_) => Ok(()),
    }
}

/// Whether staff call the patient when the email was not sent before the visit.
fn must_reach(notice: AppointmentNotice) -> bool {
    is_reminder(notice) || notice == AppointmentNotice::Expired
}

fn is_reminder(notice: AppointmentNotice) -> bool {
    matches!(notice, AppointmentNotice::Reminder(_))
}
