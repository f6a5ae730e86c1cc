//! Lost connections, deadlocks and serialisation failures on PostgreSQL.

use std::time::Duration;

use clinic_http::services::Settings;
use clinic_rules::discount::DiscountCode;
use clinic_rules::person::{ClientKey, EmailAddress, PersonKey};
use clinic_rules::rate_limit::Limits;
use clinic_rules::secret::Secret;
use clinic_rules::staff::{
    ClinicWords, Cost, HashMemory, Password, ResetToken, Role, SessionToken, StaffName, TotpKey, TotpStep,
};
use clinic_runtime::clock::Clock;
use clinic_store::{
    Actor, Lookup, NewSession, PeopleChoice, RenewedSession, Search, SignInAttempt, SignInFailure, StartPlayError,
    Store, StoreError, StoredUnder, TimeLimits,
};
use sqlx::AnyPool;
use tokio::time::timeout;

use crate::support::databases::{Cluster, unhurried};
use crate::support::postgres_proxy::{Fault, PostgresProxy};
use crate::support::test_app::TestApp;
use crate::support::waiting::{LIMIT, eventually};
use crate::support::{SeededRandom, TestClock, encryption_keys};

const CHEAP: Cost = Cost { memory_kib: 8, passes: 1 };

struct Fixture {
    store: Store,
    client: ClientKey,
    /// A connection past the proxy.
    direct: AnyPool,
}

impl Fixture {
    async fn open(url: &str, direct: &str) -> Self {
        Self::open_with_limits(url, direct, unhurried()).await
    }

    async fn open_with_limits(url: &str, direct: &str, limits: TimeLimits) -> Self {
        let (clock, random) = (TestClock::default(), SeededRandom::new(1));
        let store = Store::open_with_limits(url, clock.now(), limits).await.expect("the store opens");
        let store = store.with_keys(encryption_keys());
        let secrets = store.secrets(&random, clock.now()).await.expect("secrets are made");
        let client = ClientKey::new([192, 0, 2, 1].into(), &secrets.people);
        Self { store, client, direct: AnyPool::connect(direct).await.expect("a connection") }
    }

    async fn start_play(&self) -> Result<(), StartPlayError> {
        let limits = Limits { plays_per_client_hour: 1_000, ..Limits::default() };
        self.store.start_play(&self.client, &limits, TestClock::default().now()).await
    }

    async fn started(&self) -> i64 {
        let statement = "SELECT CAST(COALESCE(SUM(n), 0) AS BIGINT) FROM starts";
        sqlx::query_scalar(statement).fetch_one(&self.direct).await.expect("a count")
    }

    /// Runs a use case that waits for a row that another transaction has changed. `meanwhile` runs while it waits, then
    /// the other transaction is committed.
    async fn start_play_behind_a_lock(&self, meanwhile: &'static str) -> Result<(), StartPlayError> {
        let mut other = self.direct.begin().await.expect("a transaction");
        sqlx::query("UPDATE starts SET n = n + 1").execute(&mut *other).await.expect("locked");
        let release = async {
            self.wait_for_waiting(1).await;
            sqlx::query(meanwhile).execute(&self.direct).await.expect("executed");
            other.commit().await.expect("committed");
        };
        tokio::join!(self.start_play(), release).0
    }

    /// A game locks its counter first and then the count of the day. The other transaction does the opposite. Whoever waits last
    /// must find the deadlock, because PostgreSQL looks for one only once for each wait. A gate before the count of the day holds
    /// the game until the other transaction waits for it.
    async fn start_play_with_deadlock(&self) -> Result<(), StartPlayError> {
        let gate = "CREATE FUNCTION pass_gate() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                        PERFORM pg_advisory_lock(1);
                        PERFORM pg_advisory_unlock(1);
                        RETURN NULL;
                    END $$;
                    CREATE TRIGGER gate BEFORE INSERT ON starts EXECUTE FUNCTION pass_gate()";
        sqlx::raw_sql(gate).execute(&self.direct).await.expect("a gate");
        let mut closed_gate = self.direct.begin().await.expect("a transaction");
        sqlx::query("SELECT 1 FROM pg_advisory_xact_lock(1)").execute(&mut *closed_gate).await.expect("closed");
        let mut other = self.direct.begin().await.expect("a transaction");
        sqlx::query("SET LOCAL deadlock_timeout = '1h'").execute(&mut *other).await.expect("set");
        sqlx::query("UPDATE starts SET n = n + 1").execute(&mut *other).await.expect("locked");
        let open_gate = async {
            self.wait_for_waiting(2).await;
            closed_gate.commit().await.expect("opened");
        };
        let deadlock = async {
            self.wait_for_waiting(1).await;
            let wait_for_game = sqlx::query("UPDATE counters SET n = n + 1").execute(&mut *other);
            let (updated, ()) = tokio::join!(wait_for_game, open_gate);
            updated.expect("the game gives way");
            other.commit().await.expect("committed");
        };
        tokio::join!(self.start_play(), deadlock).0
    }

    /// The rollback is done by a task, so it may take a moment.
    async fn assert_no_open_transaction(&self) {
        let statement = "SELECT COUNT(*) FROM pg_stat_activity WHERE state LIKE 'idle in transaction%'";
        let is_rolled_back = || async {
            let open: i64 = sqlx::query_scalar(statement).fetch_one(&self.direct).await.expect("a count");
            open == 0
        };
        eventually("the rollback of the cancelled request", is_rolled_back).await;
    }

    /// Returns when so many statements wait for a lock.
    async fn wait_for_waiting(&self, number: i64) {
        let statement = "SELECT COUNT(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'";
        let are_waiting = || async {
            let waiting: i64 = sqlx::query_scalar(statement).fetch_one(&self.direct).await.expect("a count");
            waiting == number
        };
        eventually("statements that wait for a lock", are_waiting).await;
    }
}

async fn with_fault(fault: Fault) -> (Result<(), StartPlayError>, i64) {
    let cluster = Cluster::start();
    let proxy = PostgresProxy::start(cluster.folder());
    let fixture = Fixture::open(&proxy.url(), &cluster.url()).await;
    proxy.set_fault(fault);
    let result = fixture.start_play().await;
    (result, fixture.started().await)
}

#[tokio::test]
async fn commit_whose_reply_is_lost_counts_as_committed() {
    let (result, started) = with_fault(Fault::LoseReplyToCommit).await;
    result.expect("the commit is found");
    assert_eq!(started, 1);
}

#[tokio::test]
async fn commit_that_is_lost_is_repeated() {
    let (result, started) = with_fault(Fault::LoseCommit).await;
    result.expect("the transaction is repeated");
    assert_eq!(started, 1);
}

#[tokio::test]
async fn commit_that_arrives_after_the_question_is_not_applied_twice() {
    let cluster = Cluster::start();
    let proxy = PostgresProxy::start(cluster.folder());
    let fixture = Fixture::open(&proxy.url(), &cluster.url()).await;
    proxy.set_fault(Fault::DelayCommit);
    let end_of_delay = async {
        // By then it is known that the delayed transaction was not committed, and the repeated one waits for its locks.
        fixture.wait_for_waiting(1).await;
        proxy.send_delayed_commit();
    };
    let (result, ()) = tokio::join!(fixture.start_play(), end_of_delay);
    result.expect("the transaction is repeated");
    fixture.assert_no_open_transaction().await;
    assert_eq!(fixture.started().await, 1);
}

/// A setting for connections that are opened afterwards.
async fn set_for_database(cluster: &Cluster, setting: &str) {
    sqlx::any::install_default_drivers();
    let setup = AnyPool::connect(&cluster.url()).await.expect("a connection");
    let statement = format!("ALTER DATABASE postgres SET {setting}");
    sqlx::query(sqlx::AssertSqlSafe(statement)).execute(&setup).await.expect("set");
    setup.close().await;
}

#[tokio::test]
async fn serialisation_failure_is_retried() {
    let cluster = Cluster::start();
    set_for_database(&cluster, "default_transaction_isolation = 'serializable'").await;
    let fixture = Fixture::open(&cluster.url(), &cluster.url()).await;
    fixture.start_play().await.expect("started");
    fixture.start_play_behind_a_lock("SELECT 1").await.expect("repeated");
    assert_eq!(fixture.started().await, 3, "two games and the update of the other transaction");
}

#[tokio::test]
async fn deadlock_is_retried() {
    let cluster = Cluster::start();
    // PostgreSQL looks for a deadlock when a transaction has waited this long.
    set_for_database(&cluster, "deadlock_timeout = '10ms'").await;
    let fixture = Fixture::open(&cluster.url(), &cluster.url()).await;
    fixture.start_play().await.expect("started");
    fixture.start_play_with_deadlock().await.expect("repeated");
    assert_eq!(fixture.started().await, 3, "two games and the update of the other transaction");
    let deadlocks = "SELECT CAST(deadlocks AS BIGINT) FROM pg_stat_database WHERE datname = 'postgres'";
    let is_counted = || async {
        let count: i64 = sqlx::query_scalar(deadlocks).fetch_one(&fixture.direct).await.expect("a count");
        count >= 1
    };
    eventually("the deadlock in the statistics", is_counted).await;
}

/// Forwards new connections to a standby and ends the others, as a load balancer does that has not noticed a failover.
async fn switch_to_standby(fixture: &Fixture, proxy: &PostgresProxy, standby: &Cluster) {
    proxy.forward_to(standby.folder());
    let terminate = "SELECT COUNT(pg_terminate_backend(pid)) FROM pg_stat_activity
                     WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()";
    sqlx::query(terminate).execute(&fixture.direct).await.expect("ended");
}

#[tokio::test]
async fn write_that_a_standby_refuses_is_repeated_on_the_primary() {
    let cluster = Cluster::start();
    let proxy = PostgresProxy::start(cluster.folder());
    let fixture = Fixture::open(&proxy.url(), &cluster.url()).await;
    let standby = cluster.start_standby();
    switch_to_standby(&fixture, &proxy, &standby).await;
    let end_of_failover = async {
        proxy.wait_for_connection().await;
        proxy.forward_to(cluster.folder());
    };
    let (result, ()) = tokio::join!(fixture.start_play(), end_of_failover);
    result.expect("repeated on the primary");
    assert_eq!(fixture.started().await, 1);
}

#[tokio::test]
async fn visitor_is_asked_to_try_again_while_only_a_standby_answers() {
    let cluster = Cluster::start();
    let proxy = PostgresProxy::start(cluster.folder());
    let fixture = Fixture::open(&proxy.url(), &cluster.url()).await;
    let app = TestApp::on(&proxy.url(), 2, Settings::default(), None).await;
    let proof = app.win().await;
    let standby = cluster.start_standby();
    switch_to_standby(&fixture, &proxy, &standby).await;
    let sentence = "Something is wrong on our side. Please try again in a minute.";
    let play = app.post("/api/plays", "application/json", "").await;
    assert_eq!((play.status.as_u16(), play.error_code().as_str()), (503, "internal_error"));
    assert_eq!(play.json()["error"]["message"], sentence);
    let claim = app.claim(&proof, "ada@example.com").await;
    assert_eq!((claim.status.as_u16(), claim.text.trim()), (503, sentence));
    proxy.forward_to(cluster.folder());
    assert_eq!(app.claim(&proof, "ada@example.com").await.status, 200, "nothing has to be restarted");
}

#[tokio::test]
async fn statement_that_waits_too_long_is_ended() {
    let cluster = Cluster::start();
    let limits = TimeLimits { statement: Duration::from_millis(300), ..unhurried() };
    let fixture = Fixture::open(&cluster.url(), &cluster.url()).await;
    fixture.start_play().await.expect("started");
    let hurried = Fixture::open_with_limits(&cluster.url(), &cluster.url(), limits).await;
    let mut other = fixture.direct.begin().await.expect("a transaction");
    sqlx::query("UPDATE starts SET n = n + 1").execute(&mut *other).await.expect("locked");
    let error = hurried.start_play().await.expect_err("the other transaction does not end");
    assert!(error.to_string().contains("statement timeout"), "{error}");
}

#[tokio::test]
async fn every_use_case_of_the_desk_is_repeated_when_its_commit_is_lost() {
    let cluster = Cluster::start();
    let proxy = PostgresProxy::start(cluster.folder());
    let Fixture { store, client, direct } = Fixture::open(&proxy.url(), &cluster.url()).await;
    let (random, now) = (SeededRandom::new(3), TestClock::default().now());
    let actor = Actor { name: "Ada", random: &random, now };
    let code = DiscountCode::issue(5, [7; 7]);
    let insert =
        "INSERT INTO claims (code, person, address, issued_at, valid_until) VALUES ($1, 'p', 'p@x.example', 1, 1)";
    sqlx::query(insert).bind(code.to_string()).execute(&direct).await.expect("a claim");
    let names = ["Ada", "Bola", "Chidi"].map(|name| StaffName::parse(name).expect("a name"));
    let [ada, bola, chidi] = &names;
    let password = &Password::choose("four odd words here", ada, &ClinicWords::default()).expect("a password").hash(
        CHEAP,
        [1; 16],
        &mut HashMemory::default(),
    );
    let totp = TotpKey::new([1; 20]);
    let token = ResetToken::new([1; 32]);
    let session = SessionToken::new([1; 32]).key();
    let renewed = RenewedSession { old: &session, new: &session };
    let attempt = SignInAttempt::new("Ada", &client, &Secret::new([1; 32]));
    macro_rules! survives {
        ($($call:expr),+ $(,)?) => {
            $(
                proxy.set_fault(Fault::LoseCommit);
                $call.await.expect(stringify!($call));
            )+
        };
    }
    survives![
        store.secrets(&random, now),
        store.add_staff(ada, Role::Owner, password, actor),
        store.add_staff(bola, Role::Owner, password, actor),
        store.invite_staff(chidi, Role::Desk, &ResetToken::new([2; 32]), actor),
        store.cancel_invitation(chidi, actor),
        store.disable_staff(bola, actor),
        store.enable_staff(bola, actor),
        async {
            let account = &store.credentials(ada).await?.expect("an account");
            store.open_session(NewSession { key: &session, account, browser: "", replaces: None }, actor).await
        },
        store.record_failed_sign_in(Some(ada), SignInFailure::Password, actor),
        store.record_forbidden_call(actor, "GET /api/desk/audit"),
        store.confirm_session(ada, &session, &session, actor),
        async {
            let account = &store.credentials(ada).await?.expect("an account");
            store.change_password(account, password, renewed, actor).await
        },
        store.close_every_session(ada, actor),
        store.offer_password_reset(ada, &token, actor),
        store.use_password_reset(&token, ada, password, actor),
        store.set_password(ada, password, actor),
        store.offer_totp(ada, &totp, actor.now),
        async {
            let account = &store.credentials(ada).await?.expect("an account");
            store.turn_totp_on(account, &totp, TotpStep(1), &["recovery".to_owned()], renewed, actor).await
        },
        store.use_totp_step(ada, TotpStep(2)),
        store.use_recovery(ada, "recovery", actor),
        async {
            let account = &store.credentials(ada).await?.expect("an account");
            store.turn_totp_off(account, renewed, actor).await
        },
        store.reset_two_step(ada, actor),
        store.end_session(ada, "unknown", actor),
        store.begin_attempt(&attempt, now),
        store.begin_second_factor(&attempt, now),
        store.withdraw_attempt(&attempt),
        store.reset_attempts(&attempt),
        store.count_lookup(Lookup::Code, "ada", 10, now),
        store.erase_people(StoredUnder::Code(code), &PeopleChoice::All, actor),
        store.purge(now),
    ];
}

#[tokio::test]
async fn every_read_is_repeated_when_its_connection_is_lost() {
    let cluster = Cluster::start();
    let proxy = PostgresProxy::start(cluster.folder());
    let Fixture { store, direct, .. } = Fixture::open(&proxy.url(), &cluster.url()).await;
    let now = TestClock::default().now();
    let code = DiscountCode::issue(5, [7; 7]);
    let rows = format!(
        "INSERT INTO claims (code, person, address, issued_at, valid_until) VALUES ('{code}', 'p', 'p@x.example', 1, 1);
         INSERT INTO outbox (id, kind, payload, record_key, person, address, message_id, state, queued_at, next_at)
           VALUES ('m', 'discount-code', '{{}}', '{code}', 'p', 'p@x.example', '<m>', 'sent', 1, 1);"
    );
    sqlx::raw_sql(sqlx::AssertSqlSafe(rows)).execute(&direct).await.expect("rows");
    let ada = StaffName::parse("Ada").expect("a name");
    let session = SessionToken::new([1; 32]).key();
    let person = PersonKey::new(&EmailAddress::parse("p@x.example").expect("one").canonical(), &Secret::new([1; 32]));
    macro_rules! survives {
        ($($text:literal => $call:expr),+ $(,)?) => {
            $(
                proxy.set_fault(Fault::CloseAt($text));
                $call.await.expect(stringify!($call));
                assert!(!proxy.has_fault(), "{} does not contain {}", stringify!($call), $text);
            )+
        };
    }
    survives![
        "COUNT(*) FROM staff" => store.has_staff(),
        "FROM staff LEFT JOIN" => store.staff(),
        "totp_step FROM staff" => store.credentials(&ada),
        "FROM sessions JOIN" => store.session(&session, now),
        "browser, made_at" => store.open_sessions(&ada, now),
        "FROM password_resets JOIN" => store.password_reset_account(&ResetToken::new([1; 32]), now),
        "FROM claims WHERE code" => store.code_status(code),
        "FROM claims WHERE issued_at" => store.issued_codes(&Search::Latest, None),
        "ORDER BY issued_at, code" => store.claims_page(None),
        "FROM outbox" => store.outbox_entries(None),
        "SELECT message_id" => store.message_id("m"),
        "state = 'queued'" => store.outbox_backlog(now),
        "MIN(CASE" => store.next_due(),
        "FROM audit" => store.audit(None, 1),
        "FROM plays" => store.funnel(0, 1),
        "FROM appointments WHERE phone_person" => store.stored_people(StoredUnder::Contact(&person), now),
    ];
}

#[tokio::test]
async fn connection_lost_before_the_commit_is_replaced() {
    let cluster = Cluster::start();
    let fixture = Fixture::open(&cluster.url(), &cluster.url()).await;
    fixture.start_play().await.expect("started");
    let terminate = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event_type = 'Lock'";
    fixture.start_play_behind_a_lock(terminate).await.expect("repeated on another connection");
    assert_eq!(fixture.started().await, 3, "two games and the update of the other transaction");
}

#[tokio::test]
async fn hanging_database_is_reported_within_seconds() {
    let cluster = Cluster::start();
    let proxy = PostgresProxy::start(cluster.folder());
    let (url, limits) = (proxy.url_with_usual_limits(), TimeLimits::default());
    let fixture = Fixture::open_with_limits(&url, &cluster.url(), limits).await;
    proxy.set_fault(Fault::Hang);
    assert!(fixture.store.ping().await.is_err());
    // Without a limit it would wait for ever.
    let error = timeout(LIMIT, fixture.start_play()).await.expect("an answer").expect_err("no database");
    assert!(matches!(error, StartPlayError::Store(StoreError::Database(_))), "{error:?}");
}

#[tokio::test]
async fn cancelled_write_leaves_no_transaction_open() {
    let cluster = Cluster::start();
    let fixture = Fixture::open(&cluster.url(), &cluster.url()).await;
    for polls in 0..20 {
        let mut request = Box::pin(fixture.start_play());
        for _ in 0..polls {
            // A timeout of zero polls the request once.
            if tokio::time::timeout(Duration::ZERO, &mut request).await.is_ok() {
                break;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        drop(request);
        fixture.assert_no_open_transaction().await;
    }
}
