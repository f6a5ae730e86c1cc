//! The conversation with the mail server, from the first connection to its word on the message.

use std::pin::Pin;
use std::time::Duration;

use lettre::Address;
use lettre::transport::smtp;
use lettre::transport::smtp::authentication::{Credentials, Mechanism};
use lettre::transport::smtp::client::{AsyncSmtpConnection, Certificate, TlsParameters};
use lettre::transport::smtp::commands::{Data, Mail, Rcpt};
use lettre::transport::smtp::extension::ClientId;

use super::idle::Idle;
use super::verdict::{self, Stage};
use crate::mail::settings::{Encryption, Server};
use crate::mail::{Composer, Delivery, MailTransport, Outgoing, TransportError};

/// Half the outbox's lease, so that an attempt has always ended before another instance may begin its own.
const LIMIT: Duration = Duration::from_mins(1);
const CONNECT_LIMIT: Duration = Duration::from_secs(15);

pub struct Relay {
    server: Server,
    tls: TlsParameters,
    hello: ClientId,
    idle: Idle,
    composer: Composer,
    limit: Duration,
}

impl Relay {
    /// # Errors
    /// When the certificate to trust cannot be read.
    pub fn open(server: &Server, composer: Composer) -> Result<Self, TransportError> {
        // The machine's own name is rarely known to the world; the sender's domain is.
        let hello = ClientId::Domain(composer.sender.address().domain().to_owned());
        Ok(Self { tls: trust(server)?, server: server.clone(), hello, idle: Idle::default(), composer, limit: LIMIT })
    }

    /// The same with another hard limit, so that a test of it need not wait a minute.
    #[must_use]
    pub fn with_limit(self, limit: Duration) -> Self {
        Self { limit, ..self }
    }

    async fn send(&self, outgoing: &Outgoing) -> Delivery {
        let message = match self.composer.compose(outgoing) {
            Ok(message) => message,
            Err(error) => return error.into(),
        };
        let Some(to) = message.envelope().to().first() else {
            return Delivery::Later { reason: "the message has no recipient".to_owned() };
        };
        let mut connection = match self.connection(to).await {
            Ok(connection) => connection,
            Err(delivery) => return delivery,
        };
        match hand_over(&mut connection, self.composer.sender.address(), to, &message.formatted()).await {
            Ok(()) => {
                self.idle.park(connection);
                Delivery::Taken
            }
            Err(error) => {
                if verdict::line_is_good(&error) {
                    self.idle.park(connection);
                }
                verdict::on(Stage::Handing, &error, to.user())
            }
        }
    }

    async fn connection(&self, to: &Address) -> Result<AsyncSmtpConnection, Delivery> {
        if let Some(connection) = self.idle.take().await {
            return Ok(connection);
        }
        let ours = |error: smtp::Error| verdict::on(Stage::Opening, &error, to.user());
        let wrapped = (self.server.encryption == Encryption::Wrapped).then(|| self.tls.clone());
        let place = (self.server.host.as_str(), self.server.port);
        let mut connection =
            AsyncSmtpConnection::connect_tokio1(place, Some(CONNECT_LIMIT), &self.hello, wrapped, None)
                .await
                .map_err(ours)?;
        if connection.can_starttls() {
            connection.starttls(self.tls.clone(), &self.hello).await.map_err(ours)?;
        }
        if !connection.is_encrypted() {
            allow_plain(&self.server).map_err(|reason| Delivery::Later { reason: reason.to_owned() })?;
        }
        if let Some(login) = &self.server.login {
            let credentials = Credentials::new(login.user.clone(), login.password.reveal().to_owned());
            connection.auth(&[Mechanism::Plain, Mechanism::Login], &credentials).await.map_err(ours)?;
        }
        Ok(connection)
    }
}

impl MailTransport for Relay {
    fn deliver<'a>(&'a self, message: &'a Outgoing) -> Pin<Box<dyn Future<Output = Delivery> + Send + 'a>> {
        Box::pin(async move {
            tokio::time::timeout(self.limit, self.send(message)).await.unwrap_or_else(|_| Delivery::Later {
                reason: format!("the mail server did not finish within {} seconds", self.limit.as_secs_f32()),
            })
        })
    }
}

async fn hand_over(
    connection: &mut AsyncSmtpConnection,
    from: &Address,
    to: &Address,
    message: &[u8],
) -> Result<(), smtp::Error> {
    connection.command(Mail::new(Some(from.clone()), vec![])).await?;
    connection.command(Rcpt::new(to.clone(), vec![])).await?;
    connection.command(Data).await?;
    connection.message(message).await?;
    Ok(())
}

fn trust(server: &Server) -> Result<TlsParameters, TransportError> {
    let mut tls = TlsParameters::builder(server.host.clone());
    if let Some(ca) = &server.ca {
        let unreadable = |reason: String| TransportError::Certificate { file: ca.display().to_string(), reason };
        let pem = std::fs::read(ca).map_err(|error| unreadable(error.to_string()))?;
        tls = tls.add_root_certificate(Certificate::from_pem(&pem).map_err(|error| unreadable(error.to_string()))?);
    }
    tls.build().map_err(|error| TransportError::Encryption { reason: error.to_string() })
}

/// An attacker on the line can hide the server's offer to encrypt. Then at least the password stays here.
fn allow_plain(server: &Server) -> Result<(), &'static str> {
    if server.encryption == Encryption::Required {
        Err("the mail server offers no encryption, and tls=required asks for it")
    } else if server.login.is_some() && !is_loopback(&server.host) {
        Err("the mail server offers no encryption, and a password is not sent in the open; try smtps://")
    } else {
        Ok(())
    }
}

fn is_loopback(host: &str) -> bool {
    host == "localhost" || host.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mail::Settings;

    fn plain_is_allowed(url: &str) -> bool {
        match Settings::parse(url) {
            Ok(Settings::Smtp(server)) => allow_plain(&server).is_ok(),
            other => panic!("{url} gave {other:?}"),
        }
    }

    #[test]
    fn a_password_crosses_no_network_in_the_open() {
        assert!(!plain_is_allowed("smtp://ada:pw@mail.example"));
        assert!(!plain_is_allowed("smtp://mail.example?tls=required"));
        assert!(plain_is_allowed("smtp://mail.example"));
        assert!(plain_is_allowed("smtp://ada:pw@127.0.0.1"));
        assert!(plain_is_allowed("smtp://ada:pw@[::1]"));
    }
}
