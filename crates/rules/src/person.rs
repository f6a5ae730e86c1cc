//! Identifies people and clients: email addresses and phone numbers, and the HMAC keys under which they are stored.

mod canonical_address;
mod client_key;
mod client_network;
mod contact;
mod disposable_domains;
mod email_address;
mod person_key;
mod phone_number;

pub use canonical_address::CanonicalAddress;
pub use client_key::ClientKey;
pub use client_network::client_networks;
pub use contact::{Contact, ContactError};
pub use disposable_domains::{DisposableDomains, OverrideError};
pub use email_address::{AddressError, EmailAddress};
pub use person_key::PersonKey;
pub use phone_number::{PhoneError, PhoneNumber};
