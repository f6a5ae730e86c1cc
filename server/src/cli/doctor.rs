//! `clinic doctor`: looks at everything that the site needs, from the clock to the mail server, and says what to do.

mod data;
mod network;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::args::{AddressArgs, ContentArg, MailArg, StoreArgs};
use super::output;
use crate::mail;
use crate::mail::compose::Sender;
use crate::person::EmailAddress;

#[derive(Debug, Args)]
pub struct Doctor {
    /// Also send a test message to this address.
    #[arg(long, value_name = "ADDRESS", value_parser = parse_address)]
    send: Option<EmailAddress>,
    #[command(flatten)]
    address: AddressArgs,
    #[command(flatten)]
    content: ContentArg,
    #[command(flatten)]
    mail: MailArg,
    /// The sender of emails [default: clinic@ and the host of the site].
    #[arg(long, env = "CLINIC_MAIL_FROM", value_name = "ADDRESS", value_parser = Sender::parse)]
    mail_from: Option<Sender>,
    /// The folder in which the site makes backups by itself [default: the data folder's name with -backups, when it exists].
    #[arg(long, env = "CLINIC_BACKUP", value_name = "DIR")]
    backup: Option<PathBuf>,
    #[command(flatten)]
    store: StoreArgs,
}

/// One line of the result.
struct Finding {
    subject: &'static str,
    is_good: bool,
    text: String,
}

impl Finding {
    fn good(subject: &'static str, text: impl Into<String>) -> Self {
        Self { subject, is_good: true, text: text.into() }
    }

    fn wrong(subject: &'static str, text: impl Into<String>) -> Self {
        Self { subject, is_good: false, text: text.into() }
    }
}

fn parse_address(text: &str) -> Result<EmailAddress, String> {
    EmailAddress::parse(text).map_err(|_| format!("\"{text}\" is not an email address. Write it like it@example.ng"))
}

impl Doctor {
    pub fn run(self) -> ExitCode {
        let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build() else {
            return ExitCode::FAILURE;
        };
        let content = data::shown_content(&self.content, &self.store.database());
        let mut findings = runtime.block_on(self.examine());
        findings.push(content);
        let wrong = findings.iter().filter(|finding| !finding.is_good).count();
        let line = |finding: &Finding| {
            let state = if finding.is_good { "good " } else { "WRONG" };
            format!("{state}  {}: {}\n", finding.subject, finding.text)
        };
        let lines: String = findings.iter().map(line).collect();
        let summary = match wrong {
            0 => "Nothing is wrong.".to_owned(),
            1 => "1 thing is wrong.".to_owned(),
            count => format!("{count} things are wrong."),
        };
        let _ = output::write(&format!("{lines}{summary}\n"));
        if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }

    async fn examine(&self) -> Vec<Finding> {
        let database = self.store.database();
        let mut findings = data::examine(&database, self.backup.as_deref()).await;
        let names = self.address.names();
        for name in &names {
            findings.push(network::dns(name).await);
        }
        if let Some(name) = names.first() {
            for port in [443, 80] {
                findings.push(network::port(name, port).await);
            }
        }
        let settings = self.mail.mail.clone().unwrap_or_else(|| mail::Settings::File(database.data.join("mail")));
        findings.push(self.mail(&settings).await);
        findings
    }
}
