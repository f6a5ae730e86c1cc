//! Draws the sets of the game's pictures for this month and the next ones ahead of time, and shows what is stored. A set takes
//! seconds of processor time, so it is drawn beside everything else, and never while somebody waits for it.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use jiff::Timestamp;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use crate::clock::{Clock, System};
use crate::game::{Month, MonthlySets, PuzzleSet};
use crate::site::{Site, draw_puzzle_set};
use crate::store::{Store, StoreError};

/// So many months after this one are drawn ahead, so that staff can look at them.
pub const MONTHS_AHEAD: i64 = 3;
/// How soon an instance shows what another one has stored or chosen.
const INTERVAL: Duration = Duration::from_secs(5);
const INTERVAL_AFTER_ERROR: Duration = Duration::from_mins(1);
/// All candidates of a month were refused. Another release may draw better.
const INTERVAL_WITHOUT_SET: Duration = Duration::from_hours(24);

/// What is needed to show the present month, also just after it has begun or the clock was set.
pub async fn read_stored(store: &Store, now: Timestamp) -> Result<MonthlySets, StoreError> {
    let month = Month::at(now);
    store.monthly_sets(month.plus(-1), month.plus(1)).await
}

pub async fn keep_ready(store: Store, site: Arc<Site>, republish: Arc<Notify>, stop: CancellationToken) {
    let mut drawing = Drawing { store, site, republish, seen: None, drawn: HashMap::new(), refused: HashMap::new() };
    let keep_forever = async {
        loop {
            let pause = match drawing.look(System.now()).await {
                Ok(()) => INTERVAL,
                Err(error) => {
                    // Other parts report that the database does not answer.
                    tracing::debug!(%error, "cannot look for sets of the game's pictures");
                    INTERVAL_AFTER_ERROR
                }
            };
            tokio::time::sleep(pause).await;
        }
    };
    stop.run_until_cancelled(keep_forever).await;
}

struct Drawing {
    store: Store,
    site: Arc<Site>,
    republish: Arc<Notify>,
    /// The number of changes and the month of the sets that the publisher has.
    seen: Option<(i64, Month)>,
    /// Sets that could not be stored yet, so that they are not drawn again with every attempt.
    drawn: HashMap<Month, PuzzleSet>,
    /// Months without a proven candidate, and when they are tried again.
    refused: HashMap<Month, Instant>,
}

impl Drawing {
    async fn look(&mut self, now: Timestamp) -> Result<(), StoreError> {
        if !self.site.published().clinic.has_monthly_puzzles {
            return Ok(());
        }
        let month = Month::at(now);
        self.show_stored(month, now).await?;
        for missing in self.store.months_without_set(month, month.plus(MONTHS_AHEAD)).await? {
            if self.refused.get(&missing).is_some_and(|next| Instant::now() < *next) {
                continue;
            }
            self.add(missing, now).await?;
            self.show_stored(month, now).await?;
        }
        Ok(())
    }

    /// Publishes the sets that were stored or chosen since the last look, by this instance or another one.
    async fn show_stored(&mut self, month: Month, now: Timestamp) -> Result<(), StoreError> {
        let seen = Some((self.store.puzzle_changes().await?, month));
        if self.seen == seen {
            return Ok(());
        }
        let sets = read_stored(&self.store, now).await?;
        let publisher = self.site.publisher();
        let is_shown = self.site.published().puzzle_set == sets.shown_in(month).map(|set| set.id);
        if *publisher.puzzles() != sets {
            publisher.set_puzzles(sets);
        }
        if !is_shown {
            self.republish.notify_one();
        }
        self.seen = seen;
        Ok(())
    }

    async fn add(&mut self, month: Month, now: Timestamp) -> Result<(), StoreError> {
        let earlier = self.drawn.remove(&month);
        let drawn = match earlier {
            Some(set) => Ok(Some(set)),
            None => tokio::task::spawn_blocking(move || draw_puzzle_set(month, 0)).await,
        };
        let set = match drawn {
            Ok(Some(set)) => set,
            refused => {
                if let Err(panic) = refused {
                    tracing::error!("drawing the game's pictures for {month} failed: {panic}. The last set stays.");
                }
                self.refused.insert(month, Instant::now() + INTERVAL_WITHOUT_SET);
                return Ok(());
            }
        };
        let stored = self.store.offer_puzzle_set(&set, now).await;
        if stored.is_err() {
            // Drawing takes long, so the set is kept until it can be stored.
            self.drawn.insert(month, set);
        }
        stored
    }
}
