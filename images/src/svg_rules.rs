//! Which elements and attributes of an SVG belong to a drawing. What is not listed is removed.

use roxmltree::{Attribute, Node};

use super::error::SvgError;

pub const SVG_NAMESPACE: &str = "http://www.w3.org/2000/svg";
const XHTML_NAMESPACE: &str = "http://www.w3.org/1999/xhtml";
const XLINK_NAMESPACE: &str = "http://www.w3.org/1999/xlink";
const XML_NAMESPACE: &str = "http://www.w3.org/XML/1998/namespace";

const ELEMENTS: [&str; 27] = [
    "circle",
    "clipPath",
    "defs",
    "desc",
    "ellipse",
    "filter",
    "g",
    "line",
    "linearGradient",
    "marker",
    "mask",
    "path",
    "pattern",
    "polygon",
    "polyline",
    "radialGradient",
    "rect",
    "stop",
    "style",
    "svg",
    "switch",
    "symbol",
    "text",
    "textPath",
    "title",
    "tspan",
    "use",
];

/// The parts of a filter. `feImage` is not one of them: it loads a picture.
const FILTER_ELEMENTS: [&str; 24] = [
    "feBlend",
    "feColorMatrix",
    "feComponentTransfer",
    "feComposite",
    "feConvolveMatrix",
    "feDiffuseLighting",
    "feDisplacementMap",
    "feDistantLight",
    "feDropShadow",
    "feFlood",
    "feFuncA",
    "feFuncB",
    "feFuncG",
    "feFuncR",
    "feGaussianBlur",
    "feMerge",
    "feMergeNode",
    "feMorphology",
    "feOffset",
    "fePointLight",
    "feSpecularLighting",
    "feSpotLight",
    "feTile",
    "feTurbulence",
];

const ANIMATION_ELEMENTS: [&str; 7] =
    ["animate", "animateColor", "animateMotion", "animateTransform", "discard", "mpath", "set"];

const FOREIGN_ELEMENTS: [&str; 10] =
    ["audio", "canvas", "embed", "foreignObject", "handler", "iframe", "listener", "object", "source", "video"];

pub enum ElementRule {
    Keep,
    /// Draws nothing: what drawing programs note for themselves.
    Remove,
    /// Does more than draw.
    RemoveActive(&'static str),
    /// The drawing inside it stays.
    KeepOnlyContent(&'static str),
}

pub enum AttributeRule<'a> {
    /// With the name to write.
    Keep(&'a str),
    Remove,
    RemoveActive(&'static str),
}

pub fn element_rule(element: Node<'_, '_>) -> Result<ElementRule, SvgError> {
    let name = element.tag_name().name();
    match element.tag_name().namespace() {
        Some(SVG_NAMESPACE) => {}
        Some(XHTML_NAMESPACE) => return Ok(ElementRule::RemoveActive("foreign content")),
        _ => return Ok(ElementRule::Remove),
    }
    Ok(match name {
        "style" if !has_safe_stylesheet(element) => return Err(SvgError::Stylesheet),
        "script" => ElementRule::RemoveActive("a script"),
        "a" => ElementRule::KeepOnlyContent("a link"),
        "image" | "feImage" if has_embedded_picture(element) => return Err(SvgError::EmbeddedPicture),
        "image" | "feImage" => ElementRule::RemoveActive("a picture from elsewhere"),
        name if ELEMENTS.contains(&name) || FILTER_ELEMENTS.contains(&name) => ElementRule::Keep,
        name if ANIMATION_ELEMENTS.contains(&name) => ElementRule::RemoveActive("an animation"),
        name if FOREIGN_ELEMENTS.contains(&name) => ElementRule::RemoveActive("foreign content"),
        _ => ElementRule::Remove,
    })
}

/// Browsers join the texts around comments and CDATA, and so does writing the element without them. What is inside an
/// element would be text of the stylesheet once that element is removed.
fn has_safe_stylesheet(element: Node<'_, '_>) -> bool {
    let texts = element.children().filter(Node::is_text).filter_map(|node| node.text());
    !element.children().any(|node| node.is_element()) && is_safe_style(&texts.collect::<String>())
}

fn has_embedded_picture(element: Node<'_, '_>) -> bool {
    let is_data = |value: &str| value.trim_start().to_ascii_lowercase().starts_with("data:");
    element.attributes().any(|attribute| attribute.name() == "href" && is_data(attribute.value()))
}

pub fn attribute_rule<'a>(attribute: &Attribute<'a, '_>) -> AttributeRule<'a> {
    let (name, value) = (attribute.name(), attribute.value());
    match attribute.namespace() {
        None => {}
        Some(XLINK_NAMESPACE) if name == "href" => {}
        Some(XML_NAMESPACE) if name == "space" => return AttributeRule::Keep("xml:space"),
        Some(XML_NAMESPACE) if name == "lang" => return AttributeRule::Keep("xml:lang"),
        Some(XML_NAMESPACE) => return AttributeRule::RemoveActive("a link to elsewhere"),
        Some(_) => return AttributeRule::Remove,
    }
    let lower = name.to_ascii_lowercase();
    if lower.starts_with("on") {
        return AttributeRule::RemoveActive("an event handler");
    }
    if lower == "href" || lower == "src" {
        let is_internal = name == "href" && value.trim_ascii_start().starts_with('#');
        return if is_internal {
            AttributeRule::Keep("href")
        } else {
            AttributeRule::RemoveActive("a link to elsewhere")
        };
    }
    let is_plain_name = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    if !is_plain_name {
        return AttributeRule::Remove;
    }
    let is_only_text = lower == "id" || lower == "class" || lower.starts_with("aria-") || lower.starts_with("data-");
    if is_only_text || is_safe_style(value) {
        AttributeRule::Keep(name)
    } else {
        AttributeRule::RemoveActive("a style that loads something")
    }
}

/// Whether CSS, in a stylesheet or an attribute, refers only to parts of the same drawing. Escapes could hide anything.
fn is_safe_style(css: &str) -> bool {
    let css = css.to_ascii_lowercase();
    let refused = ["\\", "//", "data:", "javascript:", "image(", "image-set(", "src(", "expression("];
    // Only ASCII spaces: to browsers, any other is the beginning of a file's name.
    let is_internal = |after: &str| after.trim_ascii_start().trim_start_matches(['"', '\'']).starts_with('#');
    !refused.iter().any(|part| css.contains(part))
        && css.split("url(").skip(1).all(is_internal)
        && css.split('@').skip(1).all(|rule| rule.starts_with("media"))
}

/// The ids that an attribute refers to: `#id` as a whole, or each `url(#id)` in it.
pub fn references(value: &str) -> impl Iterator<Item = &str> {
    let whole = value.trim().strip_prefix('#');
    let parts = value.split("url(").skip(1).filter_map(|part| {
        let id = part.trim_start().trim_start_matches(['"', '\'']).strip_prefix('#')?;
        Some(id.split([')', '"', '\'']).next().unwrap_or_default().trim_end())
    });
    whole.into_iter().chain(parts)
}
