//! Fuzz targets for the parsers of input from visitors and staff. One program contains all of them, so it is linked
//! once; `scripts/fuzz` chooses the target.
//!
//! A target is a function of bytes that panics when an invariant does not hold: parsed values survive a round trip, and
//! forged tokens are never accepted.

#![no_main]

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

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;

type Target = fn(&[u8]);

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

/// From the environment: libFuzzer parses all arguments itself, and passes the environment on when it starts another
/// process to merge a corpus.
static TARGET: LazyLock<Target> = LazyLock::new(|| {
    let name = std::env::var("FUZZ_TARGET").unwrap_or_default();
    let target = TARGETS.iter().find(|(known, _)| *known == name);
    target.unwrap_or_else(|| panic!("FUZZ_TARGET is \"{name}\", which is not in TARGETS of src/main.rs")).1
});

fuzz_target!(|data: &[u8]| TARGET(data));
