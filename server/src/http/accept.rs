//! Which encodings a client takes, from its `Accept-Encoding`.

use axum::http::{HeaderMap, header};

use crate::site::resource::Encoding;

pub fn encodings(headers: &HeaderMap) -> impl Fn(Encoding) -> bool {
    move |encoding| {
        headers
            .get_all(header::ACCEPT_ENCODING)
            .iter()
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split(','))
            .filter(|part| !refused(part))
            .map(|part| part.split(';').next().unwrap_or_default().trim())
            .any(|name| name.eq_ignore_ascii_case(token(encoding)) || name == "*")
    }
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

    fn takes(value: &'static str, encoding: Encoding) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert(header::ACCEPT_ENCODING, value.parse().expect("a value"));
        encodings(&headers)(encoding)
    }

    #[test]
    fn only_what_was_offered_is_taken() {
        assert!(takes("gzip, deflate, br", Encoding::Brotli));
        assert!(!takes("gzip, deflate", Encoding::Brotli));
        assert!(takes("*", Encoding::Zstd));
        assert!(!encodings(&HeaderMap::new())(Encoding::Gzip));
    }

    #[test]
    fn a_quality_of_zero_is_a_refusal() {
        assert!(!takes("br;q=0, gzip;q=0.5", Encoding::Brotli));
        assert!(takes("br;q=0, gzip;q=0.5", Encoding::Gzip));
    }
}
