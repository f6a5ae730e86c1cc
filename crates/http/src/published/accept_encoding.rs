//! Which content codings a client accepts (RFC 9110, 12.5.3).

use axum::http::{HeaderMap, header};

use clinic_site::resource::Encoding;

#[derive(Debug, Clone, Copy)]
pub struct AcceptedEncodings {
    gzip: bool,
    brotli: bool,
}

impl AcceptedEncodings {
    pub fn of(request: &HeaderMap) -> Self {
        let (mut gzip, mut brotli, mut others) = (None, None, false);
        let lines = request.get_all(header::ACCEPT_ENCODING).iter().filter_map(|line| line.to_str().ok());
        for element in lines.flat_map(|line| line.split(',')) {
            let (name, parameters) = element.split_once(';').unwrap_or((element, ""));
            let (name, is_accepted) = (name.trim(), !has_zero_quality(parameters));
            if name.eq_ignore_ascii_case(content_coding(Encoding::Gzip)) {
                gzip = Some(is_accepted);
            } else if name.eq_ignore_ascii_case(content_coding(Encoding::Brotli)) {
                brotli = Some(is_accepted);
            } else if name == "*" {
                others = is_accepted;
            }
        }
        Self { gzip: gzip.unwrap_or(others), brotli: brotli.unwrap_or(others) }
    }

    pub fn contains(self, encoding: Encoding) -> bool {
        match encoding {
            Encoding::Identity => true,
            Encoding::Gzip => self.gzip,
            Encoding::Brotli => self.brotli,
        }
    }
}

fn has_zero_quality(parameters: &str) -> bool {
    parameters
        .split(';')
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
    use axum::http::HeaderValue;

    fn accepts(lines: &[&'static str], encoding: Encoding) -> bool {
        let lines = lines.iter().map(|line| (header::ACCEPT_ENCODING, HeaderValue::from_static(line)));
        let mut headers = HeaderMap::new();
        for (name, line) in lines {
            headers.append(name, line);
        }
        AcceptedEncodings::of(&headers).contains(encoding)
    }

    #[test]
    fn only_listed_codings_are_accepted() {
        assert!(accepts(&["gzip, deflate, br"], Encoding::Brotli));
        assert!(accepts(&["gzip, deflate", "BR"], Encoding::Brotli));
        assert!(!accepts(&["gzip, deflate"], Encoding::Brotli));
        assert!(accepts(&["*"], Encoding::Brotli));
        assert!(!accepts(&[""], Encoding::Gzip));
        assert!(!accepts(&[], Encoding::Gzip));
    }

    #[test]
    fn a_quality_of_zero_excludes_a_coding() {
        assert!(!accepts(&["br;q=0, gzip;q=0.5"], Encoding::Brotli));
        assert!(accepts(&["br;q=0, gzip;q=0.5"], Encoding::Gzip));
    }

    #[test]
    fn a_named_coding_takes_precedence_over_the_asterisk() {
        assert!(!accepts(&["*, br;q=0"], Encoding::Brotli));
        assert!(accepts(&["*, br;q=0"], Encoding::Gzip));
        assert!(accepts(&["br, *;q=0"], Encoding::Brotli));
        assert!(!accepts(&["br, *;q=0"], Encoding::Gzip));
    }
}
