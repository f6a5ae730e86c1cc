//! The sizes in which pages show a picture.

/// In pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    pub width: u32,
    pub height: u32,
}

/// The widths in pixels that pages offer to browsers.
pub const WIDTHS: [u32; 3] = [480, 960, 1440];

/// Higher pictures become narrower. WebP itself ends at 16,383 pixels.
const MAX_HEIGHT_OF_WIDTH: u32 = 2;

/// All sizes of a picture, the largest first. It is never enlarged.
pub fn sizes_of(picture: Size) -> Vec<Size> {
    let mut sizes: Vec<_> = WIDTHS.iter().rev().map(|width| fit(picture, *width)).collect();
    sizes.dedup();
    sizes
}

/// The size of a picture that is reduced to a width, and further if it is very high.
pub fn fit(picture: Size, max_width: u32) -> Size {
    let (max_width, max_height) = (u64::from(max_width), u64::from(max_width * MAX_HEIGHT_OF_WIDTH));
    let (width, height) = (u64::from(picture.width), u64::from(picture.height));
    let (fitted_width, fitted_height) = if width <= max_width && height <= max_height {
        (width, height)
    } else if width * max_height >= height * max_width {
        (max_width, rounded_division(height * max_width, width))
    } else {
        (rounded_division(width * max_height, height), max_height)
    };
    let side = |side: u64| u32::try_from(side.max(1)).unwrap_or(u32::MAX);
    Size { width: side(fitted_width), height: side(fitted_height) }
}

fn rounded_division(dividend: u64, divisor: u64) -> u64 {
    (dividend + divisor / 2) / divisor
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fitted(width: u32, height: u32, max_width: u32) -> (u32, u32) {
        let size = fit(Size { width, height }, max_width);
        (size.width, size.height)
    }

    #[test]
    fn pictures_are_reduced_to_the_width_and_never_enlarged() {
        assert_eq!(fitted(4000, 3000, 1440), (1440, 1080));
        assert_eq!(fitted(3000, 4000, 1440), (1440, 1920));
        assert_eq!(fitted(300, 200, 480), (300, 200));
        assert_eq!(fitted(1441, 1, 1440), (1440, 1));
    }

    #[test]
    fn very_high_pictures_become_narrower() {
        assert_eq!(fitted(1000, 20_000, 1440), (144, 2880));
        assert_eq!(fitted(1, 65_535, 480), (1, 960));
    }

    #[test]
    fn widths_above_the_picture_are_left_out() {
        let widths = |width| sizes_of(Size { width, height: 100 }).iter().map(|size| size.width).collect::<Vec<_>>();
        assert_eq!(widths(4000), [1440, 960, 480]);
        assert_eq!(widths(1000), [1000, 960, 480]);
        assert_eq!(widths(480), [480]);
        assert_eq!(widths(3), [3]);
    }
}
