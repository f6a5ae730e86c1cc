//! The outbox table: messages of any kind, queued in the transaction of the feature that sends them.

mod admin;
mod column_conversions;
mod hold;
mod lease;
mod queue;
mod state;

pub use admin::{MailError, OutboxEntry};
pub use column_conversions::{to_address, to_state};
pub use hold::hold;
pub use lease::{LEASE, Lease, lease, record_outcome};
pub use queue::{
    NewMessage, for_record, give_up, queue, queue_for, queue_together, remove_stored_links, replace_unsent, sent_to,
    take_back, update_unsent,
};
pub use state::{DeliveryOutcome, MailState};
