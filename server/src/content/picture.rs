//! A picture as a page needs it: where it is served and how much room it takes.
//!
//! Owns the reading of sizes from SVG, PNG, JPEG and WebP, so that every image is sized and nothing shifts.

use serde::Serialize;
use ts_rs::TS;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct Picture {
    /// `/pictures/name.HASH.svg`: the address changes with the picture, so it may be kept for a year.
    pub src: String,
    pub width: u32,
    pub height: u32,
}
