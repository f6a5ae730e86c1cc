//! Mail at least once, never lost, never by two senders at a time.

mod support;

use clinic::clock::Clock;
use clinic::outbox::{Outbox, Sent};
use clinic::promises::Settings;
use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;
use support::databases::{Cluster, sqlite};
use support::postman::{Postman, busy, no_such_user};
use support::surgery::Surgery;
use support::{SeededChance, TestClock};
use tempfile::TempDir;

/// Long enough for the mail server to be given up on at once.
const NO_PATIENCE: Duration = Duration::from_millis(20);

async fn claim(surgery: &Surgery, address: &str) {
    assert_eq!(surgery.claim(&surgery.win().await, address).await.text, "OK");
}

async fn deliver_next(surgery: &Surgery) -> Option<Sent> {
    surgery.promises.outbox.deliver_next().await.expect("an answer")
}

#[tokio::test]
async fn a_mail_put_off_is_tried_again_with_the_same_message_id() {
    let surgery = Surgery::open().await;
    surgery.postman.order(busy());
    surgery.postman.order(busy());
    claim(&surgery, "ada@example.com").await;
    assert_eq!(deliver_next(&surgery).await, None, "half a minute has not passed");
    surgery.clock.pass(Duration::from_secs(36));
    assert_eq!(deliver_next(&surgery).await, Some(Sent::NotYet));
    surgery.clock.pass(Duration::from_secs(36));
    assert_eq!(deliver_next(&surgery).await, None, "now it is two minutes");
    surgery.clock.pass(Duration::from_mins(2));
    assert_eq!(deliver_next(&surgery).await, Some(Sent::Yes));
    let ids: HashSet<String> = surgery.postman.carried().into_iter().map(|mail| mail.message_id).collect();
    assert_eq!((surgery.postman.carried().len(), ids.len()), (3, 1));
}

#[tokio::test]
async fn a_mail_that_nobody_takes_is_parked_after_three_days() {
    let surgery = Surgery::open().await;
    for _ in 0..40 {
        surgery.postman.order(busy());
    }
    claim(&surgery, "ada@example.com").await;
    let begun = surgery.clock.now();
    while let Some(due) = surgery.promises.store.next_due().await.expect("an answer") {
        surgery.clock.pass(Duration::try_from(due.duration_since(surgery.clock.now())).expect("the future"));
        assert_eq!(deliver_next(&surgery).await, Some(Sent::NotYet));
    }
    let hours = surgery.clock.now().duration_since(begun).as_hours();
    assert!((66..=72).contains(&hours), "parked after {hours} hours");
    let attempts = surgery.postman.carried().len();
    assert!((20..=32).contains(&attempts), "{attempts} attempts");
}

#[tokio::test]
async fn a_refusal_on_a_later_attempt_is_final() {
    let surgery = Surgery::open().await;
    surgery.postman.order(busy());
    surgery.postman.order(no_such_user());
    claim(&surgery, "ada@example.com").await;
    surgery.clock.pass(Duration::from_mins(1));
    assert_eq!(deliver_next(&surgery).await, Some(Sent::Refused));
    surgery.clock.pass(Duration::from_hours(10));
    assert_eq!(deliver_next(&surgery).await, None);
}

#[tokio::test]
async fn what_a_crash_left_behind_is_sent_by_the_next_start() {
    let folder = TempDir::new().expect("a temporary folder");
    let settings = Settings { patience: NO_PATIENCE, ..Settings::default() };
    let first = Surgery::on(&sqlite(&folder), 1, settings.clone(), None).await;
    first.postman.take_time(Duration::from_hours(1));
    claim(&first, "ada@example.com").await;
    drop(first);
    let second = Surgery::on(&sqlite(&folder), 2, settings, None).await;
    second.clock.pass(Duration::from_secs(10));
    assert_eq!(deliver_next(&second).await, None, "the dead sender's lease still runs");
    second.clock.pass(Duration::from_mins(2));
    assert_eq!(deliver_next(&second).await, Some(Sent::Yes));
}

#[tokio::test]
async fn a_clean_stop_finishes_what_is_in_hand() {
    let surgery = Surgery::with(Settings { patience: NO_PATIENCE, ..Settings::default() }).await;
    surgery.postman.take_time(Duration::from_millis(300));
    claim(&surgery, "ada@example.com").await;
    surgery.promises.outbox.stop(Duration::from_secs(5)).await;
    assert_eq!(surgery.postman.carried().len(), 1);
    assert_eq!(surgery.promises.store.next_due().await.expect("an answer"), None);
}

#[tokio::test]
async fn a_stop_that_cannot_wait_puts_the_mail_down_for_the_next_sender() {
    let surgery = Surgery::with(Settings { patience: NO_PATIENCE, ..Settings::default() }).await;
    surgery.postman.take_time(Duration::from_hours(1));
    claim(&surgery, "ada@example.com").await;
    while !surgery.postman.is_under_way() {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    surgery.promises.outbox.stop(Duration::from_millis(50)).await;
    let lease = surgery.promises.store.lease_next(surgery.clock.now()).await.expect("an answer");
    assert_eq!(lease.expect("no lease stands in the way").attempts, 1);
}

#[tokio::test]
async fn the_worker_wakes_when_a_mail_is_put_off_and_stops_when_told() {
    let folder = TempDir::new().expect("a temporary folder");
    let surgery = Surgery::on(&sqlite(&folder), 1, Settings::default(), None).await;
    surgery.postman.order(busy());
    let outbox = surgery.promises.outbox.clone();
    let worker = tokio::spawn(async move { outbox.run().await });
    claim(&surgery, "ada@example.com").await;
    surgery.clock.pass(Duration::from_mins(1));
    surgery.postman.order(busy());
    claim(&surgery, "bola@example.com").await;
    for _ in 0..500 {
        if surgery.postman.carried().len() == 3 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let to: Vec<String> = surgery.postman.carried().iter().map(|mail| mail.to.as_typed().to_owned()).collect();
    assert_eq!(to.iter().filter(|to| *to == "ada@example.com").count(), 2, "{to:?}");
    surgery.promises.outbox.stop(Duration::from_secs(1)).await;
    tokio::time::timeout(Duration::from_secs(1), worker).await.expect("it stopped").expect("it did not panic");
}

#[tokio::test(flavor = "multi_thread")]
async fn several_instances_on_postgresql_send_every_mail_once() {
    const MAILS: usize = 60;
    let cluster = Cluster::start();
    let settings = Settings { patience: NO_PATIENCE, ..Settings::default() };
    let surgery = Surgery::on(&cluster.url(), 1, settings, None).await;
    for of in 0..MAILS {
        surgery.postman.order(busy());
        claim(&surgery, &format!("person{of}@example.com")).await;
    }
    let postman = Arc::new(Postman::default());
    let clock = Arc::new(TestClock::default());
    clock.pass(Duration::from_hours(1));
    let mut senders = Vec::new();
    for seed in 10..14 {
        let store = clinic::store::Store::open(&cluster.url(), clock.now()).await.expect("the store opens");
        let outbox = Outbox::new(store, postman.clone(), clock.clone(), Arc::new(SeededChance::new(seed)));
        senders.push(tokio::spawn(async move {
            let mut sent = 0;
            while outbox.deliver_next().await.expect("an answer").is_some() {
                sent += 1;
            }
            sent
        }));
    }
    let mut sent = 0;
    for sender in senders {
        sent += sender.await.expect("it ran");
    }
    let ids: HashSet<String> = postman.carried().into_iter().map(|mail| mail.message_id).collect();
    assert_eq!((sent, ids.len(), postman.carried().len()), (MAILS, MAILS, MAILS));
}
