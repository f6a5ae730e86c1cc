//! Searches with libFuzzer for inputs that reach new code. One program contains all targets, so it is linked once;
//! `scripts/fuzz` chooses the target.

#![no_main]

use std::sync::LazyLock;

use clinic_fuzz::Target;
use libfuzzer_sys::fuzz_target;

/// From the environment: libFuzzer parses all arguments itself, and passes the environment on when it starts another
/// process to merge a corpus.
static TARGET: LazyLock<Target> =
    LazyLock::new(|| clinic_fuzz::target(&std::env::var("FUZZ_TARGET").unwrap_or_default()));

fuzz_target!(|data: &[u8]| TARGET(data));
