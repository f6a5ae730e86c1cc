//! Proves that each spot can be hit by a thumb, and that no two overlap.

use crate::picture::{PHONE_WIDTH, Picture};
use crate::proof::{Failures, Proof};
use crate::set::{Level, Spot};

/// WCAG asks for targets of 44 CSS px.
const MIN_TARGET: f64 = 44.0;
/// Percentages have two decimals.
const ROUNDING: f64 = 0.0001;

/// The size of a spot on a small phone, in CSS px.
pub fn target(spot: &Spot, picture: &Picture) -> (f64, f64) {
    (spot.width * PHONE_WIDTH, spot.height * PHONE_WIDTH * picture.height() / picture.width())
}

pub fn prove(level: &Level, picture: &Picture, failures: &mut Failures<'_>) {
    let top = level.second_scene_top.unwrap_or_default();
    for (index, spot) in level.spots.iter().enumerate() {
        let (width, height) = target(spot, picture);
        if width < MIN_TARGET || height < MIN_TARGET {
            let reason =
                format!("spot {} is {width:.1} by {height:.1} px on a small phone, at least 44 by 44", spot.id);
            failures.add(Proof::Targets, reason);
        }
        let (right, bottom) = (spot.left + spot.width, spot.top + spot.height);
        if right > 1.0 + ROUNDING || bottom > 1.0 + ROUNDING || spot.top < top - ROUNDING {
            failures.add(Proof::Targets, format!("spot {} extends beyond its picture", spot.id));
        }
        for other in &level.spots[..index] {
            if overlap(spot, other) {
                failures.add(Proof::Overlap, format!("spots {} and {} overlap", other.id, spot.id));
            }
        }
    }
}

fn overlap(a: &Spot, b: &Spot) -> bool {
    a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height
}
