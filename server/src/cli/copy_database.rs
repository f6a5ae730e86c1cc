//! `clinic copy-database`: moves the site from SQLite to PostgreSQL.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::exit_code::exit_code;
use super::output;
use crate::app::{self, StartError};
use crate::config::Database;

#[derive(Debug, Args)]
pub struct CopyDatabase {
    /// The database to copy: `sqlite:PATH`. It is not changed.
    #[arg(long, value_name = "URL")]
    from: String,
    /// The empty database to copy to: `postgres://…`.
    #[arg(long, env = "CLINIC_DATABASE", value_name = "URL", hide_env_values = true)]
    to: String,
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
            output::write(&text)?;
            Ok::<_, StartError>(())
        }))
    }
}
