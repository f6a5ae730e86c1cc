//! One binary that is the whole site of an eye clinic: see ARCHITECTURE.md for the rooms and the way imports run.

mod app;
pub mod cli;
pub mod clock;
mod config;
pub mod content;
mod csv;
pub mod desk;
pub mod discount;
pub mod game;
pub mod http;
mod lagos;
pub mod mail;
pub mod metrics;
pub mod outbox;
pub mod promises;
mod render;
pub mod secret;
pub mod site;
pub mod staff;
pub mod store;
