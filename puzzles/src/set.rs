//! A set of the game: the levels in `game.toml` with their pictures.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::Deserialize;

const GAME_FILE: &str = "game.toml";

#[derive(Debug, thiserror::Error)]
pub enum SetError {
    #[error("cannot read {}: {source}", .path.display())]
    Read { path: PathBuf, source: io::Error },
    #[error("{0} is missing")]
    Missing(String),
    #[error("game.toml is not valid: {0}")]
    Toml(String),
    #[error("level {level}: `{key}` is \"{value}\", but must be a percentage such as \"12.5%\"")]
    Percent { level: usize, key: &'static str, value: String },
}

#[derive(Debug, Clone)]
pub struct Set {
    /// By name: `game.toml` and the pictures.
    pub files: BTreeMap<String, String>,
    pub levels: Vec<Level>,
}

#[derive(Debug, Clone)]
pub struct Level {
    pub image: String,
    pub description: String,
    pub svg: String,
    /// Where the second scene begins, as a share of the picture's height.
    pub second_scene_top: Option<f64>,
    pub spots: Vec<Spot>,
}

/// A hotspot, in shares of the picture's width and height.
#[derive(Debug, Clone)]
pub struct Spot {
    pub id: u32,
    pub label: String,
    pub left: f64,
    pub top: f64,
    pub width: f64,
    pub height: f64,
}

#[derive(Deserialize)]
struct GameToml {
    levels: Vec<LevelToml>,
}

#[derive(Deserialize)]
struct LevelToml {
    image: String,
    description: String,
    second_scene_top: Option<String>,
    #[serde(default)]
    spots: Vec<SpotToml>,
}

#[derive(Deserialize)]
struct SpotToml {
    id: u32,
    #[serde(default)]
    label: String,
    left: String,
    top: String,
    width: String,
    height: String,
}

impl Set {
    pub fn from_files(files: BTreeMap<String, String>) -> Result<Self, SetError> {
        let text = files.get(GAME_FILE).ok_or_else(|| SetError::Missing(GAME_FILE.to_owned()))?;
        let game = parse(text)?;
        let levels = game.levels.into_iter().enumerate();
        let levels = levels
            .map(|(index, level)| {
                let svg = files.get(&level.image).ok_or_else(|| SetError::Missing(level.image.clone()))?.clone();
                Level::read(index + 1, level, svg)
            })
            .collect::<Result<_, _>>()?;
        Ok(Self { files, levels })
    }

    /// The set in a folder: `game.toml` and the pictures that it names.
    pub fn from_folder(folder: &Path) -> Result<Self, SetError> {
        let read = |name: &str| {
            let path = folder.join(name);
            fs::read_to_string(&path).map_err(|source| SetError::Read { path, source })
        };
        let text = read(GAME_FILE)?;
        let mut files = BTreeMap::new();
        for LevelToml { image, .. } in parse(&text)?.levels {
            // A picture lies beside game.toml. Another place would be a way out of the folder.
            if Path::new(&image).file_name().is_none_or(|name| name != image.as_str()) {
                return Err(SetError::Toml(format!("the picture \"{image}\" must lie in the same folder")));
            }
            files.insert(image.clone(), read(&image)?);
        }
        files.insert(GAME_FILE.to_owned(), text);
        Self::from_files(files)
    }
}

fn parse(text: &str) -> Result<GameToml, SetError> {
    toml::from_str(text).map_err(|error| SetError::Toml(error.message().to_owned()))
}

impl Level {
    fn read(level: usize, toml: LevelToml, svg: String) -> Result<Self, SetError> {
        let share = |key: &'static str, value: &str| {
            let number = value.strip_suffix('%').and_then(|number| number.trim().parse::<f64>().ok());
            number
                .filter(|number| (0.0..=100.0).contains(number))
                .map(|number| number / 100.0)
                .ok_or_else(|| SetError::Percent { level, key, value: value.to_owned() })
        };
        let spots = toml
            .spots
            .iter()
            .map(|spot| {
                Ok(Spot {
                    id: spot.id,
                    label: spot.label.clone(),
                    left: share("left", &spot.left)?,
                    top: share("top", &spot.top)?,
                    width: share("width", &spot.width)?,
                    height: share("height", &spot.height)?,
                })
            })
            .collect::<Result<_, _>>()?;
        let second_scene_top = toml.second_scene_top.map(|value| share("second_scene_top", &value)).transpose()?;
        Ok(Self { image: toml.image, description: toml.description, svg, second_scene_top, spots })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_files_and_bad_values_are_named() {
        let with = |toml: &str| {
            let files =
                [("game.toml", toml), ("a.svg", "<svg/>")].map(|(name, text)| (name.to_owned(), text.to_owned()));
            Set::from_files(files.into()).expect_err("an error").to_string()
        };
        assert_eq!(with("[[levels]]\nimage = \"b.svg\"\ndescription = \"\""), "b.svg is missing");
        assert!(with("levels = 1").starts_with("game.toml is not valid: "));
        let spot = "[[levels.spots]]\nid = 1\nleft = \"x\"\ntop = \"1%\"\nwidth = \"1%\"\nheight = \"1%\"";
        assert_eq!(
            with(&format!("[[levels]]\nimage = \"a.svg\"\ndescription = \"\"\n{spot}")),
            "level 1: `left` is \"x\", but must be a percentage such as \"12.5%\""
        );
    }

    #[test]
    fn pictures_outside_the_folder_are_refused() {
        let folder = std::env::temp_dir().join(format!("clinic-puzzles-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        fs::write(folder.join(GAME_FILE), "[[levels]]\nimage = \"../a.svg\"\ndescription = \"\"").expect("written");
        let error = Set::from_folder(&folder).expect_err("an error").to_string();
        fs::remove_dir_all(&folder).expect("removed");
        assert!(error.contains("must lie in the same folder"), "{error}");
    }
}
