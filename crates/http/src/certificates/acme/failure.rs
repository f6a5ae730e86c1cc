//! Why a step of an order failed: what the authority said, and what that means for the order.

use std::time::Duration;

use instant_acme::{Error, Problem};
use jiff::{SignedDuration, Timestamp};

use super::transport::TransportError;

/// What the authority said, or that it said nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AuthorityError {
    Unreachable {
        reason: String,
    },
    /// An error without the details that ACME demands.
    Status {
        status: u16,
    },
    /// One of the errors of RFC 8555, 6.7, such as `rateLimited`.
    Problem {
        kind: String,
        status: u16,
        detail: String,
    },
    /// An answer that makes no sense.
    Nonsense {
        reason: String,
    },
}

impl AuthorityError {
    pub fn from_problem(problem: &Problem) -> Self {
        let kind = problem.r#type.as_deref().unwrap_or_default();
        let mut detail = problem.detail.clone().unwrap_or_default();
        for subproblem in &problem.subproblems {
            detail = format!("{detail} {subproblem}");
        }
        Self::Problem {
            kind: kind.strip_prefix("urn:ietf:params:acme:error:").unwrap_or(kind).to_owned(),
            status: problem.status.unwrap_or_default(),
            detail,
        }
    }

    pub fn is(&self, wanted: &str) -> bool {
        matches!(self, Self::Problem { kind, .. } if kind == wanted)
    }

    pub fn is_rate_limit(&self) -> bool {
        self.is("rateLimited") || matches!(self, Self::Status { status: 429 } | Self::Problem { status: 429, .. })
    }

    /// The authority understood the request and will refuse it again: a new order is needed.
    pub fn is_final(&self) -> bool {
        let is_temporary = |kind: &str| matches!(kind, "rateLimited" | "badNonce" | "serverInternal" | "orderNotReady");
        matches!(self, Self::Problem { kind, status, .. } if *status < 500 && *status != 429 && !is_temporary(kind))
    }
}

impl From<Error> for AuthorityError {
    fn from(error: Error) -> Self {
        match error {
            Error::Api(problem) => Self::from_problem(&problem),
            Error::Other(other) => match other.downcast_ref::<TransportError>() {
                Some(TransportError::Unreachable(reason)) => Self::Unreachable { reason: reason.clone() },
                Some(TransportError::Status(status)) => Self::Status { status: *status },
                Some(TransportError::TooLong) | None => Self::Nonsense { reason: other.to_string() },
            },
            other => Self::Nonsense { reason: other.to_string() },
        }
    }
}

impl std::fmt::Display for AuthorityError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Unreachable { reason } => write!(f, "the authority cannot be reached ({reason})"),
            Self::Status { status } => write!(f, "the authority answered with status {status}"),
            Self::Problem { kind, detail, .. } if detail.is_empty() => write!(f, "the authority says: {kind}"),
            Self::Problem { kind, detail, .. } => {
                write!(f, "the authority says: {} ({kind})", detail.trim_end_matches('.'))
            }
            Self::Nonsense { reason } => write!(f, "the answer of the authority makes no sense ({reason})"),
        }
    }
}

/// `Retry-After` is a number of seconds or a date (RFC 9110, 10.2.3).
pub fn parse_retry_after(value: &str, now: Timestamp) -> Option<Duration> {
    let value = value.trim();
    if let Ok(seconds) = value.parse() {
        return Some(Duration::from_secs(seconds));
    }
    let date = jiff::fmt::rfc2822::parse(value).ok()?.timestamp();
    Duration::try_from(date.duration_since(now).max(SignedDuration::ZERO)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn retry_after_is_a_number_of_seconds_or_a_date() {
        let now = "2026-03-02T08:00:00Z".parse().expect("a time");
        assert_eq!(parse_retry_after("120", now), Some(Duration::from_mins(2)));
        assert_eq!(parse_retry_after("Mon, 02 Mar 2026 09:00:00 GMT", now), Some(Duration::from_hours(1)));
        assert_eq!(parse_retry_after("Mon, 02 Mar 2026 07:00:00 GMT", now), Some(Duration::ZERO));
        for nonsense in ["", "soon", "-5", "99999999999999999999999"] {
            assert_eq!(parse_retry_after(nonsense, now), None, "{nonsense}");
        }
    }

    #[test]
    fn text_says_whether_the_authority_answered() {
        let problem =
            |detail: &str| AuthorityError::Problem { kind: "dns".to_owned(), status: 400, detail: detail.to_owned() };
        for (error, text) in [
            (
                AuthorityError::Unreachable { reason: "timed out".to_owned() },
                "the authority cannot be reached (timed out)",
            ),
            (AuthorityError::Status { status: 503 }, "the authority answered with status 503"),
            (problem(""), "the authority says: dns"),
            (problem("No such name."), "the authority says: No such name (dns)"),
        ] {
            assert_eq!(error.to_string(), text);
        }
    }

    #[test]
    fn only_an_answer_about_the_request_needs_a_new_order() {
        let problem = |kind: &str, status| AuthorityError::Problem { kind: kind.into(), status, detail: String::new() };
        for (kind, status) in [("malformed", 404), ("badCSR", 400), ("unauthorized", 403), ("rejectedIdentifier", 400)]
        {
            assert!(problem(kind, status).is_final(), "{kind}");
        }
        for (kind, status) in [("rateLimited", 429), ("badNonce", 400), ("serverInternal", 500), ("", 503)] {
            assert!(!problem(kind, status).is_final(), "{kind}");
        }
        assert!(!AuthorityError::Status { status: 404 }.is_final());
        assert!(!AuthorityError::Nonsense { reason: String::new() }.is_final());
    }
}
