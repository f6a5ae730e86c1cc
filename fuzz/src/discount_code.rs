//! Discount codes: whatever is read shows itself the same way again, and no slip of the hand makes another code.

use clinic::discount::DiscountCode;

const RANDOM_BYTES: usize = 7;

pub fn judge(data: &[u8]) {
    if let Ok(typed) = std::str::from_utf8(data)
        && let Ok(code) = DiscountCode::parse(typed)
    {
        let shown = code.to_string();
        assert_eq!(shown.len(), "EYE5-XXXX-XXXX".len());
        assert_eq!(DiscountCode::parse(&shown), Ok(code));
    }
    if let Some((random, slip)) = data.split_first_chunk::<RANDOM_BYTES>() {
        slipped(DiscountCode::issue(*random), slip);
    }
}

/// The first byte of a slip says what went wrong, the second where; the rest is what was typed instead.
fn slipped(code: DiscountCode, slip: &[u8]) {
    let &[kind, place, ref instead @ ..] = slip else { return };
    let Some(typed) = std::str::from_utf8(instead).ok().and_then(|text| text.chars().next()) else { return };
    let mut characters: Vec<char> = code.to_string().chars().filter(|&character| character != '-').collect();
    let place = usize::from(place) % characters.len();
    match kind % 4 {
        0 => characters[place] = typed,
        1 => characters.insert(place, typed),
        2 => drop(characters.remove(place)),
        _ => {
            let other = typed as usize % characters.len();
            characters.swap(place, other);
        }
    }
    let text: String = characters.into_iter().collect();
    if let Ok(read) = DiscountCode::parse(&text) {
        assert_eq!(read, code, "{text} is read as another code");
    }
}
