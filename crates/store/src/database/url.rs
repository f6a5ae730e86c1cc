//! The URL of a database, as `--database` gives it. Mistakes in it are found before anything is opened.

use std::path::Path;

use url::{ParseError, Url};

use crate::StoreError;

const SSL_MODES: [&str; 6] = ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"];
const FORM: &str = "Write postgres://USER:PASSWORD@HOST/NAME";
const CHARACTERS: &str =
    "Special characters in the password are written as %XX: @ is %40, : is %3A, / is %2F, # is %23, ? is %3F";

pub enum Location<'a> {
    Sqlite(&'a Path),
    Postgres(&'a str),
}

impl<'a> Location<'a> {
    /// # Errors
    /// When it is the URL of no database that this program knows. The message never contains a password.
    pub fn parse(database: &'a str) -> Result<Self, StoreError> {
        match database.split_once(':') {
            Some(("sqlite", path)) => match path.trim_start_matches("//") {
                "" => Err(invalid("the path of the file is missing. Write sqlite:PATH")),
                path => Ok(Self::Sqlite(Path::new(path))),
            },
            Some(("postgres" | "postgresql", _)) => check_postgres(database).map(|()| Self::Postgres(database)),
            Some((scheme, _)) => Err(StoreError::UnknownScheme { scheme: scheme.to_owned() }),
            None => Err(StoreError::NoScheme { text: database.to_owned() }),
        }
    }

    pub fn file(&self) -> Option<&'a Path> {
        match self {
            Self::Sqlite(file) => Some(file),
            Self::Postgres(_) => None,
        }
    }
}

fn check_postgres(database: &str) -> Result<(), StoreError> {
    let url = Url::parse(database).map_err(|error| match error {
        // The first of these characters in a password ends what is taken for the host.
        ParseError::InvalidPort => {
            invalid(format!("the port in the URL is not a number from 1 to 65535. {FORM}. {CHARACTERS}"))
        }
        _ => invalid(format!("the URL is not valid. {FORM}. {CHARACTERS}")),
    })?;
    if url.cannot_be_a_base() || !database.contains("://") {
        return Err(invalid(format!("the two slashes are missing in the URL. {FORM}")));
    }
    if url.host_str().is_some_and(|host| host.contains(',')) {
        return Err(invalid("the URL has several hosts. Name one: a name or an address that follows the primary"));
    }
    for (name, value) in url.query_pairs() {
        match &*name {
            "sslmode" | "ssl-mode" if !SSL_MODES.contains(&&*value) => {
                return Err(invalid(format!("sslmode={value} is unknown. Write disable, require or verify-full")));
            }
            "sslrootcert" | "ssl-root-cert" | "ssl-ca" if !value.contains("-----BEGIN") && is_missing(&value) => {
                let advice = "Write the CA file of the provider as sslrootcert=FILE";
                return Err(invalid(format!("there is no file {value}. {advice}")));
            }
            _ => {}
        }
    }
    Ok(())
}

/// A file in a folder that this user may not enter is not known to be missing.
fn is_missing(file: &str) -> bool {
    Path::new(file).try_exists().is_ok_and(|exists| !exists)
}

fn invalid(reason: impl Into<String>) -> StoreError {
    StoreError::InvalidUrl(reason.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(database: &str) -> String {
        Location::parse(database).err().expect("a mistake").to_string()
    }

    #[test]
    fn mistake_in_a_url_is_named_without_the_password() {
        for (database, expected) in [
            ("foo", "sqlite:foo"),
            ("mysql://root:hunter2@host/db", "mysql:…"),
            ("sqlite:", "the path of the file is missing"),
            ("postgres:clinic", "two slashes"),
            ("postgres://clinic:hunter2@db.example:99999/clinic", "from 1 to 65535"),
            ("postgres://clinic:hunter2/x@db.example/clinic", "/ is %2F"),
            ("postgres://clinic:hunter2@one,two/clinic", "several hosts"),
            ("postgres://clinic:hunter2@db.example/clinic?sslmode=banana", "sslmode=banana is unknown"),
            ("postgres://clinic:hunter2@db.example/clinic?sslrootcert=/no/such/file", "there is no file /no/such/file"),
        ] {
            let message = message(database);
            assert!(message.contains(expected) && !message.contains("hunter2"), "{database}: {message}");
        }
    }

    #[test]
    fn urls_of_both_databases_are_accepted() {
        assert!(matches!(Location::parse("sqlite:///srv/a.db"), Ok(Location::Sqlite(path)) if path == "/srv/a.db"));
        for database in [
            "postgres:///clinic",
            "postgresql://clinic:p%40ss@db.example:5432/clinic?sslmode=require",
            "postgres://clinic@%2Frun%2Fpostgresql/clinic",
            "postgres://clinic@[2001:db8::1]/clinic",
        ] {
            assert!(matches!(Location::parse(database), Ok(Location::Postgres(_))), "{database}");
        }
    }
}
