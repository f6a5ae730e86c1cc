//! Parts of a picture: what an editor wants to show of it, and what a link preview shows of that.

use image::DynamicImage;
use image::metadata::Orientation;

use super::sizes::Size;

/// The form that programs which show links ask for.
pub const CARD: Size = Size { width: 1200, height: 630 };

/// A rectangle in pixels of the upright picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Area {
    pub left: u32,
    pub top: u32,
    pub width: u32,
    pub height: u32,
}

impl Area {
    pub fn whole(Size { width, height }: Size) -> Self {
        Self { left: 0, top: 0, width, height }
    }

    pub fn size(self) -> Size {
        Size { width: self.width, height: self.height }
    }

    /// The largest part with the proportions of a link preview. `left` and `top` say where the point that must stay visible
    /// is, from 0 to 1. It is in the same place of the part, as with `object-position` in CSS.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a part of a number of pixels")]
    #[must_use]
    pub fn for_card(self, left: f64, top: f64) -> Self {
        let (width, height) = (u64::from(self.width), u64::from(self.height));
        let (ratio_width, ratio_height) = (u64::from(CARD.width), u64::from(CARD.height));
        let side = |side: u64| u32::try_from(side.max(1)).unwrap_or(u32::MAX);
        let part = if width * ratio_height > height * ratio_width {
            Size { width: side(height * ratio_width / ratio_height), height: self.height }
        } else {
            Size { width: self.width, height: side(width * ratio_height / ratio_width) }
        };
        let before = |rest: u32, share: f64| (f64::from(rest) * share.clamp(0.0, 1.0)).round() as u32;
        Self {
            left: self.left + before(self.width - part.width, left),
            top: self.top + before(self.height - part.height, top),
            width: part.width,
            height: part.height,
        }
    }
}

/// Cuts a part out of a picture that is stored in another orientation than it is shown.
pub fn cut(stored: &DynamicImage, orientation: Orientation, area: Area) -> DynamicImage {
    let Area { left, top, width, height } = area.in_stored(orientation, stored.width(), stored.height());
    stored.crop_imm(left, top, width, height)
}

impl Area {
    /// The same part before the picture is turned upright.
    fn in_stored(self, orientation: Orientation, stored_width: u32, stored_height: u32) -> Self {
        let Self { left, top, width, height } = self;
        let from_end = |side: u32, start: u32, length: u32| side.saturating_sub(start + length);
        match orientation {
            Orientation::NoTransforms => self,
            Orientation::FlipHorizontal => Self { left: from_end(stored_width, left, width), ..self },
            Orientation::FlipVertical => Self { top: from_end(stored_height, top, height), ..self },
            Orientation::Rotate180 => {
                Self { left: from_end(stored_width, left, width), top: from_end(stored_height, top, height), ..self }
            }
            Orientation::Rotate90 => {
                Self { left: top, top: from_end(stored_height, left, width), width: height, height: width }
            }
            Orientation::Rotate270 => {
                Self { left: from_end(stored_width, top, height), top: left, width: height, height: width }
            }
            Orientation::Rotate90FlipH => Self { left: top, top: left, width: height, height: width },
            Orientation::Rotate270FlipH => Self {
                left: from_end(stored_width, top, height),
                top: from_end(stored_height, left, width),
                width: height,
                height: width,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use image::{GenericImageView, Rgb, RgbImage};

    use super::*;

    const ALL: [Orientation; 8] = [
        Orientation::NoTransforms,
        Orientation::Rotate90,
        Orientation::Rotate180,
        Orientation::Rotate270,
        Orientation::FlipHorizontal,
        Orientation::FlipVertical,
        Orientation::Rotate90FlipH,
        Orientation::Rotate270FlipH,
    ];

    #[test]
    fn part_of_a_turned_photo_is_the_part_that_people_see() {
        let stored = DynamicImage::from(RgbImage::from_fn(7, 5, |x, y| {
            Rgb([u8::try_from(x).expect("small"), u8::try_from(y).expect("small"), 0])
        }));
        for orientation in ALL {
            let mut upright = stored.clone();
            upright.apply_orientation(orientation);
            let area = Area { left: 0, top: 1, width: 3, height: 2 };
            let mut part = cut(&stored, orientation, area);
            part.apply_orientation(orientation);
            assert_eq!(part.dimensions(), (3, 2), "{orientation:?}");
            let expected = upright.crop_imm(0, 1, 3, 2);
            assert_eq!(part.as_bytes(), expected.as_bytes(), "{orientation:?}");
        }
    }

    #[test]
    fn card_keeps_the_point_in_its_place_and_stays_in_the_part() {
        let card = |width, height, left, top| {
            let area = Area { left: 100, top: 50, width, height }.for_card(left, top);
            (area.left, area.top, area.width, area.height)
        };
        assert_eq!(card(1200, 630, 0.2, 0.9), (100, 50, 1200, 630));
        assert_eq!(card(1200, 1200, 0.5, 0.0), (100, 50, 1200, 630));
        assert_eq!(card(1200, 1200, 0.5, 1.0), (100, 620, 1200, 630));
        assert_eq!(card(2400, 630, 0.25, 0.5), (400, 50, 1200, 630));
        assert_eq!(card(1, 1, 1.0, 1.0), (100, 50, 1, 1));
    }
}
