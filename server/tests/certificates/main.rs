//! Certificates by ACME: against a small authority with faults, and against Pebble.

mod authority;
mod kills;
mod orders;
mod pebble;
mod sites;
#[path = "../support/mod.rs"]
mod support;
#[path = "../test_server/mod.rs"]
mod test_server;
