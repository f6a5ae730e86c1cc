//! What can be seen of the network from this machine: the names of the site, its ports, and the mail server.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::{TcpStream, lookup_host};
use tokio::time::timeout;

use super::{Doctor, Finding};
use clinic_content::model::Clinic;
use clinic_http::certificates::acme::DomainName;
use clinic_mail::compose::Sender;
use clinic_mail::{Composer, Delivery};
use clinic_rules::discount::valid_until;
use clinic_runtime::clock::{Clock, Randomness, System};
use clinic_site::ContentSource;

const TIMEOUT: Duration = Duration::from_secs(10);

pub async fn dns(name: &DomainName) -> Finding {
    match lookup_host((name.to_string(), 443)).await {
        Ok(addresses) => {
            let mut addresses: Vec<String> = addresses.map(|address| address.ip().to_string()).collect();
            addresses.dedup();
            let list = addresses.join(", ");
            Finding::good("DNS", format!("{name} is at {list}. Check that this is the server."))
        }
        Err(_) => Finding::wrong("DNS", format!("{name} has no address. Add an A record that points to this server.")),
    }
}

/// Some routers do not let a machine reach itself by its public address, so only a refusal is a sure sign.
pub async fn port(name: &DomainName, port: u16) -> Finding {
    let connected = timeout(TIMEOUT, TcpStream::connect((name.to_string(), port))).await;
    match connected {
        Ok(Ok(_)) => Finding::good("port", format!("{port} of {name} answers.")),
        Ok(Err(error)) if error.kind() == io::ErrorKind::ConnectionRefused => Finding::wrong(
            "port",
            format!("{port} of {name} refuses connections. Start the site, and check where the name points to."),
        ),
        _ => Finding::not_looked_at(
            "port",
            format!("Whether {port} of {name} is open cannot be seen from here. Try it from a phone without Wi-Fi."),
        ),
    }
}

impl Doctor {
    pub(super) async fn mail(&self, settings: &clinic_mail::Settings) -> Finding {
        let subject = "mail";
        if let clinic_mail::Settings::File(folder) = settings {
            let text = format!("Emails are written to {}, and nobody gets them. Set CLINIC_MAIL.", folder.display());
            let is_public = self.address.site_url().is_some_and(|url| url.is_https());
            if is_public {
                return Finding::wrong(subject, text);
            }
            // Sending would create the folder.
            if self.send.is_none() || !folder.is_dir() {
                return Finding::not_looked_at(subject, format!("There is no mail server. {text}"));
            }
        }
        if matches!(settings, clinic_mail::Settings::EmailJs(_)) && self.send.is_none() {
            let text =
                format!("{settings}: whether it works is only seen by sending. Run: clinic doctor --send ADDRESS");
            return Finding::not_looked_at(subject, text);
        }
        let clinic = match ContentSource::Embedded.load() {
            Ok(content) => Arc::new(content.clinic),
            Err(error) => return Finding::wrong(subject, error.to_string()),
        };
        let composer = self.composer(&clinic);
        let transport = match clinic_mail::transport(settings, composer) {
            Ok(transport) => transport,
            Err(error) => return Finding::wrong(subject, error.to_string()),
        };
        if let Err(reason) =
            timeout(2 * TIMEOUT, transport.check()).await.unwrap_or_else(|_| Err("no answer".to_owned()))
        {
            return Finding::wrong(subject, format!("{settings}: {reason}. Check CLINIC_MAIL."));
        }
        let Some(to) = &self.send else {
            let has_login = matches!(settings, clinic_mail::Settings::Smtp(server) if server.login.is_some());
            let login = if has_login { " and accepts the login" } else { "; it was asked for no login" };
            return Finding::good(subject, format!("{settings}: it answers{login}. Nothing was sent."));
        };
        let random: &dyn Randomness = &System;
        let (host, until) = (self.sender().address().domain().to_owned(), valid_until(System.now(), clinic.code_days));
        let message = clinic_mail::test_message(to.clone(), &random.bytes(), &host, clinic.discount_percent, until);
        match transport.deliver(&message).await {
            Delivery::Accepted => {
                Finding::good(subject, format!("{settings}: a test message was accepted. Look for it."))
            }
            Delivery::Rejected { reason } | Delivery::Deferred { reason } => {
                Finding::wrong(subject, format!("{settings}: a test message was not accepted: {reason}"))
            }
        }
    }

    fn sender(&self) -> Sender {
        let host =
            self.address.site_url().map_or_else(|| "localhost.localdomain".to_owned(), |url| url.host().to_owned());
        let default =
            || Sender::parse(&format!("clinic@{host}")).or_else(|_| Sender::parse("clinic@localhost.localdomain"));
        self.mail_from.clone().or_else(|| default().ok()).expect("the last one is an address")
    }

    /// With the facts that came with the program: the test message does not depend on the clinic's own.
    fn composer(&self, clinic: &Arc<Clinic>) -> Composer {
        let clinic = Arc::clone(clinic);
        Composer {
            sender: self.sender(),
            site_url: self.address.site_url().map_or_else(|| "http://localhost".to_owned(), |url| url.to_string()),
            clinic: Box::new(move || Arc::clone(&clinic)),
            clock: Arc::new(System),
            dkim: None,
        }
    }
}
