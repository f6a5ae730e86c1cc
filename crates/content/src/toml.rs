//! TOML with the line of every value, so that a problem can say where it is.

mod errors;
pub mod fields;
pub mod front_matter;
