//! `game/game.toml`: the levels of the game, checked so that every spot can be found and tapped.

use super::fields::{Fields, Source};
use super::model::{Game, Level, Spot};
use super::picture::{Gallery, Picture};
use super::report::Report;

pub const FILE: &str = "game/game.toml";

/// On a 360 px phone the picture is 328 px wide, and a finger needs 44 px.
const PHONE_PICTURE_WIDTH: f64 = 328.0;
const SMALLEST_TARGET: f64 = 44.0;

pub fn read(text: &str, gallery: &Gallery<'_>, report: &Report) -> Game {
    let mut fields = Source { file: FILE, text, first_line: 1, report }.parse();
    let levels: Vec<_> = fields.tables("levels").into_iter().map(|fields| level(fields, gallery)).collect();
    if levels.is_empty() {
        fields.problem(1, "There is no level. Begin one with a line [[levels]]");
    }
    fields.finish();
    Game { levels }
}

fn level(mut fields: Fields<'_>, gallery: &Gallery<'_>) -> Level {
    let (line, name) = fields.text_at("image");
    let image = gallery.find("game", &name, FILE, line);
    let (alt, description) = (fields.text("alt"), fields.text("description"));
    let mut placed: Vec<Placed> = Vec::new();
    for spot_fields in fields.tables("spots") {
        let next = spot(spot_fields, &image);
        next.complain_about(&placed, &fields);
        placed.push(next);
    }
    if placed.is_empty() {
        fields.problem(fields.line(), "This level has no spot to find. Add one with a line [[levels.spots]]");
    }
    fields.finish();
    Level { image, alt, description, spots: placed.into_iter().map(|placed| placed.spot).collect() }
}

/// A spot with its rectangle in percent of the picture.
struct Placed {
    spot: Spot,
    line: usize,
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
}

impl Placed {
    fn overlaps(&self, other: &Placed) -> bool {
        self.left < other.right && other.left < self.right && self.top < other.bottom && other.top < self.bottom
    }

    fn complain_about(&self, earlier: &[Placed], fields: &Fields<'_>) {
        let id = self.spot.id;
        for other in earlier {
            if other.spot.id == id {
                fields.problem(self.line, format!("Two spots of this level have the id {id}. Give each its own."));
            }
            if self.overlaps(other) {
                let message = format!("Spot {id} overlaps spot {}. Move or shrink one of them.", other.spot.id);
                fields.problem(self.line, message);
            }
        }
    }
}

fn spot(mut fields: Fields<'_>, image: &Picture) -> Placed {
    let line = fields.line();
    let id = u32::try_from(fields.integer("id", 1..=9999)).unwrap_or_default();
    let (top_text, top) = percent(&mut fields, "top");
    let (left_text, left) = percent(&mut fields, "left");
    let (width_text, width) = percent(&mut fields, "width");
    let (height_text, height) = percent(&mut fields, "height");
    let label = fields.optional_text("label").map(|(_, label)| label);
    if left + width > 100.0 || top + height > 100.0 {
        fields.problem(
            line,
            format!("Spot {id} reaches beyond the picture. CachePolicy left + width and top + height within 100%."),
        );
    }
    let phone_height = PHONE_PICTURE_WIDTH * f64::from(image.height) / f64::from(image.width);
    let (across, down) = (width / 100.0 * PHONE_PICTURE_WIDTH, height / 100.0 * phone_height);
    if !image.src.is_empty() && (across < SMALLEST_TARGET || down < SMALLEST_TARGET) {
        fields.problem(
            line,
            format!("Spot {id} is too small to tap: {across:.0} by {down:.0} px on a small phone, and a finger needs 44 by 44."),
        );
    }
    fields.finish();
    let spot = Spot { id, top: top_text, left: left_text, width: width_text, height: height_text, label };
    Placed { spot, line, left, top, right: left + width, bottom: top + height }
}

/// `"12.5%"` as it was written and as a number.
fn percent(fields: &mut Fields<'_>, key: &str) -> (String, f64) {
    let (line, text) = fields.text_at(key);
    let number = text.strip_suffix('%').and_then(|number| number.trim().parse::<f64>().ok());
    if let Some(number) = number.filter(|number| (0.0..=100.0).contains(number)) {
        return (text, number);
    }
    if !text.is_empty() {
        fields.problem(line, format!("`{key}` is \"{text}\", but must be a percentage such as \"12.5%\"."));
    }
    (text, 0.0)
}

#[cfg(test)]
mod tests {
    use super::super::folder::Folder;
    use super::*;

    fn problems_with(spots: &str) -> Vec<String> {
        let report = Report::default();
        let gallery = Gallery::hang(&Folder::from_texts([("game/a.svg", "<svg viewBox='0 0 600 600'>")]), &report);
        let level = "[[levels]]\nimage = \"a.svg\"\nalt = \"A crowd\"\ndescription = \"Find it\"\n";
        read(&format!("{level}{spots}"), &gallery, &report);
        report.close().map_or_else(|found| found.0.into_iter().map(|problem| problem.message).collect(), |_| Vec::new())
    }

    fn spot(id: u32, left: u32, width: u32) -> String {
        format!(
            "[[levels.spots]]\nid = {id}\ntop = \"10%\"\nleft = \"{left}%\"\nwidth = \"{width}%\"\nheight = \"14%\"\n"
        )
    }

    #[test]
    fn fair_spots_are_accepted() {
        assert_eq!(problems_with(&format!("{}{}", spot(1, 5, 14), spot(2, 30, 14))), Vec::<String>::new());
    }

    #[test]
    fn spots_outside_small_overlapping_or_of_one_id_are_each_told() {
        assert!(problems_with(&spot(1, 90, 14))[0].contains("beyond the picture"));
        assert!(problems_with(&spot(1, 5, 5))[0].contains("too small to tap: 16 by 46 px"));
        assert!(problems_with(&format!("{}{}", spot(1, 5, 14), spot(2, 10, 14)))[0].contains("overlaps spot 1"));
        assert!(problems_with(&format!("{}{}", spot(1, 5, 14), spot(1, 40, 14)))[0].contains("have the id 1"));
        assert!(problems_with("")[0].contains("no spot to find"));
    }

    #[test]
    fn a_missing_picture_and_a_number_without_percent_are_told() {
        let told = problems_with(
            "[[levels.spots]]\nid = 1\ntop = \"ten\"\nleft = \"1%\"\nwidth = \"20%\"\nheight = \"20%\"\n",
        );
        assert_eq!(told, ["`top` is \"ten\", but must be a percentage such as \"12.5%\"."]);
    }
}
