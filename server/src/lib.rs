//! One binary that is the whole site of an eye clinic: see ARCHITECTURE.md for the rooms and the way imports run.

pub mod content;
mod render;
pub mod site;
