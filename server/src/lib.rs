//! The website of an eye clinic in one binary. ARCHITECTURE.md describes the modules and the direction of imports.

mod app;
pub mod booking;
pub mod certificates;
pub mod cli;
mod clinic_time;
pub mod clock;
pub mod clock_check;
mod config;
pub mod content;
pub mod discount;
pub mod game;
pub mod http;
mod machine;
pub mod mail;
pub mod metrics;
pub mod outbox;
pub mod person;
pub mod rate_limit;
mod render;
pub mod secret;
pub mod site;
pub mod staff;
pub mod store;
