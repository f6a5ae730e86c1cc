//! A clock that is wrong: what it must not do, how the operator learns of it, and how it is confirmed.

use std::sync::Arc;
use std::time::Duration;

use clinic_http::clock_check::ClockCheck;
use clinic_http::outbox::{DeliveryStatus, Outbox};
use clinic_rules::booking::{SlotTime, Source};
use clinic_runtime::clock::Clock;
use clinic_runtime::clock::trust::{Doubt, OutsideClock};
use clinic_store::{MailState, Store};
use jiff::civil::date;
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use sqlx::Connection;

use crate::released_content::{FIRST_WITH_CLOCK, database_of};
use crate::support::databases::{Cluster, on_both, sqlite};
use crate::support::recording_transport::{RecordingTransport, busy};
use crate::support::test_app::TestApp;
use crate::support::test_clinic::{ClinicStore, patient};
use crate::support::{TestClock, TestMachine};
use crate::test_server::run;

const DAY: Duration = Duration::from_hours(24);

/// One start of the program on a machine without NTP.
struct Instance {
    clock: Arc<TestClock>,
    machine: Arc<TestMachine>,
    check: ClockCheck,
}

impl Instance {
    fn start(clinic: &ClinicStore, now: Timestamp) -> Self {
        let clock = Arc::<TestClock>::default();
        clock.set(now);
        let machine = Arc::new(TestMachine::without_ntp(clock.clone()));
        let check = ClockCheck::new(clinic.store.clone(), clock.clone(), machine.clone());
        Self { clock, machine, check }
    }

    async fn doubt(&self) -> Option<Doubt> {
        self.check.check().await.expect("checked").doubt
    }
}

#[tokio::test]
async fn clock_is_trusted_again_when_it_was_corrected() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let clinic = ClinicStore::open(&sqlite(&folder), 1).await;
    let start = clinic.clock.now();
    let instance = Instance::start(&clinic, start);
    assert_eq!(instance.doubt().await, None, "a new database");
    instance.machine.pass(20 * DAY);
    assert_eq!(instance.doubt().await, None, "twenty quiet days");
    let right = instance.clock.now();
    for years in [3, -3] {
        instance.clock.set(right + SignedDuration::from_hours(years * 365 * 24));
        assert_eq!(instance.doubt().await, Some(Doubt::Jumped { expected: right }));
        let restarted = Instance::start(&clinic, instance.clock.now());
        assert!(restarted.doubt().await.is_some(), "a restart forgets nothing");
        instance.clock.set(right);
        assert_eq!(instance.doubt().await, None);
    }
    let after_two_days = Instance::start(&clinic, right + 2 * DAY);
    assert_eq!(after_two_days.doubt().await, None, "two days switched off");
}

#[tokio::test]
async fn ntp_decides_when_it_is_there() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let clinic = ClinicStore::open(&sqlite(&folder), 1).await;
    let later = Instance::start(&clinic, clinic.clock.now() + 300 * DAY);
    assert!(matches!(later.doubt().await, Some(Doubt::Gap { .. })));
    later.machine.start_ntp();
    assert_eq!(later.doubt().await, None);
    later.machine.stop_ntp();
    assert_eq!(Instance::start(&clinic, later.clock.now()).doubt().await, None, "the time was stored");
    // A date of the certificate authority is as good, while it is fresh.
    later.check.on_outside_date(later.clock.now() - 300 * DAY);
    let from = OutsideClock::CertificateAuthority;
    assert!(matches!(later.doubt().await, Some(Doubt::Differs { from: it, .. }) if it == from));
    later.machine.pass(2 * DAY);
    assert_eq!(later.doubt().await, None);
}

#[tokio::test]
async fn confirmed_clock_is_trusted_on_both_databases() {
    on_both(|url| async move {
        let clinic = ClinicStore::open(&url, 1).await;
        let ahead = clinic.clock.now().max(real_time(&clinic.store).await) + 400 * DAY;
        let (running, restarted) = (Instance::start(&clinic, ahead), Instance::start(&clinic, ahead));
        assert!(running.doubt().await.is_some() && restarted.doubt().await.is_some());
        clinic.clock.set(ahead);
        running.check.confirm(clinic.actor()).await.expect("confirmed");
        assert_eq!((running.doubt().await, restarted.doubt().await), (None, None));
        // A second confirmation is needed after a jump, also when an outside clock was overruled before.
        running.clock.set(ahead + 400 * DAY);
        assert!(running.doubt().await.is_some());
        clinic.store.close().await;
    })
    .await;
}

#[tokio::test]
async fn two_instances_with_different_clocks_do_not_spoil_each_other() {
    let cluster = Cluster::start();
    let clinic = ClinicStore::open(&cluster.url(), 1).await;
    let now = real_time(&clinic.store).await;
    clinic.clock.set(now);
    let right = Instance::start(&clinic, now);
    right.check.confirm(clinic.actor()).await.expect("confirmed");
    for offset in [300 * 24, -300 * 24, 2, -2] {
        let wrong = Instance::start(&clinic, now + SignedDuration::from_hours(offset));
        let doubt = wrong.doubt().await;
        assert!(
            matches!(doubt, Some(Doubt::Differs { from: OutsideClock::DatabaseServer, .. })),
            "{offset} h: {doubt:?}"
        );
        assert_eq!(right.doubt().await, None, "{offset} h");
    }
    let close = Instance::start(&clinic, now - Duration::from_mins(20));
    assert_eq!((close.doubt().await, right.doubt().await), (None, None), "clocks are never exactly the same");
    clinic.store.close().await;
}

/// The time of PostgreSQL; for SQLite the time of the tests.
async fn real_time(store: &Store) -> Timestamp {
    store.server_time().await.expect("answered").unwrap_or_else(|| TestClock::default().now())
}

#[tokio::test]
async fn upgraded_database_knows_when_it_was_last_used() {
    let (folder, mut database) = database_of(FIRST_WITH_CLOCK - 1).await;
    let last_used: Timestamp = "2026-03-10T08:00:00Z".parse().expect("a time");
    sqlx::query("INSERT INTO audit (id, at, actor, action, subject) VALUES ('1', $1, 'Ngozi', 'redeem', 'a code')")
        .bind(last_used.as_millisecond())
        .execute(&mut database)
        .await
        .expect("stored");
    database.close().await.expect("closed");
    let upgraded = Store::open(&sqlite(&folder), last_used + 300 * DAY).await.expect("upgraded");
    assert_eq!(upgraded.clock_record().await.expect("a record").trusted_at, last_used);
    upgraded.close().await;
}

#[tokio::test]
async fn emails_that_depend_on_the_date_wait_for_a_clock_that_can_be_trusted() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let clinic = ClinicStore::open(&sqlite(&folder), 1).await;
    let machine = Arc::new(TestMachine::without_ntp(clinic.clock.clone()));
    let check = Arc::new(ClockCheck::new(clinic.store.clone(), clinic.clock.clone(), machine.clone()));
    check.check().await.expect("checked");
    let transport = Arc::new(RecordingTransport::default());
    let outbox = Outbox::new(
        clinic.store.clone(),
        transport.clone(),
        clinic.clock.clone(),
        clinic.random.clone(),
        clinic.secrets.signing.clone(),
    )
    .with_clock_check(Arc::clone(&check));
    let send = async |lease| outbox.deliver_now(lease, Duration::from_mins(1)).await;
    let visit = SlotTime { date: date(2026, 3, 10), minute: 540 };
    let add = async |minute| {
        let slot = SlotTime { minute, ..visit };
        clinic.add(Source::Phone, 0, slot, &patient("ada@example.com")).await.expect("booked").lease.expect("an email")
    };

    // Confirmations that could not be sent at once, while the clock jumps by four days, and then over the visit.
    let (deferred, waiting) = (add(540).await, add(660).await);
    transport.set_next_result(busy());
    clinic.clock.advance(4 * DAY);
    let status = outbox.deliver_next().await.expect("answered");
    assert_eq!(status, Some(DeliveryStatus::Queued), "not given up after three days");
    assert_eq!(transport.recorded().len(), 1);
    clinic.clock.advance(300 * DAY);
    for _ in 0..2 {
        let status = outbox.deliver_next().await.expect("answered");
        assert_eq!(status, Some(DeliveryStatus::Queued), "not too late for it: the clock is wrong");
    }
    let state = async |id: &str| {
        let entries = clinic.store.outbox_entries(None).await.expect("emails");
        entries.into_iter().find(|entry| entry.id == id).expect("the email").state
    };
    assert_eq!((state(&waiting.id).await, state(&deferred.id).await), (MailState::Queued, MailState::Queued));
    clinic.clock.set(TestClock::default().now());
    while outbox.deliver_next().await.expect("answered").is_some() {}
    assert_eq!((state(&waiting.id).await, state(&deferred.id).await), (MailState::Sent, MailState::Sent));

    // A reminder that was queued before the clock jumped by two hours.
    machine.pass(6 * DAY);
    let mut reminders = clinic.store.queue_reminders(&clinic.settings, clinic.context()).await.expect("queued");
    let reminder = reminders.pop().expect("a reminder");
    clinic.clock.advance(Duration::from_hours(2));
    let attempts = transport.recorded().len();
    assert_eq!(send(reminder.clone()).await, DeliveryStatus::Queued);
    assert_eq!(transport.recorded().len(), attempts, "a reminder was sent by a wrong clock");
    clinic.clock.set(clinic.clock.now() - Duration::from_hours(2));
    machine.pass(Duration::from_hours(3));
    while outbox.deliver_next().await.expect("answered").is_some() {}
    assert_eq!(state(&reminder.id).await, MailState::Sent, "held back for ever");
}

#[tokio::test]
async fn owner_sees_the_wrong_clock_and_confirms_it() {
    let app = TestApp::open().await;
    let owner = app.sign_in_as_owner().await;
    let clock = |health: &Value| {
        let checks = health["checks"].as_array().expect("checks");
        checks.iter().find(|check| check["subject"] == "clock").expect("the clock").clone()
    };
    let health = app.desk_get(&owner, "health").await.json();
    assert_eq!((&clock(&health)["subject"], &clock(&health)["isGood"]), (&json!("clock"), &json!(true)));

    app.machine.stop_ntp();
    let shown = app.clock.now();
    app.clock.advance(Duration::from_hours(3));
    let health = app.desk_get(&owner, "health").await.json();
    assert_eq!(clock(&health)["isGood"], json!(false));
    let message = clock(&health)["message"].as_str().expect("a message").to_owned();
    assert!(message.contains("2 March 2026 at 12:05 PM") && message.contains("cannot be trusted"), "{message}");
    let advice = clock(&health)["advice"].as_str().expect("advice").to_owned();
    assert!(advice.contains("clinic confirm-clock") && advice.contains("no reminder"), "{advice}");

    // The confirmation of the first sign-in is over.
    let owner = app.sign_in("Tonye").await;
    let stale = app.desk_post(&owner, "health/clock", json!({ "now": shown })).await;
    assert_eq!((stale.status.as_u16(), stale.error_code()), (409, "changed_meanwhile".to_owned()));
    assert_eq!(clock(&app.desk_get(&owner, "health").await.json())["isGood"], json!(false));
    let confirmed = app.desk_post(&owner, "health/clock", json!({ "now": health["now"] })).await;
    assert_eq!(clock(&confirmed.json())["isGood"], json!(true), "{}", confirmed.text);
}

#[test]
fn command_confirms_the_clock_only_with_the_right_date() {
    let data = tempfile::tempdir().expect("a temporary folder");
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let url = sqlite(&data);
    runtime.block_on(async { ClinicStore::open(&url, 1).await.store.close().await });
    let data = data.path().to_str().expect("a path");
    let (code, _, errors) = run(&["confirm-clock", "2020-01-01", "--data", data]);
    assert_eq!(code, 1);
    assert!(errors.contains("not 2020-01-01. Set the clock first. Nothing was changed."), "{errors}");
    let lagos = jiff::tz::TimeZone::fixed(jiff::tz::offset(1));
    let now = clinic_runtime::clock::System.now();
    let (code, output, errors) = run(&["confirm-clock", &now.to_zoned(lagos).date().to_string(), "--data", data]);
    assert_eq!((code, output.contains("The clock is confirmed.")), (0, true), "{output}{errors}");
    runtime.block_on(async {
        let store = Store::open_existing(&url).await.expect("a store");
        assert!(store.clock_record().await.expect("a record").trusted_at >= now);
        store.close().await;
    });
    let (code, output, _) = run(&["confirm-clock", "--data", data]);
    assert_eq!((code, output.contains("It can be trusted.")), (0, true), "{output}");
}
