//! `clinic copy-database`: moves the site from SQLite to PostgreSQL.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::args::SecretUrl;
use super::exit_code::exit_code;
use super::output;
use crate::app::{self, StartError};
use crate::config::Database;
use clinic_store::Location;

#[derive(Debug, Args)]
pub struct CopyDatabase {
    /// The database to copy: `sqlite:PATH`. It is not changed.
    #[arg(long, value_name = "URL", value_parser = SecretUrl(parse_source))]
    from: String,
    /// The empty database to copy to: `postgres://…`.
    #[arg(long, env = "CLINIC_DATABASE", value_name = "URL", hide_env_values = true, value_parser = SecretUrl(parse_target))]
    to: String,
}

fn parse_source(text: &str) -> Result<String, String> {
    let advice = "--from is the SQLite database of the site, such as sqlite:/var/lib/clinic/clinic.db";
    match Location::parse(text) {
        Ok(Location::Sqlite(file)) if file.is_file() => Ok(text.to_owned()),
        Ok(Location::Sqlite(file)) => Err(format!("There is no file {}: {advice}.", file.display())),
        Ok(Location::Postgres(_)) => Err(format!("Only SQLite can be copied to PostgreSQL: {advice}.")),
        Err(error) => Err(format!("Cannot use --from: {error}. {advice}.")),
    }
}

fn parse_target(text: &str) -> Result<String, String> {
    match Location::parse(text) {
        Ok(Location::Postgres(_)) => Ok(text.to_owned()),
        Ok(Location::Sqlite(_)) => {
            Err("--to (CLINIC_DATABASE) is an empty PostgreSQL database: postgres://USER:PASSWORD@HOST/NAME. \
             To copy SQLite to a file, use clinic backup."
                .to_owned())
        }
        Err(error) => Err(format!("Cannot use --to (CLINIC_DATABASE): {error}.")),
    }
}

impl CopyDatabase {
    pub fn run(self) -> ExitCode {
        let database = |url: &str| Database {
            data: PathBuf::new(),
            url: Some(url.to_owned()),
            erased_people: None,
            key_file: None,
            credentials: None,
        };
        let (source, target) = (database(&self.from), database(&self.to));
        print_error!("From: {source}");
        print_error!("To: {target}");
        exit_code(app::with_store(&source, async |store| {
            // What a running instance stores meanwhile would not be in the copy.
            let _lock = app::use_alone(&source, "clinic copy-database").await?;
            let tables = store.copy_to_postgres(&self.to).await.map_err(StartError::Copy)?;
            let width = tables.iter().map(|table| table.name.len()).max().unwrap_or(0);
            let lines = tables.iter().map(|table| format!("{:width$} {:>9}\n", table.name, table.rows));
            let rows: u64 = tables.iter().map(|table| table.rows).sum();
            let text = format!("{}Copied {rows} rows of {} tables.\n", lines.collect::<String>(), tables.len());
            output::write(&text);
            Ok::<_, StartError>(())
        }))
    }
}
