//! Parses the claim form (`multipart/form-data`).
//!
//! Unknown fields are ignored. Of a repeated field the last one counts: the `EmailJS` SDK appends its own fields after
//! those of the form.

use axum::body::Body;
use bytes::Bytes;
use multer::{Multipart, parse_boundary};
use utoipa::ToSchema;

const MAX_FIELDS: usize = 64;

#[derive(Debug, Clone, PartialEq, Eq, Default, ToSchema)]
pub struct ClaimForm {
    #[schema(required, nullable = false, format = "email")]
    pub email: Option<String>,
    #[schema(required, nullable = false)]
    pub proof: Option<String>,
    #[schema(required, nullable = false)]
    pub service_id: Option<String>,
    #[schema(required, nullable = false)]
    pub template_id: Option<String>,
    #[schema(required, nullable = false)]
    pub user_id: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum FormError {
    #[error("This call takes a form (multipart/form-data). Please reload the page and try again.")]
    NotAForm,
    #[error("The form is incomplete. Please try again.")]
    Incomplete,
    #[error("The form has too many fields. Please reload the page and try again.")]
    TooManyFields,
    #[error("The form contains characters that are not text. Please check what you typed and try again.")]
    NotText,
}

/// # Errors
/// When the content type is not `multipart/form-data` with a boundary.
pub fn boundary(content_type: &str) -> Result<String, FormError> {
    parse_boundary(content_type).map_err(|_| FormError::NotAForm)
}

/// # Errors
/// When the body is not a complete form, or has too many fields or fields that are not UTF-8.
pub async fn parse(boundary: String, body: Bytes) -> Result<ClaimForm, FormError> {
    let stream = Body::from(body).into_data_stream();
    let mut multipart = Multipart::new(stream, boundary);
    let mut form = ClaimForm::default();
    let mut fields = 0;
    while let Some(field) = multipart.next_field().await.map_err(|_| FormError::Incomplete)? {
        fields += 1;
        if fields > MAX_FIELDS {
            return Err(FormError::TooManyFields);
        }
        let value = match field.name() {
            Some("email") => &mut form.email,
            Some("proof") => &mut form.proof,
            Some("service_id") => &mut form.service_id,
            Some("template_id") => &mut form.template_id,
            Some("user_id") => &mut form.user_id,
            _ => continue,
        };
        let bytes = field.bytes().await.map_err(|_| FormError::Incomplete)?;
        *value = Some(String::from_utf8(bytes.into()).map_err(|_| FormError::NotText)?);
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
    fn fields_are_read_in_any_order_and_unknown_ones_ignored() {
        let body = form(&[("user_id", "website"), ("colour", "blue"), ("email", "ada@example.com")]);
        let read = read(body.as_bytes()).expect("a form");
        assert_eq!(read.email.as_deref(), Some("ada@example.com"));
        assert_eq!(read.user_id.as_deref(), Some("website"));
        assert_eq!(read.proof, None);
    }

    #[test]
    fn last_value_of_a_repeated_field_counts() {
        let body = form(&[("service_id", "the form's"), ("service_id", "the SDK's")]);
        assert_eq!(read(body.as_bytes()).expect("a form").service_id.as_deref(), Some("the SDK's"));
    }

    #[test]
    fn broken_forms_are_rejected_with_the_reason() {
        let complete = form(&[("email", "ada@example.com")]);
        assert_eq!(read(&complete.as_bytes()[..complete.len() - 12]), Err(FormError::Incomplete));
        assert_eq!(read(b"hello"), Err(FormError::Incomplete));
        assert_eq!(read(b""), Err(FormError::Incomplete));
        let many: Vec<(&str, &str)> = vec![("x", "y"); 65];
        assert_eq!(read(form(&many).as_bytes()), Err(FormError::TooManyFields));
        let not_utf8 = b"--X\r\nContent-Disposition: form-data; name=\"email\"\r\n\r\n\xff\xfe\r\n--X--\r\n";
        assert_eq!(read(not_utf8), Err(FormError::NotText));
    }

    #[test]
    fn other_content_types_are_rejected() {
        assert_eq!(boundary("multipart/form-data; boundary=X").as_deref(), Ok("X"));
        for other in ["", "application/json", "multipart/form-data", "multipart/mixed; boundary=X", "\u{1}"] {
            assert_eq!(boundary(other), Err(FormError::NotAForm), "{other}");
        }
    }

    proptest! {
        #[test]
        fn parsing_any_bytes_does_not_panic(body: Vec<u8>) {
            let _ = read(&body);
        }

        #[test]
        fn parsing_a_truncated_form_does_not_panic(value in "[\\r\\n\\-X\"a-z]{0,40}", cut in 0usize..200) {
            let body = form(&[("email", &value), ("proof", "p")]);
            let _ = read(&body.as_bytes()[..cut.min(body.len())]);
        }

        #[test]
        fn every_text_is_read_unchanged(value in "[^\\r\\n]{0,60}") {
            prop_assert_eq!(read(form(&[("email", &value)]).as_bytes()).expect("a form").email, Some(value));
        }
    }
}
