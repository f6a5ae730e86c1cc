//! Another address of a document with a page of its own: the redirect from the old one, and the links that lead to it. All other
//! bytes of a text stay.

use std::ops::Range;

use toml::de::{DeTable, DeValue};

use crate::document_kind::DocumentKind;
use crate::toml::front_matter;

const ARTICLES: &str = "/articles/";

/// Addresses, such as `/articles/news`.
#[derive(Debug, Clone, Copy)]
pub struct AddressChange<'a> {
    pub from: &'a str,
    pub to: &'a str,
}

impl AddressChange<'_> {
    /// The redirects with one from the old address if visitors know it. Earlier redirects lead to the new address at once, and a
    /// page that is there again needs none. `None` if the file has a mistake.
    pub fn redirect(self, toml: &str, is_published: bool) -> Option<String> {
        let table = DeTable::parse(toml).ok()?;
        let mut edits = Vec::new();
        for (key, value) in table.get_ref() {
            let (name, value, span) = (key.get_ref(), value.get_ref(), value.span());
            if *name == self.from || *name == self.to {
                edits.push((lines(toml, key.span().start..span.end), String::new()));
            } else if matches!(value, DeValue::String(target) if *target == self.from) {
                edits.push((span, quoted(self.to)));
            }
        }
        let mut changed = apply(toml, edits);
        if is_published {
            if !changed.is_empty() && !changed.ends_with('\n') {
                changed.push('\n');
            }
            changed += &[&quoted(self.from), " = ", &quoted(self.to), "\n"].concat();
        }
        Some(changed)
    }

    /// A text with the links to the old address changed. `None` if it has none.
    pub fn links(self, path: &str, text: &str) -> Option<String> {
        let linked = self.addresses(text);
        let changed = self.articles(path, &linked).unwrap_or(linked);
        (changed != text).then_some(changed)
    }

    /// A longer address that begins alike is another one.
    fn addresses(self, text: &str) -> String {
        let mut pieces = text.split(self.from);
        let mut changed = pieces.next().unwrap_or_default().to_owned();
        for rest in pieces {
            let is_longer = rest.starts_with(|c: char| c.is_ascii_alphanumeric() || "_-".contains(c));
            changed.push_str(if is_longer { self.from } else { self.to });
            changed.push_str(rest);
        }
        changed
    }

    /// Services and the urgent questions name an article by the last part of its address. `None` if this text does not.
    fn articles(self, path: &str, text: &str) -> Option<String> {
        let (old, new) = (self.from.strip_prefix(ARTICLES)?, self.to.strip_prefix(ARTICLES)?);
        let keys = match DocumentKind::of(path)? {
            DocumentKind::Service => front_matter::keys_in(text)?,
            DocumentKind::Urgent => 0..text.len(),
            _ => return None,
        };
        let table = DeTable::parse(text.get(keys.clone())?).ok()?;
        let table = table.get_ref();
        let list = |key: &str| table.get(key).and_then(|value| value.get_ref().as_array()).into_iter().flatten();
        let in_rows = list("rows").filter_map(|row| row.get_ref().as_table()?.get("article"));
        let named = list("articles").chain(in_rows);
        let edits: Vec<_> = named
            .filter(|name| matches!(name.get_ref(), DeValue::String(name) if *name == old))
            .map(|name| (keys.start + name.span().start..keys.start + name.span().end, quoted(new)))
            .collect();
        (!edits.is_empty()).then(|| apply(text, edits))
    }
}

/// Addresses have no characters that TOML would need written in another way.
fn quoted(text: &str) -> String {
    format!("\"{text}\"")
}

/// The whole lines of a place, with the line break.
fn lines(text: &str, place: Range<usize>) -> Range<usize> {
    let start = text[..place.start].rfind('\n').map_or(0, |at| at + 1);
    let end = text[place.end..].find('\n').map_or(text.len(), |at| place.end + at + 1);
    start..end
}

fn apply(text: &str, mut edits: Vec<(Range<usize>, String)>) -> String {
    edits.sort_by_key(|(place, _)| place.start);
    let mut changed = text.to_owned();
    for (place, words) in edits.into_iter().rev() {
        changed.replace_range(place, &words);
    }
    changed
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOVE: AddressChange<'_> = AddressChange { from: "/articles/old", to: "/articles/new" };

    #[test]
    fn old_address_leads_to_the_new_one_and_so_do_those_that_led_to_the_old_one() {
        let toml = "# Renamed\n\"/blog\" = \"/articles/old\"\n\"/prices\" = \"/services\"";
        let expected = "# Renamed\n\"/blog\" = \"/articles/new\"\n\"/prices\" = \"/services\"\n\"/articles/old\" = \"/articles/new\"\n";
        assert_eq!(MOVE.redirect(toml, true).as_deref(), Some(expected));
        assert_eq!(MOVE.redirect("", true).as_deref(), Some("\"/articles/old\" = \"/articles/new\"\n"));
    }

    #[test]
    fn address_that_was_redirected_already_has_one_redirect() {
        let redirected = MOVE.redirect("\"/articles/old\" = \"/articles/third\"\n", true);
        assert_eq!(redirected.as_deref(), Some("\"/articles/old\" = \"/articles/new\"\n"));
    }

    #[test]
    fn address_that_nobody_knows_needs_no_redirect() {
        let redirected = MOVE.redirect("\"/first\" = \"/articles/old\"\n", false);
        assert_eq!(redirected.as_deref(), Some("\"/first\" = \"/articles/new\"\n"));
    }

    #[test]
    fn article_that_goes_back_to_its_first_address_is_not_redirected_away_from_it() {
        let redirected = MOVE.redirect("# First\n\"/articles/new\" = \"/articles/old\"\n\"/a\" = \"/b\"\n", true);
        let expected = "# First\n\"/a\" = \"/b\"\n\"/articles/old\" = \"/articles/new\"\n";
        assert_eq!(redirected.as_deref(), Some(expected));
    }

    #[test]
    fn redirects_with_a_mistake_are_not_changed() {
        assert_eq!(MOVE.redirect("\"/articles/new\" = \n", true), None);
    }

    #[test]
    fn links_are_changed_and_longer_addresses_that_begin_alike_are_not() {
        let text =
            "+++\ntitle = \"A\"\n+++\n[One](/articles/old), [two](/articles/old#top), [other](/articles/older).\n";
        let expected =
            "+++\ntitle = \"A\"\n+++\n[One](/articles/new), [two](/articles/new#top), [other](/articles/older).\n";
        assert_eq!(MOVE.links("articles/a.md", text).as_deref(), Some(expected));
        assert_eq!(MOVE.links("articles/a.md", expected), None);
    }

    #[test]
    fn services_and_urgent_questions_name_the_article_by_its_new_name() {
        let service = "+++\ntitle = \"old\"\narticles = [\"old\", \"other\"]\n+++\n";
        let expected = "+++\ntitle = \"old\"\narticles = [\"new\", \"other\"]\n+++\n";
        assert_eq!(MOVE.links("services/a.md", service).as_deref(), Some(expected));
        let urgent = "[[rows]]\nid = \"old\"\narticle = \"old\"\n\n[[rows]]\narticle = \"older\"\n";
        let expected = "[[rows]]\nid = \"old\"\narticle = \"new\"\n\n[[rows]]\narticle = \"older\"\n";
        assert_eq!(MOVE.links("urgent.toml", urgent).as_deref(), Some(expected));
    }

    #[test]
    fn added_page_with_the_name_of_an_article_is_not_taken_for_it() {
        let page = AddressChange { from: "/info/old", to: "/info/new" };
        let service = "+++\narticles = [\"old\"]\n+++\n[Prices](/info/old)\n";
        let expected = "+++\narticles = [\"old\"]\n+++\n[Prices](/info/new)\n";
        assert_eq!(page.links("services/a.md", service).as_deref(), Some(expected));
    }
}
