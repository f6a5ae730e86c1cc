//! Checks the generated API description against the routes of the server.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use clinic_http::{api, desk};
use serde_json::Value;

fn document() -> Value {
    serde_json::to_value(api::document()).expect("JSON")
}

fn operations(document: &Value) -> Vec<(String, &Value)> {
    let mut operations = Vec::new();
    for (path, item) in document["paths"].as_object().expect("paths") {
        for (method, operation) in item.as_object().expect("operations") {
            operations.push((format!("{} {path}", method.to_uppercase()), operation));
        }
    }
    operations
}

/// The paths of a router, taken from its `Debug` output: axum has no other way to list them.
fn paths_of(router: impl std::fmt::Debug) -> BTreeSet<String> {
    let printed = format!("{router:?}");
    let is_path = |text: &&str| text.starts_with("/api/") || *text == "/healthz";
    printed.split('"').filter(is_path).map(str::to_owned).collect()
}

#[test]
fn every_route_is_in_the_description() {
    let described: BTreeSet<String> = document()["paths"].as_object().expect("paths").keys().cloned().collect();
    let (public, _) = api::routes().split_for_parts();
    let (staff, _) = desk::routes().split_for_parts();
    let routed = paths_of(public).into_iter().chain(paths_of(staff)).map(|path| path.replace("{*", "{"));
    let routed: BTreeSet<String> = routed.collect();
    assert!(routed.contains("/healthz") && routed.contains("/api/desk/codes/redeem"), "{routed:?}");
    assert_eq!(routed, described);
}

/// Proxies write URLs to their logs.
#[test]
fn no_call_takes_a_code_or_an_address_in_its_url() {
    let document = document();
    let operations = document["paths"].as_object().expect("paths").values().filter_map(|path| path.as_object());
    let parameters = operations.flatten().filter_map(|(_, operation)| operation["parameters"].as_array()).flatten();
    let described = parameters.filter_map(|parameter| parameter["name"].as_str());
    let paths = document["paths"].as_object().expect("paths").keys();
    let in_paths = paths.flat_map(|path| path.split('{').skip(1).filter_map(|rest| rest.split('}').next()));
    let names: BTreeSet<&str> = described.chain(in_paths).collect();
    // The id of an email or audit entry, the name of a staff account, filters of lists, and documents of the site.
    let lists = ["state", "from", "to", "limit", "afterAt", "afterDue", "afterId", "list", "service", "days", "offset"];
    let content = ["path", "If-Match", "page", "revision", "below", "hash", "view"];
    let allowed: BTreeSet<&str> = ["id", "name"].into_iter().chain(lists).chain(content).collect();
    assert_eq!(names.difference(&allowed).collect::<Vec<_>>(), Vec::<&&str>::new());
    assert!(names.contains("id"), "{names:?}");
}

/// Another site can make a browser send a GET request, so these calls change nothing but the audit log, which records downloads
/// and emails that are read. Look at a new one before you add it here.
#[test]
fn calls_with_get_only_read() {
    let read = [
        "countWaiting",
        "downloadClaims",
        "downloadStatistics",
        "downloadVisitStatistics",
        "getApiDescription",
        "getAuditLog",
        "getContentHistory",
        "getCurrentAppointment",
        "getDocument",
        "getHealth",
        "getRecallStatistics",
        "getRevisionChanges",
        "getSession",
        "getStatistics",
        "getVisitStatistics",
        "healthz",
        "listAppointments",
        "listClosedVisits",
        "listDrafts",
        "listPublishedContent",
        "listInstancesNotShowing",
        "listDocumentNotes",
        "listEarlierPictures",
        "listEarlierTimes",
        "listEmails",
        "listFreeSlots",
        "listFreeTimesNear",
        "listOpenNotes",
        "listPatientsToTell",
        "listPictures",
        "listPuzzles",
        "listRecalls",
        "listRecentDocuments",
        "listRecordLimits",
        "listRequests",
        "listSessions",
        "listStaff",
        "listToldPatients",
        "listWaitingRequests",
        "previewSavedDrafts",
        "readEmail",
        "showEarlierPicture",
        "showPicture",
    ];
    let document = document();
    let paths = document["paths"].as_object().expect("paths").values();
    let calls: BTreeSet<&str> = paths.filter_map(|path| path["get"]["operationId"].as_str()).collect();
    assert_eq!(calls, BTreeSet::from(read));
}

/// A route added with `Router::route` would not be described.
#[test]
fn no_api_route_is_registered_without_a_description() {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/http/src")];
    let mut files = 0;
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let source = fs::read_to_string(&path).unwrap_or_default();
            let is_undescribed = [".route(\"/api", ".nest(\"/api"].iter().any(|call| source.contains(call));
            assert!(!is_undescribed, "{} registers an API route without `routes!`", path.display());
            files += 1;
        }
    }
    assert!(files > 100, "only {files} source files were found");
}

#[test]
fn operation_ids_are_unique() {
    let document = document();
    let mut ids = BTreeSet::new();
    for (name, operation) in operations(&document) {
        let id = operation["operationId"].as_str().unwrap_or_else(|| panic!("{name} has no operationId"));
        assert!(ids.insert(id), "{id} occurs twice");
    }
}

#[test]
fn errors_are_described_as_json_or_for_the_claim_as_plain_text() {
    let document = document();
    for (name, operation) in operations(&document) {
        let responses = operation["responses"].as_object().expect("responses");
        assert!(responses.contains_key("503") && responses.contains_key("400"), "{name}");
        for (status, response) in responses.iter().filter(|(status, _)| status.starts_with(['4', '5'])) {
            let content = response["content"].as_object().unwrap_or_else(|| panic!("{name} {status} has no content"));
            if name.contains("send-form") || name.contains("/claims/address") {
                assert_eq!(content["text/plain"]["schema"]["type"], "string", "{name} {status}");
            } else {
                let schema = &content["application/json"]["schema"]["$ref"];
                assert_eq!(schema, "#/components/schemas/ErrorResponse", "{name} {status}");
            }
        }
    }
}

#[test]
fn desk_calls_require_the_session_cookie_and_describe_their_errors() {
    let document = document();
    assert_eq!(document["components"]["securitySchemes"]["session"]["in"], "cookie");
    for (name, operation) in operations(&document) {
        // Whoever has a one-time link cannot sign in yet.
        let has_no_session = ["/login", "/desk/reset-password", "/desk/setup"].iter().any(|call| name.contains(call));
        let is_desk = name.contains("/api/desk/") && !has_no_session;
        assert_eq!(operation["security"][0]["session"].is_array(), is_desk, "{name}");
        let changes_something = !name.starts_with("GET");
        let responses = operation["responses"].as_object().expect("responses");
        for (status, expected) in
            [("401", name.contains("/api/desk/")), ("404", name.contains("/api/desk/")), ("403", changes_something)]
        {
            assert!(responses.contains_key(status) || !expected, "{name} does not describe {status}");
        }
        let takes_body = operation["requestBody"].is_object();
        for status in ["408", "413", "415"] {
            assert_eq!(responses.contains_key(status), takes_body, "{name} {status}");
        }
    }
}

#[test]
fn every_reference_is_defined() {
    let document = document();
    let text = document.to_string();
    let references = text.split("\"$ref\":\"#").skip(1).map(|rest| rest.split('"').next().expect("a reference"));
    let mut count = 0;
    for reference in references {
        assert!(document.pointer(reference).is_some(), "{reference} is not defined");
        count += 1;
    }
    assert!(count > 100, "only {count} references");
}
