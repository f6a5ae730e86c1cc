//! `clinic doctor`: looks at everything that the site needs, from the clock to the mail server, and says what to do.

mod backups;
mod data;
mod network;

use std::process::ExitCode;

use clap::Args;

use super::args::{AddressArgs, ContentArg, MailArg, StoreArgs};
use super::backup_args::BackupArgs;
use super::output;
use clinic_mail::compose::Sender;
use clinic_rules::person::EmailAddress;
use clinic_runtime::machine::without_error_numbers;

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
    #[command(flatten)]
    backup: BackupArgs,
    #[command(flatten)]
    store: StoreArgs,
}

/// One line of the result.
struct Finding {
    subject: &'static str,
    state: State,
    text: String,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Good,
    Wrong,
    /// Neither good nor wrong is known, and the text says why.
    NotLookedAt,
}

impl Finding {
    fn good(subject: &'static str, text: impl Into<String>) -> Self {
        Self { subject, state: State::Good, text: text.into() }
    }

    fn wrong(subject: &'static str, text: impl Into<String>) -> Self {
        Self { subject, state: State::Wrong, text: text.into() }
    }

    fn not_looked_at(subject: &'static str, text: impl Into<String>) -> Self {
        Self { subject, state: State::NotLookedAt, text: text.into() }
    }

    fn line(&self) -> String {
        let state = match self.state {
            State::Good => "good",
            State::Wrong => "WRONG",
            State::NotLookedAt => "not looked at",
        };
        without_error_numbers(&format!("{state:13}  {}: {}\n", self.subject, self.text))
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
        let mut findings = runtime.block_on(self.examine());
        // Outside of the runtime: it has one of its own while it reads the database.
        let can_read = !findings.iter().any(|it| it.subject == data::DATABASE && it.state != State::Good);
        findings.push(data::shown_content(&self.content, &self.store, can_read));
        let count = |state: State| findings.iter().filter(|finding| finding.state == state).count();
        let (wrong, unseen) = (count(State::Wrong), count(State::NotLookedAt));
        let lines: String = findings.iter().map(Finding::line).collect();
        let summary = match wrong {
            0 => "Nothing that was looked at is wrong.".to_owned(),
            1 => "1 thing is wrong.".to_owned(),
            count => format!("{count} things are wrong."),
        };
        let rest = if unseen == 0 { String::new() } else { format!(" Not looked at: {unseen}.") };
        output::write(&format!("{lines}{summary}{rest}\n"));
        if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }

    async fn examine(&self) -> Vec<Finding> {
        let database = self.store.database();
        let mut findings = data::examine(&database, &self.backup).await;
        let names = self.address.names();
        for name in &names {
            findings.push(network::dns(name).await);
        }
        if let Some(name) = names.first() {
            for port in [443, 80] {
                findings.push(network::port(name, port).await);
            }
        } else {
            let text =
                "They are only looked at with --domain (CLINIC_DOMAIN). Behind a proxy, look at the site from a phone.";
            findings.push(Finding::not_looked_at("DNS and ports", text));
        }
        let settings =
            self.mail.mail.clone().unwrap_or_else(|| clinic_mail::Settings::File(database.data.join("mail")));
        findings.push(self.mail(&settings).await);
        findings
    }
}
