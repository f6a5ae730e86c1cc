//! Discount codes: a parsed code survives a round trip, and no single typing error gives another code.

use clinic::discount::DiscountCode;

const RANDOM_BYTES: usize = 7;

pub fn check(data: &[u8]) {
    if let Ok(typed) = std::str::from_utf8(data)
        && let Ok(code) = DiscountCode::parse(typed)
    {
        let displayed = code.to_string();
        assert_eq!(displayed.len(), "EYE5-XXXX-XXXX".len());
        assert_eq!(DiscountCode::parse(&displayed), Ok(code));
    }
    if let Some((random, error)) = data.split_first_chunk::<RANDOM_BYTES>() {
        check_typing_error(DiscountCode::issue(*random), error);
    }
}

/// The first byte of `error` is the kind of error, the second its position; the rest is the character typed instead.
fn check_typing_error(code: DiscountCode, error: &[u8]) {
    let &[kind, position, ref replacement @ ..] = error else { return };
    let Some(typed) = std::str::from_utf8(replacement).ok().and_then(|text| text.chars().next()) else { return };
    let mut characters: Vec<char> = code.to_string().chars().filter(|&character| character != '-').collect();
    let position = usize::from(position) % characters.len();
    match kind % 4 {
        0 => characters[position] = typed,
        1 => characters.insert(position, typed),
        2 => drop(characters.remove(position)),
        _ => {
            let other = typed as usize % characters.len();
            characters.swap(position, other);
        }
    }
    let text: String = characters.into_iter().collect();
    if let Ok(parsed) = DiscountCode::parse(&text) {
        assert_eq!(parsed, code, "{text} is parsed as another code");
    }
}
