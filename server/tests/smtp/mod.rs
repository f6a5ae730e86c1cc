//! A small SMTP server for tests: STARTTLS with its own certificate, logins, a mailbox, and faults on request.

mod certificate;
mod session;

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard};

use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio_rustls::TlsAcceptor;

pub use certificate::Certificate;

/// A fault that the server simulates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Fault {
    #[default]
    None,
    /// Sends this line instead of the greeting.
    Greeting(&'static str),
    /// Replies to AUTH with this line.
    Login(&'static str),
    /// Replies to MAIL, RCPT, DATA or the message with this line.
    Mail(&'static str),
    Rcpt(&'static str),
    Data(&'static str),
    Message(&'static str),
    /// Keeps the message and closes the connection without a reply: the client cannot know and sends it again.
    DropAfterDot,
    /// Never replies to the message.
    StallAfterDot,
    /// Never sends a greeting.
    Silence,
    /// Sends bytes that are not SMTP.
    Garbage,
    /// Does not offer STARTTLS.
    NoStartTls,
}

#[derive(Debug, Clone)]
pub struct Received {
    pub from: String,
    pub to: String,
    pub encrypted: bool,
    pub login: Option<String>,
    /// As received, without SMTP's dot-stuffing.
    pub message: Vec<u8>,
}

#[derive(Default)]
pub struct State {
    pub received: Vec<Received>,
    pub connections: usize,
    pub fault: Fault,
    /// TLS from the first byte, as with smtps.
    pub implicit_tls: bool,
}

/// What all sessions share.
#[derive(Clone)]
pub struct Shared {
    state: Arc<Mutex<State>>,
    tls: TlsAcceptor,
    /// Decides about a recipient before any fault does; `Err` is the reply to send.
    check_recipient: fn(&str) -> Result<(), &'static str>,
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

    /// `on_message` is called for each message when it arrives.
    pub async fn listen(
        address: &str,
        check_recipient: fn(&str) -> Result<(), &'static str>,
        on_message: impl Fn(&Received) + Send + Sync + 'static,
    ) -> Self {
        let certificate = Certificate::generate();
        let listener = TcpListener::bind(address).await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let shared = Shared { state: Arc::default(), tls: certificate.acceptor(), check_recipient };
        let on_message: Arc<dyn Fn(&Received) + Send + Sync> = Arc::new(on_message);
        let accepting = tokio::spawn({
            let shared = shared.clone();
            async move {
                while let Ok((stream, _)) = listener.accept().await {
                    shared.lock().connections += 1;
                    tokio::spawn(session::run(stream, shared.clone(), on_message.clone()));
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
        self.state.lock().expect("no session panicked")
    }
}
