//! `clinic check`: reports problems of the content and, with `--live`, placeholders.

use std::process::ExitCode;

use clap::Args;

use super::args::ContentArg;
use crate::clinic_time;
use crate::clock::{Clock, System};
use crate::content::model::Content;
use crate::content::{Problems, future_dates};
use crate::site::ContentError;

#[derive(Debug, Args)]
pub struct Check {
    #[command(flatten)]
    content: ContentArg,
    /// Also list the placeholders that must be replaced before the site goes live.
    #[arg(long)]
    live: bool,
}

impl Check {
    pub fn run(self) -> ExitCode {
        match self.content.source().load() {
            Err(ContentError::Problems(problems)) => {
                eprintln!("{problems}\n{} found.", counted(problems.0.len(), "problem"));
                ExitCode::FAILURE
            }
            Err(error @ ContentError::Folder(_)) => {
                eprintln!("{error}");
                ExitCode::FAILURE
            }
            Ok(content) => {
                let future = future_dates::find(&content, System.now().to_zoned(clinic_time::zone()).date());
                if !future.is_empty() {
                    eprintln!("{}\n{} found.", Problems(future.clone()), counted(future.len(), "problem"));
                    return ExitCode::FAILURE;
                }
                println!(
                    "The content is valid: {}, {}, {}, {}.",
                    counted(content.services.len(), "service"),
                    counted(content.outreaches.len(), "outreach programme"),
                    counted(content.articles.len(), "article"),
                    counted(content.game.levels.len(), "game level"),
                );
                if self.live { check_placeholders(&content) } else { ExitCode::SUCCESS }
            }
        }
    }
}

fn check_placeholders(content: &Content) -> ExitCode {
    if content.placeholders.is_empty() {
        println!("There are no placeholders left. The site can go live.");
        return ExitCode::SUCCESS;
    }
    for placeholder in &content.placeholders {
        eprintln!(
            "{}:{}: `{}` is still a placeholder (\"{}\"). Replace it with the real value in quotes.",
            placeholder.file, placeholder.line, placeholder.key, placeholder.value
        );
    }
    eprintln!("{} to replace before the site goes live.", counted(content.placeholders.len(), "placeholder"));
    ExitCode::FAILURE
}

fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}
