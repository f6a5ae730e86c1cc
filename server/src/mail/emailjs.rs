//! The hosted provider of the original product, called from the server instead of the browser.
//!
//! Owns the call and what its answers mean. The provider writes the message from its own template, with the facts it is
//! given here. Refuses to blame the address for anything but an answer about the recipient.

use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use reqwest::StatusCode;
use reqwest::multipart::Form;
use reqwest::redirect::Policy;

use super::words::Words;
use super::{Composer, Delivery, MailTransport, Outgoing, TransportError, redact, settings};

const PATH: &str = "/api/v1.0/email/send-form";
const LIMIT: Duration = Duration::from_mins(1);
/// Answers are a word or a sentence; more than this is not from the provider.
const LONGEST_ANSWER: usize = 4096;

pub struct Provider {
    settings: settings::Provider,
    client: reqwest::Client,
    composer: Composer,
}

impl Provider {
    /// # Errors
    /// When encryption cannot be set up.
    pub fn open(settings: &settings::Provider, composer: Composer) -> Result<Self, TransportError> {
        let failed = |reason: String| TransportError::Encryption { reason };
        let roots = rustls::RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
        let tls = rustls::ClientConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(|error| failed(error.to_string()))?
            .with_root_certificates(roots)
            .with_no_client_auth();
        let client = reqwest::Client::builder()
            .tls_backend_preconfigured(tls)
            .redirect(Policy::none())
            .timeout(LIMIT)
            .build()
            .map_err(|error| failed(error.to_string()))?;
        Ok(Self { settings: settings.clone(), client, composer })
    }

    fn form(&self, outgoing: &Outgoing) -> Form {
        let clinic = (self.composer.clinic)();
        let words = Words { outgoing, clinic: &clinic, site_url: &self.composer.site_url };
        let ids = [
            ("lib_version", env!("CARGO_PKG_VERSION")),
            ("service_id", &self.settings.service_id),
            ("template_id", &self.settings.template_id),
            ("user_id", &self.settings.user_id),
        ];
        let mut form = Form::new().text("email", outgoing.to.as_typed().to_owned());
        for (name, value) in ids {
            form = form.text(name, value.to_owned());
        }
        if let Some(token) = &self.settings.access_token {
            form = form.text("accessToken", token.reveal().to_owned());
        }
        for (name, value) in words.facts() {
            form = form.text(name, value);
        }
        form.text("subject", words.subject()).text("message", words.text())
    }

    async fn send(&self, outgoing: &Outgoing) -> Result<Delivery, reqwest::Error> {
        let url = format!("{}{PATH}", self.settings.origin);
        let mut answer = self.client.post(url).multipart(self.form(outgoing)).send().await?;
        let status = answer.status();
        let mut body = Vec::new();
        while let Some(chunk) = answer.chunk().await? {
            body.extend_from_slice(&chunk);
            if body.len() > LONGEST_ANSWER {
                break;
            }
        }
        Ok(verdict(status, &String::from_utf8_lossy(&body), outgoing.to.local()))
    }
}

impl MailTransport for Provider {
    fn deliver<'a>(&'a self, message: &'a Outgoing) -> Pin<Box<dyn Future<Output = Delivery> + Send + 'a>> {
        Box::pin(async move {
            self.send(message).await.unwrap_or_else(|error| Delivery::Later {
                reason: redact::of_error(&error.without_url(), message.to.local()),
            })
        })
    }
}

/// Success is status 200 or the text "OK", as the provider's own clients see it.
fn verdict(status: StatusCode, text: &str, local_part: &str) -> Delivery {
    if status == StatusCode::OK || text.trim() == "OK" {
        return Delivery::Taken;
    }
    let reason = redact::of(&format!("the provider answered {}: {text}", status.as_u16()), local_part);
    let about_address = matches!(status.as_u16(), 400 | 422) && text.to_ascii_lowercase().contains("recipient");
    if about_address { Delivery::Refused { reason } } else { Delivery::Later { reason } }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(status: u16, text: &str) -> &'static str {
        match verdict(StatusCode::from_u16(status).expect("a status"), text, "ada") {
            Delivery::Taken => "taken",
            Delivery::Refused { .. } => "refused",
            Delivery::Later { .. } => "later",
        }
    }

    #[test]
    fn only_an_answer_about_the_recipient_is_final() {
        for (status, text, expected) in [
            (200, "OK", "taken"),
            (200, "", "taken"),
            (202, "OK\n", "taken"),
            (422, "The recipients address is corrupted", "refused"),
            (400, "Recipient address rejected", "refused"),
            (400, "The Public Key is invalid", "later"),
            (412, "Gmail_API: Invalid grant. Please reconnect your account", "later"),
            (403, "API calls are disabled for non-browser applications", "later"),
            (429, "Too many requests for the recipient", "later"),
            (500, "recipient", "later"),
            (302, "", "later"),
        ] {
            assert_eq!(outcome(status, text), expected, "{status} {text}");
        }
    }
}
