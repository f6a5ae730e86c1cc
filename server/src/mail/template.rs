//! Filling a template: every `{{name}}` becomes its value, once. Refuses to look for names inside a value, so that
//! nothing a person wrote can pull another value into the message, and to leave a name unfilled.

/// A value for a template. Only `Markup`, which is itself the product of a template, goes in as it is.
pub enum Value {
    Words(String),
    Markup(String),
}

impl Value {
    pub fn words(words: impl Into<String>) -> Self {
        Self::Words(words.into())
    }
}

/// How words are written where they go.
#[derive(Clone, Copy)]
pub enum Form {
    Text,
    Html,
}

/// # Panics
/// When the template asks for a name that nobody gives: templates are part of the program, so that is a mistake in it.
pub fn fill(template: &str, form: Form, values: &[(&str, Value)]) -> String {
    let mut filled = String::with_capacity(template.len() * 2);
    let mut rest = template;
    while let Some((before, (name, after))) =
        rest.split_once("{{").and_then(|(before, tail)| Some((before, tail.split_once("}}")?)))
    {
        filled.push_str(before);
        let (_, value) = values
            .iter()
            .find(|(known, _)| *known == name)
            .unwrap_or_else(|| panic!("the template asks for \"{name}\", which nobody gives"));
        match (value, form) {
            (Value::Markup(markup), _) => filled.push_str(markup),
            (Value::Words(words), Form::Html) => filled.push_str(&escape(words)),
            (Value::Words(words), Form::Text) => filled.push_str(&one_line(words)),
        }
        rest = after;
    }
    filled.push_str(rest);
    filled
}

/// Words as HTML text or inside a quoted attribute.
pub fn escape(words: &str) -> String {
    let mut escaped = String::with_capacity(words.len());
    for character in one_line(words).chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            other => escaped.push(other),
        }
    }
    escaped
}

/// Words without line breaks and other control characters: what a header or one line of text can hold.
pub fn one_line(words: &str) -> String {
    let breaks = |c: char| c.is_control() || c.is_whitespace() || matches!(c, '\u{2028}' | '\u{2029}');
    words.split(breaks).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn html_cannot_be_smuggled_into_text_or_attributes() {
        assert_eq!(
            escape(r#"<a href="x" onclick='y'>Tom & Ada</a>"#),
            "&lt;a href=&quot;x&quot; onclick=&#39;y&#39;&gt;Tom &amp; Ada&lt;/a&gt;"
        );
    }

    #[test]
    fn line_breaks_of_every_kind_become_single_spaces() {
        assert_eq!(one_line("  Eye\r\nClinic\u{2028}Bcc:\0x\tend "), "Eye Clinic Bcc: x end");
    }

    #[test]
    fn a_name_inside_a_value_is_not_filled_again() {
        let values = [("clinic", Value::words("{{code}}")), ("code", Value::words("secret"))];
        assert_eq!(fill("From {{clinic}}.", Form::Text, &values), "From {{code}}.");
    }

    #[test]
    fn markup_goes_in_as_it_is_and_words_are_escaped() {
        let values = [("row", Value::Markup("<td>1</td>".into())), ("name", Value::words("A & B"))];
        assert_eq!(fill("<tr>{{row}}</tr>{{name}}", Form::Html, &values), "<tr><td>1</td></tr>A &amp; B");
    }

    #[test]
    #[should_panic(expected = "the template asks for \"cod\"")]
    fn a_misspelt_name_is_noticed() {
        fill("{{cod}}", Form::Text, &[("code", Value::words("x"))]);
    }
}
