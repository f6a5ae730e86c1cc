//! A mail transport that records messages and returns the results that a test asks for.

use std::collections::VecDeque;
use std::pin::Pin;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use clinic_mail::{Delivery, MailTransport, Message, OutgoingMessage};
use clinic_rules::discount::DiscountCode;
use tokio::sync::watch;

pub struct RecordingTransport {
    results: Mutex<VecDeque<Delivery>>,
    recorded: Mutex<Vec<OutgoingMessage>>,
    erased: Mutex<Vec<String>>,
    held: watch::Sender<bool>,
    panics: AtomicBool,
    in_progress: AtomicUsize,
}

impl Default for RecordingTransport {
    fn default() -> Self {
        Self {
            results: Mutex::default(),
            recorded: Mutex::default(),
            erased: Mutex::default(),
            held: watch::Sender::new(false),
            panics: AtomicBool::default(),
            in_progress: AtomicUsize::default(),
        }
    }
}

impl RecordingTransport {
    /// Adds the result of a later attempt. Without one, every message is accepted.
    pub fn set_next_result(&self, delivery: Delivery) {
        self.results.lock().expect("results").push_back(delivery);
    }

    /// The mail server does not answer until `release`.
    pub fn hold(&self) {
        self.held.send_replace(true);
    }

    pub fn release(&self) {
        self.held.send_replace(false);
    }

    /// Every attempt panics from now on.
    pub fn set_panicking(&self) {
        self.panics.store(true, Ordering::SeqCst);
    }

    /// All attempts, including rejected ones.
    pub fn recorded(&self) -> Vec<OutgoingMessage> {
        self.recorded.lock().expect("recorded").clone()
    }

    /// The Message-IDs of messages that were erased after their delivery.
    pub fn erased(&self) -> Vec<String> {
        self.erased.lock().expect("erased").clone()
    }

    /// Waits until an attempt has begun and is not over.
    pub async fn is_sending(&self) {
        while self.in_progress.load(Ordering::SeqCst) == 0 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }
}

impl MailTransport for RecordingTransport {
    fn deliver<'a>(&'a self, message: &'a OutgoingMessage) -> Pin<Box<dyn Future<Output = Delivery> + Send + 'a>> {
        Box::pin(async move {
            self.in_progress.fetch_add(1, Ordering::SeqCst);
            self.held.subscribe().wait_for(|held| !held).await.expect("the transport exists");
            self.recorded.lock().expect("recorded").push(message.clone());
            assert!(!self.panics.load(Ordering::SeqCst), "the test asked for a panic");
            self.in_progress.fetch_sub(1, Ordering::SeqCst);
            self.results.lock().expect("results").pop_front().unwrap_or(Delivery::Accepted)
        })
    }

    fn erase<'a>(&'a self, message_id: &'a str) -> Pin<Box<dyn Future<Output = ()> + Send + 'a>> {
        Box::pin(async move { self.erased.lock().expect("erased").push(message_id.to_owned()) })
    }
}

pub fn busy() -> Delivery {
    Delivery::Deferred { reason: "451 busy".to_owned() }
}

pub fn no_such_user() -> Delivery {
    Delivery::Rejected { reason: "550 no such user".to_owned() }
}

pub fn discount_code(message: &Message) -> DiscountCode {
    match message {
        Message::DiscountCode { code, .. } => *code,
        _ => panic!("not an email with a code: {message:?}"),
    }
}
