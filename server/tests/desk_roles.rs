//! Who may call what at the desk: every call of the API description, by every role, without a session, in a session that was not
//! confirmed, and by an account that has to set up two-step verification. A call that is not in `CALLS` fails the test.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use axum::http::Method;
use clinic_http::api;
use clinic_rules::staff::Role;
use serde_json::{Value, json};
use sqlx::{AnyPool, AssertSqlSafe};

use crate::support::databases::migrated_sqlite;
use crate::support::desk_client::SessionCookie;
use crate::support::test_app::TestApp;
use crate::support::waiting::eventually;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Access {
    /// Also without a session.
    Anybody,
    /// Every role, also an account that has to set up two-step verification first.
    BeforeTwoStep,
    Everybody,
    Editors,
    /// Editors in a session that was confirmed within the last hour.
    EditorsConfirmedThisHour,
    /// Editors in a session that was confirmed within the last five minutes.
    ConfirmedEditors,
    Owners,
    ConfirmedOwners,
}
use Access::{
    Anybody, BeforeTwoStep, ConfirmedEditors, ConfirmedOwners, Editors, EditorsConfirmedThisHour, Everybody, Owners,
};

/// By the id of the operation.
const CALLS: &[(Access, &[&str])] = &[
    (Anybody, &["signIn", "getSession", "openSetupLink", "createOwner", "openLink", "resetPassword"]),
    (BeforeTwoStep, &["signOut", "signOutEverywhere", "beginTotp", "confirmTotp"]),
    (
        Everybody,
        &[
            "addAppointment",
            "addAppointmentSeries",
            "addEarlierPatient",
            "addRecall",
            "answerEarlierTime",
            "blockTime",
            "bookEarlierTime",
            "cancelAppointmentAtDesk",
            "changeAppointmentState",
            "changePassword",
            "checkVisitTimes",
            "confirmAppointment",
            "confirmIdentity",
            "correctAppointment",
            "countWaiting",
            "dismissFailedSignIns",
            "endRecall",
            "findPatient",
            "getCurrentAppointment",
            "keepClosed",
            "listAppointments",
            "listClosedVisits",
            "listEarlierTimes",
            "listFreeTimesNear",
            "listPatientsToTell",
            "listRecalls",
            "listRequests",
            "listSessions",
            "listToldPatients",
            "listWaitingRequests",
            "lookUpAddress",
            "lookUpCode",
            "markPatientTold",
            "markRecallAsked",
            "moveAppointmentAtDesk",
            "openAppointment",
            "openEarlierTime",
            "openRecall",
            "redeemCode",
            "repeatAppointment",
            "reportReturnedAppointmentEmail",
            "reportReturnedRecallEmail",
            "resendToAddress",
            "sendAppointmentLink",
            "signOutSession",
            "tellClosed",
            "turnTotpOff",
            "unblockTime",
            "undoAppointment",
            "undoEarlierAnswer",
            "undoPatientTold",
            "undoRecallAsked",
            "undoRecallEnd",
            "undoRedemption",
            "wantEarlierTimeAtDesk",
        ],
    ),
    (
        Editors,
        &[
            "addNote",
            "changeAddress",
            "checkContent",
            "choosePuzzles",
            "deleteDocument",
            "discardDraft",
            "framePicture",
            "restoreDocument",
            "getContentHistory",
            "getDocument",
            "getRevisionChanges",
            "listDrafts",
            "listPublishedContent",
            "keepDocumentOpen",
            "leaveDocument",
            "listDocumentNotes",
            "listInstancesNotShowing",
            "listOpenNotes",
            "listPictures",
            "listPuzzles",
            "listRecentDocuments",
            "pinPuzzles",
            "previewPage",
            "previewSavedDrafts",
            "reopenNote",
            "replacePicture",
            "resolveNote",
            "saveDraft",
            "searchContent",
            "showPicture",
            "uploadPicture",
        ],
    ),
    (EditorsConfirmedThisHour, &["publishContent"]),
    (ConfirmedEditors, &["restoreContent"]),
    (
        Owners,
        &[
            "cancelCode",
            "correctAddress",
            "discardEmail",
            "dismissRecordLimits",
            "downloadStatistics",
            "downloadVisitStatistics",
            "extendCode",
            "findCodeHolders",
            "findPassage",
            "getAuditLog",
            "getHealth",
            "getRecallStatistics",
            "getStatistics",
            "getVisitStatistics",
            "listEarlierPictures",
            "listEmails",
            "listRecordLimits",
            "listStaff",
            "readEmail",
            "resendCode",
            "retryEmail",
            "sendTestEmail",
            "showAddress",
            "showEarlierPicture",
        ],
    ),
    (
        ConfirmedOwners,
        &[
            "cancelInvitation",
            "changeRole",
            "confirmClock",
            "releaseMail",
            "disableStaff",
            "downloadClaims",
            "enableStaff",
            "erasePerson",
            "exportPerson",
            "findStoredData",
            "inviteStaff",
            "offerPasswordReset",
            "removeContent",
            "requireTwoStep",
            "sendInvitation",
        ],
    ),
];

impl Access {
    /// The roles that may call it.
    fn allows(self, role: Role) -> bool {
        match self {
            Anybody | BeforeTwoStep | Everybody => true,
            Editors | EditorsConfirmedThisHour | ConfirmedEditors => role != Role::Desk,
            Owners | ConfirmedOwners => role == Role::Owner,
        }
    }

    /// How long a confirmation is good for.
    fn confirmation_valid(self) -> Option<Duration> {
        match self {
            ConfirmedEditors | ConfirmedOwners => Some(Duration::from_mins(5)),
            EditorsConfirmedThisHour => Some(Duration::from_hours(1)),
            Anybody | BeforeTwoStep | Everybody | Editors | Owners => None,
        }
    }
}

struct Call {
    id: String,
    method: Method,
    path: String,
    has_session: bool,
    access: Access,
}

/// The calls of the API description, each with its access from the table.
fn desk_calls() -> Vec<Call> {
    let table: BTreeMap<&str, Access> =
        CALLS.iter().flat_map(|(access, ids)| ids.iter().map(|id| (*id, *access))).collect();
    assert_eq!(table.len(), CALLS.iter().map(|(_, ids)| ids.len()).sum::<usize>(), "a call is in the table twice");
    let document = serde_json::to_value(api::document()).expect("JSON");
    let mut calls = Vec::new();
    for (path, item) in document["paths"].as_object().expect("paths") {
        for (method, operation) in item.as_object().expect("operations") {
            let id = operation["operationId"].as_str().expect("an id").to_owned();
            let has_session = operation["security"][0]["session"].is_array();
            if !path.starts_with("/api/desk/") {
                assert!(!has_session, "{id} is not a call of the desk and asks for a session");
                continue;
            }
            let access = table.get(id.as_str()).unwrap_or_else(|| panic!("add {id} to the table of who may call it"));
            let method = method.to_uppercase().parse().expect("a method");
            let path = path.replace("{path}", "pages/home.md").replace("{revision}", "1").replace("{hash}", "0");
            let path = path.replace("{id}", "nothing").replace("{name}", "Nobody");
            assert!(!path.contains('{'), "{path}: a parameter without a value");
            calls.push(Call { id, method, path, has_session, access: *access });
        }
    }
    let described: BTreeSet<&str> = calls.iter().map(|call| call.id.as_str()).collect();
    let listed: BTreeSet<&str> = table.keys().copied().collect();
    assert_eq!(listed.difference(&described).collect::<Vec<_>>(), Vec::<&&str>::new(), "no longer described");
    calls
}

/// Why a call was refused because of who called, or nothing.
async fn refusal(app: &TestApp, session: Option<&SessionCookie>, call: &Call) -> Option<String> {
    let response = app.request(session, call.method.clone(), &call.path, json!({})).await;
    assert_eq!(response.headers["cache-control"], "no-store", "{}: {}", call.id, response.status);
    match response.status.as_u16() {
        401 | 403 => Some(response.json()["error"]["code"].as_str().expect("a code").to_owned()),
        404 if response.text.is_empty() => panic!("{} {} is not routed", call.method, call.path),
        _ => None,
    }
}

const STAFF: [(&str, Role); 3] = [("Bola", Role::Desk), ("Chidi", Role::Editor), ("Tonye", Role::Owner)];

async fn open() -> TestApp {
    let app = TestApp::with_content().await;
    for (name, role) in STAFF {
        app.add_staff(name, role).await;
    }
    app
}

impl Access {
    /// As the table in docs/security.md names it.
    fn describe(self) -> &'static str {
        match self {
            Anybody => "anybody",
            BeforeTwoStep => "every account, also before it has set up two-step verification",
            Everybody => "every account",
            Editors => "editors and owners",
            EditorsConfirmedThisHour => "editors and owners, in a session confirmed within an hour",
            ConfirmedEditors => "editors and owners, in a confirmed session",
            Owners => "owners",
            ConfirmedOwners => "owners, in a confirmed session",
        }
    }
}

#[test]
fn security_document_lists_every_call_with_who_may_call_it() {
    let document = include_str!("../../docs/security.md");
    for (access, ids) in CALLS {
        let ids: BTreeSet<&str> = ids.iter().copied().collect();
        let ids: Vec<String> = ids.iter().map(|id| format!("`{id}`")).collect();
        let row = format!("| {} | {} |", access.describe(), ids.join(", "));
        assert!(document.lines().any(|line| line == row), "docs/security.md lacks the row:\n{row}");
    }
}

#[tokio::test]
async fn every_call_refuses_whoever_has_no_session() {
    let app = open().await;
    for call in desk_calls() {
        let expected = (call.access != Anybody).then(|| "signed_out".to_owned());
        // A sign-in with nothing in it is refused for another reason.
        assert_eq!(refusal(&app, None, &call).await, expected, "{}", call.id);
        let is_optional = call.id == "getSession";
        assert_eq!(call.has_session, call.access != Anybody || is_optional, "{}: its description", call.id);
    }
}

#[tokio::test]
async fn every_call_is_for_the_roles_of_the_table_and_asks_for_a_confirmation_where_it_says_so() {
    let app = open().await;
    for call in desk_calls() {
        for (name, role) in STAFF {
            let not_allowed = (!call.access.allows(role)).then(|| "not_allowed".to_owned());
            let session = app.sign_in(name).await;
            assert_eq!(refusal(&app, Some(&session), &call).await, not_allowed, "{} by {role}", call.id);
        }
    }
    let calls = desk_calls();
    for (since, (name, role)) in [5, 60].into_iter().flat_map(|minutes| STAFF.map(|member| (minutes, member))) {
        let since = Duration::from_mins(since);
        let mut session = app.sign_in(name).await;
        app.clock.advance(since);
        for call in &calls {
            let expected = match call.access {
                access if !access.allows(role) => Some("not_allowed".to_owned()),
                access if access.confirmation_valid().is_some_and(|valid| valid <= since) => {
                    Some("confirmation_needed".to_owned())
                }
                _ => None,
            };
            let answer = refusal(&app, Some(&session), call).await;
            assert_eq!(answer, expected, "{} by {role}, {since:?} after the sign-in", call.id);
            if call.id.starts_with("signOut") {
                session = app.sign_in(name).await;
                app.clock.advance(since);
            }
        }
    }
}

/// Every row of every table as text, apart from what says when somebody was here, what was counted and what the audit log has.
async fn rows_of_the_data(url: &str) -> BTreeMap<String, Vec<String>> {
    let pool = AnyPool::connect(url).await.expect("connected");
    let names = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'";
    let tables: Vec<String> = sqlx::query_scalar(names).fetch_all(&pool).await.expect("tables");
    let mut rows = BTreeMap::new();
    for table in tables {
        if ["sessions", "staff", "audit", "opened_records", "rate_limits"].contains(&table.as_str()) {
            continue;
        }
        let columns: Vec<String> = sqlx::query_scalar("SELECT name FROM pragma_table_info($1)")
            .bind(&table)
            .fetch_all(&pool)
            .await
            .expect("columns");
        let columns: Vec<String> = columns.iter().map(|column| format!("QUOTE({column})")).collect();
        let statement = format!("SELECT {} FROM {table} ORDER BY 1", columns.join(" || ',' || "));
        rows.insert(table, sqlx::query_scalar(AssertSqlSafe(statement)).fetch_all(&pool).await.expect("rows"));
    }
    pool.close().await;
    rows
}

/// Another site can make a browser send a GET request.
#[tokio::test]
async fn get_calls_change_no_row_of_the_data() {
    const QUERY: &str = "from=2026-03-01&to=2026-03-02&days=1&service=eye-exams&date=2026-03-03&time=09:00&minutes=30";
    let folder = tempfile::tempdir().expect("a folder");
    let url = migrated_sqlite(&folder).await;
    let app = TestApp::with_content_on(&url, None).await;
    for (name, role) in STAFF {
        app.add_staff(name, role).await;
    }
    let owner = app.sign_in("Tonye").await;
    let body = json!({ "service": "eye-exams", "date": "2026-03-03", "time": "09:00", "name": "Ada Obi",
                       "phone": "0803 123 4567", "email": "ada@example.com" });
    assert_eq!(app.request(None, Method::POST, "/api/booking", body).await.status.as_u16(), 201);
    app.claim_code("ada@example.com").await;
    eventually("the emails", async || app.transport.recorded().len() == 2).await;
    let before = rows_of_the_data(&url).await;
    assert!(before["appointments"].len() == 1 && before["claims"].len() == 1, "{before:?}");
    let document = serde_json::to_value(api::document()).expect("JSON");
    let mut answered = 0;
    for (path, item) in document["paths"].as_object().expect("paths") {
        if item.get("get").is_none() {
            continue;
        }
        let path = path.replace("{path}", "pages/home.md").replace("{revision}", "0").replace("{hash}", "0");
        let path = path.replace("{id}", "nothing").replace("{name}", "Nobody");
        let answer = app.request(Some(&owner), Method::GET, &format!("{path}?{QUERY}"), Value::Null).await;
        answered += u32::from(answer.status.is_success());
        let after = rows_of_the_data(&url).await;
        for (table, rows) in &before {
            assert_eq!(&after[table], rows, "{table} after GET {path}");
        }
    }
    assert!(answered > 25, "only {answered} calls were answered");
}

#[tokio::test]
async fn account_that_has_to_set_up_two_step_verification_can_only_do_that_and_sign_out() {
    let app = open().await;
    let owner = app.sign_in("Tonye").await;
    let required = json!({ "role": "desk", "required": true });
    let stored = app.desk_post(&owner, "staff-settings/two-step", required).await;
    assert_eq!(stored.status.as_u16(), 204, "{}", stored.text);
    app.clock.advance(Duration::from_hours(7 * 24));
    for call in desk_calls() {
        for (name, role) in STAFF {
            let session = app.sign_in(name).await;
            let is_open = matches!(call.access, Anybody | BeforeTwoStep);
            let expected = (!is_open).then(|| "two_step_required".to_owned());
            assert_eq!(refusal(&app, Some(&session), &call).await, expected, "{} by {role}", call.id);
        }
    }
}
