//! `clinic content`: exports the content from the database to a folder, imports it, discards drafts, and lists the revisions.
//! The site may be running.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{fs, io};

use clap::{Args, Subcommand};

use super::ACTOR;
use super::args::StoreArgs;
use super::exit_code::exit_code;
use super::output;
use crate::app::StartError;
use clinic_content::{CLINIC_FILE, ContentFile, Folder, FolderError, new_pages};
use clinic_rules::clinic_time;
use clinic_runtime::clock::{Clock, System};
use clinic_store::{
    Actor, DeskError, Draft, DraftError, NewRevision, PublishRefused, PublishedContent, Revision, RevisionInfo, Store,
    StoreError,
};

/// More than a clinic publishes in years.
const HISTORY_LENGTH: u32 = 10_000;

#[derive(Debug, Subcommand)]
pub enum Content {
    /// Write the published content to a folder.
    Export(Export),
    /// Save the files of a folder as drafts, or publish them.
    Import(Import),
    /// Discard drafts, so that the published texts are edited again.
    Discard(Discard),
    /// List who published what, newest first.
    History(History),
}

#[derive(Debug, thiserror::Error)]
enum ContentCommandError {
    #[error(transparent)]
    Start(#[from] StartError),
    #[error(transparent)]
    Folder(FolderError),
    #[error(
        "{} is not a folder with content: it has no clinic.toml. Give a folder that `clinic content export` has written. Nothing \
         was imported.",
        path.display()
    )]
    NotContent { path: PathBuf },
    #[error("Cannot read {}: {source}. Check the path. Nothing was changed.", path.display())]
    Unreadable { path: PathBuf, source: io::Error },
    #[error("{}\n{count}. Nothing was imported.", .0.join("\n"), count = counted(.0.len(), "problem"))]
    Problems(Vec<String>),
    #[error("Name the documents whose drafts are to be discarded, or give --all. These have drafts:\n{}", .0.join("\n"))]
    NothingNamed(Vec<String>),
    #[error("{path} has no draft. Nothing was discarded.")]
    NoDraft { path: String },
    #[error(
        "{} is not part of the content. Remove it, or export to another folder. Nothing was written.", path.display()
    )]
    OtherFile { path: PathBuf },
    #[error("Cannot write to {}: {source}. Check the disk and the owner of the folder, then try again.", path.display())]
    Write { path: PathBuf, source: io::Error },
    #[error(
        "{path} has a draft with another text. Publish or discard it at the desk, or run `clinic content discard {path}`. Nothing \
         was imported."
    )]
    HasDraft { path: String },
    #[error("Another revision was published in the meantime. Nothing was imported. Try again.")]
    Moved,
}

/// The folder is the one of the command, not that of --content.
impl From<FolderError> for ContentCommandError {
    fn from(error: FolderError) -> Self {
        match error {
            FolderError::Unreadable { path, source } => Self::Unreadable { path, source },
            error => Self::Folder(error),
        }
    }
}

impl From<StoreError> for ContentCommandError {
    fn from(error: StoreError) -> Self {
        Self::Start(error.into())
    }
}

impl From<DeskError<DraftError>> for ContentCommandError {
    fn from(error: DeskError<DraftError>) -> Self {
        match error {
            DeskError::Refused(DraftError::Stale { path, .. }) => Self::HasDraft { path },
            DeskError::Refused(DraftError::Moved) => Self::Moved,
            DeskError::Store(error) => error.into(),
        }
    }
}

impl Content {
    pub fn run(self) -> ExitCode {
        match self {
            Self::Export(options) => exit_code(options.run()),
            Self::Import(options) => exit_code(options.run()),
            Self::Discard(options) => exit_code(options.run()),
            Self::History(options) => exit_code(options.run()),
        }
    }
}

#[derive(Debug, Args)]
pub struct Export {
    /// The folder to write to. It may contain an earlier export.
    folder: PathBuf,
    #[command(flatten)]
    store: StoreArgs,
}

impl Export {
    fn run(self) -> Result<(), ContentCommandError> {
        self.store.with_store(async |store| {
            let revision = PublishedContent::new(store.clone()).read().await?;
            refuse_other_files(&self.folder, &revision.files)?;
            let unwritable = |source| ContentCommandError::Write { path: self.folder.clone(), source };
            fs::create_dir_all(&self.folder).map_err(unwritable)?;
            revision.files.write(&self.folder).map_err(unwritable)?;
            let files = counted(revision.files.len(), "file");
            print_line!("Wrote {files} of revision {} to {}.", revision.number, self.folder.display());
            Ok(())
        })
    }
}

/// A file that was deleted at the desk, or that belongs to something else, would come back with the next import.
fn refuse_other_files(folder: &Path, files: &Folder) -> Result<(), ContentCommandError> {
    if !folder.exists() {
        return Ok(());
    }
    let existing = Folder::read(folder)?;
    match existing.files().find(|(path, _)| !files.contains(path)) {
        Some((path, _)) => Err(ContentCommandError::OtherFile { path: folder.join(path) }),
        None => Ok(()),
    }
}

#[derive(Debug, Args)]
pub struct Import {
    /// The folder with texts and pictures, complete.
    folder: PathBuf,
    /// Publish them. Otherwise they are saved as drafts, to be looked at and published at the desk.
    #[arg(long)]
    publish: bool,
    /// Check the folder, list what would change, and store nothing.
    #[arg(long)]
    dry_run: bool,
    /// What has changed, for the history.
    #[arg(long, value_name = "TEXT", default_value = "", requires = "publish")]
    note: String,
    /// Only to warn when the site shows a folder instead.
    #[arg(long = "content", env = "CLINIC_CONTENT", value_name = "DIR", hide = true)]
    shown_folder: Option<PathBuf>,
    #[command(flatten)]
    store: StoreArgs,
}

impl Import {
    fn run(self) -> Result<(), ContentCommandError> {
        refuse_other_folder(&self.folder)?;
        let mut folder = Folder::read(&self.folder)?;
        // A folder of an earlier release has no text for the pages of this one.
        let new_pages = new_pages::later_than(&folder);
        for (path, file) in &new_pages {
            folder.insert(path, file.clone());
        }
        clinic_site::check_folder(&folder, System.now())
            .map_err(|error| ContentCommandError::Problems(error.problems()))?;
        self.store.with_store(async |store| {
            let published = PublishedContent::new(store.clone()).read().await?;
            let folder = with_published(&folder, &new_pages, &published);
            if self.dry_run || self.publish {
                clinic_site::load_candidate(&folder, &published.files, System.now())
                    .map_err(|problems| ContentCommandError::Problems(problems.0.iter().map(ToString::to_string).collect()))?;
            }
            if self.dry_run {
                output::write(&describe_changes(&published, &folder));
                Ok(())
            } else if self.publish {
                publish(store, &published, &folder, &self.note).await?;
                if let Some(shown) = &self.shown_folder {
                    print_line!(
                        "The site does not show it: it shows the folder {} (--content, CLINIC_CONTENT). To show and edit the content in \
                         the database, remove this setting and restart the site.",
                        shown.display()
                    );
                }
                Ok(())
            } else {
                let count = store.import_drafts(&published, &folder, actor()).await?;
                print_line!("{}", describe_drafts(count));
                Ok(())
            }
        })
    }
}

/// What the published content has for these pages stays, unless it links to something that the folder does not have.
fn with_published(folder: &Folder, new_pages: &[(String, ContentFile)], published: &Revision) -> Folder {
    if new_pages.is_empty() {
        return folder.clone();
    }
    let mut kept = folder.clone();
    for (path, _) in new_pages {
        if let Some(file) = published.files.get(path) {
            kept.insert(path, file.clone());
        }
    }
    let can_be_kept = clinic_site::check_folder(&kept, System.now()).is_ok();
    let text = if can_be_kept { "Its published text stays." } else { "The text that came with the program is used." };
    for (path, _) in new_pages.iter().filter(|(path, _)| !path.starts_with("pictures/")) {
        print_error!("{path} is not in the folder. {text}");
    }
    if can_be_kept { kept } else { folder.clone() }
}

/// Before anything is read: the folder may be a home folder, or the data folder with its keys.
fn refuse_other_folder(folder: &Path) -> Result<(), ContentCommandError> {
    let path = folder.to_owned();
    match fs::read_dir(folder) {
        Err(source) => Err(ContentCommandError::Unreadable { path, source }),
        Ok(_) if !folder.join(CLINIC_FILE).is_file() => Err(ContentCommandError::NotContent { path }),
        Ok(_) => Ok(()),
    }
}

fn describe_changes(published: &Revision, folder: &Folder) -> String {
    let change = |path: &str| match (published.files.contains(path), folder.contains(path)) {
        (true, true) => format!("changed  {path}\n"),
        (false, _) => format!("new      {path}\n"),
        (_, false) => format!("deleted  {path}\n"),
    };
    let changes: Vec<String> = published.files.differences(folder).into_iter().map(change).collect();
    let number = published.number;
    format!("{}{} to revision {number}. Nothing was stored.\n", changes.concat(), counted(changes.len(), "difference"))
}

#[derive(Debug, Args)]
pub struct Discard {
    /// The documents, such as articles/first-aid.md.
    #[arg(value_name = "DOCUMENT", conflicts_with = "all")]
    documents: Vec<String>,
    /// All drafts.
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    store: StoreArgs,
}

impl Discard {
    fn run(self) -> Result<(), ContentCommandError> {
        self.store.with_store(async |store| {
            let drafts = store.drafts().await?;
            if drafts.is_empty() && self.documents.is_empty() {
                print_line!("There are no drafts.");
                return Ok(());
            }
            if !self.all && self.documents.is_empty() {
                return Err(ContentCommandError::NothingNamed(drafts.into_iter().map(|draft| draft.path).collect()));
            }
            let is_named = |draft: &Draft| self.all || self.documents.contains(&draft.path);
            let named: Vec<Draft> = drafts.into_iter().filter(is_named).collect();
            if let Some(path) = self.documents.iter().find(|path| !named.iter().any(|draft| draft.path == **path)) {
                return Err(ContentCommandError::NoDraft { path: path.clone() });
            }
            let discarded = store.discard_drafts(&named, actor()).await?;
            let describe = |draft: &Draft| {
                let saved_at = clinic_time::format_with_zone(draft.saved_at);
                format!("Discarded {}, saved by {} on {saved_at}\n", draft.path, draft.author)
            };
            let mut lines: Vec<String> = discarded.iter().map(describe).collect();
            let rest = named.len() - discarded.len();
            if rest > 0 {
                let rest = counted(rest, "draft");
                lines.push(format!("{rest} changed meanwhile and stayed. Look at them, then try again.\n"));
            }
            let text = lines.concat();
            output::write(&text);
            Ok(())
        })
    }
}

async fn publish(store: &Store, published: &Revision, files: &Folder, note: &str) -> Result<(), ContentCommandError> {
    let new = NewRevision { base: published, files, drafts: &[], note };
    match store.publish_content(new, "publish content", actor()).await {
        Ok(number) => {
            print_line!("Published revision {number}. A running site shows it within two seconds.");
        }
        Err(DeskError::Refused(PublishRefused::NothingChanged)) => {
            print_line!("Nothing to publish: revision {} has the same files.", published.number);
        }
        Err(DeskError::Refused(PublishRefused::Moved | PublishRefused::Discarded)) => {
            return Err(ContentCommandError::Moved);
        }
        Err(DeskError::Store(error)) => return Err(error.into()),
    }
    Ok(())
}

fn describe_drafts(count: usize) -> String {
    match count {
        0 => "Nothing to import: the published content has the same files.".to_owned(),
        count => format!("Saved {}. Look at them and publish them at /desk.", counted(count, "draft")),
    }
}

#[derive(Debug, Args)]
pub struct History {
    #[command(flatten)]
    store: StoreArgs,
}

impl History {
    fn run(self) -> Result<(), ContentCommandError> {
        self.store.with_store(async |store| {
            let history = store.content_history(None, None, HISTORY_LENGTH).await?;
            let text = if history.is_empty() {
                "Nothing was published yet. The site shows the content that came with the program.\n".to_owned()
            } else {
                history.iter().map(|info| describe(info) + "\n").collect()
            };
            output::write(&text);
            Ok(())
        })
    }
}

fn describe(info: &RevisionInfo) -> String {
    let RevisionInfo { number, author, note, published_at } = info;
    let note = if note.is_empty() { String::new() } else { format!(": {note}") };
    format!("{number}  {}, {author}{note}", clinic_time::format_with_zone(*published_at))
}

fn actor() -> Actor<'static> {
    Actor { name: ACTOR, random: &System, now: System.now() }
}

fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}
