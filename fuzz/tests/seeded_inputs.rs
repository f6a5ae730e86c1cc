//! Gives every target its corpus, and inputs that a fixed seed makes from the corpus: the same in every run, on every
//! machine. libFuzzer cannot promise that, because it follows the coverage, which hash maps change.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::{env, fs};

use fastrand::Rng;

const SEED: u64 = 1;
const LONGEST_INPUT: usize = 4096;

fn fuzz_folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Sorted by name, because the order of a folder differs between machines.
fn corpus(target: &str) -> Vec<Vec<u8>> {
    let folder = fuzz_folder().join("corpus").join(target);
    let mut paths: Vec<PathBuf> = fs::read_dir(&folder).expect("a corpus").map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.iter().map(|path| fs::read(path).expect("an input")).collect()
}

/// Words that random changes of bytes would hardly ever make: a file of libFuzzer with one quoted word in a line.
fn dictionary(target: &str) -> Vec<Vec<u8>> {
    let path = fuzz_folder().join("dictionaries").join(format!("{target}.dict"));
    let text = if path.exists() { fs::read_to_string(path).expect("a dictionary") } else { String::new() };
    let quoted = text.lines().filter_map(|line| line.strip_prefix('"')?.strip_suffix('"'));
    quoted.map(|word| word.as_bytes().to_vec()).collect()
}

struct Generator {
    random: Rng,
    corpus: Vec<Vec<u8>>,
    dictionary: Vec<Vec<u8>>,
}

impl Generator {
    fn new(target: &str) -> Self {
        Self { random: Rng::with_seed(SEED), corpus: corpus(target), dictionary: dictionary(target) }
    }

    fn next_input(&mut self) -> Vec<u8> {
        let mut input = self.any_of_corpus();
        for _ in 0..self.random.usize(1..=4) {
            self.change(&mut input);
        }
        input.truncate(LONGEST_INPUT);
        input
    }

    fn any_of_corpus(&mut self) -> Vec<u8> {
        self.corpus[self.random.usize(..self.corpus.len())].clone()
    }

    fn change(&mut self, input: &mut Vec<u8>) {
        let start = self.random.usize(..=input.len());
        let end = (start + self.length_of_change()).min(input.len());
        let replacement = match self.random.u8(..8) {
            0 => Vec::new(),
            1 => (start..end).map(|_| self.random.u8(..)).collect(),
            2 => vec![self.random.u8(..); self.length_of_change()],
            3 => vec![b' ' + self.random.u8(..95)],
            4 => self.random.i32(-1..1000).to_string().into_bytes(),
            5 => self.part_of_corpus(),
            6 => [&input[start..end], &input[start..end]].concat(),
            _ => self.word(),
        };
        // Half of the time in front of the bytes, half of the time instead of them. Nothing in front changes nothing.
        let replaced = if replacement.is_empty() || self.random.bool() { start..end } else { start..start };
        input.splice(replaced, replacement);
    }

    /// Mostly short, because a long change makes an input that is refused at once.
    fn length_of_change(&mut self) -> usize {
        let most = *[1, 4, 16, 64, 512].get(self.random.usize(..5)).expect("one of five");
        self.random.usize(1..=most)
    }

    fn part_of_corpus(&mut self) -> Vec<u8> {
        let other = self.any_of_corpus();
        let start = self.random.usize(..=other.len());
        let end = (start + self.length_of_change()).min(other.len());
        other[start..end].to_vec()
    }

    fn word(&mut self) -> Vec<u8> {
        match self.dictionary.len() {
            0 => vec![self.random.u8(..)],
            words => self.dictionary[self.random.usize(..words)].clone(),
        }
    }
}

fn check(name: &str, made_inputs: usize) {
    let target = clinic_fuzz::target(name);
    let mut generator = Generator::new(name);
    let corpus = generator.corpus.clone();
    let made = (0..made_inputs).map(|_| generator.next_input());
    for input in corpus.into_iter().chain(made) {
        if catch_unwind(AssertUnwindSafe(|| target(&input))).is_err() {
            let path = keep(&fuzz_folder(), name, &input);
            panic!("The input is in {path}. To see it fail: scripts/fuzz {name} {path}");
        }
    }
}

fn keep(folder: &Path, name: &str, input: &[u8]) -> String {
    let path = format!("artifacts/{name}-seeded");
    fs::create_dir_all(folder.join("artifacts")).expect("a folder");
    fs::write(folder.join(&path), input).expect("a file");
    format!("fuzz/{path}")
}

#[test]
fn claim_form_keeps_its_invariants() {
    check("claim_form", 50_000);
}

#[test]
fn content_keeps_its_invariants() {
    check("content", 10_000);
}

#[test]
fn desk_credentials_keep_their_invariants() {
    check("desk_credentials", 100_000);
}

#[test]
fn discount_code_keeps_its_invariants() {
    check("discount_code", 100_000);
}

#[test]
fn email_address_keeps_its_invariants() {
    check("email_address", 100_000);
}

#[test]
fn http2_frames_keep_their_invariants() {
    check("http2_frames", 100_000);
}

#[test]
fn picture_keeps_its_invariants() {
    check("picture", 20_000);
}

#[test]
fn play_token_keeps_its_invariants() {
    check("play_token", 50_000);
}

#[test]
fn save_draft_keeps_its_invariants() {
    check("save_draft", 20_000);
}

#[test]
fn the_same_inputs_are_made_in_every_run() {
    let mut first = Generator::new("picture");
    let mut second = Generator::new("picture");
    for _ in 0..1000 {
        assert_eq!(first.next_input(), second.next_input());
    }
}
