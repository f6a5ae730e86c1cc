//! How easily what is to be found catches the eye: its size on a phone, times its contrast, times the free space around it.
//! A level must be inside the band of its kind, so that months are comparable.

use std::ops::RangeInclusive;

use crate::picture::Picture;
use crate::pixel_comparison::{ChangedPixel, Comparison};
use crate::proof::{Failures, Proof};
use crate::proofs::changes::CLEAR_DISTANCE;
use crate::set::Spot;
use crate::vision::{Theme, Vision, distance};

/// The ease of levels 1, 2 and 3, the mean over their spots: from the 5th to the 95th percentile of the levels of 1,000 seeds
/// of every scene. `make test-puzzles` fails when the drawings have moved away from these numbers.
const BANDS: [RangeInclusive<f64>; 3] = [3.2..=5.7, 4.1..=5.2, 4.6..=7.2];
/// The ease of each spot: from the 1st to the 99th percentile of the spots of the same levels.
const SPOT_BANDS: [RangeInclusive<f64>; 3] = [3.2..=5.7, 3.3..=6.4, 2.7..=9.0];

/// The ease that a level may have, and the one that each of its spots may have. The level is a number from 1.
pub fn bands(level: usize) -> Option<(RangeInclusive<f64>, RangeInclusive<f64>)> {
    let index = level.checked_sub(1)?;
    Some((BANDS.get(index)?.clone(), SPOT_BANDS.get(index)?.clone()))
}

/// Neighbours that differ more than this in lightness (of 255) are an edge.
const EDGE: f32 = 20.0;

#[derive(Debug, Clone, Copy)]
pub struct Ease {
    /// Square CSS px on a small phone that differ clearly.
    pub area: f64,
    /// Their mean distance in colour (ΔE*ab) divided by 100.
    pub contrast: f64,
    /// The share of the spot that is edges of other things.
    pub crowding: f64,
}

impl Ease {
    /// `changed` are the pixels of the spot that differ, on a small phone.
    pub fn measure(spot: &Spot, picture: &Picture, comparison: &Comparison, changed: &[ChangedPixel]) -> Self {
        let clear: Vec<f64> = changed
            .iter()
            .map(|pixel| distance(pixel.without, pixel.with, Vision::Normal, Theme::Light))
            .filter(|&apart| apart >= CLEAR_DISTANCE)
            .map(f64::from)
            .collect();
        let area = clear.len() as f64;
        let contrast = clear.iter().sum::<f64>() / area.max(1.0) / 100.0;
        Self { area, contrast, crowding: crowding(spot, picture, comparison) }
    }

    /// On a logarithmic scale: one more is twice as easy.
    pub fn value(&self) -> f64 {
        (self.area * self.contrast * (1.0 - self.crowding)).max(0.1).log2()
    }
}

fn crowding(spot: &Spot, picture: &Picture, comparison: &Comparison) -> f64 {
    let pixels = &comparison.with;
    let to_x = |share: f64| (share * picture.width() * comparison.scale).max(0.0) as usize;
    let to_y = |share: f64| ((share * picture.height() - comparison.top) * comparison.scale).max(0.0) as usize;
    let (right, bottom) = (to_x(spot.left + spot.width), to_y(spot.top + spot.height));
    let (mut edges, mut all) = (0_u32, 0_u32);
    for y in to_y(spot.top)..bottom.min(pixels.height - 1) {
        for x in to_x(spot.left)..right.min(pixels.width - 1) {
            let here = pixels.lightness(x, y);
            let step = (here - pixels.lightness(x + 1, y)).abs().max((here - pixels.lightness(x, y + 1)).abs());
            edges += u32::from(step > EDGE);
            all += 1;
        }
    }
    f64::from(edges) / f64::from(all.max(1))
}

/// Returns the ease of the level.
pub fn prove(level: usize, spots: &[Ease], failures: &mut Failures<'_>) -> Option<f64> {
    let (band, spot_band) = bands(level)?;
    if spots.is_empty() {
        return None;
    }
    for (index, ease) in spots.iter().enumerate() {
        if !spot_band.contains(&ease.value()) {
            failures.add(Proof::Difficulty, outside(&format!("spot {}", index + 1), ease.value(), &spot_band));
        }
    }
    let mean = spots.iter().map(Ease::value).sum::<f64>() / spots.len() as f64;
    if !band.contains(&mean) {
        failures.add(Proof::Difficulty, outside("the level", mean, &band));
    }
    Some(mean)
}

fn outside(what: &str, ease: f64, band: &RangeInclusive<f64>) -> String {
    let how = if ease < *band.start() { "hard" } else { "easy" };
    format!("{what} is too {how}: ease {ease:.2}, but must be {:.1} to {:.1}", band.start(), band.end())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proof::Failure;

    fn prove_spots(level: usize, spots: &[Ease]) -> Vec<Failure> {
        let mut all = Vec::new();
        prove(level, spots, &mut Failures::of_level(level, &mut all));
        all
    }

    #[test]
    fn a_spot_and_a_level_that_are_too_hard_are_refused() {
        let hidden = Ease { area: 18.0, contrast: 0.16, crowding: 0.5 };
        for level in 1..=3 {
            let failures = prove_spots(level, &[hidden]);
            let reasons: Vec<_> = failures.iter().map(|failure| failure.reason.as_str()).collect();
            assert_eq!(failures.iter().filter(|failure| failure.proof == Proof::Difficulty).count(), 2, "{reasons:?}");
            assert!(reasons.iter().all(|reason| reason.contains("is too hard: ease 0.5")), "{reasons:?}");
        }
    }

    #[test]
    fn one_obvious_spot_is_refused_also_when_the_level_is_inside_its_band() {
        let usual = Ease { area: 120.0, contrast: 0.4, crowding: 0.2 };
        let obvious = Ease { area: 3000.0, contrast: 0.9, crowding: 0.0 };
        assert_eq!(prove_spots(3, &[usual; 5]).len(), 0);
        let reasons: Vec<_> =
            prove_spots(3, &[usual, usual, usual, usual, obvious]).into_iter().map(|failure| failure.reason).collect();
        assert_eq!(reasons.len(), 1, "{reasons:?}");
        assert!(reasons[0].starts_with("spot 5 is too easy: ease 11."), "{reasons:?}");
    }
}
