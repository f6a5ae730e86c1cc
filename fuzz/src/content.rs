//! The content folder: files laid over a small whole one, each after a line `=== its/path`
//! (those of a service need none). A folder is either refused
//! with a place that a person can open, or everything in it is fit to be published.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use clinic::content::model::Content;
use clinic::content::{Folder, Problem, load};

use crate::tree;

/// A folder with nothing in it that could be left out: it is read anew for every input.
static SMALLEST: LazyLock<Folder> = LazyLock::new(|| {
    let mut folder = Folder::default();
    lay(include_bytes!("../smallest-folder"), &mut folder);
    load(&folder).unwrap_or_else(|problems| panic!("{problems}"));
    folder
});

pub fn judge(data: &[u8]) {
    let mut folder = SMALLEST.clone();
    lay(data, &mut folder);
    match load(&folder) {
        Ok(content) => is_fit(&content),
        Err(problems) => {
            assert!(!problems.0.is_empty(), "refused without a reason");
            assert!(problems.0.is_sorted(), "out of order");
            for problem in &problems.0 {
                can_be_found(problem, &folder);
            }
        }
    }
}

fn lay(data: &[u8], folder: &mut Folder) {
    let mut files = BTreeMap::new();
    let mut path = "services/frames.md";
    for line in data.split_inclusive(|&byte| byte == b'\n') {
        let named = line.strip_prefix(b"=== ").and_then(|name| std::str::from_utf8(name).ok());
        match named {
            Some(name) => path = name.trim_end(),
            None => files.entry(path).or_insert_with(Vec::new).extend_from_slice(line),
        }
    }
    for (path, bytes) in files {
        folder.insert(path, bytes);
    }
}

fn can_be_found(problem: &Problem, folder: &Folder) {
    let bytes = folder.get(&problem.file).unwrap_or_else(|| panic!("{problem} names a file that is not there"));
    let lines = bytes.split(|&byte| byte == b'\n').count();
    assert!((1..=lines).contains(&problem.line), "{problem} names a line that is not there");
    assert!(!problem.message.is_empty(), "{problem} says nothing");
}

fn is_fit(content: &Content) {
    let pages = &content.pages;
    let trees = [&pages.home, &pages.services, &pages.outreaches, &pages.articles, &pages.about_us, &pages.team]
        .into_iter()
        .chain([&pages.vision_test, &pages.privacy, &pages.not_found])
        .map(|words| &words.body)
        .chain(content.services.iter().map(|service| &service.body))
        .chain(content.outreaches.iter().map(|outreach| &outreach.body))
        .chain(content.articles.iter().map(|article| &article.body))
        .chain(content.team.iter().map(|member| &member.body));
    for blocks in trees {
        tree::is_fit(blocks, content);
    }
    for source in content.articles.iter().flat_map(|article| &article.sources) {
        assert!(tree::leads_somewhere(&source.url), "a source at {}", source.url);
    }
    for placeholder in &content.placeholders {
        assert!(placeholder.line > 0 && !placeholder.key.is_empty(), "{placeholder:?}");
    }
    for spot in content.game.levels.iter().flat_map(|level| &level.spots) {
        let inside =
            |text: &str| text.trim_end_matches('%').trim().parse().is_ok_and(|n: f64| (0.0..=100.0).contains(&n));
        assert!([&spot.top, &spot.left, &spot.width, &spot.height].into_iter().all(|side| inside(side)), "{spot:?}");
    }
}
