//! Lets a feature react when the mail server rejects one of its messages, in the transaction that stores the rejection.

use sqlx::AnyConnection;

use crate::mail::Message;
use crate::store::{StoreError, discount};

pub async fn on_rejected(connection: &mut AnyConnection, message: &Message) -> Result<(), StoreError> {
    match message {
        Message::DiscountCode { play: Some(play), .. } => discount::release_proof(connection, play).await,
        Message::DiscountCode { play: None, .. } => Ok(()),
    }
}
