//! Draws and proves the sets of the coming months. `make test-puzzles` proves those of 20 years.

use std::sync::atomic::{AtomicI32, Ordering};
use std::thread;

use clinic_puzzles::{Generator, find_candidate};

/// How many months are proven in `make test`.
const QUICK: i32 = 3;
const FIRST: i32 = 2026 * 12 + 11;

fn month_count() -> i32 {
    std::env::var("MONTHS").map_or(QUICK, |text| text.parse().expect("MONTHS is a number"))
}

/// The months from December 2026 on.
fn month(number: i32) -> (i16, i8) {
    let months = FIRST + number;
    (i16::try_from(months / 12).expect("a year"), i8::try_from(months % 12 + 1).expect("a month"))
}

#[test]
fn every_coming_month_has_a_proven_set() {
    let next = AtomicI32::new(0);
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let results: Vec<((i16, i8), Option<u32>, usize)> = thread::scope(|scope| {
        let prove_months = || {
            let generator = Generator::start().expect("the engine");
            let mut done = Vec::new();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= month_count() {
                    return done;
                }
                let (found, refused) = find_candidate(&generator, month(number), 0);
                done.push((month(number), found.map(|candidate| candidate.number), refused.len()));
            }
        };
        let running: Vec<_> = (0..workers).map(|_| scope.spawn(prove_months)).collect();
        running.into_iter().flat_map(|worker| worker.join().expect("a worker")).collect()
    });
    let refused: usize = results.iter().map(|(_, _, refused)| refused).sum();
    let most = results.iter().max_by_key(|(_, _, refused)| refused).expect("a month");
    println!("{} months; {refused} candidates refused; most in {:?}: {}", results.len(), most.0, most.2);
    let without: Vec<_> = results.iter().filter(|(_, found, _)| found.is_none()).map(|(month, ..)| month).collect();
    assert!(without.is_empty(), "months without a set: {without:?}");
    assert_eq!(results.len(), usize::try_from(month_count()).expect("a count"));
}
