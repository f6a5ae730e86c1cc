//! The content folder. The input lists files, each after a line `=== path`, which are added to a minimal valid folder;
//! lines before the first path belong to a service. A folder is either rejected with a file and a line that exist, or
//! everything in it can be published.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use clinic_content::model::Content;
use clinic_content::{Folder, Problem};
use clinic_site::load_content;

use crate::markdown_tree;

/// As small as possible, because it is parsed for every input.
static MINIMAL: LazyLock<Folder> = LazyLock::new(|| {
    let mut folder = Folder::default();
    add_files(include_bytes!("../minimal-content.txt"), &mut folder);
    load_content(&folder).unwrap_or_else(|problems| panic!("{problems}"));
    folder
});

pub fn check(data: &[u8]) {
    let mut folder = MINIMAL.clone();
    add_files(data, &mut folder);
    match load_content(&folder) {
        Ok(content) => check_content(&content),
        Err(problems) => {
            assert!(!problems.0.is_empty(), "rejected without a problem");
            assert!(problems.0.is_sorted(), "problems are not sorted");
            for problem in &problems.0 {
                check_problem(problem, &folder);
            }
        }
    }
}

fn add_files(data: &[u8], folder: &mut Folder) {
    let mut files = BTreeMap::new();
    let mut path = "services/frames.md";
    for line in data.split_inclusive(|&byte| byte == b'\n') {
        let new_path = line.strip_prefix(b"=== ").and_then(|name| std::str::from_utf8(name).ok());
        match new_path {
            Some(name) => path = name.trim_end(),
            None => files.entry(path).or_insert_with(Vec::new).extend_from_slice(line),
        }
    }
    for (path, bytes) in files {
        folder.insert(path, bytes);
    }
}

fn check_problem(problem: &Problem, folder: &Folder) {
    let bytes = folder.get(&problem.file).unwrap_or_else(|| panic!("{problem}: the file does not exist"));
    let lines = bytes.split(|&byte| byte == b'\n').count();
    assert!((1..=lines).contains(&problem.line), "{problem}: the line does not exist");
    assert!(!problem.message.is_empty(), "{problem}: the message is empty");
}

fn check_content(content: &Content) {
    let bodies = content
        .page_texts
        .values()
        .map(|page| &page.body)
        .chain(content.services.iter().map(|service| &service.body))
        .chain(content.outreaches.iter().map(|outreach| &outreach.body))
        .chain(content.articles.iter().map(|article| &article.body))
        .chain(content.team.iter().map(|member| &member.body));
    for blocks in bodies {
        markdown_tree::check(blocks, content);
    }
    for source in content.articles.iter().flat_map(|article| &article.sources) {
        assert!(markdown_tree::is_safe_link(&source.url), "source {}", source.url);
    }
    for placeholder in &content.placeholders {
        assert!(placeholder.line > 0 && !placeholder.key.is_empty(), "{placeholder:?}");
    }
    for spot in content.game.levels.iter().flat_map(|level| &level.spots) {
        let is_percentage =
            |text: &str| text.trim_end_matches('%').trim().parse().is_ok_and(|n: f64| (0.0..=100.0).contains(&n));
        let sides = [&spot.top, &spot.left, &spot.width, &spot.height];
        assert!(sides.into_iter().all(|side| is_percentage(side)), "{spot:?}");
    }
}
