//! Which encodings a client takes, from its `Accept-Encoding`.

use crate::site::resource::Encoding;

pub fn takes(accept_encoding: &str, encoding: Encoding) -> bool {
    accept_encoding
        .split(',')
        .filter(|part| !refused(part))
        .map(|part| part.split(';').next().unwrap_or_default().trim())
        .any(|name| name.eq_ignore_ascii_case(token(encoding)) || name == "*")
}

fn refused(part: &str) -> bool {
    part.split(';')
        .skip(1)
        .filter_map(|parameter| parameter.trim().strip_prefix("q="))
        .any(|quality| quality.trim().parse::<f32>().is_ok_and(|quality| quality <= 0.0))
}

pub fn token(encoding: Encoding) -> &'static str {
    match encoding {
        Encoding::Identity => "identity",
        Encoding::Gzip => "gzip",
        Encoding::Brotli => "br",
        Encoding::Zstd => "zstd",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_offered_is_taken() {
        assert!(takes("gzip, deflate, br", Encoding::Brotli));
        assert!(!takes("gzip, deflate", Encoding::Brotli));
        assert!(takes("*", Encoding::Zstd));
        assert!(!takes("", Encoding::Gzip));
    }

    #[test]
    fn a_quality_of_zero_is_a_refusal() {
        assert!(!takes("br;q=0, gzip;q=0.5", Encoding::Brotli));
        assert!(takes("br;q=0, gzip;q=0.5", Encoding::Gzip));
    }
}
