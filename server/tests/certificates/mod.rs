//! Certificates by ACME: against a small authority with faults, and against Pebble.

mod authority;
mod kills;
mod orders;
mod pebble;
mod sites;
