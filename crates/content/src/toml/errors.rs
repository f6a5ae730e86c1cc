//! Explains syntax errors of TOML to editors. The parser's own messages name grammar rules.

/// What is wrong in the line, as the end of the sentence "This is not valid TOML: …".
pub fn explain(line: &str, parser_message: &str) -> String {
    let plain = if parser_message.contains("duplicate key") {
        "this key appears twice. Remove one of the two lines"
    } else {
        match line.split_once('=') {
            _ if line.contains(['“', '”', '„', '‘', '’']) && !line.contains('"') => {
                "the quotes are curly. Use straight quotes, such as \"text\""
            }
            None if line.trim_start().starts_with('[') => "a closing ] is missing",
            None => "a line needs a key, an equals sign and a value, such as: title = \"Text\"",
            Some((_, value)) => return explain_value(value.trim(), parser_message),
        }
    };
    plain.to_owned()
}

fn explain_value(value: &str, parser_message: &str) -> String {
    let plain = match value.chars().next() {
        None => "the value after = is missing",
        Some('"') if has_odd_quotes(value) => {
            "a quote is missing or there is one too many. Inside a text, write \\\" instead of \""
        }
        Some('"') => "there is something after the closing quote. Inside a text, write \\\" instead of \"",
        Some('\'') => "use double quotes around a text, such as \"text\"",
        Some('[') => "the list is not complete. Put each text in quotes, with commas between them and a ] at the end",
        Some(first) if first.is_alphabetic() => "put the text after = in double quotes, such as \"text\"",
        Some(first) if first.is_ascii_digit() => {
            "the number or date cannot be read. Write dates like 2026-11-15, and put other texts in double quotes"
        }
        // The parser knows more than this.
        Some(_) => return parser_message.trim_end_matches('.').to_owned(),
    };
    plain.to_owned()
}

fn has_odd_quotes(value: &str) -> bool {
    value.replace("\\\"", "").matches('"').count() % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use toml::de::DeTable;

    #[test]
    fn common_mistakes_are_explained_without_grammar_terms() {
        for (text, expected) in [
            ("title = Frames", "put the text after = in double quotes"),
            ("title = \"Frames", "a quote is missing"),
            ("title = \"Say \"hello\" to us\"", "write \\\" instead of \""),
            ("title = ", "the value after = is missing"),
            ("title Frames", "a line needs a key"),
            ("title = “Frames”", "the quotes are curly"),
            ("published = 15.11.2026", "Write dates like 2026-11-15"),
            ("come = [\"one\" \"two\"]", "the list is not complete"),
            ("[hours", "a closing ] is missing"),
            ("a = 1\na = 2", "this key appears twice"),
        ] {
            let (_, errors) = DeTable::parse_recoverable(text);
            let error = errors.first().unwrap_or_else(|| panic!("{text} is valid"));
            let line = text.lines().last().expect("a line");
            let explained = explain(line, error.message());
            assert!(explained.contains(expected), "{text}: {explained}");
        }
    }
}
