//! Checks that the TypeScript types in `web/src/generated` are those of the server's schemas: of the API description and of the
//! pages' data. `UPDATE_TYPES=1 cargo test --test server generated_types` writes them.

mod typescript;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use clinic_content::{Folder, definition};
use clinic_site::page_data::PageData;
use clinic_site::page_registry;
use clinic_site::search_index::SearchEntry;
use clinic_store::AUDIT_ACTIONS;
use serde_json::{Value, json};
use utoipa::ToSchema;
use utoipa::openapi::{RefOr, Schema};

/// Forms are sent as `FormData`, which needs no type.
const FORMS: [&str; 3] = ["ClaimForm", "PictureChangeForm", "PictureForm"];

#[test]
fn generated_types_are_up_to_date() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/src/generated");
    let generated = generate();
    if std::env::var_os("UPDATE_TYPES").is_some() {
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("the folder can be made");
        for (name, text) in &generated {
            fs::write(folder.join(name), text).expect("a type can be written");
        }
    }
    let committed = read_all(&folder);
    let names: BTreeSet<&String> = committed.keys().chain(generated.keys()).collect();
    let outdated: Vec<&String> =
        names.into_iter().filter(|name| committed.get(*name) != generated.get(*name)).collect();
    assert!(outdated.is_empty(), "{outdated:?} in web/src/generated: run `make fix` and commit the changes");
}

/// The text of each file, by its name.
fn generate() -> BTreeMap<String, String> {
    let mut files: BTreeMap<String, String> =
        schemas().iter().map(|(name, schema)| (format!("{name}.ts"), typescript::file(name, schema))).collect();
    files.insert("pages.ts".to_owned(), page_registry::typescript());
    files.insert("AuditAction.ts".to_owned(), audit_action());
    files.insert("definitions.ts".to_owned(), definitions());
    files
}

fn schemas() -> BTreeMap<String, Value> {
    let calls = clinic_http::api::document().components.expect("components").schemas;
    let pages = schemas_of::<PageData>().into_iter().chain(schemas_of::<SearchEntry>());
    let mut schemas = BTreeMap::new();
    for (name, schema) in calls.into_iter().chain(pages).filter(|(name, _)| !FORMS.contains(&name.as_str())) {
        let schema = json!(schema);
        let before = schemas.insert(name.clone(), schema.clone());
        assert!(before.is_none_or(|before| before == schema), "two types have the name {name}");
    }
    schemas
}

/// The schema of a type, and those of the types that it contains.
fn schemas_of<T: ToSchema>() -> Vec<(String, RefOr<Schema>)> {
    let mut schemas = vec![(T::name().into_owned(), T::schema())];
    T::schemas(&mut schemas);
    schemas
}

/// The actions of the audit log as a type, so that the desk has a sentence for each of them.
fn audit_action() -> String {
    let actions = AUDIT_ACTIONS.map(|action| format!("\n  | \"{action}\"")).concat();
    format!(
        "// This file is generated from crates/store/src/audit_actions.rs. Do not edit it.\nexport type AuditAction ={actions};\n"
    )
}

/// The definitions of all documents that come with the program, for the tests of the forms.
fn definitions() -> String {
    let pages = page_registry::site_pages().files;
    let documents = Folder::embedded();
    let lines = documents.files().filter_map(|(path, _)| {
        let definition = serde_json::to_string(&definition::of(path, &pages)?).expect("a definition serialises");
        Some(format!("  \"{path}\": {definition},\n"))
    });
    format!(
        "// Generated from the definitions of the documents. The desk gets them with each document; the tests use these.\n\
         import type {{ DocumentDefinition }} from \"./DocumentDefinition\";\n\n\
         export const definitions: Record<string, DocumentDefinition> = {{\n{}}};\n",
        lines.collect::<String>()
    )
}

fn read_all(folder: &Path) -> BTreeMap<String, String> {
    let entries = fs::read_dir(folder).into_iter().flatten().map(|entry| entry.expect("a readable entry"));
    entries
        .map(|entry| {
            let text = fs::read_to_string(entry.path()).expect("a readable file");
            (entry.file_name().to_string_lossy().into_owned(), text)
        })
        .collect()
}
