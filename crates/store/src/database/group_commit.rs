//! Transactions that write. PostgreSQL commits each one by itself; on SQLite, concurrent ones share a commit.
//!
//! SQLite has one writer, and most of a commit is waiting for the disk. Changes that wait at the same time become
//! savepoints of one transaction and are committed together. Each change is still atomic, and `commit` returns only
//! when the data is on disk. A change may read what another change of its group has written; if the group fails, all
//! of its changes fail. That holds for a change that wrote nothing and was not committed, too: `retry` answers only after
//! the group that it has read from is on disk (`wait_for_read_data`).

use std::mem;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use std::time::Duration;

use sqlx::pool::PoolConnection;
use sqlx::{Any, AnyConnection, AnyPool, Executor};
use tokio::sync::{Mutex, OwnedMutexGuard, oneshot};
use tokio::time::timeout;

use super::postgres_transaction;
use super::wait_for_read_data::{self, CommitResult};
use crate::{StoreError, TimeLimits};

#[derive(Debug, Clone)]
pub enum Writer {
    /// One transaction per change, for PostgreSQL.
    Single { pool: AnyPool, limits: Arc<TimeLimits> },
    /// Group commit over one connection, for SQLite.
    Grouped { pool: AnyPool, turn_limit: Duration, group: Arc<Mutex<Option<Group>>> },
}

/// An open transaction and the changes that wait for its commit.
#[derive(Debug)]
pub struct Group {
    connection: PoolConnection<Any>,
    waiting: Vec<oneshot::Sender<CommitResult>>,
}

/// Exclusive use of the group by one change. The group exists while a change holds the guard.
type GroupGuard = OwnedMutexGuard<Option<Group>>;

/// One change: `commit` keeps all of it, dropping it rolls all of it back.
pub struct Change(Mode);

enum Mode {
    Single { pool: AnyPool, limits: TimeLimits, connection: PoolConnection<Any> },
    Grouped(GroupGuard),
    Finished,
}

impl Writer {
    pub fn grouped(pool: AnyPool, turn_limit: Duration) -> Self {
        Self::Grouped { pool, turn_limit, group: Arc::default() }
    }

    pub fn pool(&self) -> &AnyPool {
        match self {
            Self::Single { pool, .. } | Self::Grouped { pool, .. } => pool,
        }
    }

    pub async fn begin(&self) -> Result<Change, StoreError> {
        match self {
            Self::Single { pool, limits } => run_to_end(begin_single(pool.clone(), **limits)).await,
            Self::Grouped { pool, turn_limit, group } => {
                run_to_end(begin_in_group(pool.clone(), *turn_limit, Arc::clone(group))).await
            }
        }
    }
}

/// Runs in its own task: a cancelled request must not leave a transaction half begun or half committed. A task that
/// begins one returns a `Change`, which is rolled back when the request is gone by then.
async fn run_to_end<T: Send + 'static>(
    work: impl Future<Output = Result<T, StoreError>> + Send + 'static,
) -> Result<T, StoreError> {
    tokio::spawn(work).await.map_err(|_| sqlx::Error::WorkerCrashed)?
}

async fn begin_single(pool: AnyPool, limits: TimeLimits) -> Result<Change, StoreError> {
    let connection = postgres_transaction::begin(&pool).await?;
    Ok(Change(Mode::Single { pool, limits, connection }))
}

async fn begin_in_group(
    pool: AnyPool,
    turn_limit: Duration,
    group: Arc<Mutex<Option<Group>>>,
) -> Result<Change, StoreError> {
    let mut guard = timeout(turn_limit, group.lock_owned()).await.map_err(|_| sqlx::Error::PoolTimedOut)?;
    let group = match &mut *guard {
        Some(group) => group,
        none => {
            let mut connection = pool.acquire().await?;
            // IMMEDIATE takes the write lock first. Upgrading a read transaction later can fail without waiting.
            if let Err(error) = connection.execute("BEGIN IMMEDIATE").await {
                // A connection opened while the disk was read-only stays read-only, so it is not reused.
                let _ = connection.close().await;
                return Err(error.into());
            }
            none.insert(Group { connection, waiting: Vec::new() })
        }
    };
    if let Err(error) = group.connection.execute("SAVEPOINT change").await {
        return Err(StoreError::NotCommitted(abort_group(guard, error).await));
    }
    Ok(Change(Mode::Grouped(guard)))
}

impl Change {
    /// Returns when the change is on disk.
    pub async fn commit(mut self) -> Result<(), StoreError> {
        match mem::replace(&mut self.0, Mode::Finished) {
            Mode::Single { pool, limits, connection } => {
                run_to_end(async move { postgres_transaction::commit(&pool, connection, limits).await }).await
            }
            Mode::Grouped(guard) => {
                let (sender, receiver) = oneshot::channel();
                tokio::spawn(join_commit(guard, sender));
                match receiver.await {
                    Ok(result) => result.map_err(StoreError::NotCommitted),
                    Err(_) => Err(StoreError::Database(sqlx::Error::WorkerCrashed)),
                }
            }
            Mode::Finished => unreachable!("commit consumes the change"),
        }
    }
}

/// Adds the change to the commit of its group. The first change of a group queues for the lock again and commits when
/// it gets it: for itself and for all changes that were queued before. Savepoints are not released one by one, because
/// that would be one more database call while others wait.
async fn join_commit(mut guard: GroupGuard, sender: oneshot::Sender<CommitResult>) {
    let Some(group) = &mut *guard else { return };
    group.waiting.push(sender);
    if group.waiting.len() == 1 {
        let group = Arc::clone(OwnedMutexGuard::mutex(&guard));
        drop(guard);
        commit_group(group.lock_owned().await).await;
    }
}

/// Commits the group. There is none when it was aborted in the meantime.
async fn commit_group(mut guard: GroupGuard) {
    let Some(group) = &mut *guard else { return };
    if let Err(error) = group.connection.execute("COMMIT").await {
        abort_group(guard, error).await;
    } else if let Some(group) = guard.take() {
        for sender in group.waiting {
            let _ = sender.send(Ok(()));
        }
    }
}

/// Rolls back one change and keeps the others of its group. All savepoints have the same name; SQLite uses the most
/// recent one. The sender tells whether the others, which this change may have read, are committed.
async fn rollback(mut guard: GroupGuard, sender: oneshot::Sender<CommitResult>) {
    let Some(group) = &mut *guard else { return };
    if group.waiting.is_empty() {
        // Nothing but this change is in the group, so it has read nothing that is not on disk.
        let _ = sender.send(Ok(()));
        match group.connection.execute("ROLLBACK").await {
            Ok(_) => drop(guard.take()),
            Err(error) => drop(abort_group(guard, error).await),
        }
    } else {
        group.waiting.push(sender);
        if let Err(error) = group.connection.execute("ROLLBACK TO change; RELEASE change").await {
            abort_group(guard, error).await;
        }
    }
}

/// On a full or failing disk SQLite may roll back the whole transaction by itself. All changes of the group fail, and
/// the connection is closed because its state is unknown.
async fn abort_group(mut guard: GroupGuard, error: sqlx::Error) -> Arc<sqlx::Error> {
    let error = Arc::new(error);
    if let Some(group) = guard.take() {
        let _ = group.connection.close().await;
        for sender in group.waiting {
            let _ = sender.send(Err(Arc::clone(&error)));
        }
    }
    error
}

impl Deref for Change {
    type Target = AnyConnection;

    fn deref(&self) -> &AnyConnection {
        match &self.0 {
            Mode::Single { connection, .. } => connection,
            Mode::Grouped(guard) => &guard.as_ref().expect("the group exists while the guard is held").connection,
            Mode::Finished => unreachable!("a finished change is not used"),
        }
    }
}

impl DerefMut for Change {
    fn deref_mut(&mut self) -> &mut AnyConnection {
        match &mut self.0 {
            Mode::Single { connection, .. } => connection,
            Mode::Grouped(guard) => &mut guard.as_mut().expect("the group exists while the guard is held").connection,
            Mode::Finished => unreachable!("a finished change is not used"),
        }
    }
}

impl Drop for Change {
    fn drop(&mut self) {
        match mem::replace(&mut self.0, Mode::Finished) {
            Mode::Single { connection, .. } => drop(tokio::spawn(postgres_transaction::rollback(connection))),
            Mode::Grouped(guard) => {
                let (sender, receiver) = oneshot::channel();
                wait_for_read_data::add(receiver);
                drop(tokio::spawn(rollback(guard, sender)));
            }
            Mode::Finished => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use jiff::Timestamp;
    use tokio::sync::oneshot;

    use super::super::retry;
    use crate::{Store, StoreError};

    async fn open(folder: &tempfile::TempDir) -> Store {
        let url = format!("sqlite:{}", folder.path().join("clinic.db").display());
        let store = Store::open(&url, Timestamp::UNIX_EPOCH).await.expect("the store opens");
        let mut tx = store.begin().await.expect("a transaction");
        let tables = "CREATE TABLE parents (id BIGINT PRIMARY KEY);
                      CREATE TABLE children (parent BIGINT REFERENCES parents (id) DEFERRABLE INITIALLY DEFERRED)";
        sqlx::raw_sql(tables).execute(&mut *tx).await.expect("tables");
        tx.commit().await.expect("committed");
        store
    }

    /// A second use case reads, in the same group, what the first one has written and not committed. `None` when its
    /// transaction sees nothing.
    async fn read_in_the_group_of_a_write(
        store: &Store,
        parent: i64,
    ) -> (Result<(), StoreError>, Result<i64, StoreError>) {
        let mut first = store.begin().await.expect("a transaction");
        let (sender, begins) = oneshot::channel();
        let sender = Arc::new(std::sync::Mutex::new(Some(sender)));
        let reading = tokio::spawn({
            let store = store.clone();
            async move {
                retry(*store.limits, || async {
                    if let Some(sender) = sender.lock().expect("a sender").take() {
                        let _ = sender.send(());
                    }
                    let mut tx = store.begin().await?;
                    // Returned without a commit, as a use case does that finds nothing left to do.
                    let rows: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM children").fetch_one(&mut *tx).await?;
                    Ok::<_, StoreError>(rows)
                })
                .await
            }
        });
        begins.await.expect("the second use case has begun");
        // It waits for the group before the first one commits.
        tokio::task::yield_now().await;
        let written = sqlx::query("INSERT INTO children (parent) VALUES ($1)").bind(parent).execute(&mut *first).await;
        written.expect("written");
        (first.commit().await, reading.await.expect("no panic"))
    }

    #[tokio::test]
    async fn success_is_not_answered_from_what_another_change_has_not_committed() {
        let folder = tempfile::TempDir::new().expect("a folder");
        let store = open(&folder).await;
        // The deferred foreign key is checked when the group is committed.
        let (written, read) = read_in_the_group_of_a_write(&store, 7).await;
        assert!(matches!(written, Err(StoreError::NotCommitted(_))), "{written:?}");
        assert!(matches!(read, Err(StoreError::NotCommitted(_))), "it has read a row that was lost: {read:?}");
    }

    #[tokio::test]
    async fn what_was_read_in_a_group_is_answered_when_the_group_is_on_disk() {
        let folder = tempfile::TempDir::new().expect("a folder");
        let store = open(&folder).await;
        let mut tx = store.begin().await.expect("a transaction");
        sqlx::raw_sql("INSERT INTO parents (id) VALUES (7)").execute(&mut *tx).await.expect("written");
        tx.commit().await.expect("committed");
        let (written, read) = read_in_the_group_of_a_write(&store, 7).await;
        assert!(written.is_ok() && matches!(read, Ok(1)), "{written:?} {read:?}");
    }
}
