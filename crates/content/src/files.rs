//! Readers of the content's files, one for each kind of file.

mod booking_toml;
mod chairs_toml;
pub mod clinic_toml;
pub mod collections;
pub mod game_toml;
mod https_url;
mod opening_hours;
pub mod page_text;
pub mod redirects_toml;
pub mod urgent_toml;
