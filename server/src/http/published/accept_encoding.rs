//! Which content codings a client accepts (RFC 9110, 12.5.3).

use crate::site::resource::Encoding;

pub fn accepts(accept_encoding: &str, encoding: Encoding) -> bool {
    accept_encoding
        .split(',')
        .filter(|part| !has_zero_quality(part))
        .map(|part| part.split(';').next().unwrap_or_default().trim())
        .any(|name| name.eq_ignore_ascii_case(content_coding(encoding)) || name == "*")
}

fn has_zero_quality(part: &str) -> bool {
    part.split(';')
        .skip(1)
        .filter_map(|parameter| parameter.trim().strip_prefix("q="))
        .any(|quality| quality.trim().parse::<f32>().is_ok_and(|quality| quality <= 0.0))
}

/// The name of an encoding in `Content-Encoding`.
pub fn content_coding(encoding: Encoding) -> &'static str {
    match encoding {
        Encoding::Identity => "identity",
        Encoding::Gzip => "gzip",
        Encoding::Brotli => "br",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_listed_codings_are_accepted() {
        assert!(accepts("gzip, deflate, br", Encoding::Brotli));
        assert!(!accepts("gzip, deflate", Encoding::Brotli));
        assert!(accepts("*", Encoding::Brotli));
        assert!(!accepts("", Encoding::Gzip));
    }

    #[test]
    fn a_quality_of_zero_excludes_a_coding() {
        assert!(!accepts("br;q=0, gzip;q=0.5", Encoding::Brotli));
        assert!(accepts("br;q=0, gzip;q=0.5", Encoding::Gzip));
    }
}
