//! One binary that is the whole site of an eye clinic: see ARCHITECTURE.md for the rooms and the way imports run.

mod app;
pub mod cli;
mod config;
pub mod content;
mod http;
mod render;
pub mod site;
