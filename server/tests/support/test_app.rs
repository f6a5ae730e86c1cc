//! The API with its real handlers, store and outbox, and with a clock, random bytes and a mail transport that the test
//! controls.

use std::io::Read;
use std::sync::{Arc, LazyLock, Mutex};
use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderMap, Request, StatusCode};
use axum::middleware::from_fn_with_state;
use axum::{Extension, Router};
use clinic_content::model::Clinic;
use clinic_http::claim_response_time::ClaimResponseTime;
use clinic_http::clock_check::ClockCheck;
use clinic_http::desk::content::editing_state::ContentEditing;
use clinic_http::desk::services::{self as desk, DeskServices, PublishedFacts};
use clinic_http::health::WriteProbe;
use clinic_http::middleware::client_address::ClientAddress;
use clinic_http::middleware::response_timeout::{self, ResponseLimits};
use clinic_http::outbox::Outbox;
use clinic_http::services::{Services, Settings};
use clinic_http::{api, desk as desk_api};
use clinic_rules::game::{PlayedGame, PuzzleSetId};
use clinic_rules::staff::{ClinicWords, Cost};
use clinic_runtime::clock::Clock;
use clinic_runtime::metrics::Metrics;
use clinic_site::{ContentSource, ContentStatus, Publisher};
use clinic_store::{Editions, PublishedContent, Store};
use flate2::read::GzDecoder;
use http_body_util::BodyExt;
use serde_json::{Value, json};
use tempfile::TempDir;
use tower::ServiceExt;

use super::recording_transport::RecordingTransport;
use super::{SeededRandom, TestClock, TestMachine, encryption_keys};
use crate::support::waiting::LIMIT;

/// How the desk edits the content of a store.
pub type NewEditing = Box<dyn FnOnce(Arc<Editions>) -> ContentEditing>;

pub struct TestApp {
    pub services: Arc<Services>,
    pub desk: Arc<DeskServices>,
    pub clock: Arc<TestClock>,
    pub machine: Arc<TestMachine>,
    pub transport: Arc<RecordingTransport>,
    clinic: Arc<Mutex<Arc<Clinic>>>,
    /// What somebody may have begun to play.
    pub games: Arc<Mutex<Arc<Vec<PlayedGame>>>>,
    shown_set: Arc<Mutex<Option<PuzzleSetId>>>,
    router: Router,
    _folder: Option<TempDir>,
}

pub struct TestResponse {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub text: String,
}

impl TestResponse {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).expect("JSON")
    }

    /// The error code. Also checks that the message is a sentence.
    pub fn error_code(&self) -> String {
        let error = self.json()["error"].clone();
        let message = error["message"].as_str().expect("a message");
        assert!(message.ends_with('.') && message.len() > 20, "not a sentence: {message}");
        error["code"].as_str().expect("a code").to_owned()
    }
}

impl TestApp {
    pub async fn open() -> Self {
        Self::with(Settings::default()).await
    }

    pub async fn with(settings: Settings) -> Self {
        let folder = TempDir::new().expect("a temporary folder");
        let url = super::databases::migrated_sqlite(&folder).await;
        Self::on(&url, 1, settings, Some(folder)).await
    }

    /// With content in the store, which the desk can edit.
    pub async fn with_content() -> Self {
        let folder = TempDir::new().expect("a temporary folder");
        let url = super::databases::migrated_sqlite(&folder).await;
        Self::with_content_on(&url, Some(folder)).await
    }

    pub async fn with_content_on(url: &str, folder: Option<TempDir>) -> Self {
        let publisher = Arc::new(Publisher::new("https://clinic.example").expect("a publisher"));
        let editing: NewEditing = Box::new(move |editions| ContentEditing::new(editions, publisher));
        Self::build(url, 1, Settings::default(), folder, Some(editing)).await
    }

    /// With content in the store, and with limits of the test for publishing it.
    pub async fn with_editing(editing: NewEditing) -> Self {
        let folder = TempDir::new().expect("a temporary folder");
        let url = super::databases::sqlite(&folder);
        Self::build(&url, 1, Settings::default(), Some(folder), Some(editing)).await
    }

    #[must_use]
    pub fn with_response_limits(mut self, limits: ResponseLimits) -> Self {
        self.router = self.router.layer(from_fn_with_state(limits, response_timeout::limit));
        self
    }

    pub async fn on(url: &str, seed: u64, settings: Settings, folder: Option<TempDir>) -> Self {
        Self::build(url, seed, settings, folder, None).await
    }

    async fn build(
        url: &str,
        seed: u64,
        settings: Settings,
        folder: Option<TempDir>,
        editing: Option<NewEditing>,
    ) -> Self {
        let usual = Settings::default().delivery_wait;
        // The usual wait is for a visitor. With it, what a test is answered would depend on how fast the machine is.
        let delivery_wait = if settings.delivery_wait == usual { LIMIT } else { settings.delivery_wait };
        let settings = Settings { delivery_wait, ..settings };
        let clock = Arc::new(TestClock::default());
        let random = Arc::new(SeededRandom::new(seed));
        let transport = Arc::new(RecordingTransport::default());
        let store = Store::open(url, clock.now()).await.expect("the store opens").with_keys(encryption_keys());
        let secrets = store.secrets(&*random, clock.now()).await.expect("secrets are created");
        let machine = Arc::new(TestMachine::synchronized(clock.clone()));
        let metrics = Arc::<Metrics>::default();
        let clock_check = Arc::new(ClockCheck::new(store.clone(), clock.clone(), machine.clone()));
        let outbox =
            Outbox::new(store.clone(), transport.clone(), clock.clone(), random.clone(), secrets.signing.clone())
                .with_clock_check(Arc::clone(&clock_check))
                .with_metrics(Arc::clone(&metrics));
        let levels = Arc::new(levels());
        let clinic = Arc::new(Mutex::new(Arc::new(clinic_facts())));
        let shown_facts = Arc::clone(&clinic);
        let games = Arc::new(Mutex::new(Arc::new(games())));
        let shown_games = Arc::clone(&games);
        let services = Arc::new(Services {
            store,
            secrets,
            outbox,
            metrics,
            clock: clock.clone(),
            clock_check,
            random,
            levels: Box::new(move || Arc::clone(&levels)),
            played: Box::new(move || Arc::clone(&shown_games.lock().expect("the games"))),
            discount_percent: Box::new(|| 5),
            code_days: Box::new(|| 90),
            clinic: Box::new(move || Arc::clone(&shown_facts.lock().expect("the clinic"))),
            content_status: Box::new(|| {
                ContentStatus::of_folder(vec!["pages/home.md:2: `title` is missing.".to_owned()])
            }),
            claim_response_time: ClaimResponseTime::default(),
            write_probe: WriteProbe::default(),
            settings,
        });
        let shown_set = Arc::<Mutex<Option<PuzzleSetId>>>::default();
        let set = Arc::clone(&shown_set);
        let facts = move || published_facts(*set.lock().expect("the set"));
        let mut desk = DeskServices::new(Arc::clone(&services), Box::new(facts), desk_settings());
        if let Some(editing) = editing {
            let content = PublishedContent::new(services.store.clone());
            let editions = Arc::new(Editions::new(services.store.clone(), content));
            desk = desk.with_content(editing(editions));
        }
        let desk = Arc::new(desk);
        let router = api::router(&services).merge(desk_api::router(&desk));
        Self { services, desk, clock, machine, transport, clinic, games, shown_set, router, _folder: folder }
    }

    /// Publishes the game with a set of pictures, as the site does some seconds after a choice.
    pub fn show_set(&self, set: PuzzleSetId) {
        *self.shown_set.lock().expect("the set") = Some(set);
    }

    /// Publishes other facts of the clinic.
    pub fn change_clinic(&self, change: impl FnOnce(&mut Clinic)) {
        let mut published = self.clinic.lock().expect("the clinic");
        let mut clinic = Clinic::clone(&published);
        change(&mut clinic);
        *published = Arc::new(clinic);
    }

    pub async fn send(&self, request: Request<Body>) -> TestResponse {
        self.send_from("192.0.2.1", request).await
    }

    /// Sends a request from a client's address.
    pub async fn send_from(&self, address: &str, request: Request<Body>) -> TestResponse {
        let client = ClientAddress(address.parse().expect("an address"));
        let router = self.router.clone().layer(Extension(client));
        let response = router.oneshot(request).await.expect("a response");
        let (status, headers) = (response.status(), response.headers().clone());
        let body = response.into_body().collect().await.expect("a body").to_bytes();
        let body = decode(&headers, &body);
        TestResponse { status, headers, text: String::from_utf8_lossy(&body).into_owned() }
    }

    pub async fn post(&self, path: &str, content_type: &str, body: impl Into<Body>) -> TestResponse {
        let request = Request::post(path).header("content-type", content_type).body(body.into());
        self.send(request.expect("a request")).await
    }

    pub async fn start(&self) -> String {
        let response = self.post("/api/plays", "application/json", "").await;
        assert_eq!(response.status, StatusCode::CREATED, "{}", response.text);
        response.json()["play"].as_str().expect("a token").to_owned()
    }

    pub async fn finish(&self, play: &str, found: &[Vec<u32>]) -> TestResponse {
        let body = json!({ "play": play, "found": found }).to_string();
        self.post("/api/plays/finish", "application/json", body).await
    }

    /// Plays a perfect game and returns its proof.
    pub async fn win(&self) -> String {
        let play = self.start().await;
        self.clock.advance(Duration::from_secs(5));
        let response = self.finish(&play, &levels()).await;
        response.json()["proof"].as_str().expect("a proof").to_owned()
    }

    pub async fn claim(&self, proof: &str, email: &str) -> TestResponse {
        self.post(SEND_FORM, FORM, claim_form(proof, email)).await
    }

    pub async fn claim_from(&self, address: &str, proof: &str, email: &str) -> TestResponse {
        let request = Request::post(SEND_FORM).header("content-type", FORM).body(claim_form(proof, email).into());
        self.send_from(address, request.expect("a request")).await
    }

    pub async fn change_address(&self, proof: &str, email: &str) -> TestResponse {
        self.post("/api/claims/address", FORM, claim_form(proof, email)).await
    }

    pub async fn send_form(&self, fields: &[(&str, &str)]) -> TestResponse {
        self.post(SEND_FORM, FORM, form(fields)).await
    }

    /// The number of issued codes.
    pub async fn codes(&self) -> usize {
        self.services.store.claims_page(None).await.expect("exported").len()
    }
}

fn decode(headers: &HeaderMap, body: &[u8]) -> Vec<u8> {
    let coding = headers.get("content-encoding").map(|coding| coding.to_str().expect("text"));
    let mut decoded = Vec::new();
    match coding {
        None => decoded.extend_from_slice(body),
        Some("gzip") => _ = GzDecoder::new(body).read_to_end(&mut decoded).expect("gzip"),
        Some("br") => brotli::BrotliDecompress(&mut &*body, &mut decoded).expect("brotli"),
        Some(other) => panic!("{other}"),
    }
    decoded
}

/// Cheap hashing, and a limit on lookups that a test can reach.
fn desk_settings() -> desk::Settings {
    let mail = clinic_mail::Settings::parse("smtp://mail.example").expect("a mail server");
    let password_cost = Cost { memory_kib: 8, passes: 1 };
    desk::Settings { password_cost, lookups_per_hour: 100, ..desk::Settings::new(false, mail) }
}

fn published_facts(puzzle_set: Option<PuzzleSetId>) -> PublishedFacts {
    let label = |id: &u32| (*id, (*id == 1).then(|| "the first".to_owned()));
    let levels = levels().iter().map(|spots| spots.iter().map(label).collect()).collect();
    let clinic_name = "The Eye Clinic".to_owned();
    let clinic_words = ClinicWords::new([clinic_name.as_str(), "Port Harcourt"]);
    PublishedFacts { clinic_name, clinic_words, discount_percent: 5, levels, puzzle_set }
}

/// The facts of the content that the program contains.
pub fn clinic_facts() -> Clinic {
    static FACTS: LazyLock<Clinic> =
        LazyLock::new(|| ContentSource::Embedded.load().unwrap_or_else(|error| panic!("{error}")).clinic);
    // The desk says which set the game shows.
    Clinic { has_monthly_puzzles: true, ..FACTS.clone() }
}

pub const SEND_FORM: &str = "/api/v1.0/email/send-form";
pub const FORM: &str = "multipart/form-data; boundary=----clinic";

pub fn levels() -> Vec<Vec<u32>> {
    vec![vec![1], vec![1, 2, 3, 4, 5], vec![1, 2, 3, 4, 5]]
}

/// The present game of the tests, and one with the same last picture that the site showed before.
pub fn games() -> Vec<PlayedGame> {
    let game = |pictures: [&str; 3], spots| {
        let pictures = pictures.map(|name| format!("/pictures/{name}.svg")).to_vec();
        PlayedGame { set: None, pictures, spots: Arc::new(spots) }
    };
    let earlier = vec![vec![1, 2], vec![1, 2, 3], vec![1, 2, 3, 4, 5]];
    vec![game(["one", "two", "three"], levels()), game(["old-one", "old-two", "three"], earlier)]
}

fn claim_form(proof: &str, email: &str) -> String {
    let ids = [("lib_version", "4.4.1"), ("service_id", "clinic"), ("template_id", "discount"), ("user_id", "website")];
    form(&[[("email", email), ("proof", proof)].as_slice(), &ids].concat())
}

pub fn form(fields: &[(&str, &str)]) -> String {
    let part = |(name, value): &(&str, &str)| {
        format!("------clinic\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
    };
    fields.iter().map(part).collect::<String>() + "------clinic--\r\n"
}
