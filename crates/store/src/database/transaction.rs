//! One way to write and one way to read: `Store::transaction` and `Store::read`.

use std::ops::{Deref, DerefMut};
use std::panic::Location;
use std::pin::Pin;
use std::time::Instant;

use sqlx::pool::PoolConnection;
use sqlx::{Any, AnyConnection};
use tokio::sync::oneshot;
use tracing::Instrument;

use super::{Change, retry};
use crate::{Store, StoreError, StoreFailure};
use clinic_runtime::slow_calls::log_if_slow;

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
    #[track_caller]
    pub(crate) fn transaction<T, E, F>(&self, work: impl Fn(Transaction) -> F) -> impl Future<Output = Result<T, E>>
    where
        E: StoreFailure + From<StoreError>,
        F: Future<Output = Result<T, E>>,
    {
        let call = async move {
            retry(*self.limits, || async {
                let (sender, mut finished) = oneshot::channel();
                let change = Some(self.writer.begin().await?);
                let answer = work(Transaction { change, finished: Some(sender) }).await?;
                if let Ok(change) = finished.try_recv() {
                    change.commit().await?;
                }
                Ok(answer)
            })
            .await
        };
        attributed(Location::caller(), Box::pin(call))
    }

    /// Runs a use case that only reads, and repeats it when the connection was lost.
    #[track_caller]
    pub(crate) fn read<T, E, F>(&self, work: impl Fn(PoolConnection<Any>) -> F) -> impl Future<Output = Result<T, E>>
    where
        E: StoreFailure + From<StoreError>,
        F: Future<Output = Result<T, E>>,
    {
        let call = async move {
            retry(*self.limits, || async {
                let connection = self.reader.acquire().await.map_err(StoreError::from)?;
                work(connection).await
            })
            .await
        };
        attributed(Location::caller(), Box::pin(call))
    }
}

/// Names the use case in what is logged meanwhile, by its line of the source: that never contains anything about a person.
async fn attributed<T, E: StoreFailure>(
    caller: &'static Location<'static>,
    // In a box, so that the futures of the callers stay small.
    call: Pin<Box<impl Future<Output = Result<T, E>>>>,
) -> Result<T, E> {
    let (span, started) = (tracing::info_span!("store", %caller), Instant::now());
    let result = call.instrument(span.clone()).await;
    if let Some(error) = result.as_ref().err().and_then(StoreFailure::store_error) {
        // The caller logs it, unless others do.
        span.in_scope(|| tracing::debug!(%error, "a call of the store failed"));
    }
    log_if_slow("a call of the store", caller, started.elapsed());
    result
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::sync::{Arc, Mutex};
    use std::time::Duration;

    use super::*;

    #[derive(Clone, Default)]
    struct Log(Arc<Mutex<Vec<u8>>>);

    impl Write for Log {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().expect("the log").write(bytes)
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    #[tokio::test]
    async fn failed_and_slow_calls_are_logged_with_the_line_of_the_use_case() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let url = format!("sqlite:{}", folder.path().join("clinic.db").display());
        let store = Store::open(&url, jiff::Timestamp::UNIX_EPOCH).await.expect("a store");
        let log = Log::default();
        let writer = log.clone();
        let subscriber = tracing_subscriber::fmt()
            .with_max_level(tracing::Level::DEBUG)
            .with_ansi(false)
            .with_writer(move || writer.clone())
            .finish();
        let guard = tracing::subscriber::set_default(subscriber);
        let failing = line!() + 1;
        let failed = store.read(async |_| Err::<(), _>(StoreError::Corrupt("a value"))).await;
        failed.expect_err("an error");
        let slow = line!() + 1;
        let slept = store.transaction(async |_| {
            tokio::time::sleep(Duration::from_millis(1001)).await;
            Ok::<_, StoreError>(())
        });
        slept.await.expect("stored");
        drop(guard);
        let log = String::from_utf8(log.0.lock().expect("the log").clone()).expect("text");
        let line =
            |words: &str| log.lines().find(|line| line.contains(words)).unwrap_or_else(|| panic!("{log}")).to_owned();
        let failure = line("a call of the store failed");
        assert!(failure.contains(&format!("transaction.rs:{failing}:")) && failure.contains("a value"), "{failure}");
        let warning = line(&format!("transaction.rs:{slow}:"));
        assert!(warning.contains("WARN") && warning.contains("this took over a second"), "{warning}");
    }
}
