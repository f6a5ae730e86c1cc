//! Checks that the TypeScript types in `web/src/generated` are those that the server generates.
//! `UPDATE_TYPES=1 cargo test --test server generated_types` writes them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use clinic_http::typescript;
use clinic_site::page_data::PageData;
use ts_rs::{Config, TS};

#[test]
fn generated_types_are_up_to_date() {
    let committed = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/src/generated");
    if std::env::var_os("UPDATE_TYPES").is_some() {
        let _ = fs::remove_dir_all(&committed);
        export_to(&committed);
    }
    let fresh = tempfile::tempdir().expect("a temporary folder");
    export_to(fresh.path());
    let (committed, fresh) = (read_all(&committed), read_all(fresh.path()));
    let names: BTreeSet<&String> = committed.keys().chain(fresh.keys()).collect();
    let outdated: Vec<&String> = names.into_iter().filter(|name| committed.get(*name) != fresh.get(*name)).collect();
    assert!(outdated.is_empty(), "{outdated:?} in web/src/generated: run `make fix` and commit the changes");
}

/// Forms are sent as `FormData`, which needs no type.
#[test]
fn every_schema_of_the_api_description_has_a_generated_type() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    export_to(folder.path());
    let types = read_all(folder.path());
    let schemas = clinic_http::api::document().components.expect("components").schemas;
    let is_form = |name: &str| ["ClaimForm", "PictureChangeForm", "PictureForm"].contains(&name);
    let missing: Vec<&String> =
        schemas.keys().filter(|name| !is_form(name) && !types.contains_key(&format!("{name}.ts"))).collect();
    assert!(missing.is_empty() && schemas.len() > 20, "{missing:?} of {} schemas", schemas.len());
}

fn export_to(folder: &Path) {
    let config = Config::new().with_out_dir(folder).with_large_int("number");
    PageData::export_all(&config).expect("page types can be written");
    typescript::export(&config).expect("API types can be written");
    fs::write(folder.join("pages.ts"), clinic_site::page_registry::typescript())
        .expect("the page table can be written");
    fs::write(folder.join("AuditAction.ts"), typescript::audit_action()).expect("the actions can be written");
    fs::write(folder.join("definitions.ts"), typescript::definitions()).expect("the definitions can be written");
}

fn read_all(folder: &Path) -> BTreeMap<String, String> {
    fs::read_dir(folder)
        .map(|entries| {
            entries
                .map(|entry| {
                    let entry = entry.expect("a readable entry");
                    let name = entry.file_name().to_string_lossy().into_owned();
                    (name, fs::read_to_string(entry.path()).expect("a readable file"))
                })
                .collect()
        })
        .unwrap_or_default()
}
