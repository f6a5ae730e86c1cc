//! A message that staff send with their own phone: links that open `WhatsApp` or the SMS app with the text filled in.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Serialize;
use utoipa::ToSchema;

use clinic_rules::person::PhoneNumber;

/// Everything except the unreserved characters of RFC 3986.
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');

#[derive(Serialize, ToSchema)]
pub struct ReadyMessage {
    text: String,
    /// `https://wa.me/…`
    whatsapp: String,
    /// `sms:+234…`
    sms: String,
}

impl ReadyMessage {
    pub fn new(phone: &PhoneNumber, text: String) -> Self {
        let encoded = utf8_percent_encode(&text, ESCAPED).to_string();
        Self {
            whatsapp: format!("https://wa.me/{}?text={encoded}", phone.digits()),
            sms: format!("sms:{}?body={encoded}", phone.as_str()),
            text,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_filled_in_for_whatsapp_and_sms() {
        let phone = PhoneNumber::parse("0803 123 4567").expect("a number");
        let message = ReadyMessage::new(&phone, "Hello Ada & Obi, 9:00?".to_owned());
        assert_eq!(message.whatsapp, "https://wa.me/2348031234567?text=Hello%20Ada%20%26%20Obi%2C%209%3A00%3F");
        assert_eq!(message.sms, "sms:+2348031234567?body=Hello%20Ada%20%26%20Obi%2C%209%3A00%3F");
    }
}
