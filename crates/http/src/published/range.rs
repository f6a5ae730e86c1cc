//! Byte ranges (RFC 9110, 14). One range of the unencoded bytes; any other request gets the whole content.

use std::ops::Range;

use axum::http::HeaderValue;

#[derive(Debug, PartialEq, Eq)]
pub enum RangeRequest {
    /// Part of the content.
    Satisfiable(Range<usize>),
    /// The range starts after the end of the content.
    Unsatisfiable,
}

/// `None` when the header is not a single byte range, which means it is ignored.
pub fn parse(header: &HeaderValue, length: usize) -> Option<RangeRequest> {
    let spec = header.to_str().ok()?.strip_prefix("bytes=")?;
    let (first, last) = spec.split_once('-').filter(|_| !spec.contains(','))?;
    let range = match (first.trim().parse::<usize>(), last.trim().parse::<usize>()) {
        (Ok(first), Ok(last)) if first <= last => first..last.saturating_add(1).min(length),
        (Ok(first), Err(_)) if last.trim().is_empty() => first..length,
        (Err(_), Ok(suffix)) if first.trim().is_empty() && suffix > 0 => length.saturating_sub(suffix)..length,
        _ => return None,
    };
    Some(if range.start >= length { RangeRequest::Unsatisfiable } else { RangeRequest::Satisfiable(range) })
}

/// The value of `Content-Range`.
pub fn content_range(range: &RangeRequest, length: usize) -> HeaderValue {
    let text = match range {
        RangeRequest::Satisfiable(range) => format!("bytes {}-{}/{length}", range.start, range.end - 1),
        RangeRequest::Unsatisfiable => format!("bytes */{length}"),
    };
    HeaderValue::from_str(&text).expect("digits are ASCII")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(header: &'static str) -> Option<RangeRequest> {
        parse(&HeaderValue::from_static(header), 100)
    }

    #[test]
    fn a_single_range_is_clipped_to_the_content() {
        assert_eq!(range("bytes=0-9"), Some(RangeRequest::Satisfiable(0..10)));
        assert_eq!(range("bytes=90-"), Some(RangeRequest::Satisfiable(90..100)));
        assert_eq!(range("bytes=-10"), Some(RangeRequest::Satisfiable(90..100)));
        assert_eq!(range("bytes=50-999"), Some(RangeRequest::Satisfiable(50..100)));
    }

    #[test]
    fn a_range_beyond_the_end_is_unsatisfiable() {
        let beyond = range("bytes=100-").expect("a range");
        assert_eq!(beyond, RangeRequest::Unsatisfiable);
        assert_eq!(content_range(&beyond, 100), "bytes */100");
    }

    #[test]
    fn other_forms_are_ignored() {
        for header in ["bytes=0-1,3-4", "bytes=5-2", "bytes=-0", "bytes=a-b", "bytes=-", "lines=1-2"] {
            assert_eq!(range(header), None, "{header}");
        }
    }
}
