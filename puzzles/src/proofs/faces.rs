//! Proves that exactly one face of level 1 is different: each face is drawn upright, in one size, and compared with what
//! most faces look like.

use resvg::tiny_skia::Transform;
use roxmltree::Document;

use crate::picture::Picture;
use crate::pixel_comparison::uses;
use crate::proof::{Failures, Proof};
use crate::set::Level;

/// The radius of a face in its own units.
const RADIUS: f32 = 50.0;
const SIDE: u32 = 150;
/// Darker pixels are lines of a face; the colours of faces are light.
const INK: f32 = 100.0;
/// The share of the dark pixels that may differ in an ordinary face.
const MAX_ORDINARY: f64 = 0.01;
/// The share that must differ in the odd face.
const MIN_ODD: f64 = 0.025;
const MIN_FACES: usize = 20;

struct Face {
    x: f64,
    y: f64,
    ink: Vec<bool>,
}

pub fn prove(level: &Level, picture: &Picture, failures: &mut Failures<'_>) {
    let Some(faces) = draw_upright(&level.svg, picture) else {
        failures.add(Proof::Unique, "the place of a face cannot be read from its transform");
        return;
    };
    if faces.len() < MIN_FACES {
        failures.add(Proof::Unique, format!("there are {} faces, at least {MIN_FACES}", faces.len()));
        return;
    }
    let usual: Vec<bool> = (0..(SIDE * SIDE) as usize)
        .map(|at| faces.iter().filter(|face| face.ink[at]).count() * 2 > faces.len())
        .collect();
    let ink = usual.iter().filter(|&&dark| dark).count().max(1);
    let mut odd = 0;
    for face in &faces {
        let different = count_different(&face.ink, &usual) as f64 / ink as f64;
        let (x, y) = (face.x / picture.width(), face.y / picture.height());
        let is_spot = level.spots.iter().any(|spot| {
            (spot.left..spot.left + spot.width).contains(&x) && (spot.top..spot.top + spot.height).contains(&y)
        });
        if is_spot && different < MIN_ODD {
            let reason = format!("the face in the spot differs by {:.1} % only", 100.0 * different);
            failures.add(Proof::Unique, reason);
        } else if !is_spot && different > MAX_ORDINARY {
            let reason =
                format!("the face at {:.0},{:.0} is different too, by {:.1} %", face.x, face.y, 100.0 * different);
            failures.add(Proof::Unique, reason);
        }
        odd += usize::from(is_spot);
    }
    if odd != 1 {
        failures.add(Proof::Unique, format!("{odd} faces are in the spot instead of one"));
    }
}

/// The pixels that differ from the usual face. Lines look thinner on a light colour than on a darker one, so a pixel beside
/// the edge of a line does not count.
fn count_different(ink: &[bool], usual: &[bool]) -> usize {
    let side = SIDE as usize;
    let inner = (1..side - 1).flat_map(|y| (1..side - 1).map(move |x| y * side + x));
    inner
        .filter(|&at| {
            let around =
                [at - side - 1, at - side, at - side + 1, at - 1, at, at + 1, at + side - 1, at + side, at + side + 1];
            around.iter().all(|&near| usual[near] != ink[at])
        })
        .count()
}

/// `None` when there is a face with a transform that the generator does not write.
fn draw_upright(svg: &str, picture: &Picture) -> Option<Vec<Face>> {
    let document = Document::parse(svg).ok()?;
    uses(document.root_element())
        .map(|face| {
            let place = parse_place(face.attribute("transform")?)?;
            let middle = SIDE as f32 / 2.0;
            let zoom = middle / RADIUS;
            let upright = Transform::from_translate(middle, middle).pre_scale(zoom, zoom).pre_concat(place.invert()?);
            let pixels = picture.render(upright, SIDE, SIDE);
            let inside =
                |x: usize, y: usize| (x as f32 + 0.5 - middle).hypot(y as f32 + 0.5 - middle) < zoom * (RADIUS - 2.0);
            let ink = (0..pixels.height)
                .flat_map(|y| (0..pixels.width).map(move |x| (x, y)))
                .map(|(x, y)| inside(x, y) && pixels.lightness(x, y) < INK)
                .collect();
            Some(Face { x: f64::from(place.tx), y: f64::from(place.ty), ink })
        })
        .collect()
}

/// A transform as the generator writes it: `translate(x y) rotate(degrees) scale(factor)`.
fn parse_place(text: &str) -> Option<Transform> {
    let numbers = |name: &str| -> Option<Vec<f32>> {
        let (_, rest) = text.split_once(&format!("{name}("))?;
        let (inside, _) = rest.split_once(')')?;
        inside.split_whitespace().map(|number| number.parse().ok()).collect()
    };
    let [x, y] = numbers("translate")?[..] else { return None };
    let [turn] = numbers("rotate")?[..] else { return None };
    let [factor] = numbers("scale")?[..] else { return None };
    Some(Transform::from_translate(x, y).pre_concat(Transform::from_rotate(turn)).pre_scale(factor, factor))
}
