//! Which part of a picture is shown, and which point of it stays visible where a page cuts it further. The file itself is never
//! changed.

use clinic_images::{Area, Size};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Of each side.
const MIN_PERCENT: f64 = 1.0;
/// Two positions of two decimals each may add up to a little more than they mean.
const TOLERANCE: f64 = 0.005;

/// A part of a picture, in percent of its width and height.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Crop {
    pub left: f64,
    pub top: f64,
    pub width: f64,
    pub height: f64,
}

/// In percent of the width and height of the whole picture.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct FocalPoint {
    pub left: f64,
    pub top: f64,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Framing {
    /// Null for the whole picture.
    #[schema(required)]
    pub crop: Option<Crop>,
    /// Null for the middle of what is shown.
    #[schema(required)]
    pub focal_point: Option<FocalPoint>,
}

impl Framing {
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// As it is stored: with two decimals, and without a part that is the whole picture.
    #[must_use]
    pub fn rounded(self) -> Self {
        let round = |percent: f64| (percent * 100.0).round() / 100.0;
        let crop = self.crop.map(|Crop { left, top, width, height }| Crop {
            left: round(left),
            top: round(top),
            width: round(width),
            height: round(height),
        });
        let focal_point =
            self.focal_point.map(|FocalPoint { left, top }| FocalPoint { left: round(left), top: round(top) });
        Self { crop: crop.filter(|crop| *crop != WHOLE), focal_point }
    }

    /// What is wrong with it, as a sentence that says what to do.
    pub fn mistake(&self) -> Option<&'static str> {
        let Crop { left, top, width, height } = self.crop.unwrap_or(WHOLE);
        let is_within = |start: f64, length: f64| start >= 0.0 && length >= 0.0 && start + length <= 100.0 + TOLERANCE;
        // Also what is not a number at all.
        if !is_within(left, width) || !is_within(top, height) {
            return Some(
                "The part to show extends beyond the picture. Keep left + width and top + height within 100%.",
            );
        }
        if width < MIN_PERCENT || height < MIN_PERCENT {
            return Some("The part to show is empty. Make it at least 1% wide and high.");
        }
        let is_shown = |point: FocalPoint| {
            let is_in = |at: f64, start: f64, length: f64| at >= start - TOLERANCE && at <= start + length + TOLERANCE;
            is_in(point.left, left, width) && is_in(point.top, top, height)
        };
        if self.focal_point.is_some_and(|point| !is_shown(point)) {
            return Some("The point that must stay visible is outside of the part that is shown. Move one of the two.");
        }
        None
    }

    /// Where the point is in the part that is shown, from 0 to 1: from the left, and from the top.
    pub fn point_in_part(&self) -> (f64, f64) {
        let Crop { left, top, width, height } = self.crop.unwrap_or(WHOLE);
        let share = |at: f64, start: f64, length: f64| ((at - start) / length).clamp(0.0, 1.0);
        self.focal_point.map_or((0.5, 0.5), |point| (share(point.left, left, width), share(point.top, top, height)))
    }

    /// The value of `object-position`. `None` for the middle, where browsers place a picture by themselves.
    pub fn position(&self) -> Option<String> {
        let (left, top) = self.point_in_part();
        let percent = |share: f64| (share * 1000.0).round() / 10.0;
        let position = format!("{}% {}%", percent(left), percent(top));
        (position != "50% 50%").then_some(position)
    }
}

const WHOLE: Crop = Crop { left: 0.0, top: 0.0, width: 100.0, height: 100.0 };

impl Crop {
    /// In pixels of a picture: at least one, and never outside.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a part of a number of pixels")]
    pub fn area(&self, Size { width, height }: Size) -> Area {
        let between = |start: f64, length: f64, side: u32| {
            let at = |percent: f64| (f64::from(side) * percent.clamp(0.0, 100.0) / 100.0).round() as u32;
            let first = at(start).min(side.saturating_sub(1));
            (first, at(start + length).clamp(first + 1, side.max(1)) - first)
        };
        let (left, width) = between(self.left, self.width, width);
        let (top, height) = between(self.top, self.height, height);
        Area { left, top, width, height }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn crop(left: f64, top: f64, width: f64, height: f64) -> Crop {
        Crop { left, top, width, height }
    }

    fn framing(crop: Crop, point: Option<(f64, f64)>) -> Framing {
        Framing { crop: Some(crop), focal_point: point.map(|(left, top)| FocalPoint { left, top }) }
    }

    #[test]
    fn part_is_measured_in_pixels_of_the_picture() {
        let area = |crop: Crop, width, height| {
            let area = crop.area(Size { width, height });
            (area.left, area.top, area.width, area.height)
        };
        assert_eq!(area(crop(25.0, 10.0, 50.0, 80.0), 1000, 500), (250, 50, 500, 400));
        // Thirds that are rounded to two decimals still end where the picture ends.
        assert_eq!(area(crop(66.67, 0.0, 33.34, 100.0), 1440, 900), (960, 0, 480, 900));
        assert_eq!(area(crop(99.0, 99.0, 1.0, 1.0), 3, 1), (2, 0, 1, 1));
    }

    #[test]
    fn point_moves_with_the_part_that_is_shown() {
        assert_eq!(framing(crop(50.0, 0.0, 50.0, 100.0), Some((75.0, 20.0))).position().as_deref(), Some("50% 20%"));
        assert_eq!(framing(crop(0.0, 0.0, 30.0, 100.0), Some((10.0, 50.0))).position().as_deref(), Some("33.3% 50%"));
        assert_eq!(framing(crop(10.0, 10.0, 20.0, 20.0), None).position(), None);
        assert_eq!(Framing::default().position(), None);
    }

    #[test]
    fn part_or_point_outside_is_a_mistake() {
        let mistake = |framing: Framing| framing.mistake().map(|sentence| sentence.split('.').next().expect("words"));
        let whole = crop(0.0, 0.0, 100.0, 100.0);
        assert_eq!(mistake(framing(whole, Some((0.0, 100.0)))), None);
        let beyond = Some("The part to show extends beyond the picture");
        assert_eq!(mistake(framing(crop(60.0, 0.0, 50.0, 100.0), None)), beyond);
        assert_eq!(mistake(framing(crop(0.0, -1.0, 50.0, 50.0), None)), beyond);
        assert_eq!(mistake(framing(crop(f64::NAN, 0.0, 50.0, 50.0), None)), beyond);
        assert_eq!(mistake(framing(crop(0.0, 0.0, 50.0, 0.0), None)), Some("The part to show is empty"));
        let hidden = Some("The point that must stay visible is outside of the part that is shown");
        assert_eq!(mistake(framing(crop(0.0, 0.0, 50.0, 50.0), Some((60.0, 10.0)))), hidden);
        assert_eq!(mistake(framing(whole, Some((f64::INFINITY, 10.0)))), hidden);
    }

    #[test]
    fn whole_picture_is_stored_as_no_part() {
        assert!(framing(whole_with_noise(), None).rounded().is_empty());
        assert_eq!(framing(crop(1.005_1, 0.0, 50.0, 100.0), None).rounded().crop, Some(crop(1.01, 0.0, 50.0, 100.0)));
    }

    fn whole_with_noise() -> Crop {
        crop(0.000_01, 0.0, 99.999_9, 100.0)
    }
}
