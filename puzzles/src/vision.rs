//! How colours look to people with and without a colour vision deficiency, and in both themes.

/// A full deficiency of one kind of cone, in the model of Machado, Oliveira and Fernandes (2009). It works on linear RGB.
const PROTAN: [[f32; 3]; 3] =
    [[0.152_286, 1.052_583, -0.204_868], [0.114_503, 0.786_281, 0.099_216], [-0.003_882, -0.048_116, 1.051_998]];
const DEUTAN: [[f32; 3]; 3] =
    [[0.367_322, 0.860_646, -0.227_968], [0.280_085, 0.672_501, 0.047_413], [-0.011_820, 0.042_940, 0.968_881]];
const TRITAN: [[f32; 3]; 3] =
    [[1.255_528, -0.076_749, -0.178_779], [-0.078_411, 0.930_809, 0.147_602], [0.004_733, 0.691_367, 0.303_900]];

/// The dark theme shows pictures with `brightness(0.86)` (web/src/styles/tokens.css).
const DARK_BRIGHTNESS: f32 = 0.86;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Vision {
    Normal,
    Protan,
    Deutan,
    Tritan,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Theme {
    Light,
    Dark,
}

pub const VISIONS: [Vision; 4] = [Vision::Normal, Vision::Protan, Vision::Deutan, Vision::Tritan];
pub const THEMES: [Theme; 2] = [Theme::Light, Theme::Dark];

/// The distance of two colours in CIELAB (ΔE*ab).
pub fn distance(a: [u8; 3], b: [u8; 3], vision: Vision, theme: Theme) -> f32 {
    let [a, b] = [a, b].map(|colour| lab(seen(colour, vision, theme)));
    ((a[0] - b[0]).powi(2) + (a[1] - b[1]).powi(2) + (a[2] - b[2]).powi(2)).sqrt()
}

/// Linear RGB as the person sees it.
fn seen(colour: [u8; 3], vision: Vision, theme: Theme) -> [f32; 3] {
    let brightness = if theme == Theme::Dark { DARK_BRIGHTNESS } else { 1.0 };
    let linear = colour.map(|value| {
        let value = f32::from(value) / 255.0 * brightness;
        if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    });
    let matrix = match vision {
        Vision::Normal => return linear,
        Vision::Protan => PROTAN,
        Vision::Deutan => DEUTAN,
        Vision::Tritan => TRITAN,
    };
    matrix.map(|row| (row[0] * linear[0] + row[1] * linear[1] + row[2] * linear[2]).clamp(0.0, 1.0))
}

/// CIELAB with the white of sRGB (D65).
fn lab([r, g, b]: [f32; 3]) -> [f32; 3] {
    let xyz = [
        (0.412_456 * r + 0.357_576 * g + 0.180_437 * b) / 0.950_47,
        0.212_673 * r + 0.715_152 * g + 0.072_175 * b,
        (0.019_334 * r + 0.119_192 * g + 0.950_304 * b) / 1.088_83,
    ];
    let [x, y, z] = xyz.map(|value| if value > 0.008_856 { value.cbrt() } else { 7.787 * value + 16.0 / 116.0 });
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn black_and_white_are_a_hundred_apart_for_everybody() {
        for vision in VISIONS {
            let apart = distance([0; 3], [255; 3], vision, Theme::Light);
            assert!((apart - 100.0).abs() < 0.5, "{vision:?}: {apart}");
        }
    }

    #[test]
    fn the_dark_theme_is_as_dark_as_the_style_sheet_makes_pictures() {
        let tokens = include_str!("../../web/src/styles/tokens.css");
        let rule = tokens.lines().find(|line| line.trim().starts_with("--picture-light:")).expect("the rule");
        assert!(rule.contains(&format!("var(--dark, brightness({DARK_BRIGHTNESS}))")), "{rule}");
    }

    #[test]
    fn red_and_olive_look_alike_to_protan_and_deutan_vision() {
        let (red, olive) = ([196, 90, 60], [128, 116, 50]);
        assert!(distance(red, olive, Vision::Normal, Theme::Light) > 40.0);
        assert!(distance(red, olive, Vision::Protan, Theme::Light) < 15.0);
        assert!(distance(red, olive, Vision::Deutan, Theme::Light) < 15.0);
    }

    #[test]
    fn blue_and_green_come_closer_in_tritan_vision() {
        let (blue, green) = ([40, 110, 150], [40, 130, 120]);
        let [normal, tritan] =
            [Vision::Normal, Vision::Tritan].map(|vision| distance(blue, green, vision, Theme::Light));
        assert!(tritan < normal / 2.0, "{normal} {tritan}");
    }

    #[test]
    fn the_dark_theme_brings_colours_closer() {
        let [light, dark] = THEMES.map(|theme| distance([200, 180, 60], [90, 150, 90], Vision::Normal, theme));
        assert!(dark < light);
    }
}
