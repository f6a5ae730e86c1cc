//! The staff desk's API as its front end calls it, for tests.

use std::collections::BTreeMap;
use std::sync::Mutex;

use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use clinic_http::services::Services;
use clinic_rules::discount::{DiscountCode, valid_until};
use clinic_rules::game::{PlayToken, Proof, count};
use clinic_rules::person::{ClientKey, EmailAddress, PersonKey};
use clinic_rules::rate_limit::Limits;
use clinic_rules::staff::{ClinicWords, HashMemory, Password, Role, StaffName, TotpKey, TotpStep};
use clinic_runtime::clock::Clock;
use clinic_store::{Claim, Claimed};
use serde_json::{Value, json};

use super::recording_transport::discount_code;
use super::test_app::{TestApp, TestResponse, levels};

pub const PASSWORD: &str = "four odd words here";

/// The `Cookie` header of a signed-in browser, which keeps the cookies that answers set.
#[derive(Debug)]
pub struct SessionCookie(Mutex<String>);

impl SessionCookie {
    pub fn new(cookie: &str) -> Self {
        Self(Mutex::new(cookie.to_owned()))
    }

    pub fn value(&self) -> String {
        self.0.lock().expect("no panic").clone()
    }
}

/// A copy that does not follow later answers: what somebody else has got.
impl Clone for SessionCookie {
    fn clone(&self) -> Self {
        Self::new(&self.value())
    }
}

impl TestApp {
    /// Adds an account with the password `PASSWORD`.
    pub async fn add_staff(&self, name: &str, role: Role) {
        let name = StaffName::parse(name).expect("a name");
        let password = Password::choose(PASSWORD, &name, &ClinicWords::default()).expect("a password");
        let hash = password.hash(self.desk.settings.password_cost, [3; 16], &mut HashMemory::default());
        self.services.store.add_staff(&name, role, &hash, self.desk.actor("test")).await.expect("added");
    }

    pub async fn sign_in(&self, name: &str) -> SessionCookie {
        let response = self.attempt_sign_in(name, PASSWORD).await;
        assert_eq!(response.status, StatusCode::OK, "{}", response.text);
        response.session_cookie()
    }

    pub async fn attempt_sign_in(&self, name: &str, password: &str) -> TestResponse {
        self.request(None, Method::POST, "/api/desk/login", json!({ "name": name, "password": password })).await
    }

    /// Tries to sign in from an address, with a `Cookie` header.
    pub async fn attempt_sign_in_from(&self, address: &str, cookie: &str, name: &str, password: &str) -> TestResponse {
        let request = Request::post("/api/desk/login").header("content-type", "application/json");
        let body = Body::from(json!({ "name": name, "password": password }).to_string());
        self.send_from(address, request.header("cookie", cookie).body(body).expect("a request")).await
    }

    /// Adds the owner Tonye and signs in.
    pub async fn sign_in_as_owner(&self) -> SessionCookie {
        self.add_staff("Tonye", Role::Owner).await;
        self.sign_in("Tonye").await
    }

    pub fn assert_metrics<const N: usize>(&self, lines: [&str; N]) {
        let metrics = self.services.metrics.encode();
        for line in lines {
            assert!(metrics.lines().any(|found| found == line), "{line} is missing in\n{metrics}");
        }
    }

    /// Turns two-step verification on and returns its key.
    pub async fn turn_totp_on(&self, session: &SessionCookie) -> TotpKey {
        let setup = self.desk_post(session, "me/totp/begin", json!({ "password": PASSWORD })).await.json();
        let key = TotpKey::parse(setup["secret"].as_str().expect("a secret")).expect("a key");
        let code = key.code(TotpStep::at(self.clock.now()));
        let confirmed = self.desk_post(session, "me/totp/confirm", json!({ "code": code })).await;
        assert_eq!(confirmed.status, StatusCode::OK, "{}", confirmed.text);
        key
    }

    pub async fn request(
        &self,
        session: Option<&SessionCookie>,
        method: Method,
        path: &str,
        body: Value,
    ) -> TestResponse {
        let mut request = Request::builder().method(method).uri(path).header("content-type", "application/json");
        if let Some(session) = session {
            request = request.header("cookie", session.value());
        }
        let body = if body.is_null() { Body::empty() } else { Body::from(body.to_string()) };
        let response = self.send(request.body(body).expect("a request")).await;
        if let Some(session) = session.filter(|_| response.headers.contains_key("set-cookie")) {
            *session.0.lock().expect("no panic") = response.session_cookie().value();
        }
        response
    }

    /// `path` is relative to `/api/desk/`.
    pub async fn desk_get(&self, session: &SessionCookie, path: &str) -> TestResponse {
        self.request(Some(session), Method::GET, &format!("/api/desk/{path}"), Value::Null).await
    }

    /// `path` is relative to `/api/desk/`.
    pub async fn desk_post(&self, session: &SessionCookie, path: &str, body: Value) -> TestResponse {
        self.request(Some(session), Method::POST, &format!("/api/desk/{path}"), body).await
    }

    /// Publishes all drafts, also those of other people, as somebody does who ticks every one.
    /// All documents, as the desk puts them together from the published ones and the drafts.
    pub async fn documents(&self, session: &SessionCookie) -> Vec<Value> {
        let list = self.desk_get(session, "content/drafts").await.json();
        let published = list["published"].as_str().expect("a name");
        let published = self.desk_get(session, &format!("content/published/{published}")).await.json();
        let entries = [&published["documents"], &list["drafts"]].map(|list| list.as_array().expect("a list").clone());
        let by_path = entries.into_iter().flatten().map(|entry| (entry["path"].to_string(), entry));
        by_path.collect::<BTreeMap<_, _>>().into_values().collect()
    }

    pub async fn document_summary(&self, session: &SessionCookie, path: &str) -> Value {
        let documents = self.documents(session).await;
        documents.into_iter().find(|document| document["path"] == path).unwrap_or_default()
    }

    pub async fn publish_all(&self, session: &SessionCookie, note: &str) -> TestResponse {
        let check = async |documents: Vec<Value>| {
            self.desk_post(session, "content/checks", json!({ "documents": documents })).await.json()
        };
        let all = check(Vec::new()).await["allDrafts"].as_array().cloned().expect("a list");
        let drafts = check(all.iter().map(|draft| draft["path"].clone()).collect()).await["drafts"].clone();
        self.desk_post(session, "content/publish", json!({ "note": note, "drafts": drafts })).await
    }

    pub async fn find_people(&self, session: &SessionCookie, query: &str) -> TestResponse {
        self.desk_post(session, "people/find", json!({ "query": query })).await
    }

    /// Wins a game, claims the code and returns the code that was sent.
    pub async fn claim_code(&self, address: &str) -> String {
        let proof = self.win().await;
        assert_eq!(self.claim(&proof, address).await.text, "OK");
        discount_code(&self.transport.recorded().last().expect("an email").message).to_string()
    }

    /// Issues a code directly in the store, for tests that need many codes.
    pub async fn issue_code(&self, address: &str) -> DiscountCode {
        self.issue_code_worth(5, address).await
    }

    pub async fn issue_code_worth(&self, percent: u8, address: &str) -> DiscountCode {
        let Services { store, random, secrets, .. } = &*self.services;
        let (address, now) = (EmailAddress::parse(address).expect("an address"), self.clock.now());
        let play = PlayToken::start(now, random.bytes());
        let client = ClientKey::new([192, 0, 2, 1].into(), &secrets.people);
        let limits = Limits {
            finishes_per_client_hour: u32::MAX,
            claims_per_client_hour: u32::MAX,
            new_codes_per_hour: u32::MAX,
            ..Limits::default()
        };
        let outcome = count(&levels(), &levels()).expect("counted");
        store.finish_play(&play, &outcome, None, &client, &limits, now).await.expect("finished");
        let claim = Claim {
            proof: &Proof { play: play.id, finished: now },
            person: &PersonKey::new(&address.canonical(), &secrets.people),
            address: &address,
            client: &client,
            valid_until: valid_until(now, 90),
            percent,
            mail_host: "clinic.example",
            limits: &limits,
            now,
        };
        let claimed = store.claim(claim, &**random).await.expect("claimed");
        let Claimed::Queued { lease } = claimed else { panic!("no email was queued: {claimed:?}") };
        discount_code(&lease.message)
    }
}

impl TestResponse {
    /// The session cookie that this response sets.
    pub fn session_cookie(&self) -> SessionCookie {
        let cookie = self.headers["set-cookie"].to_str().expect("text");
        SessionCookie::new(cookie.split(';').next().expect("a pair"))
    }

    /// The cookie by which this browser is known after a sign-in.
    pub fn device_cookie(&self) -> String {
        let cookies = self.headers.get_all("set-cookie").iter().map(|cookie| cookie.to_str().expect("text"));
        let cookie = cookies.rev().find(|cookie| cookie.starts_with("desk-device-")).expect("a device cookie");
        cookie.split(';').next().expect("a pair").to_owned()
    }

    /// The status and the error code.
    pub fn status_and_code(&self) -> (u16, String) {
        (self.status.as_u16(), self.error_code())
    }
}
