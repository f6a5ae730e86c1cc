//! The staff desk as its people reach it: accounts, cookies, calls.

use super::recording_transport::discount_code;
use super::test_app::{Answer, TestApp, levels};
use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use clinic::clock::Clock;
use clinic::discount::{DiscountCode, valid_until};
use clinic::game::{PlayToken, Proof, count};
use clinic::http::services::Services;
use clinic::person::ClientKey;
use clinic::person::{EmailAddress, PersonKey};
use clinic::rate_limit::Limits;
use clinic::staff::{Password, Role, StaffName};
use clinic::store::{Claim, Claimed};
use serde_json::{Value, json};

pub const PASSWORD: &str = "four odd words here";

/// What a browser holds after signing in.
#[derive(Debug, Clone)]
pub struct Browser(pub String);

impl TestApp {
    pub async fn hire(&self, name: &str, role: Role) {
        let name = StaffName::parse(name).expect("a name");
        let password = Password::choose(PASSWORD, &name).expect("a password");
        let hash = password.hash(self.desk.settings.password_cost, [3; 16]);
        self.services.store.add_staff(&name, role, &hash, self.desk.actor("test")).await.expect("added");
    }

    pub async fn sign_in(&self, name: &str) -> Browser {
        let answer = self.try_password(name, PASSWORD).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
        answer.browser()
    }

    pub async fn try_password(&self, name: &str, password: &str) -> Answer {
        self.ask(None, Method::POST, "/api/desk/login", json!({ "name": name, "password": password })).await
    }

    /// Hires an owner and signs them in.
    pub async fn owner(&self) -> Browser {
        self.hire("Tonye", Role::Owner).await;
        self.sign_in("Tonye").await
    }

    pub async fn ask(&self, browser: Option<&Browser>, method: Method, path: &str, body: Value) -> Answer {
        let mut request = Request::builder().method(method).uri(path).header("content-type", "application/json");
        if let Some(Browser(cookie)) = browser {
            request = request.header("cookie", cookie);
        }
        let body = if body.is_null() { Body::empty() } else { Body::from(body.to_string()) };
        self.send(request.body(body).expect("a request")).await
    }

    pub async fn read(&self, browser: &Browser, path: &str) -> Answer {
        self.ask(Some(browser), Method::GET, &format!("/api/desk/{path}"), Value::Null).await
    }

    pub async fn post_json(&self, browser: &Browser, path: &str, body: Value) -> Answer {
        self.ask(Some(browser), Method::POST, &format!("/api/desk/{path}"), body).await
    }

    /// Plays, wins and claims; gives the code that was mailed.
    pub async fn earn_code(&self, address: &str) -> String {
        let proof = self.win().await;
        assert_eq!(self.claim(&proof, address).await.text, "OK");
        discount_code(&self.transport.recorded().last().expect("a mail").message).to_string()
    }

    /// A code straight from the store, for tests that need many.
    pub async fn issue(&self, address: &str) -> DiscountCode {
        let Services { store, random, secrets, .. } = &*self.services;
        let (address, now) = (EmailAddress::parse(address).expect("an address"), self.clock.now());
        let play = PlayToken::start(now, random.bytes());
        store.finish_play(&play, &count(&levels(), &levels()).expect("counted"), now).await.expect("finished");
        let claim = Claim {
            proof: &Proof { play: play.id, finished: now },
            person: &PersonKey::new(&address.canonical(), &secrets.people),
            address: &address,
            client: &ClientKey::new([192, 0, 2, 1].into(), &secrets.people),
            valid_until: valid_until(now, 90),
            mail_host: "clinic.example",
            limits: &Limits { claims_per_client_hour: u32::MAX, new_codes_per_hour: u32::MAX, ..Limits::default() },
            now,
        };
        let claimed = store.claim(claim, &**random).await.expect("claimed");
        let Claimed::Queued { lease } = claimed else { panic!("nothing queued: {claimed:?}") };
        discount_code(&lease.message)
    }
}

impl Answer {
    /// The browser that got this answer.
    pub fn browser(&self) -> Browser {
        let cookie = self.headers["set-cookie"].to_str().expect("text");
        Browser(cookie.split(';').next().expect("a pair").to_owned())
    }

    /// Status and error code in one.
    pub fn refusal(&self) -> (u16, String) {
        (self.status.as_u16(), self.error())
    }
}
