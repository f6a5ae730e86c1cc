//! The writing side of a database: hands out one change at a time and tells each when it is safe.
//!
//! PostgreSQL commits every change by itself. A SQLite file has room for one writer, and what a commit costs there is
//! the wait for the disk; so changes that queue up for the same moment become savepoints of one transaction and are
//! committed together. Each is still all or nothing, and none is told to be kept before the disk has it. What a change
//! reads may have been written by its neighbour a moment ago: if the group is lost, both are told so.

use super::StoreError;
use sqlx::pool::PoolConnection;
use sqlx::{Any, AnyConnection, AnyPool, Executor, Transaction};
use std::mem;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Mutex, OwnedMutexGuard, oneshot};
use tokio::task::JoinError;
use tokio::time::timeout;

/// Longer than any transaction here takes, shorter than a visitor waits.
pub(super) const ACQUIRE_WITHIN: Duration = Duration::from_secs(15);

#[derive(Debug, Clone)]
pub(super) enum Writer {
    Alone(AnyPool),
    InGroups { pool: AnyPool, door: Arc<Mutex<Option<Group>>> },
}

/// A transaction that is open, and those who wait to hear that it was committed.
#[derive(Debug)]
pub(super) struct Group {
    connection: PoolConnection<Any>,
    waiting: Vec<oneshot::Sender<Result<(), Arc<sqlx::Error>>>>,
}

/// The turn of one change. While somebody has it, there is a group behind the door.
type Turn = OwnedMutexGuard<Option<Group>>;

/// One change under way: all of it is kept by `commit`, none of it when it is dropped.
pub(super) struct Change(Way);

enum Way {
    Alone(Transaction<'static, Any>),
    InGroup(Turn),
    Over,
}

impl Writer {
    /// For SQLite: one connection, whose changes are committed in groups.
    pub fn in_groups(pool: AnyPool) -> Self {
        Self::InGroups { pool, door: Arc::default() }
    }

    pub fn pool(&self) -> &AnyPool {
        match self {
            Self::Alone(pool) | Self::InGroups { pool, .. } => pool,
        }
    }

    pub async fn begin(&self) -> Result<Change, StoreError> {
        match self {
            Self::Alone(pool) => Ok(Change(Way::Alone(pool.begin().await?))),
            Self::InGroups { pool, door } => {
                // A task of its own: a visitor who hangs up must not leave a transaction half begun.
                let turn = tokio::spawn(take_turn(pool.clone(), Arc::clone(door)));
                Ok(Change(Way::InGroup(turn.await.map_err(lost)??)))
            }
        }
    }
}

async fn take_turn(pool: AnyPool, door: Arc<Mutex<Option<Group>>>) -> Result<Turn, StoreError> {
    let mut turn = timeout(ACQUIRE_WITHIN, door.lock_owned()).await.map_err(|_| sqlx::Error::PoolTimedOut)?;
    let group = match &mut *turn {
        Some(group) => group,
        closed => {
            let mut connection = pool.acquire().await?;
            // The write lock at once: one taken half-way can fail, and waiting for it is not possible then.
            if let Err(error) = connection.execute("BEGIN IMMEDIATE").await {
                // Opened while the disk was read-only, a connection would stay so for ever.
                let _ = connection.close().await;
                return Err(error.into());
            }
            closed.insert(Group { connection, waiting: Vec::new() })
        }
    };
    if let Err(error) = group.connection.execute("SAVEPOINT change").await {
        return Err(StoreError::NotKept(give_up(turn, error).await));
    }
    Ok(turn)
}

impl Change {
    /// Ends when the change is on the disk, together with those that came in the same moment.
    pub async fn commit(mut self) -> Result<(), StoreError> {
        match mem::replace(&mut self.0, Way::Over) {
            Way::Alone(transaction) => Ok(transaction.commit().await?),
            Way::InGroup(turn) => {
                let (tell, told) = oneshot::channel();
                tokio::spawn(keep(turn, tell));
                match told.await {
                    Ok(kept) => kept.map_err(StoreError::NotKept),
                    Err(_) => Err(StoreError::Database(sqlx::Error::WorkerCrashed)),
                }
            }
            Way::Over => unreachable!("a change ends once"),
        }
    }
}

/// Adds the change to its group. The first of a group goes to the end of the queue and commits when its turn comes, for
/// itself and for all who queued before that. Savepoints are left to that commit: releasing each would be a trip to the
/// database while others wait.
async fn keep(mut turn: Turn, tell: oneshot::Sender<Result<(), Arc<sqlx::Error>>>) {
    let Some(group) = &mut *turn else { return };
    group.waiting.push(tell);
    if group.waiting.len() == 1 {
        let door = Arc::clone(OwnedMutexGuard::mutex(&turn));
        drop(turn);
        close(door.lock_owned().await).await;
    }
}

/// Commits what is behind the door. Nothing is, when the group had to be given up meanwhile.
async fn close(mut turn: Turn) {
    let Some(group) = &mut *turn else { return };
    if let Err(error) = group.connection.execute("COMMIT").await {
        give_up(turn, error).await;
    } else if let Some(group) = turn.take() {
        for tell in group.waiting {
            let _ = tell.send(Ok(()));
        }
    }
}

/// Takes back a change that was not to be kept, and with it nothing of the others: of savepoints with one name the
/// youngest is meant.
async fn undo(mut turn: Turn) {
    let Some(group) = &mut *turn else { return };
    if group.waiting.is_empty() {
        match group.connection.execute("ROLLBACK").await {
            Ok(_) => drop(turn.take()),
            Err(error) => drop(give_up(turn, error).await),
        }
    } else if let Err(error) = group.connection.execute("ROLLBACK TO change; RELEASE change").await {
        give_up(turn, error).await;
    }
}

/// On a full or failing disk SQLite may have rolled back everything by itself. Nobody's change is kept then, all are
/// told, and a connection in an unknown state is not used again.
async fn give_up(mut turn: Turn, error: sqlx::Error) -> Arc<sqlx::Error> {
    let error = Arc::new(error);
    if let Some(group) = turn.take() {
        let _ = group.connection.close().await;
        for tell in group.waiting {
            let _ = tell.send(Err(Arc::clone(&error)));
        }
    }
    error
}

fn lost(_: JoinError) -> sqlx::Error {
    sqlx::Error::WorkerCrashed
}

impl Deref for Change {
    type Target = AnyConnection;

    fn deref(&self) -> &AnyConnection {
        match &self.0 {
            Way::Alone(transaction) => transaction,
            Way::InGroup(turn) => &turn.as_ref().expect("a turn has a group").connection,
            Way::Over => unreachable!("a change that is over is not used"),
        }
    }
}

impl DerefMut for Change {
    fn deref_mut(&mut self) -> &mut AnyConnection {
        match &mut self.0 {
            Way::Alone(transaction) => transaction,
            Way::InGroup(turn) => &mut turn.as_mut().expect("a turn has a group").connection,
            Way::Over => unreachable!("a change that is over is not used"),
        }
    }
}

impl Drop for Change {
    fn drop(&mut self) {
        if let Way::InGroup(turn) = mem::replace(&mut self.0, Way::Over) {
            tokio::spawn(undo(turn));
        }
    }
}
