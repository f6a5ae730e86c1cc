//! Files that the current publication no longer contains but that are still answered for a while.
//!
//! A page that was loaded just before a publication requests its pictures after it. Their addresses contain a hash and
//! are cached as immutable, so they must not answer 404 in between.

use std::collections::HashMap;
use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};

const KEPT_FOR: SignedDuration = SignedDuration::from_hours(1);

#[derive(Debug)]
pub struct PreviousFiles<T> {
    /// By path, with the time of the publication that no longer had it.
    items: HashMap<String, (Timestamp, Arc<T>)>,
}

impl<T> Default for PreviousFiles<T> {
    fn default() -> Self {
        Self { items: HashMap::new() }
    }
}

impl<T> PreviousFiles<T> {
    /// Adds what `before` has and `published` does not, and drops what has been kept long enough.
    pub fn update(
        &mut self,
        before: impl IntoIterator<Item = (String, Arc<T>)>,
        published: &HashMap<String, Arc<T>>,
        now: Timestamp,
    ) {
        self.items.retain(|_, (since, _)| now.duration_since(*since) < KEPT_FOR);
        self.items.extend(before.into_iter().map(|(path, item)| (path, (now, item))));
        self.items.retain(|path, _| !published.contains_key(path));
    }

    pub fn items(&self) -> impl Iterator<Item = (String, Arc<T>)> {
        self.items.iter().map(|(path, (_, item))| (path.clone(), Arc::clone(item)))
    }
}
