//! The claim form: a content type in the first line, a body in the rest. What is read was in the body, a form of the
//! same values is read the same, and a form that was cut short is never taken for a whole one.

use std::pin::pin;
use std::task::{Context, Poll, Waker};

use bytes::Bytes;
use clinic::http::form::{self, ClaimForm, FormError};

pub fn judge(data: &[u8]) {
    let mut lines = data.splitn(2, |&byte| byte == b'\n');
    let content_type = lines.next().and_then(|line| std::str::from_utf8(line).ok()).unwrap_or_default();
    let body = lines.next().unwrap_or_default();
    let Ok(boundary) = form::boundary(content_type) else { return };
    let Ok(form) = read(&boundary, body) else { return };
    for (name, value) in fields(&form) {
        assert!(contains(body, value.as_bytes()), "{name} was not in the body");
    }
    let (boundary, written) = write(&form);
    assert_eq!(read(&boundary, &written).as_ref(), Ok(&form), "a form of the same values is read otherwise");
    let cut = written.len() * body.len() % (written.len() - "--\r\n".len() + 1);
    assert_eq!(read(&boundary, &written[..cut]), Err(FormError::Damaged), "{cut} bytes are taken for a whole form");
}

/// The whole body is at hand, so there is nothing to wait for; a future that waits all the same would wait for ever.
fn read(boundary: &str, body: &[u8]) -> Result<ClaimForm, FormError> {
    let reading = pin!(form::parse(boundary.to_owned(), Bytes::copy_from_slice(body)));
    match reading.poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(form) => form,
        Poll::Pending => panic!("a body in memory is waited for"),
    }
}

fn fields(form: &ClaimForm) -> impl Iterator<Item = (&'static str, &str)> {
    let ClaimForm { email, proof, service_id, template_id, user_id } = form;
    [("email", email), ("proof", proof), ("service_id", service_id), ("template_id", template_id), ("user_id", user_id)]
        .into_iter()
        .filter_map(|(name, value)| Some((name, value.as_deref()?)))
}

/// With a boundary that stands in none of the values, as a browser chooses it.
fn write(form: &ClaimForm) -> (String, Vec<u8>) {
    let mut boundary = "edge".to_owned();
    while fields(form).any(|(_, value)| value.contains(&boundary)) {
        boundary.push('X');
    }
    let part =
        |(name, value)| format!("--{boundary}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n");
    let written = fields(form).map(part).chain([format!("--{boundary}--\r\n")]).collect::<String>();
    (boundary, written.into_bytes())
}

fn contains(body: &[u8], value: &[u8]) -> bool {
    value.is_empty() || body.windows(value.len()).any(|window| window == value)
}
