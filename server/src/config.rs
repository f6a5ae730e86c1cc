//! Settings as the command line and the environment give them, parsed into values that cannot be wrong.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use ipnet::IpNet;

use crate::mail;
use crate::mail::compose::Sender;
use crate::rate_limit::Limits;
use crate::site::ContentSource;

/// Everything that `clinic serve` can be told.
#[derive(Debug)]
pub struct Config {
    pub listen: SocketAddr,
    pub metrics: Option<SocketAddr>,
    pub site_url: Option<SiteUrl>,
    pub content: ContentSource,
    pub database: Database,
    pub mail: Option<mail::Settings>,
    pub mail_from: Option<Sender>,
    pub dkim: Option<DkimKey>,
    pub trust_proxy: Vec<IpNet>,
    pub min_play: Duration,
    pub code_days: u32,
    pub limits: Limits,
    pub disposable_domains: Option<PathBuf>,
    pub service_id: String,
    pub template_id: String,
    pub user_id: String,
}

impl Config {
    /// Without a word about mail it is put into a folder beside the database.
    pub fn mail_settings(&self) -> mail::Settings {
        self.mail.clone().unwrap_or_else(|| mail::Settings::File(self.database.data.join("mail")))
    }
}

#[derive(Debug)]
pub struct DkimKey {
    pub file: PathBuf,
    pub domain: String,
    pub selector: String,
}

/// The data folder, and the database if it is not in there.
#[derive(Debug, Clone)]
pub struct Database {
    pub data: PathBuf,
    pub url: Option<String>,
}

impl Database {
    pub fn url(&self) -> String {
        self.url.clone().unwrap_or_else(|| format!("sqlite:{}", self.data.join("clinic.db").display()))
    }
}

/// `4s`, `500ms`, `2m`: a length of time as people write it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Length(pub Duration);

impl FromStr for Length {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let digits = text.trim_end_matches(|c: char| !c.is_ascii_digit());
        let number: u64 = digits.parse().map_err(|_| unclear(text))?;
        let millis = match &text[digits.len()..] {
            "ms" => 1,
            "s" => 1000,
            "m" => 60_000,
            "h" => 3_600_000,
            _ => return Err(unclear(text)),
        };
        number.checked_mul(millis).map(|millis| Self(Duration::from_millis(millis))).ok_or_else(|| unclear(text))
    }
}

fn unclear(text: &str) -> String {
    format!("\"{text}\" is no length of time; write it such as 4s, 500ms, 2m or 1h")
}

/// The address under which visitors know the site, without a slash at the end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SiteUrl(pub String);

impl SiteUrl {
    /// The name of the machine, for mail: neither scheme nor port.
    pub fn host(&self) -> &str {
        let rest = self.0.split_once("://").map_or(self.0.as_str(), |(_, rest)| rest);
        match rest.rsplit_once(':') {
            Some((host, port)) if port.chars().all(|c| c.is_ascii_digit()) => host,
            _ => rest,
        }
    }
}

impl FromStr for SiteUrl {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let bare = text.trim_end_matches('/');
        let host = bare.strip_prefix("https://").or_else(|| bare.strip_prefix("http://"));
        match host {
            Some(host)
                if !host.is_empty() && host.chars().all(|c| c.is_ascii_alphanumeric() || ".-:[]".contains(c)) =>
            {
                Ok(Self(bare.to_owned()))
            }
            _ => Err(format!("\"{text}\" is no site address; write it such as https://www.example.ng, without a path")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_of_time_are_read_as_people_write_them() {
        assert_eq!("4s".parse(), Ok(Length(Duration::from_secs(4))));
        assert_eq!("500ms".parse(), Ok(Length(Duration::from_millis(500))));
        for wrong in ["4", "s", "-1s", "4 days", "", "99999999999999999999h"] {
            assert!(wrong.parse::<Length>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_site_address_has_a_scheme_a_host_and_no_path() {
        assert_eq!("https://clinic.example/".parse(), Ok(SiteUrl("https://clinic.example".to_owned())));
        let host = |url: &str| url.parse::<SiteUrl>().expect("an address").host().to_owned();
        assert_eq!(
            (host("https://clinic.example"), host("http://127.0.0.1:8080")),
            ("clinic.example".into(), "127.0.0.1".into())
        );
        for wrong in ["clinic.example", "ftp://x", "https://", "https://x/path", "https://a b"] {
            assert!(wrong.parse::<SiteUrl>().is_err(), "{wrong}");
        }
    }
}
