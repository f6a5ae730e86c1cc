//! A transport that does as it is told and remembers what it was given.

use clinic::mail::{Delivery, MailTransport, Outgoing};
use std::collections::VecDeque;
use std::pin::Pin;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

#[derive(Default)]
pub struct RecordingTransport {
    orders: Mutex<VecDeque<Delivery>>,
    carried: Mutex<Vec<Outgoing>>,
    slowness: Mutex<Duration>,
    under_way: AtomicUsize,
}

impl RecordingTransport {
    /// What to answer next; without orders every message is taken.
    pub fn order(&self, delivery: Delivery) {
        self.orders.lock().expect("orders").push_back(delivery);
    }

    pub fn take_time(&self, time: Duration) {
        *self.slowness.lock().expect("slowness") = time;
    }

    /// Every message that was handed over, refused ones included.
    pub fn carried(&self) -> Vec<Outgoing> {
        self.carried.lock().expect("carried").clone()
    }

    pub fn is_under_way(&self) -> bool {
        self.under_way.load(Ordering::SeqCst) > 0
    }
}

impl MailTransport for RecordingTransport {
    fn deliver<'a>(&'a self, message: &'a Outgoing) -> Pin<Box<dyn Future<Output = Delivery> + Send + 'a>> {
        Box::pin(async move {
            self.under_way.fetch_add(1, Ordering::SeqCst);
            let slowness = *self.slowness.lock().expect("slowness");
            tokio::time::sleep(slowness).await;
            self.carried.lock().expect("carried").push(message.clone());
            self.under_way.fetch_sub(1, Ordering::SeqCst);
            self.orders.lock().expect("orders").pop_front().unwrap_or(Delivery::Taken)
        })
    }
}

pub fn busy() -> Delivery {
    Delivery::Later { reason: "451 busy".to_owned() }
}

pub fn no_such_user() -> Delivery {
    Delivery::Refused { reason: "550 no such user".to_owned() }
}
