//! Candidates: the seeds of a month or a day, one after the other, until one can be drawn and proven.

use crate::proof::Failure;
use crate::set::Set;

/// More than every second candidate is proven, so a month or a day without any among so many does not happen.
pub const MAX_CANDIDATES: u32 = 40;

/// A candidate of a month or a day that was proven.
#[derive(Debug, Clone)]
pub struct Candidate {
    /// Which candidate it is, from 0.
    pub number: u32,
    pub seed: u32,
    pub set: Set,
}

/// A candidate that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefusedCandidate {
    pub number: u32,
    pub seed: u32,
    pub reason: Refusal,
}

/// Why a candidate cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The proofs that failed. They fail each time.
    #[error("{0}")]
    NotProven(String),
    /// Another attempt may succeed, for example when there is more memory.
    #[error("it could not be drawn: {0}")]
    NotDrawn(String),
}

/// The first proven candidate from the given number on, and those before it that were refused. Takes seconds.
pub fn first_proven(
    first: u32,
    seed_of: impl Fn(u32) -> u32,
    draw_proven: impl Fn(u32) -> Result<Set, Refusal>,
) -> (Option<Candidate>, Vec<RefusedCandidate>) {
    let mut refused = Vec::new();
    for number in (first..).take(MAX_CANDIDATES as usize) {
        let seed = seed_of(number);
        match draw_proven(seed) {
            Ok(set) => return (Some(Candidate { number, seed, set }), refused),
            Err(reason) => refused.push(RefusedCandidate { number, seed, reason }),
        }
    }
    (None, refused)
}

/// Fails with the proofs that failed, if there are any.
pub fn explain(failures: &[Failure]) -> Result<(), Refusal> {
    if failures.is_empty() {
        return Ok(());
    }
    Err(Refusal::NotProven(failures.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")))
}

/// Spreads neighbouring numbers over all seeds. Different numbers give different seeds.
pub fn mix(number: u32) -> u32 {
    let mut x = number.wrapping_add(0x9e37_79b9);
    x = (x ^ (x >> 16)).wrapping_mul(0x85eb_ca6b);
    x = (x ^ (x >> 13)).wrapping_mul(0xc2b2_ae35);
    x ^ (x >> 16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refused_candidates_are_skipped_and_after_the_last_one_there_is_none() {
        let reason = |seed| Refusal::NotProven(format!("seed {seed}"));
        let (found, refused) = first_proven(3, |number| number * 2, |seed| Err(reason(seed)));
        assert!(found.is_none());
        assert_eq!(refused.len(), MAX_CANDIDATES as usize);
        assert_eq!(refused[0], RefusedCandidate { number: 3, seed: 6, reason: reason(6) });

        let set = Set { files: [].into(), levels: Vec::new() };
        let draw = |seed| if seed < 10 { Err(reason(seed)) } else { Ok(set.clone()) };
        let (found, refused) = first_proven(3, |number| number * 2, draw);
        assert_eq!(found.map(|found| (found.number, found.seed)), Some((5, 10)));
        assert_eq!(refused.len(), 2);
    }
}
