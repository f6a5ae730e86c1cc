//! `clinic game`: draws a set of the game's pictures from a seed, and proves that a set is fair. Needs no database.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{fs, io};

use clap::{Args, Subcommand};
use clinic_puzzles::{DrawError, Failure, Generator, Set, SetError, find_candidate, prove};
use jiff::civil::Date;

use super::exit_code::exit_code;
use super::output;

#[derive(Debug, Subcommand)]
pub enum Game {
    /// Draw the set of a seed or of a month, prove it, and write it to a folder.
    Generate(Generate),
    /// Prove the set in a folder and print what was measured.
    Prove(Prove),
}

#[derive(Debug, Args)]
pub struct Generate {
    /// Which set to draw: a number from 0 to 4294967295. The same seed always gives the same files.
    #[arg(long, value_name = "N", value_parser = parse_seed, allow_negative_numbers = true)]
    #[arg(required_unless_present = "month", conflicts_with = "month")]
    seed: Option<u32>,
    /// A month such as 2027-01 instead of a seed: its first proven set, which the game shows when nobody chooses another.
    #[arg(long, value_name = "YYYY-MM", value_parser = parse_month)]
    month: Option<(i16, i8)>,
    /// The folder to write game.toml and the pictures to. It must be new or empty.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

#[derive(Debug, Args)]
pub struct Prove {
    /// A folder with game.toml and its pictures, such as content/game.
    folder: PathBuf,
}

#[derive(Debug, thiserror::Error)]
enum GameError {
    #[error("Cannot draw the set: {0}.")]
    Draw(#[from] DrawError),
    #[error("Cannot prove the set: {0}. Give a folder with game.toml and its pictures.")]
    Set(#[from] SetError),
    #[error("Seed {seed} is refused. Choose another seed. Nothing was written.\n{}", listed(.failures))]
    Refused { seed: u32, failures: Vec<Failure> },
    #[error("No set of this month can be drawn and proven. Nothing was written.\n{0}")]
    NoSetOfMonth(String),
    #[error("{} is not empty. Give a new folder. Nothing was written.", .0.display())]
    NotEmpty(PathBuf),
    #[error("Cannot write to {}: {source}. Check the disk and the owner of the folder, then try again.", path.display())]
    Write { path: PathBuf, source: io::Error },
    #[error("The set is not proven.")]
    NotProven,
}

fn parse_seed(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| format!("a seed is a whole number from 0 to {}", u32::MAX))
}

fn parse_month(text: &str) -> Result<(i16, i8), String> {
    let first = format!("{text}-01").parse::<Date>().ok().filter(|_| text.len() == "2027-01".len());
    first
        .map(|day| (day.year(), day.month()))
        .ok_or_else(|| "a month is a year and a month, such as 2027-01".to_owned())
}

fn listed(failures: &[Failure]) -> String {
    failures.iter().map(|failure| format!("Failed proof: {failure}")).collect::<Vec<_>>().join("\n")
}

impl Game {
    pub fn run(self) -> ExitCode {
        match self {
            Self::Generate(options) => exit_code(options.run()),
            Self::Prove(options) => exit_code(options.run()),
        }
    }
}

impl Generate {
    fn run(self) -> Result<(), GameError> {
        let Self { seed, month, out } = self;
        // Asked first: drawing and proving take a second.
        if !is_new_or_empty(&out)? {
            return Err(GameError::NotEmpty(out));
        }
        let generator = Generator::start()?;
        let (seed, set) = if let Some(month) = month {
            draw_month(&generator, month)?
        } else {
            let seed = seed.unwrap_or_default();
            (seed, generator.draw(seed)?)
        };
        let report = prove(&set);
        if !report.is_proven() {
            return Err(GameError::Refused { seed, failures: report.failures });
        }
        write_set(&set, &out)?;
        output::write(&format!("{report}\nWrote the set of seed {seed} to {}.\n", out.display()));
        Ok(())
    }
}

/// The first proven set of the month with its seed.
fn draw_month(generator: &Generator, month: (i16, i8)) -> Result<(u32, Set), GameError> {
    let (found, refused) = find_candidate(generator, month, 0);
    let reasons = || refused.iter().map(|candidate| candidate.reason.to_string()).collect::<Vec<_>>().join("\n");
    found.map(|candidate| (candidate.seed, candidate.set)).ok_or_else(|| GameError::NoSetOfMonth(reasons()))
}

impl Prove {
    fn run(self) -> Result<(), GameError> {
        let report = prove(&Set::from_folder(&self.folder)?);
        output::write(&format!("{report}\n"));
        if report.is_proven() { Ok(()) } else { Err(GameError::NotProven) }
    }
}

fn is_new_or_empty(folder: &Path) -> Result<bool, GameError> {
    match fs::read_dir(folder) {
        Ok(mut entries) => Ok(entries.next().is_none()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(true),
        Err(source) => Err(GameError::Write { path: folder.to_owned(), source }),
    }
}

/// Writes all files or none into a folder that is new or empty.
fn write_set(set: &Set, folder: &Path) -> Result<(), GameError> {
    let is_new = !folder.exists();
    write_files(set, folder).inspect_err(|_| {
        // What cannot be deleted either is in the way of the next try, which says so.
        for name in set.files.keys() {
            let _ = fs::remove_file(folder.join(name));
        }
        if is_new {
            let _ = fs::remove_dir(folder);
        }
    })
}

/// The pictures first: a folder with game.toml is complete.
fn write_files(set: &Set, folder: &Path) -> Result<(), GameError> {
    let failed = |path: &Path| {
        let path = path.to_owned();
        move |source| GameError::Write { path, source }
    };
    fs::create_dir_all(folder).map_err(failed(folder))?;
    let (toml, pictures): (Vec<_>, Vec<_>) = set.files.iter().partition(|(name, _)| name.as_str() == "game.toml");
    for (name, text) in pictures.into_iter().chain(toml) {
        let path = folder.join(name);
        fs::write(&path, text).map_err(failed(&path))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failed_write_leaves_nothing_behind() {
        let parent = tempfile::tempdir().expect("a temporary folder");
        let files = ["a.svg", "missing/b.svg", "game.toml"].map(|name| (name.to_owned(), "text".to_owned()));
        let set = Set { files: files.into(), levels: Vec::new() };
        let out = parent.path().join("set");
        let error = write_set(&set, &out).expect_err("a folder is missing");
        assert!(error.to_string().contains("missing/b.svg"), "{error}");
        assert!(!out.exists(), "the folder is deleted");

        fs::create_dir(&out).expect("a folder");
        write_set(&set, &out).expect_err("a folder is missing");
        assert_eq!(fs::read_dir(&out).expect("the folder is kept").count(), 0);
    }
}
