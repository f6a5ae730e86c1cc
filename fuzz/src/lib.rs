//! Fuzz targets for the parsers of input from visitors and staff.
//!
//! A target is a function of bytes that panics when an invariant does not hold: parsed values survive a round trip, and
//! forged tokens are never accepted. `tests/seeded_inputs.rs` gives every target the same inputs in every run;
//! `src/main.rs` searches for new ones with libFuzzer.

mod claim_form;
mod content;
mod desk_credentials;
mod discount_code;
mod email_address;
mod http2_frames;
mod markdown_tree;
mod picture;
mod play_token;
mod save_draft;

pub type Target = fn(&[u8]);

const TARGETS: &[(&str, Target)] = &[
    ("claim_form", claim_form::check),
    ("content", content::check),
    ("desk_credentials", desk_credentials::check),
    ("discount_code", discount_code::check),
    ("email_address", email_address::check),
    ("http2_frames", http2_frames::check),
    ("picture", picture::check),
    ("play_token", play_token::check),
    ("save_draft", save_draft::check),
];

/// # Panics
/// When there is no target with this name.
#[must_use]
pub fn target(name: &str) -> Target {
    let target = TARGETS.iter().find(|(known, _)| *known == name);
    target.unwrap_or_else(|| panic!("The target \"{name}\" is not in TARGETS of fuzz/src/lib.rs.")).1
}
