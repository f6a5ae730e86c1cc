//! `clinic check`: what is wrong with the content folder, and what is missing before it goes live.

use std::process::ExitCode;

use clap::Args;

use super::ContentArg;
use crate::content::{self, model::Content};

#[derive(Debug, Args)]
pub struct Check {
    #[command(flatten)]
    content: ContentArg,
    /// Also list the placeholders that must be filled before the site goes live.
    #[arg(long)]
    live: bool,
}

impl Check {
    pub fn run(self) -> ExitCode {
        let folder = match self.content.source().read() {
            Ok(folder) => folder,
            Err(error) => {
                eprintln!("{error}");
                return ExitCode::FAILURE;
            }
        };
        match content::load(&folder) {
            Err(problems) => {
                eprintln!("{problems}");
                eprintln!("{} to mend.", counted(problems.0.len(), "mistake"));
                ExitCode::FAILURE
            }
            Ok(content) => {
                println!(
                    "The content is whole: {}, {}, {}, {} of the game.",
                    counted(content.services.len(), "service"),
                    counted(content.outreaches.len(), "outreach programme"),
                    counted(content.articles.len(), "article"),
                    counted(content.game.levels.len(), "level"),
                );
                if self.live { tell_placeholders(&content) } else { ExitCode::SUCCESS }
            }
        }
    }
}

fn tell_placeholders(content: &Content) -> ExitCode {
    if content.placeholders.is_empty() {
        println!("No placeholder is left: it can go live.");
        return ExitCode::SUCCESS;
    }
    for placeholder in &content.placeholders {
        eprintln!(
            "{}:{}: `{}` is still a placeholder (\"{}\"). Write the real one in plain quotes.",
            placeholder.file, placeholder.line, placeholder.key, placeholder.value
        );
    }
    eprintln!("{} to fill before going live.", counted(content.placeholders.len(), "placeholder"));
    ExitCode::FAILURE
}

fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}
