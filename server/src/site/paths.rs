//! Paths of pages that the server itself links to.

pub const HOME: &str = "/home";
pub const SERVICES: &str = "/services";
pub const OUTREACHES: &str = "/outreaches";
pub const ARTICLES: &str = "/articles";
pub const ARTICLE: &str = "/articles/{slug}";
pub const ABOUT_US: &str = "/about-us";
/// The path in the not-found page's data. The page is served wherever there is nothing else, with status 404.
pub const NOT_FOUND: &str = "/404";

/// A path with `{slug}` replaced.
pub fn with_slug(pattern: &str, slug: &str) -> String {
    pattern.replace("{slug}", slug)
}

pub fn with_section(path: &str, section: &str) -> String {
    format!("{path}#{section}")
}
