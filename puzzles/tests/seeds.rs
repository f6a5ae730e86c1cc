//! Draws and proves many seeds of every scene. `make test-puzzles` proves 1,000 of each and prints the table for
//! docs/puzzles.md.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::thread;

use clinic_puzzles::{Generator, Level, prove, prove_level};

/// How many seeds of each scene are proven in `make test`.
const QUICK: u32 = 20;
/// At most this share of the seeds of a scene may be refused, so that a month never needs many candidates.
const MAX_REFUSED: f64 = 0.5;

/// What the seeds of one scene gave.
#[derive(Default)]
struct Tally {
    drawn: u32,
    refused: u32,
    reasons: BTreeMap<String, u32>,
    eases: Vec<f64>,
    largest: usize,
}

impl Tally {
    fn add(&mut self, level: &Level, number: usize) {
        let (report, failures) = prove_level(level, number);
        let mut proofs: Vec<_> = failures.iter().map(|failure| failure.proof).collect();
        proofs.sort();
        proofs.dedup();
        self.drawn += 1;
        self.refused += u32::from(!proofs.is_empty());
        for proof in proofs {
            *self.reasons.entry(proof.to_string()).or_default() += 1;
        }
        self.eases.extend(report.ease);
        self.largest = self.largest.max(report.brotli_bytes);
    }

    fn share(&self) -> f64 {
        f64::from(self.refused) / f64::from(self.drawn)
    }
}

fn seed_count() -> u32 {
    std::env::var("SEEDS").map_or(QUICK, |text| text.parse().expect("SEEDS is a number"))
}

#[test]
fn seeds_of_every_scene_are_proven() {
    let names = Generator::start().expect("the engine").scene_names().expect("the scenes");
    let rounds = names.iter().map(Vec::len).max().unwrap_or_default();
    // Each round draws one scene of every level.
    let lines: Vec<String> = thread::scope(|scope| {
        let names = &names;
        let running: Vec<_> = (0..rounds).map(|round| scope.spawn(move || prove_round(names, round))).collect();
        running.into_iter().flat_map(|round| round.join().expect("a round")).collect()
    });
    println!("{}", lines.join("\n"));
}

fn prove_round(names: &[Vec<String>], round: usize) -> Vec<String> {
    let generator = Generator::start().expect("the engine");
    let wanted: Vec<&str> = names.iter().map(|scenes| scenes.get(round).map_or("", String::as_str)).collect();
    let mut tallies: Vec<Tally> = wanted.iter().map(|_| Tally::default()).collect();
    for seed in 1..=seed_count() {
        let set = generator.draw_scenes(seed, &wanted).expect("a set");
        for (index, tally) in tallies.iter_mut().enumerate().filter(|(index, _)| !wanted[*index].is_empty()) {
            tally.add(&set.levels[index], index + 1);
        }
    }
    let proven = wanted.iter().zip(&mut tallies).filter(|(scene, _)| !scene.is_empty());
    proven
        .map(|(scene, tally)| {
            let line = line(scene, tally);
            assert!(tally.share() <= MAX_REFUSED, "{line}");
            line
        })
        .collect()
}

fn line(scene: &str, tally: &mut Tally) -> String {
    tally.eases.sort_by(f64::total_cmp);
    let at =
        |share: f64| tally.eases.get((share * (tally.eases.len() as f64 - 1.0)) as usize).copied().unwrap_or_default();
    let reasons: Vec<_> = tally.reasons.iter().map(|(proof, count)| format!("{proof} {count}")).collect();
    format!(
        "| {scene} | {} | {:.1} % | {} | {:.1} / {:.1} / {:.1} | {} |",
        tally.drawn,
        100.0 * tally.share(),
        if reasons.is_empty() { "-".to_owned() } else { reasons.join(", ") },
        at(0.02),
        at(0.5),
        at(0.98),
        tally.largest
    )
}

/// The engine of the server and Node.js, which wrote these files, draw the same.
#[test]
fn content_of_the_site_is_drawn_byte_for_byte() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../content/game");
    let drawn = Generator::start().expect("the engine").draw_today().expect("the set");
    assert_eq!(drawn.len(), 4);
    for (name, text) in drawn {
        let committed = fs::read_to_string(folder.join(&name)).expect("a committed file");
        assert!(text == committed, "{name} differs");
    }
}

#[test]
fn the_same_seed_gives_the_same_files() {
    let draw = |seed| Generator::start().expect("the engine").draw(seed).expect("a set").files;
    assert_eq!(draw(3), draw(3));
    assert_ne!(draw(3), draw(4));
}

/// The sets of 24 months are written for the contact sheet, when a folder is named.
#[test]
fn twenty_four_sets_in_a_row_can_be_found() {
    let generator = Generator::start().expect("the engine");
    let folder = std::env::var_os("SHEET");
    let wanted = if folder.is_some() { 24 } else { 3 };
    let mut found = 0;
    for seed in 1.. {
        assert!(seed <= 20 * wanted, "only {found} of {wanted} sets were found");
        let set = generator.draw(seed).expect("a set");
        if !prove(&set).is_proven() {
            continue;
        }
        found += 1;
        if let Some(folder) = &folder {
            for (name, text) in &set.files {
                fs::write(Path::new(folder).join(format!("{found:02}-{name}")), text).expect("written");
            }
        }
        if found == wanted {
            break;
        }
    }
}
