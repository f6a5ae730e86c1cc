//! Discount codes: a parsed code survives a round trip, and no single wrong character gives another code.

use clinic_rules::discount::DiscountCode;

const RANDOM_BYTES: usize = 7;
const PERCENT: u8 = 10;
/// Of `EYE10`, without the dash.
const PREFIX_LENGTH: usize = 5;

pub fn check(data: &[u8]) {
    if let Ok(typed) = std::str::from_utf8(data)
        && let Ok(code) = DiscountCode::parse(typed)
    {
        let displayed = code.to_string();
        assert!(displayed.starts_with(&format!("EYE{}-", code.percent())), "{displayed}");
        assert_eq!(DiscountCode::parse(&displayed), Ok(code));
    }
    if let Some((random, error)) = data.split_first_chunk::<RANDOM_BYTES>() {
        check_typing_error(DiscountCode::issue(PERCENT, *random), error);
    }
}

/// The first byte of `error` is the kind of error, the second its position; the rest is the character typed instead.
///
/// A missing or additional character moves a digit between the percentage and the rest, which the check character cannot
/// always detect. Such text must only not panic.
fn check_typing_error(code: DiscountCode, error: &[u8]) {
    let &[kind, position, ref replacement @ ..] = error else { return };
    let Some(typed) = std::str::from_utf8(replacement).ok().and_then(|text| text.chars().next()) else { return };
    let mut characters: Vec<char> = code.to_string().chars().filter(|&character| character != '-').collect();
    let position = usize::from(position) % characters.len();
    let kind = kind % 4;
    match kind {
        0 => characters[position] = typed,
        1 => characters.insert(position, typed),
        2 => drop(characters.remove(position)),
        _ => {
            let body = characters.len() - PREFIX_LENGTH;
            characters.swap(PREFIX_LENGTH + position % body, PREFIX_LENGTH + typed as usize % body);
        }
    }
    // A separator is ignored when a code is read, so typing one instead of a character is a missing character.
    let is_same_length = (kind == 0 && typed.is_ascii_alphanumeric()) || kind == 3;
    let text: String = characters.into_iter().collect();
    if let Ok(parsed) = DiscountCode::parse(&text)
        && is_same_length
    {
        assert_eq!(parsed, code, "{text} is parsed as another code");
    }
}
