//! `clinic serve`: its flags.

use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use clap::Args;
use ipnet::IpNet;
use url::Url;

use super::args::{ContentArg, MailArg, StoreArgs, number};
use super::backup_args::BackupArgs;
use super::exit_code::exit_code;
use super::log::LogWriter;
use crate::app;
use crate::config::{
    CertificateSource, Config, DkimKey, SiteUrl, Timing, Tls, parse_duration, parse_listen_address, parse_network,
};
use clinic_http::certificates::acme::{self, DomainName, LETS_ENCRYPT};
use clinic_http::certificates::files::CertificateFiles;
use clinic_mail::compose::Sender;
use clinic_rules::person::EmailAddress;
use clinic_rules::rate_limit::Limits;
use clinic_store::{BackupFolder, ORDER_LEASE};

const LOCAL: SocketAddr = SocketAddr::V4(SocketAddrV4::new(Ipv4Addr::LOCALHOST, 8080));
/// Also accepts IPv4.
const ALL_ADDRESSES_HTTP: SocketAddr = SocketAddr::V6(SocketAddrV6::new(Ipv6Addr::UNSPECIFIED, 80, 0, 0));
const ALL_ADDRESSES_HTTPS: SocketAddr = SocketAddr::V6(SocketAddrV6::new(Ipv6Addr::UNSPECIFIED, 443, 0, 0));

#[derive(Debug, Args)]
pub struct Serve {
    /// A domain name of the site. The server then gets a certificate for it by itself and serves HTTPS. With several names,
    /// the first is the address of the site; requests for the others are redirected to it.
    #[arg(long, env = "CLINIC_DOMAIN", value_name = "NAME", value_delimiter = ',', conflicts_with_all = ["site_url", "tls_cert"])]
    domain: Vec<DomainName>,
    #[command(flatten)]
    acme: AcmeArgs,
    /// The address and port to listen on [default: 127.0.0.1:8080; with --domain port 80 of all addresses].
    #[arg(long, env = "CLINIC_LISTEN", value_name = "ADDRESS:PORT", value_parser = parse_listen_address)]
    listen: Option<SocketAddr>,
    /// The address and port for HTTPS. Needs --domain, or --tls-cert and --tls-key. Plain HTTP on --listen is then redirected,
    /// except for trusted proxies [default: none; with --domain port 443 of all addresses].
    #[arg(long, env = "CLINIC_LISTEN_TLS", value_name = "ADDRESS:PORT", value_parser = parse_listen_address)]
    listen_tls: Option<SocketAddr>,
    /// The certificate chain (PEM) for HTTPS. It is loaded again when the file changes.
    #[arg(long, env = "CLINIC_TLS_CERT", value_name = "FILE", requires_all = ["listen_tls", "tls_key"])]
    tls_cert: Option<PathBuf>,
    /// The private key (PEM) of the certificate.
    #[arg(long, env = "CLINIC_TLS_KEY", value_name = "FILE", requires_all = ["listen_tls", "tls_cert"])]
    tls_key: Option<PathBuf>,
    /// The address and port for Prometheus metrics at /metrics, and for /healthz with details. Do not make it public
    /// [default: none].
    #[arg(long, env = "CLINIC_METRICS", value_name = "ADDRESS:PORT", value_parser = parse_listen_address)]
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
    #[arg(long, env = "CLINIC_CODE_DAYS", value_name = "DAYS", value_parser = |text: &str| number(text, 1, 3650_u32))]
    code_days: Option<u32>,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    backup: BackupArgs,
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
    #[command(flatten)]
    timing: TimingArgs,
}

/// Only for tests of the program. Their values are explained at `Timing` and `ORDER_LEASE`.
#[derive(Debug, Args)]
struct TimingArgs {
    #[arg(long, env = "CLINIC_DRAWING_DELAY", hide = true, default_value = "10s", value_name = "DURATION", value_parser = parse_duration)]
    drawing_delay: Duration,
    #[arg(long, env = "CLINIC_COMPRESSION_DELAY", hide = true, default_value = "10s", value_name = "DURATION", value_parser = parse_duration)]
    compression_delay: Duration,
    #[arg(long, env = "CLINIC_SCREEN_WAIT", hide = true, default_value = "5s", value_name = "DURATION", value_parser = parse_duration)]
    screen_wait: Duration,
    #[arg(long, env = "CLINIC_ORDER_LEASE", hide = true, value_name = "DURATION", value_parser = parse_duration)]
    order_lease: Option<Duration>,
}

#[derive(Debug, Args)]
#[expect(clippy::struct_field_names, reason = "the names are the names of the flags")]
struct AcmeArgs {
    /// The authority that issues the certificate for --domain: the URL of its ACME directory.
    #[arg(long, env = "CLINIC_ACME_DIRECTORY", default_value = LETS_ENCRYPT, value_name = "URL", requires = "domain", value_parser = parse_directory)]
    acme_directory: String,
    /// A certificate (PEM) to check the connection to the authority with, instead of the public ones.
    #[arg(long, env = "CLINIC_ACME_CA", value_name = "FILE", requires = "domain")]
    acme_ca: Option<PathBuf>,
    /// The email address that the authority may write to about the account.
    #[arg(long, env = "CLINIC_ACME_EMAIL", value_name = "ADDRESS", requires = "domain", value_parser = parse_email)]
    acme_email: Option<String>,
}

/// Port 0 is a free port.
fn overlap(one: SocketAddr, other: SocketAddr) -> bool {
    let is_same_ip = one.ip() == other.ip() || one.ip().is_unspecified() || other.ip().is_unspecified();
    one.port() == other.port() && one.port() != 0 && is_same_ip
}

fn parse_directory(text: &str) -> Result<String, String> {
    let is_https = Url::parse(text).is_ok_and(|url| url.scheme() == "https" && url.has_host());
    if is_https {
        return Ok(text.to_owned());
    }
    Err(format!("\"{text}\" is not the address of an ACME directory. Write it like {LETS_ENCRYPT}"))
}

fn parse_email(text: &str) -> Result<String, String> {
    EmailAddress::parse(text)
        .map(|address| address.as_typed().to_owned())
        .map_err(|_| format!("\"{text}\" is not an email address. Write it like it@example.ng"))
}

#[derive(Debug, Args)]
struct LimitArgs {
    /// How many games may be started from one client address in an hour.
    #[arg(long, env = "CLINIC_PLAYS_PER_CLIENT_HOUR", default_value_t = Limits::default().plays_per_client_hour, value_name = "N", value_parser = |text: &str| number(text, 0, u32::MAX))]
    plays_per_client_hour: u32,
    /// How many results of games may be sent from one client address in an hour.
    #[arg(long, env = "CLINIC_FINISHES_PER_CLIENT_HOUR", default_value_t = Limits::default().finishes_per_client_hour, value_name = "N", value_parser = |text: &str| number(text, 0, u32::MAX))]
    finishes_per_client_hour: u32,
    /// How many claims may come from one client address in an hour.
    #[arg(long, env = "CLINIC_CLAIMS_PER_CLIENT_HOUR", default_value_t = Limits::default().claims_per_client_hour, value_name = "N", value_parser = |text: &str| number(text, 0, u32::MAX))]
    claims_per_client_hour: u32,
    /// Requests for free times per hour from one client network. Further ones wait for staff, and no email is sent.
    #[arg(long, env = "CLINIC_BOOKINGS_PER_CLIENT_HOUR", default_value_t = Limits::default().bookings_per_client_hour, value_name = "N", value_parser = |text: &str| number(text, 0, u32::MAX))]
    bookings_per_client_hour: u32,
    /// Requests for free times per hour from one client network beyond that limit. Further ones are refused.
    #[arg(long, env = "CLINIC_BOOKINGS_WITHOUT_EMAIL_PER_CLIENT_HOUR", default_value_t = Limits::default().bookings_without_email_per_client_hour, value_name = "N", value_parser = |text: &str| number(text, 0, u32::MAX))]
    bookings_without_email_per_client_hour: u32,
    /// How many online appointments with one phone number, which staff have not confirmed, hold a time. Further requests wait for staff.
    #[arg(long, env = "CLINIC_HELD_PER_PHONE", default_value_t = Limits::default().held_per_phone, value_name = "N", value_parser = |text: &str| number(text, 0, u32::MAX))]
    held_per_phone: u32,
    /// How many unconfirmed online appointments of one client network hold a time. Further requests wait for staff.
    #[arg(long, env = "CLINIC_HELD_PER_CLIENT", default_value_t = Limits::default().held_per_client, value_name = "N", value_parser = |text: &str| number(text, 0, u32::MAX))]
    held_per_client: u32,
    /// How much of a day unconfirmed online appointments may hold, in percent.
    #[arg(long, env = "CLINIC_HELD_PERCENT_OF_DAY", default_value_t = Limits::default().held_percent_of_day, value_name = "PERCENT", value_parser = |text: &str| number(text, 0, u32::MAX))]
    held_percent_of_day: u32,
    /// How much of all days that can be booked unconfirmed online appointments may hold, in percent.
    #[arg(long, env = "CLINIC_HELD_PERCENT_OF_CALENDAR", default_value_t = Limits::default().held_percent_of_calendar, value_name = "PERCENT", value_parser = |text: &str| number(text, 0, u32::MAX))]
    held_percent_of_calendar: u32,
    /// How many new discount codes may be issued in an hour, from all clients together.
    #[arg(long, env = "CLINIC_NEW_CODES_PER_HOUR", default_value_t = Limits::default().new_codes_per_hour, value_name = "N", value_parser = |text: &str| number(text, 0, u32::MAX))]
    new_codes_per_hour: u32,
    /// How many games may be finished in an hour, from all clients together.
    #[arg(long, env = "CLINIC_FINISHED_GAMES_PER_HOUR", default_value_t = Limits::default().finished_games_per_hour, value_name = "N", value_parser = |text: &str| number(text, 0, u32::MAX))]
    finished_games_per_hour: u32,
}

impl Serve {
    pub fn run(self, log: &LogWriter) -> ExitCode {
        let checked = self.check_listeners().and_then(|()| self.backup.folder(&self.store.database()));
        let backups = match checked {
            Ok(backups) => backups,
            Err(problem) => {
                print_error!("{problem}");
                return ExitCode::from(2);
            }
        };
        let result = app::serve(self.into_config(backups, log.dropped_lines()));
        // So that the reason is the last line, where people look for it.
        log.wait_until_written();
        exit_code(result)
    }

    fn check_listeners(&self) -> Result<(), String> {
        if let Some(tls) = self.tls().filter(|tls| overlap(tls.listen, self.listen())) {
            return Err(format!(
                "HTTP and HTTPS cannot both listen on port {}. Choose another port for one of them with --listen or \
                 --listen-tls.",
                tls.listen.port()
            ));
        }
        let https = self.tls().map(|tls| (tls.listen, "--listen-tls"));
        if let Some(metrics) = self.metrics
            && let Some((_, flag)) =
                [Some((self.listen(), "--listen")), https].into_iter().flatten().find(|(it, _)| overlap(*it, metrics))
        {
            return Err(format!(
                "--metrics and {flag} cannot both use port {}: the metrics are not for visitors. Choose another port for one of them.",
                metrics.port()
            ));
        }
        if !self.domain.is_empty() {
            return Ok(());
        }
        if self.listen_tls.is_some() && self.tls_cert.is_none() {
            return Err(
                "--listen-tls needs a certificate. Give its files with --tls-cert and --tls-key, or let the server get one with \
                 --domain."
                    .to_owned(),
            );
        }
        let mut listeners = [Some(self.listen()), self.listen_tls].into_iter().flatten();
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

    fn listen(&self) -> SocketAddr {
        let default = if self.domain.is_empty() { LOCAL } else { ALL_ADDRESSES_HTTP };
        self.listen.unwrap_or(default)
    }

    fn tls(&self) -> Option<Tls> {
        if !self.domain.is_empty() {
            let settings = acme::Settings {
                domains: self.domain.clone(),
                directory: self.acme.acme_directory.clone(),
                ca: self.acme.acme_ca.clone(),
                email: self.acme.acme_email.clone(),
                order_lease: self.timing.order_lease.unwrap_or(ORDER_LEASE),
            };
            let listen = self.listen_tls.unwrap_or(ALL_ADDRESSES_HTTPS);
            return Some(Tls { listen, certificate: CertificateSource::Acme(settings) });
        }
        let (certificate, key) = (self.tls_cert.clone()?, self.tls_key.clone()?);
        let files = CertificateSource::Files(CertificateFiles { certificate, key });
        self.listen_tls.map(|listen| Tls { listen, certificate: files })
    }

    fn into_config(self, backups: Option<BackupFolder>, dropped_log_lines: Arc<AtomicU64>) -> Config {
        let (listen, tls) = (self.listen(), self.tls());
        let site_url = self.site_url.clone().or_else(|| self.domain.first().map(SiteUrl::of_domain));
        let dkim = match (self.dkim_key, self.dkim_domain, self.dkim_selector) {
            (Some(file), Some(domain), Some(selector)) => Some(DkimKey { file, domain, selector }),
            _ => None,
        };
        Config {
            listen,
            tls,
            metrics: self.metrics,
            site_url,
            hsts_include_subdomains: self.hsts_include_subdomains,
            content: self.content.folder(),
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
                bookings_per_client_hour: self.limits.bookings_per_client_hour,
                bookings_without_email_per_client_hour: self.limits.bookings_without_email_per_client_hour,
                held_per_phone: self.limits.held_per_phone,
                held_per_client: self.limits.held_per_client,
                held_percent_of_day: self.limits.held_percent_of_day,
                held_percent_of_calendar: self.limits.held_percent_of_calendar,
                new_codes_per_hour: self.limits.new_codes_per_hour,
                finished_games_per_hour: self.limits.finished_games_per_hour,
                ..Limits::default()
            },
            disposable_domains: self.disposable_domains,
            backups,
            service_id: self.service_id,
            template_id: self.template_id,
            user_id: self.user_id,
            dropped_log_lines,
            timing: Timing {
                drawing_delay: self.timing.drawing_delay,
                compression_delay: self.timing.compression_delay,
                screen_wait: self.timing.screen_wait,
            },
        }
    }
}
