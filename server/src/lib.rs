//! One binary that is the whole site of an eye clinic: see ARCHITECTURE.md for the rooms and the way imports run.

pub mod clock;
pub mod content;
pub mod discount;
pub mod game;
pub mod http;
pub mod mail;
pub mod outbox;
pub mod promises;
pub mod secret;
pub mod site;
pub mod store;
