//! The settings of `clinic serve`, parsed from the command line and the environment.

use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use ipnet::IpNet;
use jiff::SignedDuration;
use url::Url;

use clinic_http::certificates::acme::{self, DomainName};
use clinic_http::certificates::files::CertificateFiles;
use clinic_mail::compose::Sender;
use clinic_rules::rate_limit::Limits;
use clinic_store::BackupFolder;

#[derive(Debug)]
pub struct Config {
    pub listen: SocketAddr,
    pub tls: Option<Tls>,
    pub metrics: Option<SocketAddr>,
    pub site_url: Option<SiteUrl>,
    pub hsts_include_subdomains: bool,
    /// The folder with the content. Without it, the content is in the store.
    pub content: Option<PathBuf>,
    pub database: Database,
    pub mail: Option<clinic_mail::Settings>,
    pub mail_from: Option<Sender>,
    pub dkim: Option<DkimKey>,
    pub trust_proxy: Vec<IpNet>,
    pub min_play: Duration,
    /// Overrides the content's `code_days`.
    pub code_days: Option<u32>,
    pub limits: Limits,
    pub disposable_domains: Option<PathBuf>,
    /// Where the site makes backups by itself, if it does.
    pub backups: Option<BackupFolder>,
    pub service_id: String,
    pub template_id: String,
    pub user_id: String,
    pub dropped_log_lines: Arc<AtomicU64>,
    pub timing: Timing,
}

/// Times that tests of the program change. Nobody who runs a site needs other ones.
#[derive(Debug, Clone, Copy)]
pub struct Timing {
    /// Nothing is drawn in this time after the start: it would take the processor from the first answers and from the compression
    /// of the pages. What is stored is shown at once.
    pub drawing_delay: Duration,
    /// Compressing well takes seconds of the processor. It waits until nothing has been published for this time, so that it does
    /// not slow down the first answers after a start, nor the next of several publications in a row. Until then everything is
    /// served with fast compression.
    pub compression_delay: Duration,
    /// `clinic_http::services::Settings::screen_wait`
    pub screen_wait: Duration,
}

impl Config {
    /// The names of the site beside its canonical one.
    pub fn other_names(&self) -> Vec<String> {
        match &self.tls {
            Some(Tls { certificate: CertificateSource::Acme(settings), .. }) => {
                settings.domains.iter().skip(1).map(ToString::to_string).collect()
            }
            _ => Vec::new(),
        }
    }

    /// By default messages are written to a folder beside the database.
    pub fn mail_settings(&self) -> clinic_mail::Settings {
        self.mail.clone().unwrap_or_else(|| clinic_mail::Settings::File(self.database.data.join("mail")))
    }
}

/// The HTTPS listener.
#[derive(Debug)]
pub struct Tls {
    pub listen: SocketAddr,
    pub certificate: CertificateSource,
}

#[derive(Debug)]
pub enum CertificateSource {
    Files(CertificateFiles),
    /// Ordered from an authority.
    Acme(acme::Settings),
}

#[derive(Debug)]
pub struct DkimKey {
    pub file: PathBuf,
    pub domain: String,
    pub selector: String,
}

/// The data folder, the database when it is not an SQLite file in that folder, and the list of erased people and the key
/// file when they are not in that folder.
#[derive(Debug, Clone)]
pub struct Database {
    pub data: PathBuf,
    pub url: Option<String>,
    pub erased_people: Option<PathBuf>,
    pub key_file: Option<PathBuf>,
    /// The folder in which systemd gives the service its credentials (`LoadCredential=`).
    pub credentials: Option<PathBuf>,
}

const KEY_FILE: &str = "clinic.key";

impl Database {
    pub fn url(&self) -> String {
        self.url.clone().unwrap_or_else(|| format!("sqlite:{}", self.data.join("clinic.db").display()))
    }

    pub fn is_postgres(&self) -> bool {
        let url = self.url();
        url.starts_with("postgres:") || url.starts_with("postgresql:")
    }

    /// `None` for PostgreSQL.
    pub fn sqlite_file(&self) -> Option<PathBuf> {
        let url = self.url();
        let path = url.strip_prefix("sqlite:")?;
        Some(PathBuf::from(path.trim_start_matches("//")))
    }

    pub fn erased_people(&self) -> PathBuf {
        self.erased_people.clone().unwrap_or_else(|| self.data.join("erased-people.txt"))
    }

    /// The key that encrypts the secrets in the database.
    pub fn key_file(&self) -> PathBuf {
        let credential = || self.credentials.as_ref().map(|folder| folder.join(KEY_FILE)).filter(|file| file.exists());
        self.key_file.clone().or_else(credential).unwrap_or_else(|| self.data.join(KEY_FILE))
    }

    /// Every place at which the key is looked for: the one that is used may have been mistyped.
    pub fn key_files(&self) -> Vec<PathBuf> {
        let credential = self.credentials.as_ref().map(|folder| folder.join(KEY_FILE));
        self.key_file.iter().cloned().chain(credential).chain([self.data.join(KEY_FILE)]).collect()
    }

    pub fn is_credential(&self, file: &Path) -> bool {
        self.credentials.as_ref().is_some_and(|folder| file.starts_with(folder))
    }
}

/// For messages: the database without its password.
impl fmt::Display for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let url = self.url();
        if let Some(path) = url.strip_prefix("sqlite:") {
            let path = Path::new(path.trim_start_matches("//"));
            return write!(f, "{}", std::path::absolute(path).as_deref().unwrap_or(path).display());
        }
        let Ok(mut url) = Url::parse(&url) else { return f.write_str("an invalid URL") };
        let _ = url.set_password(None);
        let parameters: Vec<(String, String)> =
            url.query_pairs().filter(|(name, _)| name != "password").map(|(a, b)| (a.into(), b.into())).collect();
        url.set_query(None);
        if !parameters.is_empty() {
            url.query_pairs_mut().extend_pairs(parameters);
        }
        write!(f, "{url}")
    }
}

/// Parses a duration such as `4s`, `500ms`, `2m` or `1h`.
pub fn parse_duration(text: &str) -> Result<Duration, String> {
    text.parse::<SignedDuration>()
        .ok()
        .and_then(|duration| Duration::try_from(duration).ok())
        .ok_or_else(|| format!("\"{text}\" is not a duration. Write it like 4s, 500ms, 2m or 1h"))
}

/// Parses a network such as `10.0.0.0/8`, or one address.
pub fn parse_network(text: &str) -> Result<IpNet, String> {
    let address = || text.parse::<IpAddr>().map(IpNet::from);
    text.parse().or_else(|_| address()).map_err(|_| {
        format!("\"{text}\" is not a network. Write an address like 127.0.0.1, or a network like 10.0.0.0/8")
    })
}

pub fn parse_listen_address(text: &str) -> Result<SocketAddr, String> {
    text.parse().map_err(|_| {
        format!(
            "\"{text}\" is not an address with a port. Write it like 127.0.0.1:8080, or 0.0.0.0:443 for all addresses"
        )
    })
}

/// The public address of the site: `http` or `https` with a host and possibly a port, without a slash at the end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SiteUrl(Url);

impl SiteUrl {
    /// The address to use when none is configured.
    pub fn of_listener(address: SocketAddr, is_tls: bool) -> Self {
        let scheme = if is_tls { "https" } else { "http" };
        Self(Url::parse(&format!("{scheme}://{address}")).expect("a socket address is a valid host and port"))
    }

    /// Always without a port: authorities check a domain on port 443, so visitors find it there too.
    pub fn of_domain(domain: &DomainName) -> Self {
        Self(Url::parse(&format!("https://{domain}")).expect("a domain name is a valid host"))
    }

    pub fn host(&self) -> &str {
        self.0.host_str().expect("checked by the constructors")
    }

    pub fn is_https(&self) -> bool {
        self.0.scheme() == "https"
    }
}

impl fmt::Display for SiteUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.as_str().trim_end_matches('/'))
    }
}

impl FromStr for SiteUrl {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Url::parse(text).ok().filter(is_site_url).map(Self).ok_or_else(|| {
            format!("\"{text}\" is not the address of a site. Write it like https://www.example.ng, without a path")
        })
    }
}

fn is_site_url(url: &Url) -> bool {
    matches!(url.scheme(), "http" | "https")
        && url.has_host()
        && url.path() == "/"
        && url.query().is_none()
        && url.fragment().is_none()
        && url.username().is_empty()
        && url.password().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_have_a_number_and_a_unit() {
        assert_eq!(parse_duration("4s"), Ok(Duration::from_secs(4)));
        assert_eq!(parse_duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(parse_duration("2m"), Ok(Duration::from_mins(2)));
        assert_eq!(parse_duration("1h"), Ok(Duration::from_hours(1)));
        for invalid in ["4", "s", "-1s", "4 days", "", "99999999999999999999h"] {
            assert!(parse_duration(invalid).is_err(), "{invalid}");
        }
    }

    #[test]
    fn network_may_be_one_address() {
        assert_eq!(parse_network("127.0.0.1"), Ok("127.0.0.1/32".parse().expect("a network")));
        assert_eq!(parse_network("::1"), Ok("::1/128".parse().expect("a network")));
        assert_eq!(parse_network("10.0.0.0/8"), Ok("10.0.0.0/8".parse().expect("a network")));
        assert!(parse_network("10.0.0.0/33").expect_err("too long").contains("10.0.0.0/8"));
    }

    #[test]
    fn database_is_shown_without_its_password() {
        let database = |url: Option<&str>| Database {
            data: "/data".into(),
            url: url.map(str::to_owned),
            erased_people: None,
            key_file: None,
            credentials: None,
        };
        let shown = |url: &str| database(Some(url)).to_string();
        assert_eq!(database(None).to_string(), "/data/clinic.db");
        assert_eq!(shown("sqlite:///srv/a.db"), "/srv/a.db");
        assert_eq!(shown("postgres://clinic:hunter2@db.example/clinic"), "postgres://clinic@db.example/clinic");
        let with_parameters = shown("postgres://clinic@db.example/clinic?password=hunter2&sslmode=require");
        assert_eq!(with_parameters, "postgres://clinic@db.example/clinic?sslmode=require");
        assert_eq!(shown("postgres://a:hunter2@:bad"), "an invalid URL");
    }

    #[test]
    fn site_url_has_a_scheme_a_host_and_no_path() {
        let url = |text: &str| text.parse::<SiteUrl>().expect("a valid address");
        assert_eq!(url("https://clinic.example/").to_string(), "https://clinic.example");
        assert_eq!(url("http://127.0.0.1:8080").to_string(), "http://127.0.0.1:8080");
        assert_eq!(
            (url("https://clinic.example").host(), url("http://127.0.0.1:8080").host()),
            ("clinic.example", "127.0.0.1")
        );
        assert!(url("https://clinic.example").is_https() && !url("http://clinic.example").is_https());
        for invalid in [
            "clinic.example",
            "ftp://x",
            "https://",
            "https://x/path",
            "https://a b",
            "https://x?y",
            "https://x#y",
            "https://user@x",
        ] {
            assert!(invalid.parse::<SiteUrl>().is_err(), "{invalid}");
        }
    }

    #[test]
    fn site_url_of_a_listener_is_its_address() {
        let address = "[::1]:8080".parse().expect("an address");
        assert_eq!(SiteUrl::of_listener(address, false).to_string(), "http://[::1]:8080");
        assert_eq!(SiteUrl::of_listener(address, true).to_string(), "https://[::1]:8080");
    }
}
