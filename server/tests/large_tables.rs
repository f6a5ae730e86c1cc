//! What the store reads and changes when its tables are large: the plan of every statement, and the size of batches.

mod support;

use std::cell::Cell;
use std::net::Ipv4Addr;

use clinic_http::desk::csv::ClaimPages;
use clinic_rules::person::ClientKey;
use clinic_rules::person::{EmailAddress, PersonKey};
use clinic_rules::rate_limit::Limits;
use clinic_runtime::clock::Clock;
use clinic_store::{Actor, MailState, PeopleChoice, Search, Store, StoredUnder};
use sqlx::{AnyConnection, AnyPool, AssertSqlSafe, Row};
use support::databases::{on_both, sqlite};
use support::statement_log::{self, Statement};
use support::{SeededRandom, TestClock, encryption_keys};
use tempfile::TempDir;
use tokio::sync::Mutex;

/// The log of statements belongs to one test at a time.
static ONE_TEST_AT_A_TIME: Mutex<()> = Mutex::const_new(());

/// Tables with a row per visitor, claim, email or transaction. All others have a row per day, staff account or key.
const LARGE: [&str; 7] = ["plays", "claims", "outbox", "counters", "login_attempts", "commit_markers", "audit"];

const BATCH: u64 = 250;
const PAGE: u64 = 1_000;

/// Rows long past their retention, in every table that the purge reads. `{rows}` is their number, `{name}` begins their keys.
const OLD_ROWS: &str = "
    CREATE TEMPORARY TABLE new_rows (i BIGINT, key TEXT);
    INSERT INTO new_rows
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {rows}) SELECT i, '{name}-' || i FROM n;
    INSERT INTO claims (code, person, address, issued_at, valid_until)
      SELECT 'EYE5-' || key, key, key || '@example.com', i, i FROM new_rows;
    INSERT INTO outbox (id, kind, payload, record_key, person, address, message_id, state, queued_at, next_at)
      SELECT key, 'discount-code', '{}', 'EYE5-' || key, key, key || '@example.com', key, 'sent', i, i FROM new_rows;
    INSERT INTO plays (id, started_at, finished_at, spots, found, total, perfect, claimed_by)
      SELECT key, i, i, '[[1]]', 1, 1, 1, key FROM new_rows;
    INSERT INTO counters (name, window_start, n) SELECT key, i, 1 FROM new_rows;
    INSERT INTO login_attempts (who, n, last_at, wait_until) SELECT key, 1, i, 0 FROM new_rows;
    INSERT INTO commit_markers (id, at, committed) SELECT key, i, 1 FROM new_rows;
    INSERT INTO audit (id, at, actor, action, subject) SELECT key, i, 'Ada', 'redeem', key FROM new_rows;
    DROP TABLE new_rows;";

async fn insert_old_rows(connection: &mut AnyConnection, name: &str, rows: u32) {
    let statements = OLD_ROWS.replace("{rows}", &rows.to_string()).replace("{name}", name);
    sqlx::raw_sql(AssertSqlSafe(statements)).execute(connection).await.expect("rows");
}

struct Fixture {
    store: Store,
    clock: TestClock,
    random: SeededRandom,
    people: clinic_rules::secret::Secret,
}

impl Fixture {
    async fn open(url: &str, rows: u32) -> Self {
        let (clock, random) = (TestClock::default(), SeededRandom::new(1));
        let store = Store::open(url, clock.now()).await.expect("the store opens").with_keys(encryption_keys());
        let people = store.secrets(&random, clock.now()).await.expect("secrets are made").people;
        let pool = AnyPool::connect(url).await.expect("a connection");
        insert_old_rows(&mut pool.acquire().await.expect("a connection"), "0000", rows).await;
        pool.close().await;
        statement_log::start();
        Self { store, clock, random, people }
    }

    /// A visitor, each with an address of their own, starts a game.
    async fn start_play(&self, visitor: u32) {
        let client = ClientKey::new(Ipv4Addr::from_bits(visitor).into(), &self.people);
        self.store.start_play(&client, &Limits::default(), self.clock.now()).await.expect("started");
    }

    /// The statements since the last call. Closing the store waits until the threads of SQLite have logged theirs.
    async fn statements(self) -> Vec<Statement> {
        self.store.close().await;
        statement_log::take()
    }
}

/// The plan of a statement, one step per line.
async fn explain(connection: &mut AnyConnection, is_postgres: bool, sql: &str) -> Vec<String> {
    if !is_postgres {
        let statement = format!("EXPLAIN QUERY PLAN {sql}");
        let rows = sqlx::query(AssertSqlSafe(statement)).fetch_all(connection).await.expect(sql);
        return rows.iter().map(|row| row.get("detail")).collect();
    }
    // A scan of a whole table then shows that no index fits, not that it is cheaper in a table of this size.
    let settings = "SET enable_seqscan = off; SET enable_mergejoin = off; SET enable_hashjoin = off; \
         SET plan_cache_mode = force_generic_plan; DEALLOCATE ALL;";
    let prepare = format!("{settings} PREPARE statement AS {sql}");
    sqlx::raw_sql(AssertSqlSafe(prepare)).execute(&mut *connection).await.expect(sql);
    let parameters = (1..100_000).take_while(|number| sql.contains(&format!("${number}"))).count();
    let execute = match vec!["NULL"; parameters].join(", ") {
        none if none.is_empty() => "EXPLAIN EXECUTE statement".to_owned(),
        parameters => format!("EXPLAIN EXECUTE statement ({parameters})"),
    };
    let rows = sqlx::raw_sql(AssertSqlSafe(execute)).fetch_all(connection).await.expect(sql);
    rows.iter().map(|row| row.get(0)).collect()
}

/// The large tables that a plan reads from end to end.
fn scanned_tables(is_postgres: bool, plan: &[String]) -> Vec<&'static str> {
    let mut scanned = Vec::new();
    for (index, line) in plan.iter().enumerate() {
        for table in LARGE {
            let is_scan = if is_postgres {
                let reads = line.contains(&format!(" on {table} ")) && line.contains("Scan ");
                // The lines up to the next node are the details of this one.
                let mut details = plan[index + 1..].iter().take_while(|line| !line.contains("->"));
                reads && !line.contains("Bitmap") && !details.any(|line| line.contains("Index Cond:"))
            } else {
                line.strip_prefix("SCAN ").and_then(|rest| rest.split(' ').next()) == Some(table)
            };
            if is_scan {
                scanned.push(table);
            }
        }
    }
    scanned
}

/// Whether a plan takes the first rows of an index, until the limit of the statement is reached.
fn follows_an_index(is_postgres: bool, plan: &[String]) -> bool {
    if is_postgres {
        // A filter beside the condition of the index only skips rows with the same time as the last one of the page before.
        let mut filters = plan.iter().enumerate().filter(|(_, line)| line.contains("Filter:"));
        plan[0].starts_with("Limit")
            && !plan.iter().any(|line| line.contains("Seq Scan"))
            && filters.all(|(index, _)| plan[index - 1].contains("Index Cond:"))
    } else {
        plan.iter().filter(|line| line.starts_with("SCAN ")).all(|line| line.contains(" USING "))
            && !plan.iter().any(|line| line == "USE TEMP B-TREE FOR ORDER BY")
    }
}

async fn plans(url: &str, statements: Vec<Statement>) -> Vec<(String, Vec<String>)> {
    let pool = AnyPool::connect(url).await.expect("a connection");
    let mut connection = pool.acquire().await.expect("a connection");
    if url.starts_with("postgres") {
        // In a table of a few rows all plans cost the same.
        insert_old_rows(&mut connection, "more", 5_000).await;
        sqlx::raw_sql("ANALYZE").execute(&mut *connection).await.expect("analysed");
    }
    let mut plans = Vec::new();
    for Statement { sql, .. } in statements {
        let is_explained = ["SELECT", "INSERT", "UPDATE", "DELETE"].iter().any(|verb| sql.starts_with(verb));
        if is_explained && !sql.contains("COMMIT") && !sql.contains("migrations") {
            let plan = explain(&mut connection, url.starts_with("postgres"), &sql).await;
            plans.push((sql, plan));
        }
    }
    drop(connection);
    pool.close().await;
    assert!(!plans.is_empty(), "no statement was recorded");
    plans
}

#[tokio::test]
async fn no_statement_with_a_condition_reads_a_whole_large_table() {
    let _guard = ONE_TEST_AT_A_TIME.lock().await;
    on_both(|url| async move {
        let fixture = Fixture::open(&url, 10).await;
        let (store, now) = (&fixture.store, fixture.clock.now());
        let person = PersonKey::new(&EmailAddress::parse("ada@example.com").expect("one").canonical(), &fixture.people);
        store.issued_codes(&Search::Code("ABC".to_owned()), None).await.expect("people");
        store.issued_codes(&Search::Person(person.clone()), None).await.expect("people");
        store.outbox_entries(Some(MailState::Sent)).await.expect("emails");
        store.funnel(0, 40_000).await.expect("statistics");
        store.outbox_backlog(now).await.expect("a backlog");
        store.next_due().await.expect("a time");
        store.lease_next(now).await.expect("a lease");
        let claims = store.claims_page(None).await.expect("claims");
        store.claims_page(claims.last()).await.expect("claims");
        let actor = Actor { name: "Ada", random: &fixture.random, now };
        let under = StoredUnder::Contact(&person);
        store.export_people(under, &PeopleChoice::All, actor).await.expect("an export");
        let purged = store.purge(now).await.expect("purged");
        assert_eq!(purged.messages, 10, "every statement of the purge was executed");
        store.erase_people(under, &PeopleChoice::All, actor).await.expect("erased");
        fixture.start_play(0).await;
        for (sql, plan) in plans(&url, fixture.statements().await).await {
            // The first page is read in the order of an index.
            if !sql.contains("ORDER BY issued_at, code LIMIT $1") || sql.contains("WHERE") {
                let scanned = scanned_tables(url.starts_with("postgres"), &plan);
                assert!(scanned.is_empty(), "{url}\n{sql}\nreads all of {scanned:?}:\n{}", plan.join("\n"));
            }
        }
    })
    .await;
}

#[tokio::test]
async fn lists_of_the_newest_rows_follow_an_index() {
    let _guard = ONE_TEST_AT_A_TIME.lock().await;
    on_both(|url| async move {
        let fixture = Fixture::open(&url, 10).await;
        fixture.store.issued_codes(&Search::Latest, None).await.expect_err("codes without a check character");
        fixture.store.outbox_entries(None).await.expect("emails");
        fixture.store.audit(None, 100).await.expect("entries");
        fixture.store.claims_page(None).await.expect("claims");
        let plans = plans(&url, fixture.statements().await).await;
        assert_eq!(plans.len(), 9, "the emails are one list per state");
        for (sql, plan) in plans {
            let follows = follows_an_index(url.starts_with("postgres"), &plan);
            assert!(follows, "{url}\n{sql}\nsorts or reads all rows:\n{}", plan.join("\n"));
        }
    })
    .await;
}

#[tokio::test]
async fn purge_deletes_in_bounded_transactions() {
    let _guard = ONE_TEST_AT_A_TIME.lock().await;
    on_both(|url| async move {
        let fixture = Fixture::open(&url, 1_300).await;
        let purged = fixture.store.purge(fixture.clock.now()).await.expect("purged");
        for category in ["games", "discount codes", "rate limits", "sign-in attempts", "audit log"] {
            assert_eq!(purged.records(category), 1_300, "{category}");
        }
        assert_eq!(purged.messages, 1_300);
        assert!(fixture.store.finish_erasures(None).await.expect("finished"));
        assert_eq!(fixture.store.claims_page(None).await.expect("claims").len(), 0);
        let statements = fixture.statements().await;
        let largest = statements.iter().max_by_key(|it| it.rows_affected.max(it.rows_returned)).expect("statements");
        assert!(largest.rows_affected.max(largest.rows_returned) <= BATCH, "{url}: {largest:?}");
        // Fourteen batches per table, and a few statements per batch. One statement per row would be thousands.
        assert!(statements.len() < 1_000, "{url}: {} statements", statements.len());
    })
    .await;
}

#[tokio::test]
async fn visitors_are_served_between_the_batches_of_a_purge() {
    let _guard = ONE_TEST_AT_A_TIME.lock().await;
    let folder = TempDir::new().expect("a temporary folder");
    let fixture = Fixture::open(&sqlite(&folder), 5_000).await;
    let games = AnyPool::connect(&sqlite(&folder)).await.expect("the database");
    let is_purged = Cell::new(false);
    let purge = async {
        fixture.store.purge(fixture.clock.now()).await.expect("purged");
        is_purged.set(true);
    };
    // One game after the other, from before the purge until it has ended.
    let visitors = async {
        let (mut started, mut during_purge) = (0, 0);
        while !is_purged.get() {
            fixture.start_play(started).await;
            started += 1;
            let left: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM plays").fetch_one(&games).await.expect("a count");
            during_purge += u32::from((1..5_000).contains(&(left - i64::from(started))));
        }
        assert!(during_purge > 0, "none of {started} visitors was served between two batches");
    };
    tokio::join!(purge, visitors);
}

#[tokio::test]
async fn export_reads_a_page_at_a_time() {
    let _guard = ONE_TEST_AT_A_TIME.lock().await;
    on_both(|url| async move {
        let fixture = Fixture::open(&url, 2_500).await;
        let mut pages = ClaimPages::new(fixture.store.clone());
        let (mut csv, mut count) = (String::new(), 0);
        while let Some(text) = pages.next().await.expect("a page") {
            csv += &text;
            count += 1;
        }
        assert_eq!(count, 3);
        let lines: Vec<&str> = csv.lines().collect();
        assert_eq!(lines.len(), 2_501, "a header and every claim once");
        assert!(lines[0].starts_with("code,address,"));
        assert!(lines[2_500].starts_with("EYE5-0000-2500,0000-2500@example.com,"), "{}", lines[2_500]);
        drop(pages);
        for statement in fixture.statements().await {
            assert!(statement.rows_returned <= PAGE, "{url}: {statement:?}");
        }
    })
    .await;
}
