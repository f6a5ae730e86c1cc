//! `clinic game`: drawing sets of the game's pictures and proving them.

use std::fs;
use std::path::Path;

use crate::test_server::{content_copy, run};

fn text(path: &Path) -> &str {
    path.to_str().expect("a path")
}

#[test]
fn generated_set_can_be_used_as_content_and_refused_seed_names_its_proof() {
    let content = content_copy();
    let game = content.path().join("game");
    let (mut accepted, mut refused) = (false, false);
    for seed in 1..=60 {
        fs::remove_dir_all(&game).expect("removed");
        let (code, output, errors) = run(&["game", "generate", "--seed", &seed.to_string(), "--out", text(&game)]);
        if code == 0 && !accepted {
            accepted = true;
            assert!(output.contains("All proofs passed."), "{output}");
            assert!(output.contains(&format!("Wrote the set of seed {seed} to ")), "{output}");
            let (code, output, errors) = run(&["check", "--content", text(content.path())]);
            assert_eq!(code, 0, "{output}{errors}");
            let (code, output, _) = run(&["game", "prove", text(&game)]);
            assert_eq!(code, 0, "{output}");
        } else if code != 0 {
            refused = true;
            assert_eq!((code, output.as_str()), (1, ""));
            assert!(errors.starts_with(&format!("Seed {seed} is refused. Choose another seed.")), "{errors}");
            assert!(errors.contains("Failed proof: "), "{errors}");
            assert!(!game.exists(), "nothing is written");
            fs::create_dir(&game).expect("a folder");
        }
        if accepted && refused {
            return;
        }
    }
    panic!("accepted: {accepted}, refused: {refused}");
}

#[test]
fn set_of_a_month_is_drawn_by_its_name() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (by_month, by_seed) = (folder.path().join("month"), folder.path().join("seed"));
    let (code, output, errors) = run(&["game", "generate", "--month", "2026-12", "--out", text(&by_month)]);
    assert_eq!(code, 0, "{errors}");
    let (_, seed) = output.split_once("Wrote the set of seed ").expect("a seed");
    let (seed, _) = seed.split_once(' ').expect("its end");
    let (code, _, errors) = run(&["game", "generate", "--seed", seed, "--out", text(&by_seed)]);
    assert_eq!(code, 0, "{errors}");
    for name in ["game.toml", "level-1.svg", "level-2.svg", "level-3.svg"] {
        let read = |folder: &Path| fs::read(folder.join(name)).expect("a file");
        assert_eq!(read(&by_month), read(&by_seed), "{name}");
    }
    for month in ["2026-13", "2026-1", "december", "2026-12-01", ""] {
        let (code, _, errors) = run(&["game", "generate", "--month", month, "--out", "/tmp/never-written"]);
        assert_eq!(code, 2, "{month}");
        assert!(errors.contains("a month is a year and a month, such as 2027-01"), "{month}: {errors}");
    }
    for choice in [&[][..], &["--seed", "1", "--month", "2026-12"]] {
        let (code, _, _) = run(&[&["game", "generate", "--out", "/tmp/never-written"], choice].concat());
        assert_eq!(code, 2, "{choice:?}");
    }
}

#[test]
fn folder_with_files_is_kept() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("notes.txt"), "mine").expect("written");
    let (code, _, errors) = run(&["game", "generate", "--seed", "1", "--out", text(folder.path())]);
    assert_eq!(code, 1);
    assert!(errors.contains("is not empty. Give a new folder. Nothing was written."), "{errors}");
    assert_eq!(fs::read_dir(folder.path()).expect("readable").count(), 1);
}

#[test]
fn seed_that_is_no_number_is_wrong_usage() {
    for seed in ["march", "1.5", "-1", "4294967296", ""] {
        let (code, _, errors) = run(&["game", "generate", "--seed", seed, "--out", "/tmp/never-written"]);
        assert_eq!(code, 2, "{seed}");
        assert!(errors.contains("a seed is a whole number from 0 to 4294967295"), "{seed}: {errors}");
    }
}

#[test]
fn folder_without_a_set_is_reported() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (code, _, errors) = run(&["game", "prove", text(folder.path())]);
    assert_eq!(code, 1);
    assert!(
        errors.contains("game.toml") && errors.contains("Give a folder with game.toml and its pictures."),
        "{errors}"
    );
}

#[test]
fn set_that_is_not_proven_fails_with_its_table() {
    let content = content_copy();
    let picture = content.path().join("game/level-2.svg");
    let svg = fs::read_to_string(&picture).expect("a picture");
    fs::write(&picture, svg.replace("data-spot=\"1\"", "data-other=\"1\"")).expect("written");
    let (code, output, errors) = run(&["game", "prove", text(&content.path().join("game"))]);
    assert_eq!(code, 1);
    assert!(output.contains("FAILED every spot, level 2: nothing differs in spot 1"), "{output}");
    assert!(errors.contains("The set is not proven."), "{errors}");
}
