//! A small real SMTP server for tests: STARTTLS with a certificate of its own, logins, a mailbox, and faults on demand.
//!
//! Owns one listening socket and what arrives on it. Refuses nothing that it was not told to refuse.

mod certificate;
mod conversation;

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard};

use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio_rustls::TlsAcceptor;

pub use certificate::Certificate;

/// What the server does wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Fault {
    #[default]
    None,
    /// Answers this line instead of a welcome.
    Greeting(&'static str),
    /// Answers this line to a login.
    Login(&'static str),
    /// Answers this line to MAIL, RCPT, DATA or the message.
    Mail(&'static str),
    Rcpt(&'static str),
    Data(&'static str),
    Message(&'static str),
    /// Closes the line after the final dot, without a word. The message is kept: this is how doubles come about.
    DropAfterDot,
    /// Says nothing after the final dot.
    StallAfterDot,
    /// Says nothing from the start.
    Silence,
    /// Sends bytes that are no SMTP.
    Garbage,
    /// Offers no encryption.
    NoStartTls,
}

#[derive(Debug, Clone)]
pub struct Received {
    pub from: String,
    pub to: String,
    pub encrypted: bool,
    pub login: Option<String>,
    /// As it came, without the dots that SMTP adds.
    pub message: Vec<u8>,
}

#[derive(Default)]
pub struct State {
    pub received: Vec<Received>,
    pub connections: usize,
    pub fault: Fault,
    /// TLS from the first byte, as on the port of smtps.
    pub wrapped: bool,
}

/// What a conversation needs to know of the server it belongs to.
#[derive(Clone)]
pub struct Shared {
    state: Arc<Mutex<State>>,
    tls: TlsAcceptor,
    /// Decides about a recipient before any fault does; `Err` is the answer to give.
    judge: fn(&str) -> Result<(), &'static str>,
}

pub struct SmtpServer {
    pub address: SocketAddr,
    pub certificate: Certificate,
    shared: Shared,
    accepting: JoinHandle<()>,
}

impl SmtpServer {
    pub async fn start() -> Self {
        Self::listen("127.0.0.1:0", |_| Ok(()), |_| {}).await
    }

    /// `on_message` is told of each message as it arrives.
    pub async fn listen(
        address: &str,
        judge: fn(&str) -> Result<(), &'static str>,
        on_message: impl Fn(&Received) + Send + Sync + 'static,
    ) -> Self {
        let certificate = Certificate::generate();
        let listener = TcpListener::bind(address).await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let shared = Shared { state: Arc::default(), tls: certificate.acceptor(), judge };
        let on_message: Arc<dyn Fn(&Received) + Send + Sync> = Arc::new(on_message);
        let accepting = tokio::spawn({
            let shared = shared.clone();
            async move {
                while let Ok((stream, _)) = listener.accept().await {
                    shared.lock().connections += 1;
                    tokio::spawn(conversation::hold(stream, shared.clone(), on_message.clone()));
                }
            }
        });
        Self { address, certificate, shared, accepting }
    }

    pub fn state(&self) -> MutexGuard<'_, State> {
        self.shared.lock()
    }

    pub fn fail_with(&self, fault: Fault) {
        self.state().fault = fault;
    }
}

impl Drop for SmtpServer {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("no conversation panicked")
    }
}
