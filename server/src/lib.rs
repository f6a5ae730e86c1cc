//! The website of an eye clinic in one binary: command line, settings, and how everything is built and run. ARCHITECTURE.md
//! describes the crates and the direction of imports.

mod app;
pub mod cli;
mod config;
