//! The claim form: the first line of the input is the content type, the rest is the body. Parsed values come from the
//! body, a form with the same values is parsed the same way, and a truncated form is never accepted.

use std::pin::pin;
use std::task::{Context, Poll, Waker};

use bytes::Bytes;
use clinic_http::api::claim_form::{self, ClaimForm, FormError};

pub fn check(data: &[u8]) {
    let mut lines = data.splitn(2, |&byte| byte == b'\n');
    let content_type = lines.next().and_then(|line| std::str::from_utf8(line).ok()).unwrap_or_default();
    let body = lines.next().unwrap_or_default();
    let Ok(boundary) = claim_form::boundary(content_type) else { return };
    let Ok(form) = parse(&boundary, body) else { return };
    for (name, value) in fields(&form) {
        assert!(contains(body, value.as_bytes()), "{name} was not in the body");
    }
    let (boundary, encoded) = encode(&form);
    assert_eq!(parse(&boundary, &encoded).as_ref(), Ok(&form), "a form with the same values is parsed differently");
    let length = encoded.len() * body.len() % (encoded.len() - "--\r\n".len() + 1);
    assert_eq!(parse(&boundary, &encoded[..length]), Err(FormError::Incomplete), "truncated to {length} bytes");
}

/// The whole body is in memory, so the future must be ready on the first poll.
fn parse(boundary: &str, body: &[u8]) -> Result<ClaimForm, FormError> {
    let future = pin!(claim_form::parse(boundary.to_owned(), Bytes::copy_from_slice(body)));
    match future.poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(form) => form,
        Poll::Pending => panic!("the parser waits although the body is complete"),
    }
}

fn fields(form: &ClaimForm) -> impl Iterator<Item = (&'static str, &str)> {
    let ClaimForm { email, proof, service_id, template_id, user_id } = form;
    [("email", email), ("proof", proof), ("service_id", service_id), ("template_id", template_id), ("user_id", user_id)]
        .into_iter()
        .filter_map(|(name, value)| Some((name, value.as_deref()?)))
}

/// Like a browser, chooses a boundary that is in none of the values.
fn encode(form: &ClaimForm) -> (String, Vec<u8>) {
    let mut boundary = "edge".to_owned();
    while fields(form).any(|(_, value)| value.contains(&boundary)) {
        boundary.push('X');
    }
    let part =
        |(name, value)| format!("--{boundary}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n");
    let encoded = fields(form).map(part).chain([format!("--{boundary}--\r\n")]).collect::<String>();
    (boundary, encoded.into_bytes())
}

fn contains(body: &[u8], value: &[u8]) -> bool {
    value.is_empty() || body.windows(value.len()).any(|window| window == value)
}
