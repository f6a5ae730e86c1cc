//! The outbox delivers every message at least once and never by two workers at a time.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use clinic_http::outbox::{DeliveryStatus, Outbox};
use clinic_http::services::Settings;
use clinic_rules::person::{EmailAddress, PersonKey};
use clinic_rules::secret::Secret;
use clinic_runtime::clock::Clock;
use clinic_store::{MailState, PeopleChoice, StoredUnder};
use tempfile::TempDir;

use crate::support::databases::{Cluster, sqlite};
use crate::support::recording_transport::{RecordingTransport, busy, no_such_user};
use crate::support::test_app::TestApp;
use crate::support::waiting::{LIMIT, eventually};
use crate::support::{SeededRandom, TestClock};

/// The claim is answered long before a slow mail server has replied.
const NO_WAIT: Duration = Duration::from_millis(20);

async fn claim(app: &TestApp, address: &str) {
    assert_eq!(app.claim(&app.win().await, address).await.text, "OK");
}

async fn deliver_next(app: &TestApp) -> Option<DeliveryStatus> {
    app.services.outbox.deliver_next().await.expect("a result")
}

#[tokio::test]
async fn deferred_message_is_retried_with_the_same_message_id() {
    let app = TestApp::open().await;
    app.transport.set_next_result(busy());
    app.transport.set_next_result(busy());
    claim(&app, "ada@example.com").await;
    assert_eq!(deliver_next(&app).await, None, "half a minute has not passed");
    app.clock.advance(Duration::from_secs(36));
    assert_eq!(deliver_next(&app).await, Some(DeliveryStatus::Queued));
    app.clock.advance(Duration::from_secs(36));
    assert_eq!(deliver_next(&app).await, None, "now it is two minutes");
    app.clock.advance(Duration::from_mins(2));
    assert_eq!(deliver_next(&app).await, Some(DeliveryStatus::Sent));
    let ids: HashSet<String> = app.transport.recorded().into_iter().map(|message| message.message_id).collect();
    assert_eq!((app.transport.recorded().len(), ids.len()), (3, 1));
}

#[tokio::test]
async fn message_fails_after_three_days_of_deferrals() {
    let app = TestApp::open().await;
    for _ in 0..40 {
        app.transport.set_next_result(busy());
    }
    claim(&app, "ada@example.com").await;
    let started = app.clock.now();
    while let Some(due) = app.services.store.next_due().await.expect("a result") {
        app.clock.advance(Duration::try_from(due.duration_since(app.clock.now())).expect("the future"));
        assert_eq!(deliver_next(&app).await, Some(DeliveryStatus::Queued));
    }
    let hours = app.clock.now().duration_since(started).as_hours();
    assert!((66..=72).contains(&hours), "failed after {hours} hours");
    let attempts = app.transport.recorded().len();
    assert!((20..=32).contains(&attempts), "{attempts} attempts");
}

#[tokio::test]
async fn message_that_was_held_for_days_is_tried_for_three_days_after_the_release() {
    let app = TestApp::open().await;
    app.services.store.hold_mail(app.desk.actor("Tonye")).await.expect("held");
    claim(&app, "ada@example.com").await;
    app.clock.advance(Duration::from_hours(10 * 24));
    assert!(app.services.store.release_mail(app.desk.actor("Tonye")).await.expect("released"));
    app.transport.set_next_result(busy());
    assert_eq!(deliver_next(&app).await, Some(DeliveryStatus::Queued));
    let entry = app.services.store.outbox_entries(None).await.expect("entries").remove(0);
    assert_eq!((entry.state, entry.attempts), (MailState::Queued, 1), "{entry:?}");
    app.clock.advance(Duration::from_mins(1));
    assert_eq!(deliver_next(&app).await, Some(DeliveryStatus::Sent));
}

#[tokio::test]
async fn message_that_panics_fails_after_three_days_like_any_other() {
    let app = TestApp::open().await;
    app.transport.set_panicking();
    claim(&app, "ada@example.com").await;
    let started = app.clock.now();
    while let Some(due) = app.services.store.next_due().await.expect("a result") {
        app.clock.advance(Duration::try_from(due.duration_since(app.clock.now())).expect("the future"));
        assert_eq!(deliver_next(&app).await, Some(DeliveryStatus::Queued));
        assert!(app.clock.now().duration_since(started).as_hours() <= 72, "tried for more than three days");
    }
    let entries = app.services.store.outbox_entries(None).await.expect("entries");
    assert_eq!(entries[0].state, MailState::Failed);
    assert!(entries[0].last_error.as_deref().is_some_and(|error| error.contains("panicked")), "{entries:?}");
}

#[tokio::test]
async fn rejection_on_a_later_attempt_is_final() {
    let app = TestApp::open().await;
    app.transport.set_next_result(busy());
    app.transport.set_next_result(no_such_user());
    claim(&app, "ada@example.com").await;
    app.clock.advance(Duration::from_mins(1));
    assert_eq!(deliver_next(&app).await, Some(DeliveryStatus::Rejected));
    app.clock.advance(Duration::from_hours(10));
    assert_eq!(deliver_next(&app).await, None);
}

#[tokio::test]
async fn message_of_a_crashed_process_is_sent_after_the_next_start() {
    let folder = TempDir::new().expect("a temporary folder");
    let settings = Settings { delivery_wait: NO_WAIT, ..Settings::default() };
    let first = TestApp::on(&sqlite(&folder), 1, settings.clone(), None).await;
    first.transport.hold();
    claim(&first, "ada@example.com").await;
    drop(first);
    let second = TestApp::on(&sqlite(&folder), 2, settings, None).await;
    second.clock.advance(Duration::from_secs(10));
    assert_eq!(deliver_next(&second).await, None, "the lease of the crashed process has not run out");
    second.clock.advance(Duration::from_mins(2));
    assert_eq!(deliver_next(&second).await, Some(DeliveryStatus::Sent));
}

#[tokio::test]
async fn stop_waits_for_running_attempts() {
    let app = TestApp::with(Settings { delivery_wait: NO_WAIT, ..Settings::default() }).await;
    app.transport.hold();
    claim(&app, "ada@example.com").await;
    app.transport.is_sending().await;
    let outbox = app.services.outbox.clone();
    let stop = tokio::spawn(async move { outbox.stop(Duration::from_mins(1)).await });
    app.transport.release();
    stop.await.expect("it stopped");
    assert_eq!(app.transport.recorded().len(), 1);
    assert_eq!(app.services.store.next_due().await.expect("a result"), None);
}

#[tokio::test]
async fn stop_releases_leases_after_the_deadline() {
    let app = TestApp::with(Settings { delivery_wait: NO_WAIT, ..Settings::default() }).await;
    app.transport.hold();
    claim(&app, "ada@example.com").await;
    app.transport.is_sending().await;
    app.services.outbox.stop(Duration::from_millis(50)).await;
    let lease = app.services.store.lease_next(app.clock.now()).await.expect("a result");
    assert_eq!(lease.expect("the lease was released").attempts, 1);
}

#[tokio::test]
async fn worker_wakes_for_a_deferred_message_and_stops_on_request() {
    let folder = TempDir::new().expect("a temporary folder");
    let app = TestApp::on(&sqlite(&folder), 1, Settings::default(), None).await;
    app.transport.set_next_result(busy());
    let outbox = app.services.outbox.clone();
    let worker = tokio::spawn(async move { outbox.run().await });
    claim(&app, "ada@example.com").await;
    app.clock.advance(Duration::from_mins(1));
    app.transport.set_next_result(busy());
    claim(&app, "bola@example.com").await;
    eventually("three attempts", async || app.transport.recorded().len() == 3).await;
    let to: Vec<String> = app.transport.recorded().iter().map(|message| message.to.as_typed().to_owned()).collect();
    assert_eq!(to.iter().filter(|to| *to == "ada@example.com").count(), 2, "{to:?}");
    app.services.outbox.stop(Duration::from_secs(1)).await;
    tokio::time::timeout(Duration::from_mins(1), worker).await.expect("it stopped").expect("it did not panic");
}

/// A worker that waited long between its lease and its attempt would send while another worker has leased the message again.
#[tokio::test]
async fn lease_that_leaves_no_time_for_an_attempt_is_not_used() {
    let app = TestApp::open().await;
    app.transport.set_next_result(busy());
    claim(&app, "ada@example.com").await;
    app.clock.advance(Duration::from_secs(36));
    let lease = app.services.store.lease_next(app.clock.now()).await.expect("a result").expect("a lease");
    app.clock.advance(Duration::from_secs(61));
    let status = app.services.outbox.deliver_now(lease, Duration::from_secs(5)).await;
    assert_eq!(
        (status, app.transport.recorded().len()),
        (DeliveryStatus::Queued, 1),
        "59 seconds of the lease are left"
    );
    app.clock.advance(Duration::from_mins(1));
    assert_eq!(deliver_next(&app).await, Some(DeliveryStatus::Sent));
    assert_eq!(app.transport.recorded().len(), 2);
}

async fn erase(app: &TestApp, address: &str) {
    let address = EmailAddress::parse(address).expect("an address");
    let person = PersonKey::new(&address.canonical(), &app.services.secrets.people);
    let erased = app
        .services
        .store
        .erase_people(StoredUnder::Contact(&person), &PeopleChoice::All, app.desk.actor("test"))
        .await
        .expect("erased");
    assert!(erased.records > 0);
}

#[tokio::test]
async fn lease_of_an_erased_person_is_refused() {
    let app = TestApp::open().await;
    app.transport.set_next_result(busy());
    claim(&app, "ada@example.com").await;
    app.clock.advance(Duration::from_secs(36));
    let lease = app.services.store.lease_next(app.clock.now()).await.expect("a result").expect("a lease");
    erase(&app, "ada@example.com").await;
    app.services.outbox.deliver_now(lease, Duration::from_secs(5)).await;
    assert_eq!(app.transport.recorded().len(), 1, "only the attempt before the erasure");
}

#[tokio::test]
async fn email_that_is_sent_during_an_erasure_is_erased_after_it() {
    let app = TestApp::with(Settings { delivery_wait: NO_WAIT, ..Settings::default() }).await;
    app.transport.hold();
    claim(&app, "ada@example.com").await;
    app.transport.is_sending().await;
    erase(&app, "ada@example.com").await;
    app.transport.release();
    app.services.outbox.stop(LIMIT).await;
    assert_eq!(app.transport.erased(), [app.transport.recorded()[0].message_id.clone()]);
}

#[tokio::test(flavor = "multi_thread")]
async fn several_postgresql_instances_send_every_message_once() {
    const MESSAGES: usize = 60;
    let cluster = Cluster::start();
    let settings = Settings { delivery_wait: NO_WAIT, ..Settings::default() };
    let app = TestApp::on(&cluster.url(), 1, settings, None).await;
    for number in 0..MESSAGES {
        app.transport.set_next_result(busy());
        claim(&app, &format!("person{number}@example.com")).await;
    }
    let transport = Arc::new(RecordingTransport::default());
    let clock = Arc::new(TestClock::default());
    clock.advance(Duration::from_hours(1));
    let mut workers = Vec::new();
    for seed in 10..14 {
        let store = clinic_store::Store::open(&cluster.url(), clock.now()).await.expect("the store opens");
        let outbox = Outbox::new(
            store,
            transport.clone(),
            clock.clone(),
            Arc::new(SeededRandom::new(seed)),
            Secret::new([7; 32]),
        );
        workers.push(tokio::spawn(async move {
            let mut sent = 0;
            while outbox.deliver_next().await.expect("a result").is_some() {
                sent += 1;
            }
            sent
        }));
    }
    let mut sent = 0;
    for worker in workers {
        sent += worker.await.expect("it ran");
    }
    let ids: HashSet<String> = transport.recorded().into_iter().map(|message| message.message_id).collect();
    assert_eq!((sent, ids.len(), transport.recorded().len()), (MESSAGES, MESSAGES, MESSAGES));
}
