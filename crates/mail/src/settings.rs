//! Parses the `--mail` URL: a folder, an SMTP server or the hosted provider.
//!
//! Errors say what to write instead. They never repeat the URL, because it may contain a password.

use std::fmt;
use std::net::IpAddr;
use std::path::PathBuf;

use percent_encoding::percent_decode_str;
use secrecy::SecretString;
use url::{Host, Url};

#[derive(Debug, Clone)]
pub enum Settings {
    /// `file:DIR`
    File(PathBuf),
    Smtp(SmtpServer),
    EmailJs(EmailJsAccount),
}

/// `smtp://user:pass@host:port?tls=opportunistic&ca=FILE` or `smtps://…`
#[derive(Debug, Clone)]
pub struct SmtpServer {
    pub host: String,
    pub port: u16,
    pub login: Option<Login>,
    pub encryption: Encryption,
    /// A PEM file with a certificate to trust in addition to the public ones, for a private mail server.
    pub ca: Option<PathBuf>,
}

#[derive(Debug, Clone)]
pub struct Login {
    pub user: String,
    pub(super) password: SecretString,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encryption {
    /// STARTTLS when the server offers it.
    StartTlsIfOffered,
    /// STARTTLS, or the message is not sent.
    StartTlsRequired,
    /// TLS from the first byte (`smtps`).
    ImplicitTls,
}

/// `emailjs+https://host?service_id=…&template_id=…&user_id=…`
#[derive(Debug, Clone)]
pub struct EmailJsAccount {
    pub origin: String,
    pub service_id: String,
    pub template_id: String,
    pub user_id: String,
    /// The provider's private key, when the account requires it.
    pub(super) access_token: Option<SecretString>,
}

/// For messages: without password and access token.
impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(folder) => write!(f, "files in {}", folder.display()),
            Self::Smtp(server) => {
                let encryption = match server.encryption {
                    Encryption::StartTlsIfOffered => "STARTTLS if offered",
                    Encryption::StartTlsRequired => "STARTTLS required",
                    Encryption::ImplicitTls => "TLS",
                };
                let user =
                    server.login.as_ref().map_or("without login".to_owned(), |login| format!("as {}", login.user));
                write!(f, "SMTP server {}:{} {user}, {encryption}", server.host, server.port)
            }
            Self::EmailJs(account) => write!(f, "EmailJS API at {}, service {}", account.origin, account.service_id),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SettingsError {
    #[error(
        "The mail setting has an unknown scheme. Write file:FOLDER, smtp://user:password@host:port, \
         smtps://user:password@host or emailjs+https://host?service_id=…&template_id=…&user_id=…."
    )]
    Scheme,
    #[error("The mail setting has no folder. Write file:FOLDER, such as file:data/mail.")]
    NoFolder,
    #[error(
        "The mail setting (--mail or CLINIC_MAIL) is not a valid URL ({0}). Write special characters in the password as %XX: / is %2F, # is %23, ? is %3F, @ is %40."
    )]
    InvalidUrl(String),
    #[error("The mail setting has no host. Write {0}://user:password@host:port.")]
    NoHost(&'static str),
    #[error("The mail setting has a password but no user. Write user:password@host.")]
    NoUser,
    #[error("The mail setting has an unknown option \"{found}\". Known options: {known}.")]
    UnknownOption { found: String, known: &'static str },
    #[error(
        "The mail setting tls={0} is unknown. Write tls=required, or tls=opportunistic to send without encryption to a \
         server that does not offer STARTTLS."
    )]
    Tls(String),
    #[error("The mail setting has no {0}. Copy it from the provider's dashboard and add {0}=… to the URL.")]
    Missing(&'static str),
    #[error("The mail setting must be emailjs+https://…. Plain http is only allowed to a loopback address.")]
    PlainHttp,
}

impl Settings {
    /// # Errors
    /// When the URL is not a valid mail setting.
    pub fn parse(text: &str) -> Result<Self, SettingsError> {
        let (scheme, rest) = text.trim().split_once(':').ok_or(SettingsError::Scheme)?;
        match scheme.to_ascii_lowercase().as_str() {
            "file" => folder(rest).map(Self::File),
            "smtp" => smtp_server(&url(text)?, false).map(Self::Smtp),
            "smtps" => smtp_server(&url(text)?, true).map(Self::Smtp),
            "emailjs+https" | "emailjs+http" => {
                emailjs_account(&url(&text.trim()["emailjs+".len()..])?).map(Self::EmailJs)
            }
            _ => Err(SettingsError::Scheme),
        }
    }
}

fn folder(rest: &str) -> Result<PathBuf, SettingsError> {
    let path = rest.strip_prefix("//").unwrap_or(rest);
    if path.is_empty() { Err(SettingsError::NoFolder) } else { Ok(PathBuf::from(path)) }
}

fn url(text: &str) -> Result<Url, SettingsError> {
    Url::parse(text.trim()).map_err(|error| SettingsError::InvalidUrl(error.to_string()))
}

fn smtp_server(url: &Url, implicit_tls: bool) -> Result<SmtpServer, SettingsError> {
    let scheme = if implicit_tls { "smtps" } else { "smtp" };
    let host = host(url).ok_or(SettingsError::NoHost(scheme))?;
    let mut encryption = if implicit_tls {
        Encryption::ImplicitTls
    } else if is_loopback(&host) {
        // Nobody can listen between two programs on this machine.
        Encryption::StartTlsIfOffered
    } else {
        Encryption::StartTlsRequired
    };
    let mut ca = None;
    for (key, value) in url.query_pairs() {
        match &*key {
            "ca" => ca = Some(PathBuf::from(&*value)),
            "tls" if implicit_tls => {
                return Err(SettingsError::UnknownOption {
                    found: "tls".into(),
                    known: "ca (smtps:// is always encrypted)",
                });
            }
            "tls" if value == "required" => encryption = Encryption::StartTlsRequired,
            "tls" if value == "opportunistic" => encryption = Encryption::StartTlsIfOffered,
            "tls" => return Err(SettingsError::Tls(value.escape_debug().to_string())),
            _ => {
                return Err(SettingsError::UnknownOption {
                    found: key.escape_debug().to_string(),
                    known: "tls and ca",
                });
            }
        }
    }
    let port = url.port().unwrap_or(if implicit_tls { 465 } else { 587 });
    Ok(SmtpServer { host, port, login: login(url)?, encryption, ca })
}

/// The `url` crate does not parse the host of non-special schemes, so an IPv6 address keeps its brackets.
fn host(url: &Url) -> Option<String> {
    let host = url.host_str().filter(|host| !host.is_empty())?;
    Some(host.trim_start_matches('[').trim_end_matches(']').to_owned())
}

pub(super) fn is_loopback(host: &str) -> bool {
    host == "localhost" || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

fn login(url: &Url) -> Result<Option<Login>, SettingsError> {
    let decode = |part: &str| {
        let invalid = |_| SettingsError::InvalidUrl("the user or password is not UTF-8".to_owned());
        percent_decode_str(part).decode_utf8().map(String::from).map_err(invalid)
    };
    match (url.username(), url.password()) {
        ("", None) => Ok(None),
        ("", Some(_)) => Err(SettingsError::NoUser),
        (user, password) => {
            Ok(Some(Login { user: decode(user)?, password: decode(password.unwrap_or_default())?.into() }))
        }
    }
}

fn emailjs_account(url: &Url) -> Result<EmailJsAccount, SettingsError> {
    let loopback = match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => return Err(SettingsError::NoHost("emailjs+https")),
    };
    if url.scheme() != "https" && !loopback {
        return Err(SettingsError::PlainHttp);
    }
    let known = ["service_id", "template_id", "user_id", "access_token"];
    if let Some((found, _)) = url.query_pairs().find(|(key, _)| !known.contains(&&**key)) {
        let known = "service_id, template_id, user_id and access_token";
        return Err(SettingsError::UnknownOption { found: found.escape_debug().to_string(), known });
    }
    let value = |name: &'static str| {
        let pair = url.query_pairs().find(|(key, value)| key == name && !value.is_empty());
        pair.map(|(_, value)| value.into_owned()).ok_or(SettingsError::Missing(name))
    };
    Ok(EmailJsAccount {
        origin: url.origin().ascii_serialization(),
        service_id: value("service_id")?,
        template_id: value("template_id")?,
        user_id: value("user_id")?,
        access_token: value("access_token").ok().map(SecretString::from),
    })
}

#[cfg(test)]
mod tests {
    use secrecy::ExposeSecret;

    use super::*;

    fn smtp(text: &str) -> SmtpServer {
        match Settings::parse(text) {
            Ok(Settings::Smtp(server)) => server,
            other => panic!("{text} gave {other:?}"),
        }
    }

    fn error(text: &str) -> String {
        Settings::parse(text).expect_err(text).to_string()
    }

    #[test]
    fn folder_is_used_as_written() {
        for (text, path) in [("file:data/mail", "data/mail"), ("file:/var/mail", "/var/mail"), ("file:///m x", "/m x")]
        {
            let Ok(Settings::File(folder)) = Settings::parse(text) else { panic!("{text}") };
            assert_eq!(folder, PathBuf::from(path));
        }
    }

    #[test]
    fn default_port_follows_the_scheme() {
        assert_eq!((smtp("smtp://mail.example").port, smtp("smtps://mail.example").port), (587, 465));
        let server = smtp("smtp://[::1]:2525?tls=required&ca=/etc/ca.pem");
        assert_eq!((server.host.as_str(), server.port), ("::1", 2525));
        assert_eq!((server.encryption, server.ca), (Encryption::StartTlsRequired, Some("/etc/ca.pem".into())));
    }

    #[test]
    fn encryption_is_required_except_on_loopback() {
        let encryption = |text: &str| smtp(text).encryption;
        for text in ["smtp://mail.example", "smtp://ada:pw@192.0.2.1:25", "smtp://[2001:db8::1]", "smtp://127.example"]
        {
            assert_eq!(encryption(text), Encryption::StartTlsRequired, "{text}");
        }
        for text in ["smtp://localhost", "smtp://127.0.0.1:25", "smtp://[::1]", "smtp://mail.example?tls=opportunistic"]
        {
            assert_eq!(encryption(text), Encryption::StartTlsIfOffered, "{text}");
        }
        assert_eq!(encryption("smtp://localhost?tls=required"), Encryption::StartTlsRequired);
        assert_eq!(encryption("smtps://localhost"), Encryption::ImplicitTls);
    }

    #[test]
    fn login_may_contain_any_character_and_is_not_printed() {
        let settings = Settings::parse("smtps://ada%40clinic.example:s%3Ac%2Br@mail.example").expect("settings");
        let Settings::Smtp(SmtpServer { login: Some(login), .. }) = &settings else { panic!("a login") };
        assert_eq!((login.user.as_str(), login.password.expose_secret()), ("ada@clinic.example", "s:c+r"));
        assert!(!format!("{settings:?}").contains("s:c+r"));
    }

    #[test]
    fn emailjs_needs_its_three_ids() {
        let url = "emailjs+https://api.example?service_id=s&template_id=t&user_id=u&access_token=private-key";
        let Ok(Settings::EmailJs(account)) = Settings::parse(url) else { panic!("an account") };
        assert_eq!((account.origin.as_str(), account.template_id.as_str()), ("https://api.example", "t"));
        assert!(!format!("{account:?}").contains("private-key"));
        assert!(error("emailjs+https://api.example?service_id=s&user_id=u").contains("has no template_id"));
    }

    #[test]
    fn emailjs_without_https_is_only_allowed_on_loopback() {
        let ids = "service_id=s&template_id=t&user_id=u";
        assert!(Settings::parse(&format!("emailjs+http://127.0.0.1:9?{ids}")).is_ok());
        assert!(error(&format!("emailjs+http://api.example?{ids}")).contains("emailjs+https"));
    }

    #[test]
    fn error_says_what_to_write_instead() {
        for (text, help) in [
            ("", "file:FOLDER"),
            ("mail.example", "file:FOLDER"),
            ("http://mail.example", "file:FOLDER"),
            ("file:", "file:data/mail"),
            ("smtp://", "user:password@host:port"),
            ("smtp://mail.example:99999", "not a valid URL"),
            ("smtp://:pw@mail.example", "user:password@host"),
            ("smtp://mail.example?tls=maybe", "tls=opportunistic"),
            ("smtps://mail.example?tls=required", "always encrypted"),
            ("smtp://mail.example?secure=1", "tls and ca"),
            ("emailjs+https://api.example?key=1", "access_token"),
        ] {
            assert!(error(text).contains(help), "{text}: {}", error(text));
        }
    }

    #[test]
    fn error_does_not_repeat_the_password() {
        for text in
            ["smtp://ada:hunter2@mail.example:port", "smtps://ada:hunter2@mail.example?tls=x", "x://ada:hunter2@y"]
        {
            assert!(!error(text).contains("hunter2"), "{text}");
        }
    }
}
