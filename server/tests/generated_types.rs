//! The front end's types are written by the server, so that they are written once.
//! `UPDATE_TYPES=1 cargo test --test generated_types` writes them anew.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use clinic::site::page::PageData;
use ts_rs::{Config, TS};

#[test]
fn the_generated_types_are_the_ones_in_use() {
    let in_use = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/src/generated");
    if std::env::var_os("UPDATE_TYPES").is_some() {
        let _ = fs::remove_dir_all(&in_use);
        export_to(&in_use);
    }
    let fresh = tempfile::tempdir().expect("a temporary folder");
    export_to(fresh.path());
    assert_eq!(
        read_all(&in_use),
        read_all(fresh.path()),
        "web/src/generated is stale: run `make fix` and commit what it writes"
    );
}

fn export_to(folder: &Path) {
    let config = Config::new().with_out_dir(folder).with_large_int("number");
    PageData::export_all(&config).expect("types can be written");
    fs::write(folder.join("pages.ts"), clinic::site::registry::typescript()).expect("the page table can be written");
}

fn read_all(folder: &Path) -> BTreeMap<String, String> {
    fs::read_dir(folder)
        .map(|entries| {
            entries
                .map(|entry| {
                    let entry = entry.expect("a readable entry");
                    let name = entry.file_name().to_string_lossy().into_owned();
                    (name, fs::read_to_string(entry.path()).expect("readable types"))
                })
                .collect()
        })
        .unwrap_or_default()
}
