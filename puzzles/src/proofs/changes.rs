//! Proves that the picture differs in its spots and nowhere else, and that each difference can be seen by everybody.

use crate::picture::Picture;
use crate::pixel_comparison::{ChangedPixel, Comparison};
use crate::proof::{Failures, Proof};
use crate::set::{Level, Spot};
use crate::vision::{THEMES, VISIONS, distance};

/// Colours that are further apart than this (ΔE*ab) are told apart at a glance. About 2 can just be seen side by side.
pub const CLEAR_DISTANCE: f32 = 15.0;
/// How much of a difference must be clear, in square CSS px on a small phone.
const MIN_CLEAR_AREA: usize = 18;
/// How far apart the parts of one difference may be, in CSS px of a small phone: the two eyes of a face, or the ends of a
/// paddle that a canoe hides.
const MAX_GAP: usize = 14;

pub fn prove_nothing_else(level: &Level, picture: &Picture, comparison: &Comparison, failures: &mut Failures<'_>) {
    let mut found = vec![false; level.spots.len()];
    let mut outside = Vec::new();
    for pixel in comparison.changed() {
        match level.spots.iter().position(|spot| comparison.is_inside(pixel, spot, picture)) {
            Some(index) => found[index] = true,
            None => outside.push(pixel),
        }
    }
    if let Some(first) = outside.first() {
        let (x, y) = (first.x as f64 / comparison.scale, first.y as f64 / comparison.scale + comparison.top);
        let (count, width) = (outside.len(), comparison.with.width);
        let reason =
            format!("at a width of {width} px, {count} pixels outside the spots differ, first at {x:.0},{y:.0}");
        failures.add(Proof::NothingElse, reason);
    }
    for (spot, _) in level.spots.iter().zip(found).filter(|&(_, found)| !found) {
        let reason = format!("nothing differs in spot {} ({})", spot.id, spot.label);
        failures.add(Proof::EverySpot, reason);
    }
}

/// Proves that there is one difference in a spot, of which the parts are close together. What was moved is in two places.
/// `changed` are the pixels of the spot that differ, on a small phone.
pub fn prove_one_difference(spot: &Spot, changed: &[ChangedPixel], is_moved: bool, failures: &mut Failures<'_>) {
    let (count, most) = (count_places(changed, MAX_GAP), if is_moved { 2 } else { 1 });
    if count > most {
        let reason = format!("spot {} ({}) differs in {count} places, at most {most}", spot.id, spot.label);
        failures.add(Proof::NothingElse, reason);
    }
}

/// Pixels that are not further apart than `gap` are in the same place.
fn count_places(changed: &[ChangedPixel], gap: usize) -> usize {
    let mut rest = changed.to_vec();
    let mut count = 0;
    while let Some(first) = rest.pop() {
        count += 1;
        let mut reached = vec![first];
        while let Some(from) = reached.pop() {
            let is_near = |pixel: &mut ChangedPixel| {
                pixel.x.abs_diff(from.x).pow(2) + pixel.y.abs_diff(from.y).pow(2) <= gap.pow(2)
            };
            reached.extend(rest.extract_if(.., is_near));
        }
    }
    count
}

/// `changed` are the pixels of the spot that differ, on a small phone.
pub fn prove_visible(spot: &Spot, changed: &[ChangedPixel], failures: &mut Failures<'_>) {
    for vision in VISIONS {
        for theme in THEMES {
            let clear = changed
                .iter()
                .filter(|pixel| distance(pixel.without, pixel.with, vision, theme) >= CLEAR_DISTANCE)
                .count();
            if clear < MIN_CLEAR_AREA {
                let reason = format!(
                    "spot {} ({}): {clear} px of it are clear to {vision:?} vision in the {theme:?} theme, at least {MIN_CLEAR_AREA}",
                    spot.id, spot.label
                );
                failures.add(Proof::Visible, reason);
                return;
            }
        }
    }
}
