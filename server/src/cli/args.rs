//! Flags that several commands share.

use std::ffi::OsStr;
use std::fmt::Display;
use std::path::PathBuf;
use std::str::FromStr;

use clap::builder::TypedValueParser;
use clap::error::ErrorKind;
use clap::{Arg, Args, Command};

use crate::app::{self, StartError};
use crate::config::{Database, SiteUrl};
use clinic_http::certificates::acme::DomainName;
use clinic_site::{ContentSource, StoredContent};
use clinic_store::{Location, PublishedContent, Store, StoreError};

#[derive(Debug, Args)]
pub struct ContentArg {
    /// The folder that the site shows instead of the content in the database. Its edits are published immediately, and editing
    /// at the desk is off [default: none].
    #[arg(long, env = "CLINIC_CONTENT", value_name = "DIR")]
    content: Option<PathBuf>,
}

/// Content, and what to call it.
pub struct Shown {
    pub name: String,
    pub source: ContentSource,
}

impl ContentArg {
    pub fn folder(&self) -> Option<PathBuf> {
        self.content.clone()
    }

    /// The content that the site shows with these settings: the folder, what is published in the database, or without a
    /// database what came with the program. A database that is named and not there is a mistake.
    pub fn shown(&self, store: &StoreArgs) -> Result<Shown, StartError> {
        if let Some(folder) = self.folder() {
            let name = format!("The folder {}", folder.display());
            return Ok(Shown { name, source: ContentSource::Folder(folder) });
        }
        let mut published = None;
        let read = app::with_store(&store.database(), async |store| {
            published = Some(PublishedContent::new(store.clone()).read().await?);
            Ok::<_, StartError>(())
        });
        match (read, published) {
            (Ok(()), Some(revision)) if revision.number > 0 => Ok(Shown {
                name: format!("Revision {} in the database", revision.number),
                source: ContentSource::Stored(StoredContent::new(revision.files.clone())),
            }),
            (Err(StartError::Store(StoreError::NoFile { path })), _) if store.names_database() => {
                Err(StartError::Store(StoreError::NoFile { path }))
            }
            (Ok(()) | Err(StartError::Store(StoreError::NoFile { .. } | StoreError::NoTables)), _) => {
                Ok(Shown { name: "The content that came with the program".to_owned(), source: ContentSource::Embedded })
            }
            (Err(error), _) => Err(error),
        }
    }
}

/// The address of the site, as `clinic serve` has it.
#[derive(Debug, Args)]
pub struct AddressArgs {
    /// The public address of the site.
    #[arg(long, env = "CLINIC_SITE_URL", value_name = "URL")]
    site_url: Option<SiteUrl>,
    /// The domain names of the site. The first is its address.
    #[arg(long, env = "CLINIC_DOMAIN", value_name = "NAME", value_delimiter = ',', conflicts_with = "site_url")]
    domain: Vec<DomainName>,
}

impl AddressArgs {
    pub fn site_url(&self) -> Option<SiteUrl> {
        self.site_url.clone().or_else(|| self.domain.first().map(SiteUrl::of_domain))
    }

    pub fn names(&self) -> Vec<DomainName> {
        self.domain.clone()
    }
}

#[derive(Debug, Args)]
pub struct MailArg {
    /// How to send email: `file:DIR`, `smtp://user:pass@host:port`, `smtps://…` or `emailjs+https://…` [default: `file:DATA/mail`].
    #[arg(long, env = "CLINIC_MAIL", value_name = "URL", hide_env_values = true, value_parser = SecretUrl(parse_mail))]
    pub mail: Option<clinic_mail::Settings>,
}

fn parse_mail(text: &str) -> Result<clinic_mail::Settings, String> {
    clinic_mail::Settings::parse(text).map_err(|error| error.to_string())
}

/// A URL that may contain a password. Without the value in its error: a mistake is often in the password, and the message goes
/// to the log.
#[derive(Clone)]
pub struct SecretUrl<T>(pub fn(&str) -> Result<T, String>);

impl<T: Clone + Send + Sync + 'static> TypedValueParser for SecretUrl<T> {
    type Value = T;

    fn parse_ref(&self, command: &Command, _: Option<&Arg>, value: &OsStr) -> Result<T, clap::Error> {
        let parsed = (self.0)(&value.to_string_lossy());
        parsed.map_err(|error| clap::Error::raw(ErrorKind::ValueValidation, format!("{error}\n")).with_cmd(command))
    }
}

/// The URL as it was given, when it is one of a database.
fn parse_database(text: &str) -> Result<String, String> {
    let parsed = Location::parse(text).map(|_| text.to_owned());
    parsed.map_err(|error| format!("Cannot use --database (CLINIC_DATABASE): {error}."))
}

/// A whole number, with the range in words.
pub fn number<N: FromStr + PartialOrd + Display + Copy>(text: &str, from: N, to: N) -> Result<N, String> {
    let parsed = text.parse().ok().filter(|number| (&from..=&to).contains(&number));
    parsed.ok_or_else(|| format!("write a whole number from {from} to {to}"))
}

const DEFAULT_DATA: &str = "data";

#[derive(Debug, Args)]
pub struct StoreArgs {
    /// The folder for the database and, by default, for sent emails.
    #[arg(long, env = "CLINIC_DATA", default_value = DEFAULT_DATA, value_name = "DIR")]
    pub data: PathBuf,
    /// The database: `sqlite:PATH` or `postgres://…` [default: sqlite:DATA/clinic.db].
    #[arg(long, env = "CLINIC_DATABASE", value_name = "URL", hide_env_values = true, value_parser = SecretUrl(parse_database))]
    database: Option<String>,
    /// The list of erased people. They are erased again when a backup is restored that contains them [default:
    /// DATA/erased-people.txt].
    #[arg(long, env = "CLINIC_ERASED_PEOPLE", value_name = "FILE")]
    erased_people: Option<PathBuf>,
    /// The key that encrypts the secrets in the database. It is not in a backup of the database [default: the systemd
    /// credential clinic.key, else DATA/clinic.key].
    #[arg(long, env = "CLINIC_KEY_FILE", value_name = "FILE")]
    key_file: Option<PathBuf>,
    /// Set by systemd.
    #[arg(long, env = "CREDENTIALS_DIRECTORY", hide = true, value_name = "DIR")]
    credentials_directory: Option<PathBuf>,
}

impl StoreArgs {
    pub fn database(&self) -> Database {
        Database {
            data: self.data.clone(),
            url: self.database.clone(),
            erased_people: self.erased_people.clone(),
            key_file: self.key_file.clone(),
            credentials: self.credentials_directory.clone(),
        }
    }

    /// Whether the database is named, and not the one of a first start by hand.
    pub fn names_database(&self) -> bool {
        self.database.is_some() || self.data.as_os_str() != DEFAULT_DATA
    }

    /// Runs a command on an existing database and says which one it is. Standard output is for the result.
    pub fn with_store<E: From<StartError>>(&self, command: impl AsyncFnOnce(&Store) -> Result<(), E>) -> Result<(), E> {
        let database = self.database();
        print_error!("Database: {database}");
        app::with_store(&database, command)
    }
}
