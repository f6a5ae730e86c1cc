//! Conversions between columns of the outbox and their types.

use super::state::MailState;
use crate::StoreError;
use clinic_mail::Message;
use clinic_rules::person::EmailAddress;

pub fn to_address(text: &str) -> Result<EmailAddress, StoreError> {
    EmailAddress::parse(text).map_err(|_| StoreError::Corrupt("an invalid email address"))
}

pub fn to_state(text: &str) -> Result<MailState, StoreError> {
    text.parse().map_err(|_| StoreError::Corrupt("a message in an unknown state"))
}

pub fn to_payload(message: &Message) -> String {
    serde_json::to_string(message).expect("a message has no map with non-string keys")
}

pub fn to_message(payload: &str) -> Result<Message, StoreError> {
    serde_json::from_str(payload).map_err(|_| StoreError::Corrupt("a message that this version cannot read"))
}
