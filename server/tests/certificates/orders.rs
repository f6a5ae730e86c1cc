//! Orders with a clock that the test sets: renewal, and every fault of the authority. The certificate that is served is the
//! one of the resolver, as in a handshake.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::body::Body;
use axum::http::Response;
use clinic_http::certificates::CertificateResolver;
use clinic_http::certificates::acme::{POLL_INTERVAL, Served, Settings, Transport, Worker, self_signed};
use clinic_runtime::clock::Clock;
use clinic_runtime::metrics::Metrics;
use clinic_store::{AcmeChallengeKind, CertificateId, ORDER_LEASE, Store};
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use tempfile::TempDir;

use super::authority::{Authority, Records, problem};
use crate::support::postgres_proxy::{Fault, PostgresProxy};
use crate::support::{SeededRandom, TestClock, databases, encryption_keys};

const DAY: Duration = Duration::from_hours(24);

type Answer = fn() -> Response<Body>;
type Change = fn(&mut Records);

struct Site {
    worker: Worker,
    store: Store,
    served: Arc<Served>,
    metrics: Arc<Metrics>,
    clock: Arc<TestClock>,
    id: CertificateId,
    _folder: Option<TempDir>,
}

impl Site {
    async fn open(url: &str, authority: &Authority, clock: &Arc<TestClock>) -> Self {
        Self::open_with(url, authority, clock, None).await
    }

    async fn open_with(url: &str, authority: &Authority, clock: &Arc<TestClock>, email: Option<&str>) -> Self {
        let store = Store::open(url, clock.now()).await.expect("the store opens").with_keys(encryption_keys());
        let names = ["clinic.example", "www.clinic.example"];
        let settings = Settings {
            domains: names.map(|name| name.parse().expect("a name")).into(),
            directory: authority.directory(),
            ca: Some(authority.ca()),
            email: email.map(str::to_owned),
            order_lease: ORDER_LEASE,
        };
        let resolver = Arc::new(CertificateResolver::new(&self_signed(&settings.names())));
        let (served, metrics) = (Arc::new(Served::new(resolver)), Arc::new(Metrics::default()));
        let transport = Transport::new(Some(&authority.ca())).expect("a transport");
        let id = CertificateId { names: names.join(" "), directory: authority.directory() };
        let worker = Worker::new(
            store.clone(),
            settings,
            transport,
            Arc::clone(&served),
            Arc::clone(&metrics),
            Arc::clone(clock) as _,
            Arc::new(SeededRandom::new(7)),
        );
        Self { worker, store, served, metrics, clock: Arc::clone(clock), id, _folder: None }
    }

    /// Returns when the next one is due. The program tries again after some seconds when the database fails.
    async fn take_due_step(&self) -> Timestamp {
        self.worker.take_due_step().await.unwrap_or_else(|_| self.clock.now() + POLL_INTERVAL)
    }

    /// Takes steps, without waiting for real, until this time has passed. Returns how many steps there were.
    async fn run_for(&self, time: Duration) -> usize {
        let end = self.clock.now() + time;
        let mut steps = 0;
        while self.clock.now() < end {
            let next = self.take_due_step().await.min(end);
            let wait = Duration::try_from(next.duration_since(self.clock.now())).unwrap_or_default();
            self.clock.advance(wait);
            steps += 1;
            assert!(steps < 10_000, "it never waits: {:?}", self.store.acme_order(&self.id).await);
        }
        steps
    }

    /// Takes steps for a minute at most, which is shorter than the shortest delay after a failure.
    async fn order(&self) {
        self.run_for(Duration::from_secs(40)).await;
    }

    async fn attempts_failed(&self) -> u32 {
        self.store.acme_order(&self.id).await.expect("a result").expect("an order").failures
    }

    async fn next_at(&self) -> Timestamp {
        self.store.acme_order(&self.id).await.expect("a result").expect("an order").next_at
    }
}

async fn fixture() -> (Site, Authority, Arc<TestClock>) {
    let (clock, folder) = (Arc::new(TestClock::default()), TempDir::new().expect("a temporary folder"));
    let authority = Authority::start(Arc::clone(&clock) as _).await;
    let site = Site::open(&databases::sqlite(&folder), &authority, &clock).await;
    (Site { _folder: Some(folder), ..site }, authority, clock)
}

/// A whole line, because the line with the description starts like the one with the value.
fn has_metric(site: &Site, line: &str) -> bool {
    site.metrics.encode().lines().any(|encoded| encoded == line)
}

fn days_left(site: &Site) -> i64 {
    let expires_at = site.served.expires_at().expect("a certificate");
    expires_at.duration_since(site.clock.now()).as_hours() / 24
}

#[tokio::test]
async fn first_certificate_is_ordered_and_served() {
    let (site, authority, ..) = fixture().await;
    assert!(!site.served.has_certificate());
    site.order().await;
    assert!(site.served.has_certificate());
    assert_eq!(days_left(&site), 89);
    {
        let records = authority.records();
        assert_eq!((records.accounts.len(), records.orders.len()), (1, 1));
        assert_eq!(records.orders[0].names, ["clinic.example", "www.clinic.example"]);
        let kinds: Vec<_> = records.orders[0].authorizations.iter().map(|it| it.challenge.as_deref()).collect();
        assert_eq!(kinds, [Some("tls-alpn-01"); 2]);
    }
    assert!(site.store.challenge_answers().await.expect("answers").is_empty(), "answers are deleted with the order");
    assert!(has_metric(&site, r#"clinic_certificate_days_left{domain="clinic.example"} 89"#));
    assert!(has_metric(&site, r#"clinic_certificate_attempts_total{outcome="issued"} 1"#));
}

#[tokio::test]
async fn certificate_is_renewed_with_a_third_of_its_lifetime_left() {
    let (site, authority, ..) = fixture().await;
    site.order().await;
    let first = site.served.expires_at();
    site.run_for(DAY * 59).await;
    assert_eq!(site.served.expires_at(), first);
    assert_eq!(authority.records().orders.len(), 1);
    site.run_for(DAY * 2).await;
    assert!(site.served.expires_at() > first);
    assert_eq!(authority.records().orders.len(), 2);
    assert_eq!(authority.records().orders[1].replaces, None);
}

#[tokio::test]
async fn renewal_follows_the_window_of_the_authority() {
    let (site, authority, clock) = fixture().await;
    let start = clock.now();
    let window = |from: u32, to: u32| Some((start + DAY * from, start + DAY * to));
    authority.records().window = window(30, 32);
    site.order().await;
    let first = site.served.expires_at();
    site.run_for(DAY * 29).await;
    assert_eq!(site.served.expires_at(), first);
    site.run_for(DAY * 4).await;
    let second = site.served.expires_at();
    assert!(second > first);
    {
        let records = authority.records();
        assert!(records.orders[1].replaces.as_ref().is_some_and(|id| id.contains('.')), "{:?}", records.orders[1]);
        let checks = records.requests.iter().filter(|request| *request == "renewal").count();
        assert!((100..200).contains(&checks), "{checks} checks in 33 days, one every six hours");
    }
    // An incident: the authority wants the certificate to be replaced now.
    let before = authority.records().orders.len();
    authority.records().window = window(20, 21);
    site.run_for(DAY).await;
    assert!(site.served.expires_at() > second, "renewed within a day");
    // It says the same of every new certificate.
    site.run_for(DAY * 3).await;
    let more = authority.records().orders.len() - before;
    assert!((3..=5).contains(&more), "{more} orders in four days");
}

#[tokio::test]
async fn nonsense_window_is_ignored() {
    let (site, authority, clock) = fixture().await;
    authority.records().window = Some((clock.now() + DAY * 200, clock.now() + DAY * 300));
    site.order().await;
    let first = site.served.expires_at();
    site.run_for(DAY * 61).await;
    assert!(site.served.expires_at() > first);
}

#[tokio::test]
async fn authority_that_is_down_for_30_days_is_tried_until_it_is_back() {
    let (site, mut authority, ..) = fixture().await;
    site.order().await;
    let first = site.served.expires_at();
    site.run_for(DAY * 58).await;
    authority.go_down();
    site.run_for(DAY * 30).await;
    assert_eq!(site.served.expires_at(), first, "the old certificate stays");
    let failures = site.attempts_failed().await;
    // About every six hours for 28 days, after the shorter delays at the beginning.
    assert!((100..160).contains(&failures), "{failures} attempts");
    assert!(has_metric(&site, "clinic_certificate_last_attempt_failed 1"));
    site.worker.refresh().await.expect("refreshed");
    assert!(has_metric(&site, r#"clinic_certificate_days_left{domain="clinic.example"} 1"#), "{}", days_left(&site));
    authority.come_back().await;
    site.run_for(DAY / 2).await;
    assert!(site.served.expires_at() > first);
    assert_eq!(authority.records().orders.len(), 2);
    assert_eq!(site.attempts_failed().await, 0);
    assert!(has_metric(&site, "clinic_certificate_last_attempt_failed 0"));
}

#[tokio::test]
async fn http_01_is_used_when_tls_alpn_01_is_refused() {
    let refusal =
        json!({ "type": "urn:ietf:params:acme:error:connection", "detail": "no route to host", "status": 400 });
    let without_a_reason = Value::Null;
    for refusal in [refusal, without_a_reason] {
        let (site, authority, ..) = fixture().await;
        authority.records().refused.insert("tls-alpn-01", refusal);
        site.order().await;
        assert!(site.served.has_certificate());
        {
            let records = authority.records();
            assert_eq!(records.orders.iter().map(|order| order.status).collect::<Vec<_>>(), ["invalid", "valid"]);
            assert_eq!(records.orders[1].authorizations[0].challenge.as_deref(), Some("http-01"));
        }
        // The next renewal starts with what worked.
        let order = site.store.acme_order(&site.id).await.expect("a result").expect("an order");
        assert_eq!(order.challenge, AcmeChallengeKind::Http01);
    }
}

#[tokio::test]
async fn refused_challenges_are_tried_again_with_growing_delays() {
    let (site, authority, ..) = fixture().await;
    let refusal = |detail: &str| json!({ "type": "urn:ietf:params:acme:error:dns", "detail": detail, "status": 400 });
    for kind in ["tls-alpn-01", "http-01"] {
        authority.records().refused.insert(kind, refusal("NXDOMAIN looking up A for clinic.example"));
    }
    site.run_for(DAY).await;
    assert!(!site.served.has_certificate());
    let orders = authority.records().orders.len();
    // Two orders per attempt; the delays double from one minute to six hours.
    assert!((18..=28).contains(&orders), "{orders} orders in a day");
    let order = site.store.acme_order(&site.id).await.expect("a result").expect("an order");
    assert!(order.last_error.expect("an error").contains("NXDOMAIN"));
    assert!(order.url.is_none() && site.store.challenge_answers().await.expect("answers").is_empty());
    authority.records().refused.clear();
    site.run_for(Duration::from_hours(8)).await;
    assert!(site.served.has_certificate());
}

#[tokio::test]
async fn rate_limit_is_respected_across_restarts() {
    let (clock, folder) = (Arc::new(TestClock::default()), TempDir::new().expect("a temporary folder"));
    let authority = Authority::start(Arc::clone(&clock) as _).await;
    let site = Site::open(&databases::sqlite(&folder), &authority, &clock).await;
    authority.before(|resource| {
        (resource == "order").then(|| {
            let mut response = problem(429, "rateLimited", "too many certificates already issued");
            response.headers_mut().insert("retry-after", "172800".parse().expect("a value"));
            response
        })
    });
    site.order().await;
    assert_eq!(authority.requests("order"), 1);
    let until = clock.now() + SignedDuration::from_hours(47);
    assert!(site.next_at().await > until);
    site.store.close().await;
    let restarted = Site::open(&databases::sqlite(&folder), &authority, &clock).await;
    restarted.run_for(Duration::from_hours(47)).await;
    assert_eq!(authority.requests("order"), 1, "no request before the limit ends");
    authority.behave();
    restarted.run_for(Duration::from_hours(2)).await;
    assert!(restarted.served.has_certificate());
}

#[tokio::test]
async fn rejected_nonces_do_not_fail_an_order() {
    let (site, authority, ..) = fixture().await;
    let requests = AtomicUsize::new(0);
    authority.before(move |resource| {
        let is_signed = !["directory", "nonce"].contains(&resource);
        let is_third = is_signed && requests.fetch_add(1, Ordering::SeqCst).is_multiple_of(3);
        is_third.then(|| problem(400, "badNonce", "unacceptable nonce"))
    });
    site.order().await;
    assert!(site.served.has_certificate());
    assert_eq!(site.attempts_failed().await, 0);
}

#[tokio::test]
async fn authority_that_always_rejects_nonces_is_tried_later() {
    let (site, authority, ..) = fixture().await;
    authority.before(|resource| (resource == "order").then(|| problem(400, "badNonce", "unacceptable nonce")));
    site.order().await;
    assert_eq!((site.served.has_certificate(), site.attempts_failed().await), (false, 1));
    authority.behave();
    site.run_for(Duration::from_mins(3)).await;
    assert!(site.served.has_certificate());
}

#[tokio::test]
async fn redirect_of_the_authority_is_not_followed() {
    let elsewhere = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    elsewhere.set_nonblocking(true).expect("set");
    let target = format!("https://{}/", elsewhere.local_addr().expect("an address"));
    for step in ["directory", "account", "order", "certificate"] {
        let (site, authority, ..) = fixture().await;
        let location = target.clone();
        authority.before(move |resource| {
            let redirect = || Response::builder().status(307).header("location", &location).body(Body::empty());
            (resource == step).then(|| redirect().expect("a response"))
        });
        site.order().await;
        assert!(!site.served.has_certificate() && authority.requests(step) > 0, "{step}");
        assert!(elsewhere.accept().is_err(), "{step}: a request was sent elsewhere");
    }
}

#[tokio::test]
async fn nonsense_at_any_step_is_survived_without_a_second_order() {
    let unavailable = || Response::builder().status(503).body(Body::from("<html>down</html>")).expect("a response");
    let nonsense: [(Answer, &str); 4] = [
        (|| Response::new(Body::from("<html>welcome</html>")), ""),
        (|| Response::new(Body::from("{}")), ""),
        (unavailable, "the authority answered with status 503"),
        (|| Response::new(Body::from("x".repeat(1024 * 1024))), "it is longer than 262144 bytes"),
    ];
    for step in
        ["directory", "account", "order", "order state", "authorization", "challenge", "finalize", "certificate"]
    {
        for (answer, logged) in nonsense {
            let (site, authority, ..) = fixture().await;
            authority.before(move |resource| (resource == step).then(answer));
            site.order().await;
            let failures = site.attempts_failed().await;
            // A nonsense answer to "certificate" is text like a certificate and shows only when it is read.
            assert!(!site.served.has_certificate() && failures == 1, "{step}: {failures} failures");
            let order = site.store.acme_order(&site.id).await.expect("a result").expect("an order");
            assert!(order.last_error.as_ref().is_some_and(|error| error.contains(logged)), "{step}: {order:?}");
            authority.behave();
            site.run_for(Duration::from_mins(5)).await;
            assert!(site.served.has_certificate(), "{step}");
            let open: Vec<_> = authority.records().orders.iter().map(|order| order.status).collect();
            // The certificate of the first order may be lost with the nonsense; its order is then closed.
            assert!(open.len() == 1 || (step == "certificate" && open == ["valid", "valid"]), "{step}: {open:?}");
            // The authority would answer with the open order, but it counts requests for its rate limits.
            let most = if ["order", "certificate"].contains(&step) { 2 } else { 1 };
            assert!(authority.requests("order") <= most, "{step}: {} orders", authority.requests("order"));
        }
    }
}

#[tokio::test]
async fn account_that_the_authority_forgot_is_registered_again() {
    let (site, authority, ..) = fixture().await;
    site.order().await;
    let first = site.served.expires_at();
    authority.records().accounts.clear();
    authority.records().orders.clear();
    site.run_for(DAY * 61).await;
    assert!(site.served.expires_at() > first);
    assert_eq!(authority.records().accounts.len(), 1);
}

#[tokio::test]
async fn order_that_the_authority_forgot_is_placed_again() {
    let (site, authority, ..) = fixture().await;
    authority.before(|resource| (resource == "finalize").then(|| problem(500, "serverInternal", "try later")));
    site.order().await;
    assert_eq!(site.attempts_failed().await, 1);
    authority.records().orders.clear();
    authority.behave();
    site.run_for(Duration::from_mins(10)).await;
    assert!(site.served.has_certificate());
}

#[tokio::test]
async fn order_that_only_leads_to_nonsense_is_given_up_after_a_week() {
    let (site, authority, ..) = fixture().await;
    authority.before(|resource| (resource == "order state").then(|| Response::new(Body::from("{}"))));
    site.run_for(DAY * 6).await;
    assert_eq!(authority.requests("order"), 1);
    site.run_for(DAY * 2).await;
    assert_eq!(authority.requests("order"), 2);
}

#[tokio::test]
async fn email_address_is_given_to_the_authority() {
    let (clock, folder) = (Arc::new(TestClock::default()), TempDir::new().expect("a temporary folder"));
    let authority = Authority::start(Arc::clone(&clock) as _).await;
    let url = databases::sqlite(&folder);
    let site = Site::open_with(&url, &authority, &clock, Some("it@clinic.example")).await;
    site.order().await;
    assert_eq!(authority.records().contacts, json!(["mailto:it@clinic.example"]));
    site.store.close().await;
    let site = Site::open_with(&url, &authority, &clock, None).await;
    site.run_for(DAY * 61).await;
    assert_eq!(authority.records().contacts, json!([]));
}

#[tokio::test]
async fn certificate_of_another_key_is_not_served() {
    let (site, authority, ..) = fixture().await;
    let other = rcgen::generate_simple_self_signed(vec!["clinic.example".to_owned(), "www.clinic.example".to_owned()]);
    let other = other.expect("a certificate").cert.pem();
    authority.before(move |resource| (resource == "certificate").then(|| Response::new(Body::from(other.clone()))));
    site.order().await;
    assert!(!site.served.has_certificate());
    let order = site.store.acme_order(&site.id).await.expect("a result").expect("an order");
    assert!(order.last_error.expect("an error").contains("belongs to another key"));
}

#[tokio::test]
async fn certificate_that_is_expired_or_lacks_a_name_is_not_served() {
    let cases: [(Change, &str); 2] = [
        (|records| records.lifetime = Duration::ZERO, "the certificate is not valid now"),
        (|records| records.leaves_out_last_name = true, "the certificate does not contain the name www.clinic.example"),
    ];
    for (change, reason) in cases {
        let (site, authority, ..) = fixture().await;
        change(&mut authority.records());
        site.order().await;
        assert!(!site.served.has_certificate(), "{reason}");
        let order = site.store.acme_order(&site.id).await.expect("a result").expect("an order");
        assert!(order.last_error.as_ref().is_some_and(|error| error.contains(reason)), "{order:?}");
        assert!(order.url.is_none(), "the same order would give the same certificate");
    }
}

#[tokio::test]
async fn three_instances_on_postgresql_place_one_order() {
    let cluster = databases::Cluster::start();
    let clock = Arc::new(TestClock::default());
    let authority = Authority::start(Arc::clone(&clock) as _).await;
    let mut sites = Vec::new();
    for _ in 0..3 {
        sites.push(Site::open(&cluster.url(), &authority, &clock).await);
    }
    for _ in 0..100 {
        let [a, b, c] = &sites[..] else { unreachable!("three sites") };
        let (a, b, c) = tokio::join!(a.take_due_step(), b.take_due_step(), c.take_due_step());
        let next = a.min(b).min(c);
        clock.advance(
            Duration::try_from(next.duration_since(clock.now())).unwrap_or_default().min(Duration::from_secs(5)),
        );
    }
    let expiry: BTreeSet<_> = sites.iter().map(|site| site.served.expires_at()).collect();
    assert!(expiry.len() == 1 && !expiry.contains(&None), "all serve the same certificate: {expiry:?}");
    assert_eq!(authority.requests("order"), 1);
    let records = authority.records();
    assert_eq!((records.accounts.len(), records.orders.len()), (1, 1));
}

#[tokio::test]
async fn step_that_outlives_its_lease_changes_nothing() {
    databases::on_both(|url| async move {
        let clock = Arc::new(TestClock::default());
        let authority = Authority::start(Arc::clone(&clock) as _).await;
        let site = Site::open(&url, &authority, &clock).await;
        let old = site.store.lease_order(&site.id, clock.now(), ORDER_LEASE).await.expect("a result").expect("a lease");
        assert!(
            site.store.lease_order(&site.id, clock.now(), ORDER_LEASE).await.expect("a result").is_err(),
            "leased once"
        );
        clock.advance(ORDER_LEASE + Duration::from_secs(1));
        let new = site.store.lease_order(&site.id, clock.now(), ORDER_LEASE).await.expect("a result").expect("a lease");
        let mut order = old.order.clone();
        order.url = Some("https://authority.example/order/1".to_owned());
        assert!(!site.store.save_order(&old, &order).await.expect("a result"));
        assert!(!site.store.save_challenges(&old, &[]).await.expect("a result"));
        assert!(!site.store.renew_order_lease(&old, clock.now(), ORDER_LEASE).await.expect("a result"));
        assert!(site.store.renew_order_lease(&new, clock.now(), ORDER_LEASE).await.expect("a result"));
        assert_eq!(site.store.acme_order(&site.id).await.expect("a result").expect("an order").url, None);
    })
    .await;
}

#[tokio::test]
async fn keys_are_encrypted_and_follow_a_new_key_file() {
    databases::on_both(|url| async move {
        let clock = Arc::new(TestClock::default());
        let authority = Authority::start(Arc::clone(&clock) as _).await;
        let site = Site::open(&url, &authority, &clock).await;
        let order_until = |resource: &'static str| {
            authority.before(move |requested| (requested == resource).then(|| problem(500, "serverInternal", "later")));
        };
        order_until("finalize");
        site.order().await;
        let pool = sqlx::AnyPool::connect(&url).await.expect("a connection");
        for table in ["acme_accounts", "acme_orders"] {
            let statement = format!("SELECT sealed_key FROM {table}");
            let stored: String =
                sqlx::query_scalar(sqlx::AssertSqlSafe(statement)).fetch_one(&pool).await.expect("a key");
            assert!(stored.starts_with("v1.") && !stored.contains("PRIVATE"), "{stored}");
        }
        pool.close().await;
        let both = encryption_keys().with_new_key([9; 32]);
        assert_eq!(site.store.clone().with_keys(both.clone()).encrypt_secrets().await.expect("sealed"), 2);
        assert!(site.store.acme_order(&site.id).await.is_err(), "the old key is of no use any more");
        let rotated = site.store.clone().with_keys(both.without_old_keys());
        assert!(rotated.acme_order(&site.id).await.expect("a result").expect("an order").key.is_some());
    })
    .await;
}

#[tokio::test]
async fn order_continues_after_the_database_fails_at_any_step() {
    let cluster = databases::Cluster::start();
    for fault in [Fault::LoseCommit, Fault::LoseReplyToCommit] {
        for step in ["account", "order", "order state", "authorization", "challenge", "finalize", "certificate"] {
            let clock = Arc::new(TestClock::default());
            let authority = Authority::start(Arc::clone(&clock) as _).await;
            let proxy = Arc::new(PostgresProxy::start(cluster.folder()));
            // Each authority has orders of its own in the same database.
            let site = Site::open(&proxy.url(), &authority, &clock).await;
            let failing = Arc::clone(&proxy);
            let is_first = AtomicUsize::new(0);
            authority.after(move |resource| {
                if resource == step && is_first.fetch_add(1, Ordering::SeqCst) == 0 {
                    failing.set_fault(fault);
                }
            });
            site.run_for(Duration::from_mins(2)).await;
            assert!(site.store.has_certificate(&site.id).await.expect("a result"), "{fault:?} after {step}");
            assert!(!proxy.has_fault(), "{fault:?} after {step} happened");
            let records = authority.records();
            assert_eq!((records.accounts.len(), records.orders.len()), (1, 1), "{fault:?} after {step}");
        }
    }
}
