//! Escaping of text in HTML and XML, and of JSON in script elements.

/// Text for an element or a quoted attribute.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            _ => escaped.push(c),
        }
    }
    escaped
}

/// JSON for a `<script>` element: the result cannot close the element.
pub fn escape_script_json(json: &str) -> String {
    json.replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_cannot_end_an_attribute_or_a_script() {
        assert_eq!(escape("<a href=\"x\" title='y'>&"), "&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;");
        assert_eq!(escape_script_json(r#"{"a":"</script>"}"#), r#"{"a":"\u003c/script>"}"#);
    }
}
