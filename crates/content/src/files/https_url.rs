//! Checks addresses of other sites that content files contain.

use url::{Host, Url};

/// The host of the map becomes part of the Content-Security-Policy, where a `;` or `,` would start another directive.
/// The URL standard allows both in a host.
pub fn is_https_url(text: &str) -> bool {
    let has_plain_host = |url: &Url| match url.host() {
        Some(Host::Domain(name)) => name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '.'),
        Some(Host::Ipv4(_) | Host::Ipv6(_)) => true,
        None => false,
    };
    // The parser removes line breaks and trims spaces; the page would show them.
    let has_space = text.contains(|c: char| c.is_whitespace() || c.is_control());
    text.starts_with("https://")
        && !has_space
        && Url::parse(text).is_ok_and(|url| has_plain_host(&url) && url.username().is_empty())
}
