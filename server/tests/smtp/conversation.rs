//! One conversation: the commands a mail client says, and the answers, right or wrong.

use std::io;
use std::sync::Arc;

use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

use super::{Fault, Received, Shared};

type OnMessage = Arc<dyn Fn(&Received) + Send + Sync>;

trait Line: AsyncRead + AsyncWrite + Send + Unpin {}
impl<T: AsyncRead + AsyncWrite + Send + Unpin> Line for T {}

struct Conversation {
    line: BufReader<Box<dyn Line>>,
    shared: Shared,
    encrypted: bool,
    login: Option<String>,
}

/// Whether the conversation goes on after an answer.
enum Next {
    Listen,
    Encrypt,
    HangUp,
}

pub async fn hold(stream: TcpStream, shared: Shared, on_message: OnMessage) {
    let line = BufReader::new(Box::new(stream) as Box<dyn Line>);
    let conversation = Conversation { line, shared, encrypted: false, login: None };
    // A client may hang up whenever it likes.
    let _ = conversation.begin(on_message).await;
}

impl Conversation {
    async fn begin(self, on_message: OnMessage) -> io::Result<()> {
        let wrapped = self.shared.lock().wrapped;
        if wrapped { self.encrypt().await?.run(on_message).await } else { self.run(on_message).await }
    }

    async fn run(mut self, on_message: OnMessage) -> io::Result<()> {
        match self.fault() {
            Fault::Silence => return std::future::pending().await,
            Fault::Garbage => return self.say("\u{7}\u{1} HTTP/1.1 200 what").await,
            Fault::Greeting(answer) => return self.say(answer).await,
            _ => self.say("220 mailbox.test ready").await?,
        }
        let (mut from, mut to) = (String::new(), String::new());
        loop {
            let said = self.hear().await?;
            let verb = said.split([' ', ':']).next().unwrap_or_default().to_ascii_uppercase();
            let next = match (verb.as_str(), self.fault()) {
                ("EHLO", fault) => self.welcome(fault).await?,
                ("STARTTLS", _) => {
                    self.say("220 go ahead").await?;
                    Next::Encrypt
                }
                ("AUTH", Fault::Login(answer))
                | ("MAIL", Fault::Mail(answer))
                | ("RCPT", Fault::Rcpt(answer))
                | ("DATA", Fault::Data(answer)) => self.complain(answer).await?,
                ("AUTH", _) => {
                    self.login = said.split(' ').nth(2).map(str::to_owned);
                    self.answer("235 welcome").await?
                }
                ("MAIL", _) => {
                    from = address(&said);
                    self.answer("250 ok").await?
                }
                ("RCPT", _) => match (self.shared.judge)(&address(&said)) {
                    Ok(()) => {
                        to = address(&said);
                        self.answer("250 ok").await?
                    }
                    Err(answer) => self.complain(answer).await?,
                },
                ("DATA", _) => self.receive(from.clone(), to.clone(), &on_message).await?,
                ("RSET" | "NOOP", _) => self.answer("250 ok").await?,
                ("QUIT", _) => {
                    self.say("221 bye").await?;
                    Next::HangUp
                }
                _ => self.answer("502 what?").await?,
            };
            match next {
                Next::Listen => {}
                Next::Encrypt => self = self.encrypt().await?,
                Next::HangUp => return Ok(()),
            }
        }
    }

    async fn welcome(&mut self, fault: Fault) -> io::Result<Next> {
        let mut offers = vec!["mailbox.test", "8BITMIME", "AUTH PLAIN LOGIN"];
        if !self.encrypted && fault != Fault::NoStartTls {
            offers.push("STARTTLS");
        }
        let last = offers.len() - 1;
        for (at, offer) in offers.into_iter().enumerate() {
            let dash = if at == last { ' ' } else { '-' };
            self.say(&format!("250{dash}{offer}")).await?;
        }
        Ok(Next::Listen)
    }

    async fn receive(&mut self, from: String, to: String, on_message: &OnMessage) -> io::Result<Next> {
        self.say("354 go on").await?;
        let mut message = Vec::new();
        loop {
            let mut line = Vec::new();
            if self.line.read_until(b'\n', &mut line).await? == 0 {
                return Ok(Next::HangUp);
            }
            if line == b".\r\n" {
                break;
            }
            message.extend_from_slice(line.strip_prefix(b".").unwrap_or(&line));
        }
        let fault = self.fault();
        if let Fault::Message(answer) = fault {
            return self.complain(answer).await;
        }
        let received = Received { from, to, encrypted: self.encrypted, login: self.login.clone(), message };
        on_message(&received);
        self.shared.lock().received.push(received);
        match fault {
            Fault::DropAfterDot => Ok(Next::HangUp),
            Fault::StallAfterDot => std::future::pending().await,
            _ => self.answer("250 taken").await,
        }
    }

    async fn encrypt(self) -> io::Result<Self> {
        let line = self.shared.tls.accept(self.line.into_inner()).await?;
        Ok(Self { line: BufReader::new(Box::new(line)), encrypted: true, ..self })
    }

    async fn answer(&mut self, line: &str) -> io::Result<Next> {
        self.say(line).await.map(|()| Next::Listen)
    }

    /// 421 means that the server closes the line, by the book.
    async fn complain(&mut self, line: &str) -> io::Result<Next> {
        self.say(line).await?;
        Ok(if line.starts_with("421") { Next::HangUp } else { Next::Listen })
    }

    async fn say(&mut self, line: &str) -> io::Result<()> {
        self.line.get_mut().write_all(format!("{line}\r\n").as_bytes()).await?;
        self.line.get_mut().flush().await
    }

    async fn hear(&mut self) -> io::Result<String> {
        let mut line = String::new();
        if self.line.read_line(&mut line).await? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok(line.trim_end().to_owned())
    }

    fn fault(&self) -> Fault {
        self.shared.lock().fault
    }
}

fn address(said: &str) -> String {
    said.split(['<', '>']).nth(1).unwrap_or_default().to_owned()
}
