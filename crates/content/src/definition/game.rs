//! `game/game.toml`: the levels of the game.

use super::{DocumentDefinition, FieldDefinition, FieldType, entries, field, group, number, text};

pub const GAME: &[FieldDefinition] = &[entries("levels", "Levels", "Level", LEVEL)];

const LEVEL: &[FieldDefinition] = &[
    text("description", "Title", 60).help("What to do, shown above the picture."),
    field("image", "Picture", FieldType::Picture { folder: "game" }),
    text("alt", "What the picture shows", 400)
        .help("For people who cannot see it. Do not say where the differences are."),
    field("second_scene_top", "Where the second scene begins", FieldType::Percent).optional().help(
        "Only for a picture that shows the same scene twice, one above the other: how far down the second one begins.",
    ),
    entries("spots", "Differences", "Difference", SPOT).help("Each one is a rectangle on the picture."),
];

const SPOT: &[FieldDefinition] = &[
    number("id", "Number", 1, 9999).help("Each difference of a level has its own."),
    text("label", "What it is", 80).optional().help("Read out when it is found."),
    percent("top", "Distance from the top"),
    percent("left", "Distance from the left"),
    percent("width", "Width"),
    percent("height", "Height"),
];

const fn percent(key: &'static str, label: &'static str) -> FieldDefinition {
    field(key, label, FieldType::Percent)
}

pub fn definition() -> DocumentDefinition {
    let help =
        "A difference must be large enough for a thumb, and must not overlap another one. The preview shows the page.";
    DocumentDefinition {
        groups: vec![group("levels", "Levels", help, GAME)],
        only_as_text: Some(
            "A drawing program made the pictures and the positions together. If you change a picture, the positions of its \
             differences must be changed too.",
        ),
    }
}
