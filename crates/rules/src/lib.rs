//! The rules of the clinic: who a person is, how a game is counted, when a code is valid, which times are free, what staff may do.
//!
//! Functions from values to values: no HTTP, SQL, mail or async. The time and random bytes are passed in. The store calls these
//! functions inside its transactions.

pub mod booking;
pub mod clinic_time;
pub mod discount;
pub mod game;
pub mod person;
pub mod rate_limit;
pub mod secret;
pub mod staff;
