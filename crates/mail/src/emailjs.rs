//! Delivery through the `EmailJS` API, called from the server instead of the browser. The provider fills its own template
//! with the named facts of the message.

use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use reqwest::StatusCode;
use reqwest::multipart::Form;
use reqwest::redirect::Policy;
use secrecy::ExposeSecret;

use super::compose::ComposeError;
use super::redact::{redact, redact_error};
use super::settings::EmailJsAccount;
use super::{Composer, Delivery, MailTransport, OutgoingMessage, TransportError};

const PATH: &str = "/api/v1.0/email/send-form";
const TIMEOUT: Duration = Duration::from_mins(1);
/// The provider answers with a word or a sentence.
const MAX_RESPONSE_BYTES: usize = 4096;

pub struct EmailJsTransport {
    account: EmailJsAccount,
    client: reqwest::Client,
    composer: Composer,
}

impl EmailJsTransport {
    /// # Errors
    /// When TLS cannot be set up.
    pub fn open(account: &EmailJsAccount, composer: Composer) -> Result<Self, TransportError> {
        let failed = |reason: String| TransportError::Tls { reason };
        let roots = rustls::RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
        let tls = rustls::ClientConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(|error| failed(error.to_string()))?
            .with_root_certificates(roots)
            .with_no_client_auth();
        let client = reqwest::Client::builder()
            .tls_backend_preconfigured(tls)
            .redirect(Policy::none())
            .timeout(TIMEOUT)
            .build()
            .map_err(|error| failed(error.to_string()))?;
        Ok(Self { account: account.clone(), client, composer })
    }

    fn form(&self, outgoing: &OutgoingMessage) -> Result<Form, ComposeError> {
        let rendered = self.composer.render_for_provider(outgoing)?;
        let ids = [
            ("lib_version", env!("CARGO_PKG_VERSION")),
            ("service_id", &self.account.service_id),
            ("template_id", &self.account.template_id),
            ("user_id", &self.account.user_id),
        ];
        let mut form = Form::new().text("email", outgoing.to.as_typed().to_owned());
        for (name, value) in ids {
            form = form.text(name, value.to_owned());
        }
        if let Some(token) = &self.account.access_token {
            form = form.text("accessToken", token.expose_secret().to_owned());
        }
        for (name, value) in rendered.facts {
            form = form.text(name, value);
        }
        Ok(form.text("subject", rendered.subject).text("message", rendered.text))
    }

    async fn send(&self, form: Form, local_part: &str) -> Result<Delivery, reqwest::Error> {
        let url = format!("{}{PATH}", self.account.origin);
        let mut response = self.client.post(url).multipart(form).send().await?;
        let status = response.status();
        let mut body = Vec::new();
        while let Some(chunk) = response.chunk().await? {
            body.extend_from_slice(&chunk);
            if body.len() > MAX_RESPONSE_BYTES {
                break;
            }
        }
        Ok(classify(status, &String::from_utf8_lossy(&body), local_part))
    }
}

impl MailTransport for EmailJsTransport {
    fn deliver<'a>(&'a self, message: &'a OutgoingMessage) -> Pin<Box<dyn Future<Output = Delivery> + Send + 'a>> {
        Box::pin(async move {
            let form = match self.form(message) {
                Ok(form) => form,
                Err(error) => return error.into(),
            };
            self.send(form, message.to.local()).await.unwrap_or_else(|error| Delivery::Deferred {
                reason: redact_error(&error.without_url(), message.to.local()),
            })
        })
    }
}

/// Success is status 200 or the text "OK", as in the provider's own clients. Only an answer about the recipient is
/// final.
fn classify(status: StatusCode, text: &str, local_part: &str) -> Delivery {
    if status == StatusCode::OK || text.trim() == "OK" {
        return Delivery::Accepted;
    }
    let reason = redact(&format!("the provider answered {}: {text}", status.as_u16()), local_part);
    let about_address = matches!(status.as_u16(), 400 | 422) && text.to_ascii_lowercase().contains("recipient");
    if about_address { Delivery::Rejected { reason } } else { Delivery::Deferred { reason } }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn classified(status: u16, text: &str) -> &'static str {
        match classify(StatusCode::from_u16(status).expect("a status"), text, "ada") {
            Delivery::Accepted => "accepted",
            Delivery::Rejected { .. } => "rejected",
            Delivery::Deferred { .. } => "deferred",
        }
    }

    #[test]
    fn only_an_answer_about_the_recipient_is_final() {
        for (status, text, expected) in [
            (200, "OK", "accepted"),
            (200, "", "accepted"),
            (202, "OK\n", "accepted"),
            (422, "The recipients address is corrupted", "rejected"),
            (400, "Recipient address rejected", "rejected"),
            (400, "The Public Key is invalid", "deferred"),
            (412, "Gmail_API: Invalid grant. Please reconnect your account", "deferred"),
            (403, "API calls are disabled for non-browser applications", "deferred"),
            (429, "Too many requests for the recipient", "deferred"),
            (500, "recipient", "deferred"),
            (302, "", "deferred"),
        ] {
            assert_eq!(classified(status, text), expected, "{status} {text}");
        }
    }
}
