//! Paths of pages that the server itself links to.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

const ESCAPED_IN_PATH: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~').remove(b'/');

pub const HOME: &str = "/home";
pub const SERVICES: &str = "/services";
pub const OUTREACHES: &str = "/outreaches";
pub const ARTICLES: &str = "/articles";
pub const ARTICLE: &str = "/articles/{slug}";
pub const INFO: &str = "/info/{slug}";
pub const BOOK: &str = "/book";
pub const VISION_TEST: &str = "/visionTest";
pub const PRACTICE: &str = "/visionTest/today";
pub const URGENT: &str = "/urgent";
pub const ABOUT_US: &str = "/about-us";
/// The path in the not-found page's data. The page is served wherever there is nothing else, with status 404.
pub const NOT_FOUND: &str = "/404";

/// A path with `{slug}` replaced.
pub fn with_slug(pattern: &str, slug: &str) -> String {
    match pattern.split_once("{slug}") {
        Some((before, after)) => [before, slug, after].concat(),
        None => pattern.to_owned(),
    }
}

/// Where the desk shows a picture that is not published yet.
pub fn draft_picture(path: &str) -> String {
    format!("/api/desk/pictures/{}", utf8_percent_encode(path, ESCAPED_IN_PATH))
}

pub fn with_section(path: &str, section: &str) -> String {
    format!("{path}#{section}")
}
