//! Inputs that nobody thought of, thrown at what strangers and staff can type. One program holds every target, so that
//! it is linked once; `scripts/fuzz` says which one to run.
//!
//! A target is a function of bytes that panics when a promise is broken. It promises more than to survive: what was
//! read can be written and read again, and what was forged is never taken.

#![no_main]

mod address;
mod ask;
mod code;
mod content;
mod desk;
mod form;
mod token;
mod tree;

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;

type Target = fn(&[u8]);

const TARGETS: &[(&str, Target)] = &[
    ("address", address::judge),
    ("ask", ask::judge),
    ("code", code::judge),
    ("content", content::judge),
    ("desk", desk::judge),
    ("form", form::judge),
    ("token", token::judge),
];

/// From the environment, since libFuzzer takes every argument for its own and hands the environment on when it starts
/// itself again to merge a corpus.
static CHOSEN: LazyLock<Target> = LazyLock::new(|| {
    let name = std::env::var("FUZZ_TARGET").unwrap_or_default();
    let known = TARGETS.iter().find(|(known, _)| *known == name);
    known.unwrap_or_else(|| panic!("FUZZ_TARGET is \"{name}\", which is no target of src/main.rs")).1
});

fuzz_target!(|data: &[u8]| CHOSEN(data));
