//! The outbox table: messages of any kind, queued in the transaction of the feature that sends them.

mod admin;
mod on_rejected;
mod queue;

pub use admin::{MailError, OutboxEntry};
pub use queue::{
    DeliveryOutcome, LEASE, Lease, MailState, NewMessage, for_record, lease, queue, to_address, to_state, update_unsent,
};
