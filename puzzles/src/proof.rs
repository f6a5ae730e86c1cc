//! The proofs of a set, and the report that they give.

use std::fmt;

use crate::difficulty::{self, Ease};
use crate::picture::PHONE_WIDTH;
use crate::pixel_comparison::{ChangedPixel, Comparer, Comparison};
use crate::proofs::{changes, faces, files, spots, stars};
use crate::set::{Level, Set};

/// Pictures are compared on a small phone and at these widths: on a large phone and on a laptop.
const LARGER_WIDTHS: [f64; 2] = [398.0, 600.0];

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Proof {
    /// Three levels with the descriptions and the numbers of spots of the game.
    Levels,
    /// The picture can be drawn and shows nothing of what is behind it, so that it is the same in both themes.
    Drawing,
    /// Each picture is at most 12 KB with Brotli.
    Weight,
    /// Each spot is inside the picture and can be hit by a thumb.
    Targets,
    /// No two spots overlap.
    Overlap,
    /// Nothing differs outside the spots, and in each spot nothing besides one difference.
    NothingElse,
    /// Each spot contains a difference.
    EverySpot,
    /// Each difference can be seen, also with a colour vision deficiency and in both themes.
    Visible,
    /// There is no further star, and no further odd face.
    Unique,
    /// The level is neither easier nor harder than others of its kind.
    Difficulty,
}

impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Levels => "levels",
            Self::Drawing => "drawing",
            Self::Weight => "weight",
            Self::Targets => "targets",
            Self::Overlap => "overlap",
            Self::NothingElse => "nothing else",
            Self::EverySpot => "every spot",
            Self::Visible => "visible",
            Self::Unique => "unique",
            Self::Difficulty => "difficulty",
        })
    }
}

/// A proof that a set does not pass.
#[derive(Debug, Clone)]
pub struct Failure {
    pub proof: Proof,
    /// From 1. `None` when it is not about one level.
    pub level: Option<usize>,
    pub reason: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.level {
            Some(level) => write!(f, "{}, level {level}: {}", self.proof, self.reason),
            None => write!(f, "{}: {}", self.proof, self.reason),
        }
    }
}

#[derive(Debug, Clone)]
pub struct SpotReport {
    pub id: u32,
    pub label: String,
    /// CSS px on a phone that is 320 px wide.
    pub target: (f64, f64),
    pub ease: Ease,
}

#[derive(Debug, Clone)]
pub struct LevelReport {
    pub image: String,
    pub brotli_bytes: usize,
    /// See [`difficulty`]. `None` when there was nothing to measure.
    pub ease: Option<f64>,
    pub spots: Vec<SpotReport>,
}

#[derive(Debug, Clone)]
pub struct Report {
    pub levels: Vec<LevelReport>,
    pub failures: Vec<Failure>,
}

impl Report {
    pub fn is_proven(&self) -> bool {
        self.failures.is_empty()
    }
}

/// Collects the failures of one level.
pub struct Failures<'a> {
    level: usize,
    all: &'a mut Vec<Failure>,
}

impl<'a> Failures<'a> {
    pub fn of_level(level: usize, all: &'a mut Vec<Failure>) -> Self {
        Self { level, all }
    }

    pub fn add(&mut self, proof: Proof, reason: impl Into<String>) {
        self.all.push(Failure { proof, level: Some(self.level), reason: reason.into() });
    }
}

pub fn prove(set: &Set) -> Report {
    let mut failures = Vec::new();
    files::prove_level_count(set, &mut failures);
    let mut levels = Vec::new();
    for (index, level) in set.levels.iter().enumerate() {
        let (report, failed) = prove_level(level, index + 1);
        levels.push(report);
        failures.extend(failed);
    }
    Report { levels, failures }
}

/// The proofs of one level by its number, from 1.
pub fn prove_level(level: &Level, number: usize) -> (LevelReport, Vec<Failure>) {
    let mut all = Vec::new();
    let mut failures = Failures::of_level(number, &mut all);
    files::prove_level_of_game(level, number, &mut failures);
    let report = measure_level(level, &mut failures);
    (report, all)
}

fn measure_level(level: &Level, failures: &mut Failures<'_>) -> LevelReport {
    let brotli_bytes = files::prove_weight(level, failures);
    let mut report = LevelReport { image: level.image.clone(), brotli_bytes, ease: None, spots: Vec::new() };
    let comparer = match Comparer::new(level) {
        Ok(comparer) => comparer,
        Err(error) => {
            failures.add(Proof::Drawing, error.to_string());
            return report;
        }
    };
    let picture = comparer.picture();
    spots::prove(level, picture, failures);
    let on_phone = comparer.compare(PHONE_WIDTH);
    report.spots = prove_spots(level, &comparer, &on_phone, failures);
    for comparison in LARGER_WIDTHS.map(|width| comparer.compare(width)).iter().chain([&on_phone]) {
        if !comparison.with.opaque || !comparison.without.opaque {
            failures.add(Proof::Drawing, "the background shows through the picture");
        }
        changes::prove_nothing_else(level, picture, comparison, failures);
    }
    match failures.level {
        1 => faces::prove(level, picture, failures),
        2 => stars::prove(level, picture, failures),
        _ => {}
    }
    let eases: Vec<_> = report.spots.iter().map(|spot| spot.ease).collect();
    report.ease = difficulty::prove(failures.level, &eases, failures);
    report
}

fn prove_spots(
    level: &Level,
    comparer: &Comparer,
    comparison: &Comparison,
    failures: &mut Failures<'_>,
) -> Vec<SpotReport> {
    let picture = comparer.picture();
    let changed: Vec<ChangedPixel> = comparison.changed().collect();
    level
        .spots
        .iter()
        .map(|spot| {
            let inside: Vec<_> =
                changed.iter().copied().filter(|&pixel| comparison.is_inside(pixel, spot, picture)).collect();
            changes::prove_one_difference(spot, &inside, comparer.is_moved(spot), failures);
            changes::prove_visible(spot, &inside, failures);
            SpotReport {
                id: spot.id,
                label: spot.label.clone(),
                target: spots::target(spot, picture),
                ease: Ease::measure(spot, picture, comparison, &inside),
            }
        })
        .collect()
}
