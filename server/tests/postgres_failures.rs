//! Lost connections, deadlocks and serialisation failures on PostgreSQL.

mod support;

use std::time::{Duration, Instant};

use clinic::clock::Clock;
use clinic::person::ClientKey;
use clinic::rate_limit::Limits;
use clinic::store::{StartPlayError, Store, StoreError};
use sqlx::AnyPool;
use support::databases::Cluster;
use support::postgres_proxy::{Fault, PostgresProxy};
use support::{SeededRandom, TestClock};

struct Fixture {
    store: Store,
    client: ClientKey,
    /// A connection past the proxy.
    direct: AnyPool,
}

impl Fixture {
    async fn open(url: &str, direct: &str) -> Self {
        let (clock, random) = (TestClock::default(), SeededRandom::new(1));
        let store = Store::open(url, clock.now()).await.expect("the store opens");
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
            while self.waiting_for_locks().await == 0 {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
            sqlx::query(meanwhile).execute(&self.direct).await.expect("executed");
            other.commit().await.expect("committed");
        };
        tokio::join!(self.start_play(), release).0
    }

    /// The rollback is done by a task, so it may take a moment.
    async fn assert_no_open_transaction(&self) {
        let statement = "SELECT COUNT(*) FROM pg_stat_activity WHERE state LIKE 'idle in transaction%'";
        for _ in 0..40 {
            tokio::time::sleep(Duration::from_millis(20)).await;
            let open: i64 = sqlx::query_scalar(statement).fetch_one(&self.direct).await.expect("a count");
            if open == 0 {
                return;
            }
        }
        panic!("a cancelled request left a transaction open");
    }

    async fn waiting_for_locks(&self) -> i64 {
        let statement = "SELECT COUNT(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'";
        sqlx::query_scalar(statement).fetch_one(&self.direct).await.expect("a count")
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
    let (result, started) = with_fault(Fault::DelayCommit).await;
    result.expect("the transaction is repeated");
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(started, 1);
}

#[tokio::test]
async fn serialisation_failure_is_retried() {
    let cluster = Cluster::start();
    let isolation = "ALTER DATABASE postgres SET default_transaction_isolation = 'serializable'";
    sqlx::any::install_default_drivers();
    let setup = AnyPool::connect(&cluster.url()).await.expect("a connection");
    sqlx::query(isolation).execute(&setup).await.expect("set");
    setup.close().await;
    let fixture = Fixture::open(&cluster.url(), &cluster.url()).await;
    fixture.start_play().await.expect("started");
    fixture.start_play_behind_a_lock("SELECT 1").await.expect("repeated");
    assert_eq!(fixture.started().await, 3, "two games and the update of the other transaction");
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
    let fixture = Fixture::open(&proxy.url(), &cluster.url()).await;
    proxy.set_fault(Fault::Hang);
    let start = Instant::now();
    assert!(fixture.store.ping().await.is_err());
    let error = fixture.start_play().await.expect_err("no database");
    assert!(matches!(error, StartPlayError::Store(StoreError::Database(_))), "{error:?}");
    assert!(start.elapsed() < Duration::from_secs(8), "two calls took {:?}", start.elapsed());
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
