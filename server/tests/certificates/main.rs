//! Certificates by ACME: against a small authority with faults.

mod authority;
mod orders;
#[path = "../support/mod.rs"]
mod support;
