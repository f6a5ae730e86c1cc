//! A draft that the desk saves: the first line is the path of the document, the rest its text, which may also be a tree of the
//! editor. A path leads to a file of the content only. The tree of a text survives the way to the editor and back, and
//! problems name a line that exists.

use clinic_content::text::tree::{TextBlock, parse_document, shows_the_same};
use clinic_content::{DocumentKind, title_of};

pub fn check(data: &[u8]) {
    let Ok(input) = std::str::from_utf8(data) else { return };
    let (path, text) = input.split_once('\n').unwrap_or(("articles/a.md", input));
    if DocumentKind::of(path).is_some() {
        let is_plain = |part: &str| !part.is_empty() && !part.starts_with('.') && !part.contains('\\');
        assert!(path.split('/').all(is_plain), "{path} leads out of the content");
    }
    let _ = title_of(text);
    let parsed = parse_document(path, text);
    let lines = text.split('\n').count();
    for problem in &parsed.problems {
        assert!((1..=lines).contains(&problem.line), "{problem}: the line does not exist");
    }
    let json = serde_json::to_string(&parsed.tree).expect("a tree serializes to JSON");
    let shown: Vec<TextBlock> = serde_json::from_str(&json).expect("the editor's tree can be read");
    assert_eq!(shown, parsed.tree);
    assert!(shows_the_same(&shown, &parsed.tree), "{json}");
    if let Ok(shown) = serde_json::from_str::<Vec<TextBlock>>(text) {
        assert!(shows_the_same(&shown, &shown), "{text}");
    }
}
