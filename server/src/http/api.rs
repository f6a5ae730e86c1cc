//! The public API: the game, the claim, health and the description of all calls.

pub mod claim_form;
mod health;
pub mod openapi;
pub mod plays;
pub mod send_form;

pub use health::healthz;
