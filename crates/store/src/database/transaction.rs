//! One way to write and one way to read: `Store::transaction` and `Store::read`.

use std::ops::{Deref, DerefMut};

use sqlx::pool::PoolConnection;
use sqlx::{Any, AnyConnection};
use tokio::sync::oneshot;

use super::{Change, retry};
use crate::{Store, StoreError, StoreFailure};

/// The transaction of a use case. It is committed when the use case returns `Ok`, unless it was rolled back.
pub struct Transaction {
    /// `None` only while it is dropped.
    change: Option<Change>,
    /// Gives the change back to `Store::transaction`, which commits it.
    finished: Option<oneshot::Sender<Change>>,
}

impl Transaction {
    /// Commits at once, for a use case that stores something and refuses all the same.
    pub async fn commit(mut self) -> Result<(), StoreError> {
        match self.change.take() {
            Some(change) => change.commit().await,
            None => Ok(()),
        }
    }

    /// Stores nothing, although the use case returns `Ok`.
    pub fn roll_back(mut self) {
        self.finished = None;
    }
}

impl Drop for Transaction {
    fn drop(&mut self) {
        if let (Some(change), Some(finished)) = (self.change.take(), self.finished.take()) {
            // A use case that was cancelled does not take it. It is rolled back then.
            drop(finished.send(change));
        }
    }
}

impl Deref for Transaction {
    type Target = AnyConnection;

    fn deref(&self) -> &AnyConnection {
        self.change.as_ref().expect("a change until it is dropped")
    }
}

impl DerefMut for Transaction {
    fn deref_mut(&mut self) -> &mut AnyConnection {
        self.change.as_mut().expect("a change until it is dropped")
    }
}

impl Store {
    /// Runs a use case in one transaction: commits it when `work` returns `Ok`, rolls it back when `work` fails, and
    /// repeats all of it when it was certainly not committed. On SQLite it may be committed together with others
    /// (`group_commit`). What is returned is on disk.
    pub(crate) async fn transaction<T, E, F>(&self, work: impl Fn(Transaction) -> F) -> Result<T, E>
    where
        E: StoreFailure + From<StoreError>,
        F: Future<Output = Result<T, E>>,
    {
        retry(|| async {
            let (sender, mut finished) = oneshot::channel();
            let change = Some(self.writer.begin().await?);
            let answer = work(Transaction { change, finished: Some(sender) }).await?;
            if let Ok(change) = finished.try_recv() {
                change.commit().await?;
            }
            Ok(answer)
        })
        .await
    }

    /// Runs a use case that only reads, and repeats it when the connection was lost.
    pub(crate) async fn read<T, E, F>(&self, work: impl Fn(PoolConnection<Any>) -> F) -> Result<T, E>
    where
        E: StoreFailure + From<StoreError>,
        F: Future<Output = Result<T, E>>,
    {
        retry(|| async {
            let connection = self.reader.acquire().await.map_err(StoreError::from)?;
            work(connection).await
        })
        .await
    }
}
