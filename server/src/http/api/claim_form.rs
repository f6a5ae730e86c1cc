//! Reads the claim form as browsers and the provider's SDKs send it: multipart, any order, fields of any other name
//! ignored, the last of a repeated field (the SDK adds its own after the form's) believed.

use bytes::Bytes;
use multer::{Multipart, parse_boundary};

const FIELDS: usize = 64;

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ClaimForm {
    pub email: Option<String>,
    pub proof: Option<String>,
    pub service_id: Option<String>,
    pub template_id: Option<String>,
    pub user_id: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum FormError {
    #[error("This call takes a form (multipart/form-data). Please reload the page and try again.")]
    NotAForm,
    #[error("The form arrived incomplete or damaged. Please try again.")]
    Damaged,
    #[error("The form has more fields than the server takes. Please reload the page and try again.")]
    TooManyFields,
    #[error("The form holds characters that are not text. Please check what you typed and try again.")]
    NotText,
}

/// # Errors
/// When the content type is not that of a form.
pub fn boundary(content_type: &str) -> Result<String, FormError> {
    parse_boundary(content_type).map_err(|_| FormError::NotAForm)
}

/// # Errors
/// When the body is not a whole form of a sensible number of text fields.
pub async fn parse(boundary: String, body: Bytes) -> Result<ClaimForm, FormError> {
    let stream = axum::body::Body::from(body).into_data_stream();
    let mut multipart = Multipart::new(stream, boundary);
    let mut form = ClaimForm::default();
    let mut fields = 0;
    while let Some(field) = multipart.next_field().await.map_err(|_| FormError::Damaged)? {
        fields += 1;
        if fields > FIELDS {
            return Err(FormError::TooManyFields);
        }
        let place = match field.name() {
            Some("email") => &mut form.email,
            Some("proof") => &mut form.proof,
            Some("service_id") => &mut form.service_id,
            Some("template_id") => &mut form.template_id,
            Some("user_id") => &mut form.user_id,
            _ => continue,
        };
        let bytes = field.bytes().await.map_err(|_| FormError::Damaged)?;
        *place = Some(String::from_utf8(bytes.into()).map_err(|_| FormError::NotText)?);
    }
    Ok(form)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(body: &[u8]) -> Result<ClaimForm, FormError> {
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        runtime.block_on(parse("X".to_owned(), Bytes::copy_from_slice(body)))
    }

    fn form(fields: &[(&str, &str)]) -> String {
        let part = |(name, value): &(&str, &str)| {
            format!("--X\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
        };
        fields.iter().map(part).collect::<String>() + "--X--\r\n"
    }

    #[test]
    fn fields_are_read_in_any_order_among_any_others() {
        let body = form(&[("user_id", "website"), ("colour", "blue"), ("email", "ada@example.com")]);
        let read = read(body.as_bytes()).expect("a form");
        assert_eq!(read.email.as_deref(), Some("ada@example.com"));
        assert_eq!(read.user_id.as_deref(), Some("website"));
        assert_eq!(read.proof, None);
    }

    #[test]
    fn the_last_of_a_repeated_field_counts() {
        let body = form(&[("service_id", "the form's"), ("service_id", "the SDK's")]);
        assert_eq!(read(body.as_bytes()).expect("a form").service_id.as_deref(), Some("the SDK's"));
    }

    #[test]
    fn broken_forms_are_refused_by_name() {
        let whole = form(&[("email", "ada@example.com")]);
        assert_eq!(read(&whole.as_bytes()[..whole.len() - 12]), Err(FormError::Damaged));
        assert_eq!(read(b"hello"), Err(FormError::Damaged));
        assert_eq!(read(b""), Err(FormError::Damaged));
        let many: Vec<(&str, &str)> = vec![("x", "y"); 65];
        assert_eq!(read(form(&many).as_bytes()), Err(FormError::TooManyFields));
        let garbled =
            [b"--X\r\nContent-Disposition: form-data; name=\"email\"\r\n\r\n\xff\xfe\r\n--X--\r\n".as_slice()];
        assert_eq!(read(garbled[0]), Err(FormError::NotText));
    }

    #[test]
    fn only_a_form_is_a_form() {
        assert_eq!(boundary("multipart/form-data; boundary=X").as_deref(), Ok("X"));
        for other in ["", "application/json", "multipart/form-data", "multipart/mixed; boundary=X", "\u{1}"] {
            assert_eq!(boundary(other), Err(FormError::NotAForm), "{other}");
        }
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_without_a_panic(body: Vec<u8>) {
            let _ = read(&body);
        }

        #[test]
        fn any_form_cut_anywhere_is_read_without_a_panic(value in "[\\r\\n\\-X\"a-z]{0,40}", cut in 0usize..200) {
            let body = form(&[("email", &value), ("proof", "p")]);
            let _ = read(&body.as_bytes()[..cut.min(body.len())]);
        }

        #[test]
        fn any_text_arrives_as_it_was_sent(value in "[^\\r\\n]{0,60}") {
            prop_assert_eq!(read(form(&[("email", &value)]).as_bytes()).expect("a form").email, Some(value));
        }
    }
}
