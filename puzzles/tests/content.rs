//! The pictures in the content of the site are as fair as those that are drawn from a seed.

use std::path::Path;

use clinic_puzzles::{Set, prove};

#[test]
fn pictures_of_the_content_pass_every_proof() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../content/game");
    let set = Set::from_folder(&folder).expect("the set of the content");
    let report = prove(&set);
    let failures: Vec<_> = report.failures.iter().map(ToString::to_string).collect();
    assert!(report.is_proven(), "{failures:#?}");
}
