//! `clinic check`: reports problems of the content, warns about what could be better and, with `--live`, lists placeholders.

use std::process::ExitCode;

use clap::Args;
use jiff::civil::Date;

use super::args::{ContentArg, StoreArgs};
use crate::app::{self, StartError};
use clinic_content::definition::help_of;
use clinic_content::model::Content;
use clinic_content::{CLINIC_FILE, Placeholder, Problems, advice, future_dates, new_pages};
use clinic_rules::clinic_time;
use clinic_runtime::clock::{Clock, System};
use clinic_site::{ContentError, ContentSource, PictureCache};

#[derive(Debug, Args)]
pub struct Check {
    #[command(flatten)]
    content: ContentArg,
    /// Also list the facts that must be filled in before the site goes live, and say when appointments can be booked
    /// but no staff account can confirm them.
    #[arg(long)]
    live: bool,
    #[command(flatten)]
    store: StoreArgs,
}

impl Check {
    pub fn run(self) -> ExitCode {
        let shown = match self.content.shown(&self.store) {
            Ok(shown) => shown,
            Err(error) => {
                print_error!("{error}");
                return ExitCode::FAILURE;
            }
        };
        if let ContentSource::Folder(folder) = &shown.source
            && folder.is_dir()
            && !folder.join(CLINIC_FILE).is_file()
        {
            let folder = folder.display();
            print_error!(
                "{folder} is not a folder with content: it has no {CLINIC_FILE}. Check the path given with --content."
            );
            return ExitCode::FAILURE;
        }
        print_error!("{}:", shown.name);
        match load(&shown.source).and_then(|content| Ok(clinic_site::check_pictures(&content).map(|()| content)?)) {
            Err(ContentError::Problems(problems)) => {
                print_error!("{}\n{} found.", first_of_each_file(&problems), counted(problems.0.len(), "problem"));
                ExitCode::FAILURE
            }
            Err(error @ ContentError::Folder(_)) => {
                print_error!("{error}");
                ExitCode::FAILURE
            }
            Ok(content) => {
                let today = System.now().to_zoned(clinic_time::zone()).date();
                let future = future_dates::find(&content, today);
                if !future.is_empty() {
                    print_error!("{}\n{} found.", Problems(future.clone()), counted(future.len(), "problem"));
                    return ExitCode::FAILURE;
                }
                print_line!(
                    "The content is valid: {}, {}, {}, {}.",
                    counted(content.services.len(), "service"),
                    counted(content.outreaches.len(), "outreach programme"),
                    counted(content.articles.len(), "article"),
                    counted(content.game.levels.len(), "game level"),
                );
                print_advice(&shown.source, today);
                if !self.live {
                    return ExitCode::SUCCESS;
                }
                if content.clinic.books_online && !self.has_staff() {
                    print_error!(
                        "Warning: appointments can be booked on the site, but there is no staff account that could \
                         confirm them. Run `clinic staff add`, or remove [booking] from clinic.toml."
                    );
                }
                check_placeholders(&content)
            }
        }
    }
}

impl Check {
    /// False also without a database: the site has not been started yet.
    fn has_staff(&self) -> bool {
        let mut has_staff = false;
        let looked = app::with_store(&self.store.database(), async |store| {
            has_staff = store.has_staff().await?;
            Ok::<_, StartError>(())
        });
        looked.is_ok() && has_staff
    }
}

/// A folder of an earlier release is complete with the pages that came with the program, as on the site.
fn load(source: &ContentSource) -> Result<Content, ContentError> {
    let mut folder = source.read()?;
    for (path, file) in new_pages::later_than(&folder) {
        if !path.starts_with("pictures/") {
            print_error!("Warning: {path} is not in the content. The site shows the text that came with the program.");
        }
        folder.insert(path, file);
    }
    Ok(clinic_site::load_content(&folder)?)
}

/// One slip in a file can make everything after it wrong: the first problems of it are enough.
const SHOWN_PER_FILE: usize = 10;

fn first_of_each_file(problems: &Problems) -> String {
    let mut lines = Vec::new();
    for problems in problems.0.chunk_by(|one, other| one.file == other.file) {
        lines.extend(problems.iter().take(SHOWN_PER_FILE).map(ToString::to_string));
        if let (Some(problem), more @ 1..) = (problems.first(), problems.len().saturating_sub(SHOWN_PER_FILE)) {
            lines.push(format!(
                "{}: and {}. Correct these first, then check again.",
                problem.file,
                counted(more, "more problem")
            ));
        }
    }
    lines.join("\n")
}

/// Warnings only: they do not change the exit code.
fn print_advice(source: &ContentSource, today: Date) {
    // The content has just been loaded from the same source.
    let Ok(folder) = source.read() else { return };
    let cache = PictureCache::none();
    let found = advice::find(&folder, today, |picture| cache.largest_bytes(picture));
    for advice in &found {
        print_error!("Warning: {advice}");
    }
    if !found.is_empty() {
        print_error!("{}. The content can be published as it is.", counted(found.len(), "warning"));
    }
}

fn check_placeholders(content: &Content) -> ExitCode {
    if content.placeholders.is_empty() {
        print_line!("Nothing is missing. The site can go live.");
        return ExitCode::SUCCESS;
    }
    for Placeholder { file, line, key, value } in &content.placeholders {
        let what_to_do = if value.is_empty() {
            format!("`{key}` is missing. Add it.")
        } else {
            format!("`{key}` is still a placeholder (\"{value}\"). Replace it with the real value in quotes.")
        };
        let line = format!("{file}:{line}: {what_to_do} {}", help_of(file, key));
        print_error!("{}", line.trim_end());
    }
    print_error!("{} to fill in before the site goes live.", counted(content.placeholders.len(), "fact"));
    ExitCode::FAILURE
}

fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}
