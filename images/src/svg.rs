//! Reads an SVG drawing and writes it again from the parsed tree, with shapes and text only. `svg_rules` says what may stay.
//! What was judged is what browsers get: every drawing is written again, as UTF-8 and without a document type.
//!
//! Time and memory grow with the size of the file, whatever it contains: `use` elements are counted, never expanded.

use std::borrow::Cow;
use std::collections::HashMap;

use roxmltree::{Document, Node, NodeId, NodeType, ParsingOptions};

use super::error::{PictureError, SvgError};
use super::sizes::Size;
use super::svg_rules::{self, AttributeRule, ElementRule, SVG_NAMESPACE};

const MAX_BYTES: usize = 1024 * 1024;
const MAX_NODES: u32 = 50_000;
/// Functions that walk the tree, here and in browsers, recurse once per level.
const MAX_DEPTH: usize = 100;
/// What a browser draws when every reference is followed. A few kilobytes of nested `use` elements can mean billions.
const MAX_DRAWN_ELEMENTS: u64 = 500_000;
const MAX_SIDE: f64 = 100_000.0;

pub struct Drawing {
    pub size: Size,
    pub rewritten: Vec<u8>,
    /// The first thing found that is more than a drawing, such as "a script".
    pub active_content: Option<String>,
}

pub fn rewrite(bytes: &[u8]) -> Result<Drawing, PictureError> {
    if bytes.len() > MAX_BYTES {
        return Err(SvgError::TooLarge.into());
    }
    let text = std::str::from_utf8(bytes).map_err(|_| SvgError::NotText)?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    // ASCII means the same in UTF-8, so old drawing programs' `encoding="iso-8859-1"` does no harm there.
    if declared_encoding(text).is_some_and(|encoding| !encoding.eq_ignore_ascii_case("utf-8")) && !text.is_ascii() {
        return Err(SvgError::NotText.into());
    }
    let text = without_document_type(text);
    let options = ParsingOptions { allow_dtd: false, nodes_limit: MAX_NODES, ..ParsingOptions::default() };
    let document = Document::parse_with_options(&text, options).map_err(|error| match error {
        roxmltree::Error::NodesLimitReached => SvgError::TooComplicated,
        roxmltree::Error::DtdDetected => SvgError::DocumentType,
        error => SvgError::Syntax(error.to_string()),
    })?;
    let root = document.root_element();
    if !root.has_tag_name((SVG_NAMESPACE, "svg")) {
        let problem = format!("the first element is not svg with xmlns=\"{SVG_NAMESPACE}\"");
        return Err(SvgError::Syntax(problem).into());
    }
    let size = size(root).ok_or(PictureError::UnknownSize)?;
    let mut weights = Weights::new(&document);
    if weights.of(root, 0) > MAX_DRAWN_ELEMENTS {
        return Err(SvgError::TooComplicated.into());
    }
    let mut writer = Writer::default();
    if document.root().children().any(|node| node.is_pi()) {
        writer.remove_active("a stylesheet from elsewhere");
    }
    writer.write_element(root, 0)?;
    // Escaped characters are longer.
    if writer.text.len() > MAX_BYTES {
        return Err(SvgError::TooLarge.into());
    }
    Ok(Drawing { size, rewritten: writer.text.into_bytes(), active_content: writer.active_content })
}

fn declared_encoding(text: &str) -> Option<&str> {
    let (declaration, _) = text.strip_prefix("<?xml")?.split_once("?>")?;
    let (_, encoding) = declaration.split_once("encoding")?;
    encoding.split(['"', '\'']).nth(1)
}

/// Drawing programs write a document type that only names the format. It becomes spaces, so that positions in messages
/// stay right. One with rules of its own is left for the parser to refuse, and so is a second one: entities can expand to
/// gigabytes, and browsers add attributes that the rules define.
fn without_document_type(text: &str) -> Cow<'_, str> {
    let Some(start) = document_type_start(text) else { return Cow::Borrowed(text) };
    let mut quote = None;
    for (index, byte) in text.bytes().enumerate().skip(start) {
        match (quote, byte) {
            (Some(open), byte) if byte == open => quote = None,
            (None, b'"' | b'\'') => quote = Some(byte),
            (None, b'[') => break,
            (None, b'>') => {
                let spaces = text[start..=index].chars().map(|c| if c == '\n' { '\n' } else { ' ' });
                return Cow::Owned(text[..start].chars().chain(spaces).chain(text[index + 1..].chars()).collect());
            }
            _ => {}
        }
    }
    Cow::Borrowed(text)
}

/// After the XML declaration, comments and instructions, which may contain anything.
fn document_type_start(text: &str) -> Option<usize> {
    let mut rest = text;
    loop {
        rest = rest.trim_ascii_start();
        let end = if rest.starts_with("<!--") {
            "-->"
        } else if rest.starts_with("<?") {
            "?>"
        } else {
            return rest.starts_with("<!DOCTYPE").then_some(text.len() - rest.len());
        };
        rest = rest.split_once(end)?.1;
    }
}

/// From the `viewBox`, otherwise from `width` and `height` in pixels.
fn size(root: Node<'_, '_>) -> Option<Size> {
    if let Some(view_box) = root.attribute("viewBox") {
        let parts: Vec<&str> = view_box.split([' ', ',', '\n', '\t']).filter(|part| !part.is_empty()).collect();
        // Browsers ignore a viewBox that is not four numbers.
        let [left, top, width, height] = parts[..] else { return None };
        let is_number = |text: &str| text.parse().is_ok_and(f64::is_finite);
        return (is_number(left) && is_number(top)).then_some(Size { width: side(width)?, height: side(height)? });
    }
    let pixels = |name| root.attribute(name).map(|value| value.trim().trim_end_matches("px"));
    Some(Size { width: side(pixels("width")?)?, height: side(pixels("height")?)? })
}

fn side(number: &str) -> Option<u32> {
    let side = number.parse::<f64>().ok().filter(|side| *side >= 1.0 && *side < MAX_SIDE)?;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "bounded by the filter above")]
    Some(side.round() as u32)
}

#[derive(Default)]
struct Writer {
    text: String,
    active_content: Option<String>,
}

impl Writer {
    fn remove_active(&mut self, what: &str) {
        self.active_content.get_or_insert_with(|| what.to_owned());
    }

    fn write_element(&mut self, element: Node<'_, '_>, depth: usize) -> Result<(), PictureError> {
        if depth > MAX_DEPTH {
            return Err(SvgError::TooComplicated.into());
        }
        match svg_rules::element_rule(element)? {
            ElementRule::Keep => {}
            ElementRule::Remove => return Ok(()),
            ElementRule::RemoveActive(what) => {
                self.remove_active(what);
                return Ok(());
            }
            ElementRule::KeepOnlyContent(what) => {
                self.remove_active(what);
                return self.write_children(element, depth);
            }
        }
        let name = element.tag_name().name();
        self.text.push('<');
        self.text.push_str(name);
        if depth == 0 {
            self.write_attribute("xmlns", SVG_NAMESPACE);
        }
        for attribute in element.attributes() {
            match svg_rules::attribute_rule(&attribute) {
                // Browsers ignore the old `xlink:href` beside it, and an attribute may be written only once.
                AttributeRule::Keep("href") if attribute.namespace().is_some() && has_plain_href(element) => {}
                AttributeRule::Keep(name) => self.write_attribute(name, attribute.value()),
                AttributeRule::Remove => {}
                AttributeRule::RemoveActive(what) => self.remove_active(what),
            }
        }
        self.text.push('>');
        let start = self.text.len();
        self.write_children(element, depth)?;
        // Also when everything in it was removed, so that the same drawing is always written the same way.
        if self.text.len() == start {
            self.text.pop();
            self.text.push_str("/>");
            return Ok(());
        }
        self.text.push_str("</");
        self.text.push_str(name);
        self.text.push('>');
        Ok(())
    }

    fn write_children(&mut self, element: Node<'_, '_>, depth: usize) -> Result<(), PictureError> {
        for child in element.children() {
            match child.node_type() {
                NodeType::Element => self.write_element(child, depth + 1)?,
                NodeType::Text => self.write_escaped(child.text().unwrap_or_default(), ["\n", "\t"]),
                // Comments draw nothing. Instructions inside the drawing are not for browsers.
                NodeType::Comment | NodeType::PI | NodeType::Root => {}
            }
        }
        Ok(())
    }

    fn write_attribute(&mut self, name: &str, value: &str) {
        self.text.push(' ');
        self.text.push_str(name);
        self.text.push_str("=\"");
        self.write_escaped(value, ["&#10;", "&#9;"]);
        self.text.push('"');
    }

    /// A parser reads a line feed or a tab in an attribute as a space unless it is escaped.
    fn write_escaped(&mut self, text: &str, [line_feed, tab]: [&str; 2]) {
        for character in text.chars() {
            match character {
                '&' => self.text.push_str("&amp;"),
                '<' => self.text.push_str("&lt;"),
                '>' => self.text.push_str("&gt;"),
                '"' => self.text.push_str("&quot;"),
                // Parsers read it as a line feed.
                '\r' => self.text.push_str("&#13;"),
                '\n' => self.text.push_str(line_feed),
                '\t' => self.text.push_str(tab),
                character => self.text.push(character),
            }
        }
    }
}

fn has_plain_href(element: Node<'_, '_>) -> bool {
    element.attributes().any(|attribute| attribute.name() == "href" && attribute.namespace().is_none())
}

/// How many elements are drawn for an element when all its references are followed.
struct Weights<'a, 'input> {
    by_id: HashMap<&'a str, Node<'a, 'input>>,
    /// `None` while an element is being counted: a reference back to it never ends.
    known: HashMap<NodeId, Option<u64>>,
}

impl<'a, 'input> Weights<'a, 'input> {
    fn new(document: &'a Document<'input>) -> Self {
        let by_id = document.descendants().filter_map(|node| Some((node.attribute("id")?, node))).collect();
        Self { by_id, known: HashMap::new() }
    }

    fn of(&mut self, element: Node<'a, 'input>, depth: usize) -> u64 {
        if depth > 2 * MAX_DEPTH {
            return u64::MAX;
        }
        match self.known.get(&element.id()) {
            Some(Some(weight)) => return *weight,
            Some(None) => return u64::MAX,
            None => self.known.insert(element.id(), None),
        };
        let references = element.attributes().flat_map(|attribute| svg_rules::references(attribute.value()));
        let targets: Vec<_> = references.filter_map(|id| self.by_id.get(id).copied()).collect();
        let children = element.children().filter(Node::is_element);
        let weight = children.chain(targets).fold(1_u64, |sum, node| sum.saturating_add(self.of(node, depth + 1)));
        self.known.insert(element.id(), Some(weight));
        weight
    }
}
