//! Reads `game/game.toml`: the levels of the game. Checks that every spot is inside the picture and can be tapped.

use crate::definition::game::GAME;
use crate::document_kind::GAME_FILE;
use crate::load_context::LoadContext;
use crate::model::{Game, Level, Spot};
use crate::picture::Picture;
use crate::problems::Message;
use crate::toml::fields::{Fields, TomlSource};

/// On a phone that is 360 px wide the picture is 328 px wide. WCAG asks for targets of 44 px.
const PHONE_PICTURE_WIDTH: f64 = 328.0;
const MIN_TARGET: f64 = 44.0;

pub fn read(text: &str, context: &LoadContext<'_>) -> Game {
    let mut fields =
        TomlSource { file: GAME_FILE, text, first_line: 1, report: context.report }.parse().defined_by(GAME);
    let levels: Vec<_> = fields.tables("levels").into_iter().map(|fields| level(fields, context)).collect();
    if levels.is_empty() {
        fields.problem(
            1,
            Message::new("There is no level. Add one with a line [[levels]]", "There is no level. Add one."),
        );
    }
    fields.finish();
    Game { levels }
}

fn level(mut fields: Fields<'_>, context: &LoadContext<'_>) -> Level {
    let (line, name) = fields.text_at("image");
    let image = context.picture("game", &name, GAME_FILE, line);
    let (alt, description) = (fields.text("alt"), fields.text("description"));
    let second_scene = fields.has("second_scene_top").then(|| second_scene(&mut fields));
    let mut placed: Vec<PlacedSpot> = Vec::new();
    for spot_fields in fields.tables("spots") {
        let next = spot(spot_fields, &image);
        next.report_conflicts(&placed, &fields);
        if let Some((_, scene_top)) = &second_scene {
            next.report_outside_second_scene(*scene_top, &fields);
        }
        placed.push(next);
    }
    if placed.is_empty() {
        let message = "This level has no spot to find. Add one with a line [[levels.spots]]";
        fields.problem(fields.line(), Message::new(message, "This level has no spot to find. Add one."));
    }
    fields.finish();
    let spots = placed.into_iter().map(|placed| placed.spot).collect();
    Level { image, alt, description, second_scene_top: second_scene.map(|(text, _)| text), spots }
}

/// The first scene must have room for every spot of the second one.
fn second_scene(fields: &mut Fields<'_>) -> (String, f64) {
    let (text, top) = fields.percent("second_scene_top");
    if !(50.0..100.0).contains(&top) {
        let rest = "must be at least 50% and less than 100%: the lower scene is not taller than the upper one.";
        let plain = format!("“{}” {rest}", fields.label("second_scene_top"));
        fields.problem(fields.line(), Message::new(format!("`second_scene_top` {rest}"), plain));
    }
    (text, top)
}

/// A spot with its rectangle in percent of the picture.
struct PlacedSpot {
    spot: Spot,
    line: usize,
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
}

impl PlacedSpot {
    fn overlaps(&self, other: &PlacedSpot) -> bool {
        self.left < other.right && other.left < self.right && self.top < other.bottom && other.top < self.bottom
    }

    fn report_conflicts(&self, earlier: &[PlacedSpot], fields: &Fields<'_>) {
        let id = self.spot.id;
        for other in earlier {
            if other.spot.id == id {
                fields.problem(
                    self.line,
                    format!("Two spots of this level have the id {id}. Give each spot its own id."),
                );
            }
            if self.overlaps(other) {
                let message = format!("Spot {id} overlaps spot {}. Move or shrink one of them.", other.spot.id);
                fields.problem(self.line, message);
            }
        }
    }

    fn report_outside_second_scene(&self, scene_top: f64, fields: &Fields<'_>) {
        if self.top < scene_top {
            let message = format!(
                "Spot {} begins above the second scene. Place the spots in the second scene; the site accepts them in the first one too.",
                self.spot.id
            );
            fields.problem(self.line, message);
        }
    }
}

fn spot(mut fields: Fields<'_>, image: &Picture) -> PlacedSpot {
    let line = fields.line();
    let id = u32::try_from(fields.number("id")).unwrap_or_default();
    let (top_text, top) = fields.percent("top");
    let (left_text, left) = fields.percent("left");
    let (width_text, width) = fields.percent("width");
    let (height_text, height) = fields.percent("height");
    let label = fields.optional_text("label").map(|(_, label)| label);
    if left + width > 100.0 || top + height > 100.0 {
        fields.problem(
            line,
            format!("Spot {id} extends beyond the picture. Keep left + width and top + height within 100%."),
        );
    }
    let phone_height = PHONE_PICTURE_WIDTH * f64::from(image.height) / f64::from(image.width);
    let (tap_width, tap_height) = (width / 100.0 * PHONE_PICTURE_WIDTH, height / 100.0 * phone_height);
    if !image.src.is_empty() && (tap_width < MIN_TARGET || tap_height < MIN_TARGET) {
        fields.problem(
            line,
            format!("Spot {id} is too small to tap: {tap_width:.0} by {tap_height:.0} px on a small phone. It must be at least 44 by 44 px."),
        );
    }
    fields.finish();
    let spot = Spot { id, top: top_text, left: left_text, width: width_text, height: height_text, label };
    PlacedSpot { spot, line, left, top, right: left + width, bottom: top + height }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::folder::Folder;
    use crate::picture::index::PictureIndex;
    use crate::problems::{Problems, Report};

    fn problems_with(spots: &str) -> Vec<String> {
        let report = Report::default();
        let pictures = PictureIndex::scan(
            &Folder::from_texts([("game/a.svg", "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 600 600'/>")]),
            &report,
        );
        let level = "[[levels]]\nimage = \"a.svg\"\nalt = \"Smileys\"\ndescription = \"Find it\"\n";
        read(&format!("{level}{spots}"), &LoadContext::new(&pictures, &report));
        let messages = |found: Problems| found.0.into_iter().map(|problem| problem.message).collect();
        report.into_result().map_or_else(messages, |_| Vec::new())
    }

    fn spot(id: u32, left: u32, width: u32) -> String {
        format!(
            "[[levels.spots]]\nid = {id}\ntop = \"10%\"\nleft = \"{left}%\"\nwidth = \"{width}%\"\nheight = \"14%\"\n"
        )
    }

    #[test]
    fn separate_spots_are_accepted() {
        assert_eq!(problems_with(&format!("{}{}", spot(1, 5, 14), spot(2, 30, 14))), Vec::<String>::new());
    }

    #[test]
    fn spots_outside_the_picture_too_small_overlapping_or_with_equal_ids_are_reported() {
        assert!(problems_with(&spot(1, 90, 14))[0].contains("beyond the picture"));
        assert!(problems_with(&spot(1, 5, 5))[0].contains("too small to tap: 16 by 46 px"));
        assert!(problems_with(&format!("{}{}", spot(1, 5, 14), spot(2, 10, 14)))[0].contains("overlaps spot 1"));
        assert!(problems_with(&format!("{}{}", spot(1, 5, 14), spot(1, 40, 14)))[0].contains("have the id 1"));
        assert!(problems_with("")[0].contains("no spot to find"));
    }

    #[test]
    fn spots_outside_the_second_scene_are_reported() {
        let with_scene = |top: &str| problems_with(&format!("second_scene_top = \"{top}\"\n{}", spot(1, 5, 14)));
        assert!(with_scene("50%")[0].contains("Spot 1 begins above the second scene"));
        assert!(with_scene("9%")[0].contains("must be at least 50%"));
        assert!(with_scene("half").iter().any(|problem| problem.contains("must be a percentage")));
        let lower = spot(1, 5, 14).replace("\"10%\"", "\"60%\"");
        assert_eq!(problems_with(&format!("second_scene_top = \"50%\"\n{lower}")), Vec::<String>::new());
    }

    #[test]
    fn position_that_is_not_a_percentage_is_reported() {
        let problems = problems_with(
            "[[levels.spots]]\nid = 1\ntop = \"ten\"\nleft = \"1%\"\nwidth = \"20%\"\nheight = \"20%\"\n",
        );
        assert_eq!(problems, ["`top` is \"ten\", but must be a percentage such as \"12.5%\"."]);
    }
}
