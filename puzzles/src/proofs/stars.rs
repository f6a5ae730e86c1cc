//! Proves that the marked stars are the only stars of the picture. Stars are found by their outlines, not by their marks.

use resvg::tiny_skia::{PathSegment, Point};
use resvg::usvg;

use crate::picture::Picture;
use crate::proof::{Failures, Proof};
use crate::set::Level;

const SAMPLES: usize = 240;
const BINS: usize = 120;
const HARMONICS: usize = 13;
/// The share of the radius by which an outline goes in and out five times. A star with sharp tips has about 0.3.
const MIN_FIFTH: f64 = 0.1;

pub fn prove(level: &Level, picture: &Picture, failures: &mut Failures<'_>) {
    let stars = find(picture);
    let mut unmarked = 0;
    let mut counts = vec![0; level.spots.len()];
    for (x, y) in &stars {
        let (x, y) = (x / picture.width(), y / picture.height());
        let spot = level.spots.iter().position(|spot| {
            (spot.left..spot.left + spot.width).contains(&x) && (spot.top..spot.top + spot.height).contains(&y)
        });
        match spot {
            Some(index) => counts[index] += 1,
            None => unmarked += 1,
        }
    }
    if unmarked > 0 {
        failures.add(Proof::Unique, format!("{unmarked} further shapes look like a star"));
    }
    for (spot, count) in level.spots.iter().zip(counts).filter(|&(_, count)| count != 1) {
        failures.add(Proof::Unique, format!("spot {} contains {count} stars instead of one", spot.id));
    }
}

/// The middles of all outlines that look like a star, in units of the picture.
fn find(picture: &Picture) -> Vec<(f64, f64)> {
    let mut stars = Vec::new();
    visit(picture.tree().root(), &mut |outline| stars.extend(star_at(outline)));
    stars
}

fn visit(group: &usvg::Group, found: &mut impl FnMut(&[(f64, f64)])) {
    for node in group.children() {
        match node {
            usvg::Node::Group(group) => visit(group, found),
            usvg::Node::Path(path) => outlines(path).iter().for_each(|outline| found(outline)),
            usvg::Node::Image(_) | usvg::Node::Text(_) => {}
        }
    }
}

/// The outlines of a path, as points in units of the picture. One that is left open is taken as closed: its filling is.
fn outlines(path: &usvg::Path) -> Vec<Vec<(f64, f64)>> {
    let Some(data) = path.data().clone().transform(path.abs_transform()) else { return Vec::new() };
    let mut outlines = Vec::new();
    let mut points: Vec<(f64, f64)> = Vec::new();
    let at = |point: Point| (f64::from(point.x), f64::from(point.y));
    for segment in data.segments() {
        let from = points.last().copied().unwrap_or_default();
        match segment {
            PathSegment::MoveTo(to) => outlines.push(std::mem::replace(&mut points, vec![at(to)])),
            PathSegment::LineTo(to) => points.push(at(to)),
            PathSegment::QuadTo(control, to) => curve(&mut points, from, at(control), at(control), at(to)),
            PathSegment::CubicTo(first, second, to) => curve(&mut points, from, at(first), at(second), at(to)),
            PathSegment::Close => outlines.push(std::mem::take(&mut points)),
        }
    }
    outlines.push(points);
    outlines
}

/// Close enough for a curve of either kind: the harmonics do not depend on the details of a curve.
fn curve(points: &mut Vec<(f64, f64)>, a: (f64, f64), b: (f64, f64), c: (f64, f64), d: (f64, f64)) {
    for step in 1..=8 {
        let t = f64::from(step) / 8.0;
        let mix = |a: f64, b: f64, c: f64, d: f64| {
            let s = 1.0 - t;
            s * s * s * a + 3.0 * s * s * t * b + 3.0 * s * t * t * c + t * t * t * d
        };
        points.push((mix(a.0, b.0, c.0, d.0), mix(a.1, b.1, c.1, d.1)));
    }
}

/// The middle of an outline when the strongest harmonic of its radius is the fifth.
fn star_at(outline: &[(f64, f64)]) -> Option<(f64, f64)> {
    let points = resample(outline)?;
    let (mut area, mut cx, mut cy) = (0.0, 0.0, 0.0);
    for (index, &(x, y)) in points.iter().enumerate() {
        let (next_x, next_y) = points[(index + 1) % points.len()];
        let cross = x * next_y - next_x * y;
        area += cross / 2.0;
        cx += (x + next_x) * cross / 6.0;
        cy += (y + next_y) * cross / 6.0;
    }
    if area.abs() < 1.0 {
        return None;
    }
    let (cx, cy) = (cx / area, cy / area);
    let harmonics = harmonics(&points, cx, cy);
    let strongest = harmonics[1..].iter().copied().fold(0.0, f64::max);
    (harmonics[5] > MIN_FIFTH && harmonics[5] >= strongest).then_some((cx, cy))
}

/// How much the radius goes in and out, once to twelve times around, as shares of the mean radius.
fn harmonics(points: &[(f64, f64)], cx: f64, cy: f64) -> [f64; HARMONICS] {
    let mut radii = [0.0_f64; BINS];
    for &(x, y) in points {
        let angle = (y - cy).atan2(x - cx);
        let bin = ((angle / std::f64::consts::TAU + 1.0) * BINS as f64).round() as usize % BINS;
        radii[bin] = radii[bin].max((x - cx).hypot(y - cy));
    }
    let mut last = radii.iter().rev().copied().find(|&radius| radius > 0.0).unwrap_or_default();
    for radius in &mut radii {
        if *radius > 0.0 {
            last = *radius;
        } else {
            *radius = last;
        }
    }
    let mean = radii.iter().sum::<f64>() / BINS as f64;
    std::array::from_fn(|times| {
        let wave = |of: fn(f64) -> f64| -> f64 {
            let angle = std::f64::consts::TAU * times as f64 / BINS as f64;
            radii.iter().enumerate().map(|(index, radius)| radius * of(index as f64 * angle)).sum()
        };
        2.0 * wave(f64::cos).hypot(wave(f64::sin)) / BINS as f64 / mean
    })
}

/// Points at equal distances along a closed outline.
fn resample(outline: &[(f64, f64)]) -> Option<Vec<(f64, f64)>> {
    let length = |a: (f64, f64), b: (f64, f64)| (b.0 - a.0).hypot(b.1 - a.1);
    let sides: Vec<_> = outline.iter().copied().zip(outline.iter().copied().cycle().skip(1)).collect();
    let total: f64 = sides.iter().map(|&(a, b)| length(a, b)).sum();
    if outline.len() < 3 || total < 1.0 {
        return None;
    }
    let step = total / SAMPLES as f64;
    let mut points = Vec::with_capacity(SAMPLES);
    let (mut travelled, mut next) = (0.0, 0.0);
    for (a, b) in sides {
        let side = length(a, b);
        while next < travelled + side && points.len() < SAMPLES {
            let share = (next - travelled) / side;
            points.push((a.0 + (b.0 - a.0) * share, a.1 + (b.1 - a.1) * share));
            next += step;
        }
        travelled += side;
    }
    Some(points)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(shapes: &str) -> usize {
        let svg = format!("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 100 100'>{shapes}</svg>");
        find(&Picture::parse(&svg).expect("a picture")).len()
    }

    #[test]
    fn a_star_is_found_also_when_it_is_turned_or_scaled() {
        let star = "<path d='M50 30L54.7 43.5L69 43.8L57.6 52.5L61.8 66.2L50 58L38.2 66.2L42.4 52.5L31 43.8L45.3 43.5z' fill='red'/>";
        assert_eq!(count(star), 1);
        assert_eq!(
            count(&format!("<g transform='translate(50 50) rotate(17) scale(0.4) translate(-50 -50)'>{star}</g>")),
            1
        );
        assert_eq!(count(&star.replace("z'", "'")), 1, "an outline that is left open is filled all the same");
    }

    #[test]
    fn circles_squares_and_flowers_are_no_stars() {
        let shapes = "<circle cx='50' cy='50' r='20'/><rect x='10' y='10' width='30' height='30'/>\
                      <path d='M50 30L66 50L50 70L34 50z'/><path d='M50 20L60 40L80 50L60 60L50 80L40 60L20 50L40 40z'/>";
        assert_eq!(count(shapes), 0);
    }
}
