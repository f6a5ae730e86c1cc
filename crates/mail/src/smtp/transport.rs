//! The SMTP session for one message, from the connection to the server's reply to the message.

use std::pin::Pin;
use std::time::Duration;

use lettre::Address;
use lettre::transport::smtp;
use lettre::transport::smtp::authentication::{Credentials, Mechanism};
use lettre::transport::smtp::client::{AsyncSmtpConnection, Certificate, TlsParameters};
use lettre::transport::smtp::commands::{Data, Mail, Rcpt};
use lettre::transport::smtp::extension::ClientId;
use secrecy::ExposeSecret;

use super::classify::{Stage, classify, is_reusable_after};
use super::idle_connections::IdleConnections;
use crate::settings::{Encryption, SmtpServer, is_loopback};
use crate::{Composer, Delivery, MailTransport, OutgoingMessage, TransportError};

/// Half the outbox lease: an attempt must end before another instance may lease the message.
const TIME_LIMIT: Duration = Duration::from_mins(1);
const CONNECT_TIMEOUT: Duration = Duration::from_secs(15);

pub struct SmtpTransport {
    server: SmtpServer,
    tls: TlsParameters,
    client_id: ClientId,
    idle: IdleConnections,
    composer: Composer,
    time_limit: Duration,
}

impl SmtpTransport {
    /// # Errors
    /// When the certificate file cannot be read.
    pub fn open(server: &SmtpServer, composer: Composer) -> Result<Self, TransportError> {
        // The host name of the machine is rarely in DNS; the sender's domain is.
        let client_id = ClientId::Domain(composer.sender.address().domain().to_owned());
        Ok(Self {
            tls: tls_parameters(server)?,
            server: server.clone(),
            client_id,
            idle: IdleConnections::default(),
            composer,
            time_limit: TIME_LIMIT,
        })
    }

    /// For tests, which should not wait a minute.
    #[must_use]
    pub fn with_time_limit(self, time_limit: Duration) -> Self {
        Self { time_limit, ..self }
    }

    async fn send(&self, outgoing: &OutgoingMessage) -> Delivery {
        let email = match self.composer.compose(outgoing) {
            Ok(email) => email,
            Err(error) => return error.into(),
        };
        let Some(to) = email.envelope().to().first() else {
            return Delivery::Deferred { reason: "the message has no recipient".to_owned() };
        };
        let mut connection = match self.connect(to.user()).await {
            Ok(connection) => connection,
            Err(delivery) => return delivery,
        };
        match send_message(&mut connection, self.composer.sender.address(), to, &email.formatted()).await {
            Ok(()) => {
                self.idle.put(connection);
                Delivery::Accepted
            }
            Err(error) => {
                if is_reusable_after(&error) {
                    self.idle.put(connection);
                }
                classify(Stage::Send, &error, to.user())
            }
        }
    }

    /// `recipient` must not be in an error text.
    async fn connect(&self, recipient: &str) -> Result<AsyncSmtpConnection, Delivery> {
        if let Some(connection) = self.idle.take().await {
            return Ok(connection);
        }
        let failed = |error: smtp::Error| classify(Stage::Connect, &error, recipient);
        let implicit_tls = (self.server.encryption == Encryption::ImplicitTls).then(|| self.tls.clone());
        let server = (self.server.host.as_str(), self.server.port);
        let mut connection =
            AsyncSmtpConnection::connect_tokio1(server, Some(CONNECT_TIMEOUT), &self.client_id, implicit_tls, None)
                .await
                .map_err(failed)?;
        if connection.can_starttls() {
            connection.starttls(self.tls.clone(), &self.client_id).await.map_err(failed)?;
        }
        if !connection.is_encrypted() {
            allow_plaintext(&self.server).map_err(|reason| Delivery::Deferred { reason: reason.to_owned() })?;
        }
        if let Some(login) = &self.server.login {
            let credentials = Credentials::new(login.user.clone(), login.password.expose_secret().to_owned());
            connection.auth(&[Mechanism::Plain, Mechanism::Login], &credentials).await.map_err(failed)?;
        }
        Ok(connection)
    }
}

impl MailTransport for SmtpTransport {
    fn deliver<'a>(&'a self, message: &'a OutgoingMessage) -> Pin<Box<dyn Future<Output = Delivery> + Send + 'a>> {
        Box::pin(async move {
            tokio::time::timeout(self.time_limit, self.send(message)).await.unwrap_or_else(|_| Delivery::Deferred {
                reason: format!("the mail server did not finish within {} seconds", self.time_limit.as_secs_f32()),
            })
        })
    }

    fn check<'a>(&'a self) -> Pin<Box<dyn Future<Output = Result<(), String>> + Send + 'a>> {
        Box::pin(async move {
            match self.connect(self.composer.sender.address().user()).await {
                Ok(mut connection) => {
                    // The answer to QUIT changes nothing.
                    let _ = connection.quit().await;
                    Ok(())
                }
                Err(Delivery::Rejected { reason } | Delivery::Deferred { reason }) => Err(reason),
                Err(Delivery::Accepted) => Ok(()),
            }
        })
    }
}

async fn send_message(
    connection: &mut AsyncSmtpConnection,
    from: &Address,
    to: &Address,
    email: &[u8],
) -> Result<(), smtp::Error> {
    connection.command(Mail::new(Some(from.clone()), vec![])).await?;
    connection.command(Rcpt::new(to.clone(), vec![])).await?;
    connection.command(Data).await?;
    connection.message(email).await?;
    Ok(())
}

fn tls_parameters(server: &SmtpServer) -> Result<TlsParameters, TransportError> {
    let mut tls = TlsParameters::builder(server.host.clone());
    if let Some(ca) = &server.ca {
        let unreadable = |reason: String| TransportError::Certificate { file: ca.display().to_string(), reason };
        let pem = std::fs::read(ca).map_err(|error| unreadable(error.to_string()))?;
        tls = tls.add_root_certificate(Certificate::from_pem(&pem).map_err(|error| unreadable(error.to_string()))?);
    }
    tls.build().map_err(|error| TransportError::Tls { reason: error.to_string() })
}

/// An attacker in the network can remove STARTTLS from the server's reply. A password is never sent then.
fn allow_plaintext(server: &SmtpServer) -> Result<(), &'static str> {
    if server.encryption == Encryption::StartTlsRequired {
        Err(
            "the mail server does not offer STARTTLS, so nothing was sent. Use smtps://, or allow it with ?tls=opportunistic",
        )
    } else if server.login.is_some() && !is_loopback(&server.host) {
        Err("the mail server does not offer STARTTLS, so the password was not sent. Use smtps://")
    } else {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Settings;

    fn plaintext_is_allowed(url: &str) -> bool {
        match Settings::parse(url) {
            Ok(Settings::Smtp(server)) => allow_plaintext(&server).is_ok(),
            other => panic!("{url} gave {other:?}"),
        }
    }

    #[test]
    fn plaintext_needs_permission_and_a_password_is_never_sent_in_it_over_a_network() {
        assert!(!plaintext_is_allowed("smtp://ada:pw@mail.example"));
        assert!(!plaintext_is_allowed("smtp://ada:pw@mail.example?tls=opportunistic"));
        assert!(!plaintext_is_allowed("smtp://mail.example"));
        assert!(!plaintext_is_allowed("smtp://127.0.0.1?tls=required"));
        assert!(plaintext_is_allowed("smtp://mail.example?tls=opportunistic"));
        assert!(plaintext_is_allowed("smtp://ada:pw@127.0.0.1"));
        assert!(plaintext_is_allowed("smtp://ada:pw@[::1]"));
    }
}
