//! Who a person or a client is: email addresses and the keyed fingerprints under which the store knows them.

mod canonical_address;
mod client_key;
mod disposable_domains;
mod email_address;
mod person_key;

pub use canonical_address::CanonicalAddress;
pub use client_key::ClientKey;
pub use disposable_domains::{DisposableDomains, OverrideError};
pub use email_address::{AddressError, EmailAddress};
pub use person_key::PersonKey;
