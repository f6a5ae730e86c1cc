//! A drawing that is broken on purpose is caught by each proof.

use std::sync::LazyLock;

use clinic_puzzles::{Generator, Level, Proof, Set, prove, prove_level};

/// A set that passes every proof.
static PROVEN: LazyLock<Set> = LazyLock::new(|| {
    let generator = Generator::start().expect("the engine");
    let set = (1..=60).map(|seed| generator.draw(seed).expect("a set")).find(|set| prove(set).is_proven());
    set.expect("a proven set among the first seeds")
});

fn proven() -> Set {
    PROVEN.clone()
}

/// The proofs that fail for a level, without repeats.
fn failed(set: &Set) -> Vec<(Option<usize>, Proof)> {
    let mut failed: Vec<_> = prove(set).failures.into_iter().map(|failure| (failure.level, failure.proof)).collect();
    failed.sort();
    failed.dedup();
    failed
}

/// Adds shapes at the end of a picture.
fn add(set: &mut Set, level: usize, shapes: &str) {
    let svg = &mut set.levels[level].svg;
    *svg = svg.replace("</svg>", &format!("{shapes}</svg>"));
}

/// The middle of a part of the picture that no spot covers, in units of a picture that is 600 wide.
fn free_place(set: &Set, level: usize, height: f64) -> (f64, f64) {
    let free = |x: f64, y: f64| {
        set.levels[level].spots.iter().all(|spot| {
            let (dx, dy) = (x / 600.0 - spot.left - spot.width / 2.0, y / height - spot.top - spot.height / 2.0);
            dx.abs() > spot.width / 2.0 + 0.05 || dy.abs() > spot.height / 2.0 + 0.05
        })
    };
    let places =
        (0..40).flat_map(|row| (0..27).map(move |column| (30.0 + f64::from(column) * 20.0, f64::from(row) * 20.0)));
    let mut places = places.filter(|&(x, y)| y > 0.55 * height && y < height - 40.0 && free(x, y));
    places.next().expect("a free place")
}

#[test]
fn an_extra_difference_is_caught() {
    let mut set = proven();
    let (x, y) = free_place(&set, 2, 900.0);
    add(&mut set, 2, &format!("<circle cx='{x}' cy='{y}' r='4' fill='#fff'/><circle cx='{x}' cy='{y}' r='2'/>"));
    assert_eq!(failed(&set), [(Some(3), Proof::NothingElse)]);
}

#[test]
fn a_second_difference_in_a_spot_is_caught() {
    let level = &proven().levels[2];
    // A dot in a corner of the spot. Some differences leave none of them free.
    let is_caught = |x: f64, y: f64| {
        let dot = format!("<circle cx='{x}' cy='{y}' r='4' fill='#fff'/><circle cx='{x}' cy='{y}' r='2'/>");
        let svg = level.svg.replace("</svg>", &format!("{dot}</svg>"));
        let (_, failures) = prove_level(&Level { svg, ..level.clone() }, 3);
        matches!(&failures[..], [only] if only.proof == Proof::NothingElse)
    };
    let caught = level.spots.iter().filter(|spot| {
        let (left, top) = (spot.left * 600.0 + 5.0, spot.top * 900.0 + 5.0);
        let (right, bottom) = (left + spot.width * 600.0 - 10.0, top + spot.height * 900.0 - 10.0);
        [(left, top), (right, bottom), (right, top), (left, bottom)].into_iter().any(|(x, y)| is_caught(x, y))
    });
    let caught: Vec<_> = caught.map(|spot| &spot.label).collect();
    assert!(caught.len() >= 3, "caught in these spots only: {caught:?}");
}

#[test]
fn a_missing_difference_is_caught() {
    let mut set = proven();
    let spot = set.levels[2].spots[0].clone();
    // The upper scene again where the first difference was.
    let svg = &set.levels[2].svg;
    let (start, end) = (svg.find("<g id=\"l3-upper\"").expect("upper"), svg.find("<g id=\"l3-lower\"").expect("lower"));
    let upper = svg[start..end].replace("id=\"l3-upper\"", "transform=\"translate(0 456)\"");
    let (x, y) = (spot.left * 600.0, spot.top * 900.0);
    let (width, height) = (spot.width * 600.0, spot.height * 900.0);
    let shapes = format!(
        "<clipPath id='again'><rect x='{x}' y='{y}' width='{width}' height='{height}'/></clipPath><g clip-path='url(#again)'>{upper}</g>"
    );
    add(&mut set, 2, &shapes);
    let failed = failed(&set);
    assert!(failed.contains(&(Some(3), Proof::EverySpot)), "{failed:?}");
}

/// The first star in one colour on a ground of another.
fn recolour_first_star(set: &mut Set, star_colour: &str, ground: &str) {
    let spot = set.levels[1].spots[0].clone();
    let (x, y) = ((spot.left + spot.width / 2.0) * 600.0, (spot.top + spot.height / 2.0) * 750.0);
    let svg = &mut set.levels[1].svg;
    let at = svg.find("data-spot=\"1\"").expect("a star");
    let (open, close) = (svg[..at].rfind('<').expect("an element"), at + svg[at..].find("/>").expect("its end") + 2);
    let mut star = svg[open..close].to_owned();
    let fill = star.find("fill=\"").expect("a colour") + "fill=\"".len();
    star.replace_range(fill..fill + 7, star_colour);
    svg.replace_range(open..close, "");
    // At the end, so that nothing else is drawn between the ground and the star.
    add(set, 1, &format!("<circle cx='{x}' cy='{y}' r='40' fill='{ground}'/>{star}"));
}

#[test]
fn a_difference_that_some_people_cannot_see_is_caught() {
    for (star, ground, who) in [
        ("#215B3E", "#EB253F", "Protan vision in the Light theme"),
        ("#EE404A", "#21AB27", "Deutan vision in the Light theme"),
        ("#29DCC9", "#3FE527", "Tritan vision in the Light theme"),
        ("#787878", "#A1A1A1", "Normal vision in the Dark theme"),
        ("#808080", "#848484", "Normal vision in the Light theme"),
    ] {
        let mut set = proven();
        recolour_first_star(&mut set, star, ground);
        let failures = prove(&set).failures;
        let visible = failures.iter().find(|failure| failure.proof == Proof::Visible);
        let reason = visible.map(|failure| failure.reason.clone()).unwrap_or_default();
        assert!(reason.contains(who), "{star} on {ground}, for {who}: {failures:?}");
    }
    let mut set = proven();
    recolour_first_star(&mut set, "#FFFCF5", "#084752");
    assert!(!failed(&set).contains(&(Some(2), Proof::Visible)), "a clear star is visible: {:?}", failed(&set));
}

#[test]
fn a_further_star_is_caught() {
    let mut set = proven();
    let (x, y) = free_place(&set, 1, 750.0);
    let star =
        "M0-14L3.6-5L13.3-4.300L5.900 1.900L8.200 11.300L0 6.200L-8.200 11.300L-5.900 1.900L-13.300-4.300L-3.600-5z";
    add(&mut set, 1, &format!("<path d='{star}' fill='#fff' transform='translate({x} {y})'/>"));
    assert_eq!(failed(&set), [(Some(2), Proof::Unique)]);
}

#[test]
fn a_spot_without_a_star_is_caught() {
    let mut set = proven();
    let spot = &set.levels[1].spots[0];
    let (x, y) = ((spot.left + spot.width / 2.0) * 600.0, (spot.top + spot.height / 2.0) * 750.0);
    let svg = &mut set.levels[1].svg;
    let at = svg.find("data-spot=\"1\"").expect("a star");
    let open = svg[..at].rfind('<').expect("an element");
    let shape = open + svg[open..].find(" d=\"").expect("a shape") + " d=\"".len();
    let end = shape + svg[shape..].find('"').expect("its end");
    // As large as the star, and in its place.
    svg.replace_range(shape..end, &format!("M{} {y}a14 14 0 1 0 28 0a14 14 0 1 0-28 0z", x - 14.0));
    assert_eq!(failed(&set), [(Some(2), Proof::Unique)]);
}

#[test]
fn a_further_odd_face_is_caught() {
    let mut set = proven();
    let svg = &mut set.levels[0].svg;
    let ordinary = svg.rfind("href=\"#l1-smiley\"").expect("an ordinary face");
    svg.replace_range(ordinary..ordinary + "href=\"#l1-smiley\"".len(), "href=\"#l1-wink\"");
    let failed = failed(&set);
    assert!(failed.contains(&(Some(1), Proof::Unique)), "{failed:?}");
}

#[test]
fn no_odd_face_is_caught() {
    let mut set = proven();
    set.levels[0].svg = set.levels[0].svg.replace("href=\"#l1-wink\"", "href=\"#l1-smiley\"");
    let failed = failed(&set);
    for proof in [Proof::EverySpot, Proof::Visible, Proof::Unique] {
        assert!(failed.contains(&(Some(1), proof)), "{failed:?}");
    }
}

#[test]
fn several_faces_in_the_spot_and_too_few_faces_are_caught() {
    let reasons = |set: &Set| prove(set).failures.into_iter().map(|failure| failure.reason).collect::<Vec<_>>();
    let mut set = proven();
    let spot = &mut set.levels[0].spots[0];
    (spot.left, spot.top, spot.width, spot.height) = (0.0, 0.0, 1.0, 1.0);
    let of_large_spot = reasons(&set);
    assert!(of_large_spot.iter().any(|reason| reason.contains("faces are in the spot")), "{of_large_spot:?}");

    let mut set = proven();
    let svg = &mut set.levels[0].svg;
    while svg.matches("<use ").count() >= 20 {
        let ordinary = svg.rfind("href=\"#l1-smiley\"").expect("an ordinary face");
        let open = svg[..ordinary].rfind('<').expect("an element");
        let close = ordinary + svg[ordinary..].find("/>").expect("its end") + "/>".len();
        svg.replace_range(open..close, "");
    }
    assert_eq!(failed(&set), [(Some(1), Proof::Unique)]);
}

#[test]
fn small_overlapping_and_outlying_spots_are_caught() {
    let mut set = proven();
    set.levels[0].spots[0].width = 0.15;
    let failed_targets = failed(&set);
    assert!(failed_targets.contains(&(Some(1), Proof::Targets)), "{failed_targets:?}");

    let mut set = proven();
    let first = set.levels[1].spots[0].clone();
    (set.levels[1].spots[1].left, set.levels[1].spots[1].top) = (first.left + 0.02, first.top + 0.02);
    let failed_overlap = failed(&set);
    assert!(failed_overlap.contains(&(Some(2), Proof::Overlap)), "{failed_overlap:?}");

    let mut set = proven();
    set.levels[2].spots[0].top = 0.3;
    let failed_place = failed(&set);
    assert!(failed_place.contains(&(Some(3), Proof::Targets)), "{failed_place:?}");
}

#[test]
fn a_picture_that_is_too_large_is_caught() {
    let mut set = proven();
    let noise: String = (0..9000_u32).map(|i| format!("{:x}", i.wrapping_mul(2_654_435_761))).collect();
    add(&mut set, 0, &format!("<desc>{noise}</desc>"));
    assert_eq!(failed(&set), [(Some(1), Proof::Weight)]);
}

#[test]
fn a_picture_with_holes_or_without_shapes_is_caught() {
    let mut set = proven();
    let svg = &mut set.levels[0].svg;
    *svg = svg.replacen("<rect width=\"600\"", "<rect width=\"500\"", 1).replacen("width=\"600\"", "width=\"500\"", 2);
    assert!(failed(&set).contains(&(Some(1), Proof::Drawing)), "{:?}", failed(&set));
    set.levels[0].svg = "no picture".to_owned();
    assert!(failed(&set).contains(&(Some(1), Proof::Drawing)));
}

#[test]
fn a_level_that_is_too_easy_is_caught() {
    let mut set = proven();
    // The whole second scene is another colour inside each spot.
    let shapes: String = set.levels[2]
        .spots
        .iter()
        .map(|spot| {
            let (x, y) = (spot.left * 600.0 + 1.0, spot.top * 900.0 + 1.0);
            let (width, height) = (spot.width * 600.0 - 2.0, spot.height * 900.0 - 2.0);
            format!("<rect x='{x}' y='{y}' width='{width}' height='{height}' fill='#f0f'/>")
        })
        .collect();
    add(&mut set, 2, &shapes);
    assert_eq!(failed(&set), [(Some(3), Proof::Difficulty)]);
}

#[test]
fn a_level_that_is_too_hard_is_caught() {
    let mut set = proven();
    // In each spot, both scenes are grey, and the second one has a small square in a lighter grey: visible, but hardly.
    let shapes: String = set.levels[2]
        .spots
        .iter()
        .map(|spot| {
            let (x, y) = (spot.left * 600.0, spot.top * 900.0);
            let (width, height) = (spot.width * 600.0, spot.height * 900.0);
            let ground = |y| format!("<rect x='{x}' y='{y}' width='{width}' height='{height}' fill='#787878'/>");
            let (middle_x, middle_y) = (x + width / 2.0, y + height / 2.0);
            let square = format!("<rect x='{middle_x}' y='{middle_y}' width='13' height='13' fill='#a8a8a8'/>");
            format!("{}{}{square}", ground(y - 456.0), ground(y))
        })
        .collect();
    add(&mut set, 2, &shapes);
    let reasons: Vec<_> = prove(&set).failures.into_iter().map(|failure| failure.reason).collect();
    assert_eq!(failed(&set), [(Some(3), Proof::Difficulty)], "{reasons:?}");
    assert_eq!(reasons.len(), 6, "each spot and the level: {reasons:?}");
    assert!(reasons.iter().all(|reason| reason.contains("is too hard")), "{reasons:?}");
}

#[test]
fn a_face_that_cannot_be_drawn_upright_is_caught() {
    let mut set = proven();
    let svg = &mut set.levels[0].svg;
    let ordinary = svg.rfind("href=\"#l1-smiley\"").expect("an ordinary face");
    // Browsers draw the same, but not every form of a transform is read.
    let comma = ordinary + svg[ordinary..].find("transform=\"translate(").expect("a place");
    let comma = comma + "transform=\"translate(".len();
    let comma = comma + svg[comma..].find(' ').expect("two numbers");
    svg.replace_range(comma..=comma, ",");
    assert_eq!(failed(&set), [(Some(1), Proof::Unique)]);
}

#[test]
fn a_set_with_too_few_or_too_many_levels_is_caught() {
    let mut set = proven();
    set.levels.pop();
    assert_eq!(failed(&set), [(None, Proof::Levels)]);
    let mut set = proven();
    set.levels.push(set.levels[2].clone());
    assert_eq!(failed(&set), [(None, Proof::Levels)]);
}

#[test]
fn levels_of_another_game_are_caught() {
    let mut set = proven();
    set.levels[1].description = "Find the stars".to_owned();
    set.levels[2].spots.pop();
    let others = failed(&set);
    assert!(others.contains(&(Some(2), Proof::Levels)) && others.contains(&(Some(3), Proof::Levels)), "{others:?}");
    // The puzzle of a day has no other level.
    let (_, failures) = prove_level(&set.levels[2], 3);
    assert!(failures.iter().any(|failure| failure.proof == Proof::Levels), "{failures:?}");
    let mut set = proven();
    set.levels[0].spots[0].label.clear();
    set.levels[2].second_scene_top = None;
    let without = failed(&set);
    assert!(without.contains(&(Some(1), Proof::Levels)) && without.contains(&(Some(3), Proof::Levels)), "{without:?}");
}
