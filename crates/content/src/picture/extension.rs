//! Which files of the content folder are pictures, by their names.

/// Formats that browsers show, by file extension in lower case.
pub const EXTENSIONS: [&str; 5] = ["svg", "png", "jpg", "jpeg", "webp"];

/// What to do about a file that is not a picture which browsers show.
pub fn advice_for(name: &str) -> &'static str {
    match of(name).as_str() {
        "heic" | "heif" => {
            "Browsers cannot show pictures of iPhones (HEIC). Open it on the phone or computer and export it as JPEG."
        }
        _ => "This is not a picture that browsers can show. Save it as SVG, PNG, JPEG or WebP, or remove it.",
    }
}

pub fn is_supported(name: &str) -> bool {
    EXTENSIONS.contains(&of(name).as_str())
}

/// In lower case: cameras and Windows programs write `.JPG`.
pub fn of(name: &str) -> String {
    name.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn picture_of_an_iphone_gets_its_own_advice() {
        assert!(advice_for("IMG_2031.HEIC").contains("export it as JPEG"));
        assert!(advice_for("flyer.pdf").contains("Save it as SVG"));
    }
}
