//! Draws and proves many seeds of every scene. `make test-puzzles` proves 1,000 of each and prints the tables for
//! docs/puzzles.md.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::Write as _;
use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use clinic_puzzles::{Generator, bands, prove_level};

/// How many seeds of each scene are proven in `make test`.
const QUICK: u32 = 20;
/// With so many seeds of each scene, the bands of the difficulty are compared with what was measured.
const ENOUGH: u32 = 1000;
/// At most this share of the seeds of a scene may be refused, so that a month never needs many candidates.
const MAX_REFUSED: f64 = 0.5;

/// What the seeds of one scene of a level gave.
#[derive(Default)]
struct Tally {
    level: usize,
    scene: String,
    drawn: u32,
    refused: u32,
    reasons: BTreeMap<String, u32>,
    /// Of the levels, and of all their spots.
    eases: Vec<f64>,
    spot_eases: Vec<f64>,
    largest: usize,
    /// One line for each seed: level, scene, seed, failed proofs, ease, eases of the spots.
    measurements: String,
}

impl Tally {
    fn add(&mut self, generator: &Generator, seed: u32) {
        let level = generator.draw_scene(seed, self.level, &self.scene).expect("a level");
        let (report, failures) = prove_level(&level, self.level);
        let mut proofs: Vec<_> = failures.iter().map(|failure| failure.proof).collect();
        proofs.sort();
        proofs.dedup();
        let proofs: Vec<_> = proofs.iter().map(ToString::to_string).collect();
        let spots: Vec<_> = report.spots.iter().map(|spot| spot.ease.value()).collect();
        let ease = report.ease.unwrap_or_default();
        let spot_texts: Vec<_> = spots.iter().map(|ease| format!("{ease:.3}")).collect();
        let (number, scene) = (self.level, &self.scene);
        writeln!(self.measurements, "{number},{scene},{seed},{},{ease:.3},{}", proofs.join("+"), spot_texts.join(","))
            .expect("memory can be written");
        self.drawn += 1;
        self.refused += u32::from(!proofs.is_empty());
        for proof in proofs {
            *self.reasons.entry(proof).or_default() += 1;
        }
        self.eases.extend(report.ease);
        self.spot_eases.extend(spots);
        self.largest = self.largest.max(report.brotli_bytes);
    }

    fn share(&self) -> f64 {
        f64::from(self.refused) / f64::from(self.drawn)
    }

    /// A row of the table in docs/puzzles.md.
    fn row(&self) -> String {
        let reasons: Vec<_> = self.reasons.iter().map(|(proof, count)| format!("{proof} {count}")).collect();
        format!(
            "| {} | {} | {:.1} % | {} | {} | {} | {} |",
            self.scene,
            self.drawn,
            100.0 * self.share(),
            if reasons.is_empty() { "-".to_owned() } else { reasons.join(", ") },
            percentiles(&self.eases),
            percentiles(&self.spot_eases),
            self.largest
        )
    }
}

fn percentile(values: &[f64], share: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted[(share * (sorted.len() - 1) as f64).round() as usize]
}

/// The 1st, 5th, 50th, 95th and 99th percentile.
fn percentiles(values: &[f64]) -> String {
    [0.01, 0.05, 0.5, 0.95, 0.99].map(|share| format!("{:.1}", percentile(values, share))).join(" / ")
}

/// A band goes from a percentile to the opposite one, rounded to a tenth.
fn assert_band(what: &str, band: &RangeInclusive<f64>, values: &[f64], share: f64) {
    for (is, measured) in [(band.start(), percentile(values, share)), (band.end(), percentile(values, 1.0 - share))] {
        assert!((is - measured).abs() < 0.1, "the band of {what} ends at {is}, but measured was {measured:.2}");
    }
}

fn seed_count() -> u32 {
    std::env::var("SEEDS").map_or(QUICK, |text| text.parse().expect("SEEDS is a number"))
}

/// With `MEASUREMENTS`, a file, what was measured for each seed is written to it: the bands of the difficulty are set from
/// these numbers. Each scene is written as soon as it is proven, so that an interrupted run is not lost.
#[test]
fn seeds_of_every_scene_are_proven() {
    let names = Generator::start().expect("the engine").scene_names().expect("the scenes");
    let scenes: Vec<_> = names
        .into_iter()
        .enumerate()
        .flat_map(|(at, names)| names.into_iter().map(move |name| (at + 1, name)))
        .collect();
    let next = AtomicUsize::new(0);
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let measurements = std::env::var_os("MEASUREMENTS").map(|file| File::create(file).expect("a file"));
    let mut tallies: Vec<(usize, Tally)> = thread::scope(|scope| {
        let prove_scenes = || {
            let generator = Generator::start().expect("the engine");
            let mut done = Vec::new();
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some((level, scene)) = scenes.get(index).cloned() else { return done };
                let mut tally = Tally { level, scene, ..Tally::default() };
                (1..=seed_count()).for_each(|seed| tally.add(&generator, seed));
                println!("{}", tally.row());
                if let Some(mut file) = measurements.as_ref() {
                    file.write_all(tally.measurements.as_bytes()).expect("written");
                }
                done.push((index, tally));
            }
        };
        let running: Vec<_> = (0..workers).map(|_| scope.spawn(prove_scenes)).collect();
        running.into_iter().flat_map(|worker| worker.join().expect("a worker")).collect()
    });
    tallies.sort_by_key(|&(index, _)| index);
    let mut measured = Vec::new();
    for level in 1..=3 {
        let of_level = || tallies.iter().map(|(_, tally)| tally).filter(|tally| tally.level == level);
        let eases: Vec<_> = of_level().flat_map(|tally| tally.eases.iter().copied()).collect();
        let spots: Vec<_> = of_level().flat_map(|tally| tally.spot_eases.iter().copied()).collect();
        println!("| level {level} | {} | {} |", percentiles(&eases), percentiles(&spots));
        measured.push((level, eases, spots));
    }
    for (_, tally) in &tallies {
        assert!(tally.share() <= MAX_REFUSED, "too many seeds are refused: {}", tally.row());
    }
    for (level, eases, spots) in measured.iter().filter(|_| seed_count() >= ENOUGH) {
        let (band, spot_band) = bands(*level).expect("the bands of a level");
        assert_band(&format!("level {level}"), &band, eases, 0.05);
        // The level of one spot has one band.
        if *level > 1 {
            assert_band(&format!("the spots of level {level}"), &spot_band, spots, 0.01);
        }
    }
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
