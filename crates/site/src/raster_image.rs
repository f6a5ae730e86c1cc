//! PNG pictures made from SVG: social preview cards and app icons. Each is rasterised on its first request.

use std::fmt::Write;
use std::sync::{Arc, OnceLock};

use resvg::{tiny_skia, usvg};

use super::resource::{CachePolicy, Encodings, Resource};
use crate::documents::escape::escape;

/// Atkinson Hyperlegible Next Bold, Latin. Its licence is in the same folder.
const TYPEFACE: &[u8] = include_bytes!("../typeface/AtkinsonHyperlegibleNext-Bold.ttf");
const FAMILY: &str = "Atkinson Hyperlegible Next";

pub const CARD_WIDTH: u32 = 1200;
pub const CARD_HEIGHT: u32 = 630;

#[derive(Debug)]
pub struct RasterImage {
    svg: String,
    width: u32,
    height: u32,
    cache_policy: CachePolicy,
    png: OnceLock<Option<Arc<Resource>>>,
}

impl RasterImage {
    /// An app icon of the given size.
    pub fn icon(logo: &str, size: u32) -> Self {
        Self {
            svg: logo.to_owned(),
            width: size,
            height: size,
            cache_policy: CachePolicy::OneDay,
            png: OnceLock::new(),
        }
    }

    /// A social preview card: a page's title and the clinic's name on a background.
    pub fn card(background: &str, title: &str, clinic_name: &str) -> Self {
        let svg = with_text(background, title, clinic_name);
        Self { svg, width: CARD_WIDTH, height: CARD_HEIGHT, cache_policy: CachePolicy::Immutable, png: OnceLock::new() }
    }

    pub fn svg(&self) -> &str {
        &self.svg
    }

    /// `None` when the SVG is not valid. The first call takes long, so it must not run on an async thread.
    pub fn png(&self) -> Option<Arc<Resource>> {
        self.png
            .get_or_init(|| {
                let png = rasterise(&self.svg, self.width, self.height)?;
                Some(Arc::new(Resource::precompressed(
                    "image/png",
                    self.cache_policy,
                    Encodings::precompressed(png, None, None),
                )))
            })
            .clone()
    }
}

fn rasterise(svg: &str, width: u32, height: u32) -> Option<Vec<u8>> {
    let mut options = usvg::Options { font_family: FAMILY.to_owned(), ..usvg::Options::default() };
    options.fontdb_mut().load_font_data(TYPEFACE.to_vec());
    let tree = usvg::Tree::from_str(svg, &options).ok()?;
    let mut canvas = tiny_skia::Pixmap::new(width, height)?;
    let size = tree.size();
    #[expect(clippy::cast_precision_loss, reason = "picture sizes are small")]
    let scale = tiny_skia::Transform::from_scale(width as f32 / size.width(), height as f32 / size.height());
    resvg::render(&tree, scale, &mut canvas.as_mut());
    canvas.encode_png().ok()
}

fn with_text(background: &str, title: &str, clinic_name: &str) -> String {
    let size = if title.chars().count() > 60 { 52 } else { 66 };
    let lines = wrap(title, 690 / (size / 2), 5);
    let mut text = String::new();
    let first = 300 - lines.len() * size * 6 / 10 + size;
    for (index, line) in lines.iter().enumerate() {
        let y = first + index * size * 12 / 10;
        let _ = write!(text, "<text x=\"72\" y=\"{y}\" font-size=\"{size}\" fill=\"#FFFCF5\">{}</text>", escape(line));
    }
    let name = wrap(clinic_name, 34, 1).concat();
    let _ = write!(text, "<text x=\"72\" y=\"108\" font-size=\"38\" fill=\"#F4B740\">{}</text>", escape(&name));
    let text = format!("<g font-family=\"{FAMILY}\" font-weight=\"700\">{text}</g></svg>");
    background.trim_end().strip_suffix("</svg>").map_or_else(|| background.to_owned(), |open| format!("{open}{text}"))
}

/// Breaks between words. Text that does not fit into the last line is cut and ends with an ellipsis.
fn wrap(text: &str, width: usize, max_lines: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    let is_cut = lines.len() > max_lines;
    lines.truncate(max_lines);
    for (index, line) in lines.iter_mut().enumerate() {
        if (is_cut && index + 1 == max_lines) || line.chars().count() > width {
            *line = line.chars().take(width.saturating_sub(1)).collect();
            line.push('…');
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    const BACKGROUND: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1200 630\"><rect width=\"1200\" height=\"630\" fill=\"#084752\"/></svg>";

    #[test]
    fn card_is_a_png_of_1200_by_630_pixels_with_text() {
        let without_text = rasterise(BACKGROUND, CARD_WIDTH, CARD_HEIGHT).expect("a picture");
        let card =
            RasterImage::card(BACKGROUND, "Glaucoma <the> quiet thief", "The Eye Clinic").png().expect("a picture");
        let bytes = card.encodings().identity.clone();
        let size = clinic_images::inspect(&bytes).expect("a PNG").sizes[0];
        assert_eq!((size.width, size.height), (1200, 630));
        assert_ne!(bytes, without_text, "no text was drawn");
    }

    #[test]
    fn long_titles_are_wrapped_and_cut() {
        assert_eq!(wrap("one two three", 7, 3), ["one two", "three"]);
        assert_eq!(wrap("one two three four", 5, 2), ["one", "two…"]);
        assert_eq!(wrap("Otorhinolaryngology", 8, 2), ["Otorhin…"]);
    }
}
