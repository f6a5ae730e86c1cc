//! The names of pictures in a text.

use std::collections::BTreeSet;

use super::extension;

/// A text names a picture between two of these.
pub const DELIMITERS: [(&str, &str); 4] = [("\"", "\""), ("'", "'"), ("(", ")"), ("(<", ">)")];

/// What stands between two delimiters in a text and ends like the name of a picture, each once.
pub fn names_in(text: &[u8]) -> BTreeSet<String> {
    let text = String::from_utf8_lossy(text);
    let names = DELIMITERS.iter().flat_map(|delimiters| between(&text, *delimiters));
    names.filter(|name| extension::is_supported(name)).map(str::to_owned).collect()
}

/// Everything between a delimiter and the next one that ends it.
fn between<'a>(text: &'a str, (open, close): (&'a str, &'a str)) -> impl Iterator<Item = &'a str> {
    text.match_indices(open).filter_map(move |(start, _)| {
        let rest = &text[start + open.len()..];
        rest.find(close).map(|end| &rest[..end])
    })
}
