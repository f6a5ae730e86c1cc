//! One SMTP session: reads commands and sends replies, including faulty ones.

use std::io;
use std::sync::Arc;

use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

use super::{Fault, Received, Shared};

type OnMessage = Arc<dyn Fn(&Received) + Send + Sync>;

trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}
impl<T: AsyncRead + AsyncWrite + Send + Unpin> Stream for T {}

struct Session {
    stream: BufReader<Box<dyn Stream>>,
    shared: Shared,
    encrypted: bool,
    login: Option<String>,
}

/// What happens after a reply.
enum Next {
    Continue,
    StartTls,
    Close,
}

pub async fn run(stream: TcpStream, shared: Shared, on_message: OnMessage) {
    let stream = BufReader::new(Box::new(stream) as Box<dyn Stream>);
    let session = Session { stream, shared, encrypted: false, login: None };
    // A client may disconnect at any time.
    let _ = session.start(on_message).await;
}

impl Session {
    async fn start(self, on_message: OnMessage) -> io::Result<()> {
        let implicit_tls = self.shared.lock().implicit_tls;
        if implicit_tls { self.start_tls().await?.run(on_message).await } else { self.run(on_message).await }
    }

    async fn run(mut self, on_message: OnMessage) -> io::Result<()> {
        match self.fault() {
            Fault::Silence => return std::future::pending().await,
            Fault::Garbage => return self.send_line("\u{7}\u{1} HTTP/1.1 200 what").await,
            Fault::Greeting(reply) => return self.send_line(reply).await,
            _ => self.send_line("220 mailbox.test ready").await?,
        }
        let (mut from, mut to) = (String::new(), String::new());
        loop {
            let command = self.read_line().await?;
            let verb = command.split([' ', ':']).next().unwrap_or_default().to_ascii_uppercase();
            let next = match (verb.as_str(), self.fault()) {
                ("EHLO", fault) => self.reply_to_ehlo(fault).await?,
                ("STARTTLS", _) => {
                    self.send_line("220 go ahead").await?;
                    Next::StartTls
                }
                ("AUTH", Fault::Login(reply))
                | ("MAIL", Fault::Mail(reply))
                | ("RCPT", Fault::Rcpt(reply))
                | ("DATA", Fault::Data(reply)) => self.reply_with_error(reply).await?,
                ("AUTH", _) => {
                    self.login = command.split(' ').nth(2).map(str::to_owned);
                    self.reply("235 welcome").await?
                }
                ("MAIL", _) => {
                    from = address(&command);
                    self.reply("250 ok").await?
                }
                ("RCPT", _) => match (self.shared.check_recipient)(&address(&command)) {
                    Ok(()) => {
                        to = address(&command);
                        self.reply("250 ok").await?
                    }
                    Err(reply) => self.reply_with_error(reply).await?,
                },
                ("DATA", _) => self.receive(from.clone(), to.clone(), &on_message).await?,
                ("RSET" | "NOOP", _) => self.reply("250 ok").await?,
                ("QUIT", _) => {
                    self.send_line("221 bye").await?;
                    Next::Close
                }
                _ => self.reply("502 unknown command").await?,
            };
            match next {
                Next::Continue => {}
                Next::StartTls => self = self.start_tls().await?,
                Next::Close => return Ok(()),
            }
        }
    }

    async fn reply_to_ehlo(&mut self, fault: Fault) -> io::Result<Next> {
        let mut extensions = vec!["mailbox.test", "8BITMIME", "AUTH PLAIN LOGIN"];
        if !self.encrypted && fault != Fault::NoStartTls {
            extensions.push("STARTTLS");
        }
        let last = extensions.len() - 1;
        for (index, extension) in extensions.into_iter().enumerate() {
            let separator = if index == last { ' ' } else { '-' };
            self.send_line(&format!("250{separator}{extension}")).await?;
        }
        Ok(Next::Continue)
    }

    async fn receive(&mut self, from: String, to: String, on_message: &OnMessage) -> io::Result<Next> {
        self.send_line("354 go on").await?;
        let mut message = Vec::new();
        loop {
            let mut line = Vec::new();
            if self.stream.read_until(b'\n', &mut line).await? == 0 {
                return Ok(Next::Close);
            }
            if line == b".\r\n" {
                break;
            }
            message.extend_from_slice(line.strip_prefix(b".").unwrap_or(&line));
        }
        let fault = self.fault();
        if let Fault::Message(reply) = fault {
            return self.reply_with_error(reply).await;
        }
        let received = Received { from, to, encrypted: self.encrypted, login: self.login.clone(), message };
        on_message(&received);
        self.shared.lock().received.push(received);
        match fault {
            Fault::DropAfterDot => Ok(Next::Close),
            Fault::StallAfterDot => std::future::pending().await,
            _ => self.reply("250 accepted").await,
        }
    }

    async fn start_tls(self) -> io::Result<Self> {
        let stream = self.shared.tls.accept(self.stream.into_inner()).await?;
        Ok(Self { stream: BufReader::new(Box::new(stream)), encrypted: true, ..self })
    }

    async fn reply(&mut self, line: &str) -> io::Result<Next> {
        self.send_line(line).await.map(|()| Next::Continue)
    }

    /// With 421 the server closes the connection (RFC 5321).
    async fn reply_with_error(&mut self, line: &str) -> io::Result<Next> {
        self.send_line(line).await?;
        Ok(if line.starts_with("421") { Next::Close } else { Next::Continue })
    }

    async fn send_line(&mut self, line: &str) -> io::Result<()> {
        self.stream.get_mut().write_all(format!("{line}\r\n").as_bytes()).await?;
        self.stream.get_mut().flush().await
    }

    async fn read_line(&mut self) -> io::Result<String> {
        let mut line = String::new();
        if self.stream.read_line(&mut line).await? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok(line.trim_end().to_owned())
    }

    fn fault(&self) -> Fault {
        self.shared.lock().fault
    }
}

fn address(command: &str) -> String {
    command.split(['<', '>']).nth(1).unwrap_or_default().to_owned()
}
