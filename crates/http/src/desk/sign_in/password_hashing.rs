//! Runs password hashing off the async threads, a few at a time and in memory that is allocated once. Anyone can send
//! sign-in requests, so their number must not decide how much memory the server uses.

use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::Semaphore;

use clinic_rules::staff::HashMemory;

/// Each hash takes 19 MiB of memory.
const MAX_CONCURRENT_HASHES: usize = 2;

pub struct PasswordHashing {
    permits: Arc<Semaphore>,
    /// Buffers that no hash uses now. There are never more than permits.
    unused_memory: Arc<Mutex<Vec<HashMemory>>>,
}

impl Default for PasswordHashing {
    fn default() -> Self {
        Self { permits: Arc::new(Semaphore::new(MAX_CONCURRENT_HASHES)), unused_memory: Arc::default() }
    }
}

impl PasswordHashing {
    /// `None` when the server is shutting down.
    pub async fn run<T: Send + 'static>(&self, work: impl FnOnce(&mut HashMemory) -> T + Send + 'static) -> Option<T> {
        let permit = Arc::clone(&self.permits).acquire_owned().await.ok()?;
        let unused_memory = Arc::clone(&self.unused_memory);
        tokio::task::spawn_blocking(move || {
            // Owned by the work and not by the request: when the client hangs up, the work cannot be stopped.
            let _permit = permit;
            let lock = || unused_memory.lock().unwrap_or_else(PoisonError::into_inner);
            let mut memory = lock().pop().unwrap_or_default();
            let result = work(&mut memory);
            lock().push(memory);
            result
        })
        .await
        .ok()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::time::Duration;

    use super::*;
    use clinic_rules::staff::{Cost, PasswordHash};

    #[tokio::test]
    async fn abandoned_work_keeps_its_permit_until_it_ends() {
        let hashing = Arc::new(PasswordHashing::default());
        let started = Arc::new(Semaphore::new(0));
        let mut release = Vec::new();
        for _ in 0..MAX_CONCURRENT_HASHES {
            let (finish, finished) = mpsc::channel::<()>();
            release.push(finish);
            let (hashing, has_started) = (Arc::clone(&hashing), Arc::clone(&started));
            let request = tokio::spawn(async move {
                let work = move |_: &mut HashMemory| {
                    has_started.add_permits(1);
                    finished.recv().is_ok()
                };
                hashing.run(work).await
            });
            started.acquire().await.expect("the work starts").forget();
            request.abort();
            assert!(request.await.expect_err("aborted").is_cancelled());
        }
        let next = tokio::time::timeout(Duration::from_millis(100), hashing.run(|_| ())).await;
        assert!(next.is_err(), "the work of both requests still runs");
        drop(release);
        assert_eq!(hashing.run(|_| ()).await, Some(()));
    }

    #[tokio::test]
    async fn memory_is_reused() {
        let hashing = Arc::new(PasswordHashing::default());
        let cost = Cost { memory_kib: 64, passes: 1 };
        let requests: Vec<_> = (0..20)
            .map(|_| {
                let hashing = Arc::clone(&hashing);
                tokio::spawn(async move { hashing.run(move |memory| PasswordHash::decoy(cost, [1; 32], memory)).await })
            })
            .collect();
        for request in requests {
            assert!(request.await.expect("it ends").is_some());
        }
        let unused = hashing.unused_memory.lock().expect("not poisoned");
        assert!((1..=MAX_CONCURRENT_HASHES).contains(&unused.len()), "{} buffers", unused.len());
        assert!(unused.iter().all(|memory| memory.kib() == 64), "hashes use the buffers");
    }
}
