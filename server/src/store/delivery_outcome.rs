//! Stores the outcome of a delivery attempt and lets the feature that queued the message react to a rejection, both in
//! one transaction.

use jiff::Timestamp;
use sqlx::AnyConnection;

use super::{DeliveryOutcome, Lease, Store, StoreError, booking, discount, outbox, retry};
use crate::mail::Message;

impl Store {
    /// Stores the outcome of an attempt. `false` when the lease was lost in the meantime; nothing is stored then.
    ///
    /// # Errors
    /// When the database does not answer. The lease then runs out and the message is sent again.
    pub async fn record_outcome(
        &self,
        lease: &Lease,
        outcome: &DeliveryOutcome,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        retry(|| async {
            let mut tx = self.begin().await?;
            let stored = outbox::record_outcome(&mut tx, lease, outcome, now).await?;
            if stored && matches!(outcome, DeliveryOutcome::Rejected { .. }) {
                on_rejected(&mut tx, &lease.message).await?;
            }
            tx.commit().await?;
            Ok(stored)
        })
        .await
    }
}

async fn on_rejected(connection: &mut AnyConnection, message: &Message) -> Result<(), StoreError> {
    match message {
        Message::DiscountCode { play: Some(play), .. } | Message::CodeUsed { play: Some(play), .. } => {
            discount::release_proof(connection, play).await
        }
        Message::Appointment(appointment) => booking::on_rejected(connection, &appointment.id).await,
        Message::DiscountCode { play: None, .. } | Message::CodeUsed { play: None, .. } | Message::Recall(_) => Ok(()),
    }
}
