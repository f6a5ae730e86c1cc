//! A request that only reads and asks for nothing special, taken as it stands on the line. Whatever else may be said in
//! HTTP is not understood here, and left to those who do.

use httparse::{EMPTY_HEADER, Request, Status};

/// A browser sends about fifteen.
const MOST_FIELDS: usize = 32;

#[derive(Debug, PartialEq, Eq)]
pub struct Ask<'a> {
    pub path: &'a str,
    pub wishes: Wishes<'a>,
}

/// What a reader says of itself, as it says it.
#[derive(Debug, PartialEq, Eq, Clone, Copy, Default)]
pub struct Wishes<'a> {
    /// `If-None-Match`: the versions it has kept.
    pub kept: &'a str,
    /// `Accept-Encoding`.
    pub encodings: &'a str,
}

impl<'a> Ask<'a> {
    /// The first request in `bytes` and how many of them are its own; nothing if it is not there to its end, or if it
    /// is anything but plain.
    pub fn first_in(bytes: &'a [u8]) -> Option<(Self, usize)> {
        let mut fields = [EMPTY_HEADER; MOST_FIELDS];
        let mut request = Request::new(&mut fields);
        let Ok(Status::Complete(length)) = request.parse(bytes) else { return None };
        if (request.method, request.version) != (Some("GET"), Some(1)) {
            return None;
        }
        let (mut host, mut kept, mut encodings) = (None, None, None);
        for field in request.headers.iter() {
            let seen = match field.name.len() {
                4 if field.name.eq_ignore_ascii_case("host") => &mut host,
                13 if field.name.eq_ignore_ascii_case("if-none-match") => &mut kept,
                15 if field.name.eq_ignore_ascii_case("accept-encoding") => &mut encodings,
                10 if field.name.eq_ignore_ascii_case("connection") => {
                    if field.value.eq_ignore_ascii_case(b"keep-alive") {
                        continue;
                    }
                    return None;
                }
                _ if needs_thought(field.name) => return None,
                _ => continue,
            };
            // Said twice, it may have been meant in two ways.
            if seen.replace(str::from_utf8(field.value).ok()?).is_some() {
                return None;
            }
        }
        host?;
        let wishes = Wishes { kept: kept.unwrap_or_default(), encodings: encodings.unwrap_or_default() };
        Some((Self { path: request.path?, wishes }, length))
    }
}

/// A body, another protocol, or a part of a file.
fn needs_thought(name: &str) -> bool {
    ["content-length", "transfer-encoding", "expect", "upgrade", "range"]
        .iter()
        .any(|one| name.eq_ignore_ascii_case(one))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_plain(request: &str) -> bool {
        Ask::first_in(request.as_bytes()).is_some()
    }

    #[test]
    fn a_plain_request_is_understood_and_the_next_one_left_alone() {
        let first = "GET /home HTTP/1.1\r\nHost: clinic.example\r\nConnection: keep-alive\r\n\
                     Accept-Encoding: gzip, br\r\nIf-None-Match: \"a\", \"b\"\r\nUser-Agent: x\r\n\r\n";
        let both = format!("{first}GET /team HTTP/1.1\r\n");
        let wishes = Wishes { kept: "\"a\", \"b\"", encodings: "gzip, br" };
        assert_eq!(Ask::first_in(both.as_bytes()), Some((Ask { path: "/home", wishes }, first.len())));
    }

    #[test]
    fn what_says_nothing_of_itself_has_no_wishes() {
        let request = b"GET /home HTTP/1.1\r\nhost: a\r\n\r\n";
        let ask = Ask { path: "/home", wishes: Wishes::default() };
        assert_eq!(Ask::first_in(request), Some((ask, request.len())));
    }

    #[test]
    fn a_request_that_is_not_there_yet_is_not_answered() {
        assert!(!is_plain(""));
        assert!(!is_plain("GET /home HTTP/1.1\r\nHost: a\r\n"));
        assert!(!is_plain("GET /home HTTP/1.1\r\nHost: a\r\nIf-None-Match: \"a"));
    }

    #[test]
    fn whatever_is_more_than_reading_is_left_to_others() {
        for line in ["POST /home HTTP/1.1", "HEAD /home HTTP/1.1", "get /home HTTP/1.1", "GET /home HTTP/1.0"] {
            assert!(!is_plain(&format!("{line}\r\nHost: a\r\n\r\n")), "{line}");
        }
        for field in [
            "Content-Length: 0",
            "content-length: 5",
            "Transfer-Encoding: chunked",
            "Transfer-Encoding : chunked",
            "Connection: close",
            "Connection: keep-alive, Upgrade",
            "Upgrade: h2c",
            "Expect: 100-continue",
            "Range: bytes=0-5",
            "Host: b",
            "Accept-Encoding: gzip\r\nAccept-Encoding: br",
            "If-None-Match: \"a\"\r\n folded",
        ] {
            assert!(!is_plain(&format!("GET /home HTTP/1.1\r\nHost: a\r\n{field}\r\n\r\n")), "{field}");
        }
        assert!(!is_plain("GET /home HTTP/1.1\r\n\r\n"), "no host");
        assert!(!is_plain(&format!("GET /home HTTP/1.1\r\nHost: a\r\n{}\r\n", "X: y\r\n".repeat(MOST_FIELDS))));
    }
}
