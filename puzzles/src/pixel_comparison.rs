//! What is to be found in a level, as pixels: how the picture differs from the same picture without it. In level 3 that is
//! the first scene; in level 2 the picture without its stars; in level 1 the picture with an ordinary face instead.

use roxmltree::{Document, Node};

use crate::picture::{Picture, PictureError, Pixels};
use crate::set::{Level, Spot};

/// A smaller difference of a colour value is rounding.
const TOLERANCE: u8 = 3;

/// The picture with and without what is to be found, from `top` downwards.
pub struct Comparison {
    pub without: Pixels,
    pub with: Pixels,
    /// In units of the picture.
    pub top: f64,
    /// Pixels for each unit.
    pub scale: f64,
}

/// A pixel that differs.
#[derive(Debug, Clone, Copy)]
pub struct ChangedPixel {
    pub x: usize,
    pub y: usize,
    pub without: [u8; 3],
    pub with: [u8; 3],
}

pub struct Comparer {
    picture: Picture,
    /// `None` when the picture shows the scene twice.
    without: Option<Picture>,
    second_scene_top: f64,
    /// The ids of the spots in which something is in another place.
    moved: Vec<u32>,
}

impl Comparer {
    pub fn new(level: &Level) -> Result<Self, PictureError> {
        let picture = Picture::parse(&level.svg)?;
        let second_scene_top = level.second_scene_top.map_or(0.0, |share| (share * picture.height()).round());
        let without = match level.second_scene_top {
            Some(_) => None,
            None => Some(Picture::parse(&without_spots(&level.svg))?),
        };
        Ok(Self { picture, without, second_scene_top, moved: moved_spots(&level.svg) })
    }

    pub fn picture(&self) -> &Picture {
        &self.picture
    }

    pub fn is_moved(&self, spot: &Spot) -> bool {
        self.moved.contains(&spot.id)
    }

    /// Compares at a width in pixels.
    pub fn compare(&self, width: f64) -> Comparison {
        let (top, height) = (self.second_scene_top, self.picture.height());
        let with = self.picture.strip(width, top, height);
        let without = match &self.without {
            Some(picture) => picture.strip(width, 0.0, height),
            None => self.picture.strip(width, 0.0, height - top),
        };
        Comparison { without, with, top, scale: width / self.picture.width() }
    }
}

impl Comparison {
    pub fn changed(&self) -> impl Iterator<Item = ChangedPixel> {
        let width = self.with.width;
        self.without.colours.iter().zip(&self.with.colours).enumerate().filter_map(move |(at, (&without, &with))| {
            let differs = without.iter().zip(with).any(|(&a, b)| a.abs_diff(b) > TOLERANCE);
            differs.then_some(ChangedPixel { x: at % width, y: at / width, without, with })
        })
    }

    /// Whether the middle of a pixel is inside a spot of the picture.
    pub fn is_inside(&self, pixel: ChangedPixel, spot: &Spot, picture: &Picture) -> bool {
        let x = (pixel.x as f64 + 0.5) / self.scale / picture.width();
        let y = ((pixel.y as f64 + 0.5) / self.scale + self.top) / picture.height();
        (spot.left..spot.left + spot.width).contains(&x) && (spot.top..spot.top + spot.height).contains(&y)
    }
}

/// A part that was only moved has such a transform; one that was resized or mirrored has a scale as well.
fn moved_spots(svg: &str) -> Vec<u32> {
    let Ok(document) = Document::parse(svg) else { return Vec::new() };
    let is_moved = |node: &Node<'_, '_>| {
        node.tag_name().name() == "g"
            && node.attribute("transform").is_some_and(|it| it.starts_with("translate(") && !it.contains("scale"))
    };
    let moved = document.descendants().filter(is_moved);
    moved.filter_map(|node| node.attribute("data-spot")?.parse().ok()).collect()
}

/// The drawing without the marked stars, and with ordinary faces instead of marked ones.
fn without_spots(svg: &str) -> String {
    let Ok(document) = Document::parse(svg) else { return svg.to_owned() };
    let faces: Vec<&str> = uses(document.root_element()).filter_map(|face| face.attribute("href")).collect();
    let ordinary = faces.iter().max_by_key(|&href| faces.iter().filter(|&other| other == href).count());
    let mut edits: Vec<(std::ops::Range<usize>, String)> = document
        .descendants()
        .filter(|node| node.has_attribute("data-spot"))
        .map(|node| match (node.attribute_node("href"), ordinary) {
            (Some(href), Some(&ordinary)) => (href.range_value(), ordinary.to_owned()),
            _ => (node.range(), String::new()),
        })
        .collect();
    edits.sort_by_key(|(range, _)| std::cmp::Reverse(range.start));
    let mut text = svg.to_owned();
    for (range, replacement) in edits {
        text.replace_range(range, &replacement);
    }
    text
}

/// The faces of level 1.
pub fn uses<'a, 'input>(svg: Node<'a, 'input>) -> impl Iterator<Item = Node<'a, 'input>> {
    svg.children().filter(|node| node.tag_name().name() == "use")
}
