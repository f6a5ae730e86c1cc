//! `clinic serve`: its flags.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use clap::Args;
use ipnet::IpNet;

use super::args::{ContentArg, MailArg, StoreArgs};
use super::exit_code::exit_code;
use crate::app;
use crate::certificates::files::CertificateFiles;
use crate::config::{Config, DkimKey, SiteUrl, Tls, parse_duration, parse_network};
use crate::mail::compose::Sender;
use crate::rate_limit::Limits;

#[derive(Debug, Args)]
pub struct Serve {
    /// The address and port to listen on.
    #[arg(long, env = "CLINIC_LISTEN", default_value = "127.0.0.1:8080", value_name = "ADDRESS:PORT")]
    listen: SocketAddr,
    /// The address and port for HTTPS. Also needs --tls-cert and --tls-key. Plain HTTP on --listen is then redirected, except
    /// for trusted proxies [default: none].
    #[arg(long, env = "CLINIC_LISTEN_TLS", value_name = "ADDRESS:PORT", requires_all = ["tls_cert", "tls_key"])]
    listen_tls: Option<SocketAddr>,
    /// The certificate chain (PEM) for HTTPS. It is loaded again when the file changes.
    #[arg(long, env = "CLINIC_TLS_CERT", value_name = "FILE", requires_all = ["listen_tls", "tls_key"])]
    tls_cert: Option<PathBuf>,
    /// The private key (PEM) of the certificate.
    #[arg(long, env = "CLINIC_TLS_KEY", value_name = "FILE", requires_all = ["listen_tls", "tls_cert"])]
    tls_key: Option<PathBuf>,
    /// The address and port for Prometheus metrics at /metrics. Do not make it public [default: none].
    #[arg(long, env = "CLINIC_METRICS", value_name = "ADDRESS:PORT")]
    metrics: Option<SocketAddr>,
    /// The public address of the site. Required unless --listen and --listen-tls are loopback addresses [default: the address
    /// of the listener].
    #[arg(long, env = "CLINIC_SITE_URL", value_name = "URL")]
    site_url: Option<SiteUrl>,
    /// Add `includeSubDomains` to the Strict-Transport-Security header. Only when every host below the site's uses HTTPS.
    #[arg(long, env = "CLINIC_HSTS_INCLUDE_SUBDOMAINS")]
    hsts_include_subdomains: bool,
    #[command(flatten)]
    content: ContentArg,
    #[command(flatten)]
    store: StoreArgs,
    #[command(flatten)]
    mail: MailArg,
    /// The sender of emails [default: clinic@ and the host of the site].
    #[arg(long, env = "CLINIC_MAIL_FROM", value_name = "ADDRESS", value_parser = Sender::parse)]
    mail_from: Option<Sender>,
    /// A private key (PEM) to sign emails with. Also needs --dkim-domain and --dkim-selector.
    #[arg(long, env = "CLINIC_DKIM_KEY", value_name = "FILE", requires_all = ["dkim_domain", "dkim_selector"])]
    dkim_key: Option<PathBuf>,
    /// The domain of the DKIM signature.
    #[arg(long, env = "CLINIC_DKIM_DOMAIN", value_name = "DOMAIN", requires = "dkim_key")]
    dkim_domain: Option<String>,
    /// The selector of the DKIM signature.
    #[arg(long, env = "CLINIC_DKIM_SELECTOR", value_name = "NAME", requires = "dkim_key")]
    dkim_selector: Option<String>,
    /// Addresses or networks of reverse proxies whose X-Forwarded-For header is trusted.
    #[arg(long, env = "CLINIC_TRUST_PROXY", value_name = "CIDR", value_delimiter = ',', value_parser = parse_network)]
    trust_proxy: Vec<IpNet>,
    /// The shortest time in which a perfect game is accepted.
    #[arg(long, env = "CLINIC_MIN_PLAY", default_value = "4s", value_name = "DURATION", value_parser = parse_duration)]
    min_play: Duration,
    /// How many days a discount code is valid. Overrides `code_days` in clinic.toml.
    #[arg(long, env = "CLINIC_CODE_DAYS", value_name = "DAYS", value_parser = clap::value_parser!(u32).range(1..=3650))]
    code_days: Option<u32>,
    #[command(flatten)]
    limits: LimitArgs,
    /// A file with lines `allow DOMAIN` and `deny DOMAIN` that override the built-in list of disposable email domains.
    #[arg(long, env = "CLINIC_DISPOSABLE_DOMAINS", value_name = "FILE")]
    disposable_domains: Option<PathBuf>,
    /// The `service_id` that claims must contain.
    #[arg(long, env = "CLINIC_SERVICE_ID", default_value = "clinic", value_name = "ID")]
    service_id: String,
    /// The `template_id` that claims must contain.
    #[arg(long, env = "CLINIC_TEMPLATE_ID", default_value = "discount", value_name = "ID")]
    template_id: String,
    /// The `user_id` that claims must contain.
    #[arg(long, env = "CLINIC_USER_ID", default_value = "website", value_name = "ID")]
    user_id: String,
}

#[derive(Debug, Args)]
#[expect(clippy::struct_field_names, reason = "the names are the names of the flags")]
struct LimitArgs {
    /// How many games may be started from one client address in an hour.
    #[arg(long, env = "CLINIC_PLAYS_PER_CLIENT_HOUR", default_value_t = Limits::default().plays_per_client_hour, value_name = "N")]
    plays_per_client_hour: u32,
    /// How many results of games may be sent from one client address in an hour.
    #[arg(long, env = "CLINIC_FINISHES_PER_CLIENT_HOUR", default_value_t = Limits::default().finishes_per_client_hour, value_name = "N")]
    finishes_per_client_hour: u32,
    /// How many claims may come from one client address in an hour.
    #[arg(long, env = "CLINIC_CLAIMS_PER_CLIENT_HOUR", default_value_t = Limits::default().claims_per_client_hour, value_name = "N")]
    claims_per_client_hour: u32,
    /// How many new discount codes may be issued in an hour, from all clients together.
    #[arg(long, env = "CLINIC_NEW_CODES_PER_HOUR", default_value_t = Limits::default().new_codes_per_hour, value_name = "N")]
    new_codes_per_hour: u32,
    /// How many games may be finished in an hour, from all clients together.
    #[arg(long, env = "CLINIC_FINISHED_GAMES_PER_HOUR", default_value_t = Limits::default().finished_games_per_hour, value_name = "N")]
    finished_games_per_hour: u32,
}

impl Serve {
    pub fn run(self, dropped_log_lines: Arc<AtomicU64>) -> ExitCode {
        if let Err(problem) = self.check_site_url() {
            eprintln!("{problem}");
            return ExitCode::from(2);
        }
        exit_code(app::serve(self.into_config(dropped_log_lines)))
    }

    fn check_site_url(&self) -> Result<(), String> {
        let mut listeners = [Some(self.listen), self.listen_tls].into_iter().flatten();
        match (&self.site_url, listeners.find(|listener| !listener.ip().is_loopback())) {
            (None, Some(listener)) => Err(format!(
                "The site listens on {listener}, so visitors and emails need its public address. Give it with --site-url, \
                 like https://www.example.ng."
            )),
            (Some(url), _) if self.listen_tls.is_some() && !url.is_https() => Err(format!(
                "With --listen-tls the address of the site starts with https://, but --site-url is {url}. Correct it."
            )),
            _ => Ok(()),
        }
    }

    fn into_config(self, dropped_log_lines: Arc<AtomicU64>) -> Config {
        let dkim = match (self.dkim_key, self.dkim_domain, self.dkim_selector) {
            (Some(file), Some(domain), Some(selector)) => Some(DkimKey { file, domain, selector }),
            _ => None,
        };
        let tls = match (self.listen_tls, self.tls_cert, self.tls_key) {
            (Some(listen), Some(certificate), Some(key)) => {
                Some(Tls { listen, files: CertificateFiles { certificate, key } })
            }
            _ => None,
        };
        Config {
            listen: self.listen,
            tls,
            metrics: self.metrics,
            site_url: self.site_url,
            hsts_include_subdomains: self.hsts_include_subdomains,
            content: self.content.source(),
            database: self.store.database(),
            mail: self.mail.mail,
            mail_from: self.mail_from,
            dkim,
            trust_proxy: self.trust_proxy,
            min_play: self.min_play,
            code_days: self.code_days,
            limits: Limits {
                plays_per_client_hour: self.limits.plays_per_client_hour,
                finishes_per_client_hour: self.limits.finishes_per_client_hour,
                claims_per_client_hour: self.limits.claims_per_client_hour,
                new_codes_per_hour: self.limits.new_codes_per_hour,
                finished_games_per_hour: self.limits.finished_games_per_hour,
                ..Limits::default()
            },
            disposable_domains: self.disposable_domains,
            service_id: self.service_id,
            template_id: self.template_id,
            user_id: self.user_id,
            dropped_log_lines,
        }
    }
}
