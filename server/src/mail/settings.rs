//! Where mail goes, read from one URL: a folder, an SMTP server or the hosted provider.
//!
//! Owns the grammar of that URL. Refuses what it does not know with a sentence that says what to write instead, and
//! never repeats a URL, because it may hold a password.

use std::path::PathBuf;

use percent_encoding::percent_decode_str;
use url::{Host, Url};

use super::password::Password;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Settings {
    /// `file:DIR`
    File(PathBuf),
    Smtp(Server),
    EmailJs(Provider),
}

/// `smtp://user:pass@host:port?tls=required&ca=FILE` or `smtps://…`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Server {
    pub host: String,
    pub port: u16,
    pub login: Option<Login>,
    pub encryption: Encryption,
    /// A PEM file with a certificate to trust beside the public ones, for a mail server of one's own.
    pub ca: Option<PathBuf>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Login {
    pub user: String,
    pub(super) password: Password,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encryption {
    /// STARTTLS when the server offers it.
    Offered,
    /// STARTTLS or nothing.
    Required,
    /// TLS from the first byte.
    Wrapped,
}

/// `emailjs+https://host?service_id=…&template_id=…&user_id=…`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Provider {
    pub origin: String,
    pub service_id: String,
    pub template_id: String,
    pub user_id: String,
    /// The provider's private key, when the account asks for it.
    pub(super) access_token: Option<Password>,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SettingsError {
    #[error(
        "The mail setting starts with no known scheme. Write file:FOLDER, smtp://user:password@host:port, \
         smtps://user:password@host or emailjs+https://host?service_id=…&template_id=…&user_id=…."
    )]
    Scheme,
    #[error("The mail setting names no folder. Write file:FOLDER, such as file:data/mail.")]
    NoFolder,
    #[error("The mail setting is not a whole URL ({0}). Write special characters in the password as %XX (@ is %40).")]
    Broken(String),
    #[error("The mail setting names no host. Write {0}://user:password@host:port.")]
    NoHost(&'static str),
    #[error("The mail setting has a password without a user. Write user:password@host.")]
    NoUser,
    #[error("The mail setting does not know \"{found}\". It knows {known}.")]
    Option { found: String, known: &'static str },
    #[error(
        "The mail setting tls={0} is not known. Write tls=required, or leave it out to encrypt when the server offers it."
    )]
    Tls(String),
    #[error("The mail setting lacks {0}. The provider shows it in its dashboard; add {0}=… to the URL.")]
    Missing(&'static str),
    #[error("The mail setting must be emailjs+https://…: without encryption only a loopback address is allowed.")]
    Plain,
}

impl Settings {
    /// # Errors
    /// When the URL says nothing that can carry mail.
    pub fn parse(text: &str) -> Result<Self, SettingsError> {
        let (scheme, rest) = text.trim().split_once(':').ok_or(SettingsError::Scheme)?;
        match scheme.to_ascii_lowercase().as_str() {
            "file" => folder(rest).map(Self::File),
            "smtp" => server(&url(text)?, false).map(Self::Smtp),
            "smtps" => server(&url(text)?, true).map(Self::Smtp),
            "emailjs+https" | "emailjs+http" => provider(&url(&text.trim()["emailjs+".len()..])?).map(Self::EmailJs),
            _ => Err(SettingsError::Scheme),
        }
    }
}

fn folder(rest: &str) -> Result<PathBuf, SettingsError> {
    let path = rest.strip_prefix("//").unwrap_or(rest);
    if path.is_empty() { Err(SettingsError::NoFolder) } else { Ok(PathBuf::from(path)) }
}

fn url(text: &str) -> Result<Url, SettingsError> {
    Url::parse(text.trim()).map_err(|error| SettingsError::Broken(error.to_string()))
}

fn server(url: &Url, wrapped: bool) -> Result<Server, SettingsError> {
    let scheme = if wrapped { "smtps" } else { "smtp" };
    let host = host(url).ok_or(SettingsError::NoHost(scheme))?;
    let mut encryption = if wrapped { Encryption::Wrapped } else { Encryption::Offered };
    let mut ca = None;
    for (key, value) in url.query_pairs() {
        match &*key {
            "ca" => ca = Some(PathBuf::from(&*value)),
            "tls" if wrapped => {
                return Err(SettingsError::Option { found: "tls".into(), known: "ca: smtps:// is always encrypted" });
            }
            "tls" if value == "required" => encryption = Encryption::Required,
            "tls" => return Err(SettingsError::Tls(value.escape_debug().to_string())),
            _ => return Err(SettingsError::Option { found: key.escape_debug().to_string(), known: "tls and ca" }),
        }
    }
    let port = url.port().unwrap_or(if wrapped { 465 } else { 587 });
    Ok(Server { host, port, login: login(url)?, encryption, ca })
}

/// Hosts of schemes that the URL standard does not know stay unparsed in it, so that brackets have to go by actor.
fn host(url: &Url) -> Option<String> {
    let host = url.host_str().filter(|host| !host.is_empty())?;
    Some(host.trim_start_matches('[').trim_end_matches(']').to_owned())
}

fn login(url: &Url) -> Result<Option<Login>, SettingsError> {
    let decode = |part: &str| {
        let broken = |_| SettingsError::Broken("the user or password is not UTF-8".to_owned());
        percent_decode_str(part).decode_utf8().map(String::from).map_err(broken)
    };
    match (url.username(), url.password()) {
        ("", None) => Ok(None),
        ("", Some(_)) => Err(SettingsError::NoUser),
        (user, password) => {
            Ok(Some(Login { user: decode(user)?, password: Password::new(decode(password.unwrap_or_default())?) }))
        }
    }
}

fn provider(url: &Url) -> Result<Provider, SettingsError> {
    let loopback = match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => return Err(SettingsError::NoHost("emailjs+https")),
    };
    if url.scheme() != "https" && !loopback {
        return Err(SettingsError::Plain);
    }
    let known = ["service_id", "template_id", "user_id", "access_token"];
    if let Some((found, _)) = url.query_pairs().find(|(key, _)| !known.contains(&&**key)) {
        let known = "service_id, template_id, user_id and access_token";
        return Err(SettingsError::Option { found: found.escape_debug().to_string(), known });
    }
    let value = |name: &'static str| {
        let pair = url.query_pairs().find(|(key, value)| key == name && !value.is_empty());
        pair.map(|(_, value)| value.into_owned()).ok_or(SettingsError::Missing(name))
    };
    Ok(Provider {
        origin: url.origin().ascii_serialization(),
        service_id: value("service_id")?,
        template_id: value("template_id")?,
        user_id: value("user_id")?,
        access_token: value("access_token").ok().map(Password::new),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn smtp(text: &str) -> Server {
        match Settings::parse(text) {
            Ok(Settings::Smtp(server)) => server,
            other => panic!("{text} gave {other:?}"),
        }
    }

    fn refusal(text: &str) -> String {
        Settings::parse(text).expect_err(text).to_string()
    }

    #[test]
    fn a_folder_is_taken_as_it_is_written() {
        for (text, path) in [("file:data/mail", "data/mail"), ("file:/var/mail", "/var/mail"), ("file:///m x", "/m x")]
        {
            assert_eq!(Settings::parse(text), Ok(Settings::File(path.into())));
        }
    }

    #[test]
    fn an_smtp_server_has_the_ports_of_its_scheme() {
        assert_eq!((smtp("smtp://mail.example").port, smtp("smtps://mail.example").port), (587, 465));
        let server = smtp("smtp://[::1]:2525?tls=required&ca=/etc/ca.pem");
        assert_eq!((server.host.as_str(), server.port), ("::1", 2525));
        assert_eq!((server.encryption, server.ca), (Encryption::Required, Some("/etc/ca.pem".into())));
    }

    #[test]
    fn a_login_may_hold_any_character_and_never_shows() {
        let settings = Settings::parse("smtps://ada%40clinic.example:s%3Ac%2Br@mail.example").expect("settings");
        let Settings::Smtp(Server { login: Some(login), .. }) = &settings else { panic!("a login") };
        assert_eq!((login.user.as_str(), login.password.reveal()), ("ada@clinic.example", "s:c+r"));
        assert!(!format!("{settings:?}").contains("s:c+r"));
    }

    #[test]
    fn the_hosted_provider_needs_its_three_ids() {
        let whole = "emailjs+https://api.example?service_id=s&template_id=t&user_id=u&access_token=hush";
        let Ok(Settings::EmailJs(provider)) = Settings::parse(whole) else { panic!("a provider") };
        assert_eq!((provider.origin.as_str(), provider.template_id.as_str()), ("https://api.example", "t"));
        assert!(!format!("{provider:?}").contains("hush"));
        assert!(refusal("emailjs+https://api.example?service_id=s&user_id=u").contains("lacks template_id"));
    }

    #[test]
    fn the_hosted_provider_is_called_without_encryption_on_this_machine_only() {
        let ids = "service_id=s&template_id=t&user_id=u";
        assert!(Settings::parse(&format!("emailjs+http://127.0.0.1:9?{ids}")).is_ok());
        assert!(refusal(&format!("emailjs+http://api.example?{ids}")).contains("emailjs+https"));
    }

    #[test]
    fn a_bad_setting_is_refused_with_what_to_write_instead() {
        for (text, help) in [
            ("", "file:FOLDER"),
            ("mail.example", "file:FOLDER"),
            ("http://mail.example", "file:FOLDER"),
            ("file:", "file:data/mail"),
            ("smtp://", "user:password@host:port"),
            ("smtp://mail.example:99999", "not a whole URL"),
            ("smtp://:pw@mail.example", "user:password@host"),
            ("smtp://mail.example?tls=maybe", "tls=required"),
            ("smtps://mail.example?tls=required", "always encrypted"),
            ("smtp://mail.example?secure=1", "tls and ca"),
            ("emailjs+https://api.example?key=1", "access_token"),
        ] {
            assert!(refusal(text).contains(help), "{text}: {}", refusal(text));
        }
    }

    #[test]
    fn a_refusal_does_not_repeat_the_password() {
        for text in
            ["smtp://ada:hunter2@mail.example:port", "smtps://ada:hunter2@mail.example?tls=x", "x://ada:hunter2@y"]
        {
            assert!(!refusal(text).contains("hunter2"), "{text}");
        }
    }
}
