//! A picture of a level, rasterised as browsers show it.

use resvg::{tiny_skia, usvg};

/// The width of a picture on a phone with a screen of 320 CSS px, without the margins of the page.
pub const PHONE_WIDTH: f64 = 288.0;

#[derive(Debug, Clone, thiserror::Error)]
#[error("the picture cannot be drawn: {0}")]
pub struct PictureError(String);

pub struct Picture {
    tree: usvg::Tree,
}

/// A part of a picture in pixels.
#[derive(Debug, Clone)]
pub struct Pixels {
    pub width: usize,
    pub height: usize,
    pub colours: Vec<[u8; 3]>,
    /// Nothing behind the picture shows through, so that it looks the same on every background.
    pub opaque: bool,
}

impl Picture {
    pub fn parse(svg: &str) -> Result<Self, PictureError> {
        let tree = usvg::Tree::from_str(svg, &usvg::Options::default());
        Ok(Self { tree: tree.map_err(|error| PictureError(error.to_string()))? })
    }

    pub fn tree(&self) -> &usvg::Tree {
        &self.tree
    }

    /// In units of the picture.
    pub fn width(&self) -> f64 {
        f64::from(self.tree.size().width())
    }

    pub fn height(&self) -> f64 {
        f64::from(self.tree.size().height())
    }

    /// The strip from `top` to `bottom` (in units of the picture) at a width in pixels. The strip begins exactly at a
    /// pixel, so that equal drawings give equal pixels wherever they are.
    pub fn strip(&self, width: f64, top: f64, bottom: f64) -> Pixels {
        let scale = (width / self.width()) as f32;
        let transform = tiny_skia::Transform::from_scale(scale, scale).pre_translate(0.0, -top as f32);
        self.render(transform, width.round() as u32, (f64::from(scale) * (bottom - top)).floor() as u32)
    }

    pub fn render(&self, transform: tiny_skia::Transform, width: u32, height: u32) -> Pixels {
        let (width, height) = (width.max(1), height.max(1));
        let mut canvas = tiny_skia::Pixmap::new(width, height).expect("a size that is not zero");
        resvg::render(&self.tree, transform, &mut canvas.as_mut());
        let opaque = canvas.data().iter().skip(3).step_by(4).all(|&alpha| alpha == u8::MAX);
        let colours = canvas.data().chunks_exact(4).map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
        Pixels { width: width as usize, height: height as usize, colours, opaque }
    }
}

impl Pixels {
    pub fn at(&self, x: usize, y: usize) -> [u8; 3] {
        self.colours[y * self.width + x]
    }

    /// The luma of a pixel, from 0 to 255.
    pub fn lightness(&self, x: usize, y: usize) -> f32 {
        let [r, g, b] = self.at(x, y).map(f32::from);
        0.299 * r + 0.587 * g + 0.114 * b
    }
}
