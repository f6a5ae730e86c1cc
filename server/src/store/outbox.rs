//! The outbox table: messages of any kind, queued in the transaction of the feature that sends them.

mod admin;
mod queue;

pub use admin::{MailError, OutboxEntry};
pub use queue::{
    DeliveryOutcome, LEASE, Lease, MailState, NewMessage, for_record, lease, queue, record_outcome, to_address,
    to_state, update_unsent,
};
