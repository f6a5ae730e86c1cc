//! Which format a picture has. The bytes decide, not the name.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    Jpeg,
    Png,
    WebP,
    Svg,
}

const PNG_SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";

/// How far into a file its `<svg` may be: comments and a document type can be before it.
const SVG_START_BYTES: usize = 4096;

impl Format {
    pub fn of(bytes: &[u8]) -> Option<Self> {
        if bytes.starts_with(&[0xff, 0xd8, 0xff]) {
            Some(Self::Jpeg)
        } else if bytes.starts_with(PNG_SIGNATURE) {
            Some(Self::Png)
        } else if bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP") {
            Some(Self::WebP)
        } else {
            is_svg(bytes).then_some(Self::Svg)
        }
    }

    /// By the ending of a file name in lower case, without the dot.
    pub fn of_extension(extension: &str) -> Option<Self> {
        match extension {
            "jpg" | "jpeg" => Some(Self::Jpeg),
            "png" => Some(Self::Png),
            "webp" => Some(Self::WebP),
            "svg" => Some(Self::Svg),
            _ => None,
        }
    }

    pub fn media_type(self) -> &'static str {
        match self {
            Self::Jpeg => "image/jpeg",
            Self::Png => "image/png",
            Self::WebP => "image/webp",
            Self::Svg => "image/svg+xml",
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Jpeg => "JPEG",
            Self::Png => "PNG",
            Self::WebP => "WebP",
            Self::Svg => "SVG",
        }
    }
}

fn is_svg(bytes: &[u8]) -> bool {
    let start = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
    start.starts_with(b"<") && start[..start.len().min(SVG_START_BYTES)].windows(4).any(|part| part == b"<svg")
}

/// What to do about bytes of another format.
pub fn advice_for_other_format(bytes: &[u8]) -> &'static str {
    let brand = bytes.get(4..12).unwrap_or_default();
    if brand.starts_with(b"ftyp") && (brand.ends_with(b"heic") || brand.ends_with(b"heix") || brand.ends_with(b"mif1"))
    {
        return "Browsers cannot show pictures of iPhones (HEIC). Open it on the phone or computer and export it as JPEG.";
    }
    "This is not a picture that browsers can show, whatever its name says. Save it as JPEG, PNG, WebP or SVG."
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_decide_the_format() {
        assert_eq!(Format::of(&[0xff, 0xd8, 0xff, 0xe1]), Some(Format::Jpeg));
        assert_eq!(Format::of(b"\x89PNG\r\n\x1a\n\0"), Some(Format::Png));
        assert_eq!(Format::of(b"RIFF\0\0\0\0WEBPVP8 "), Some(Format::WebP));
        assert_eq!(Format::of(b"\xef\xbb\xbf<?xml version='1.0'?>\n<!-- a --><svg/>"), Some(Format::Svg));
        for other in
            [&b""[..], b"GIF89a", b"MZ", b"<!DOCTYPE html><html></html>", b"text with <svg", b"RIFF\0\0\0\0WAVE"]
        {
            assert_eq!(Format::of(other), None, "{other:?}");
        }
    }

    #[test]
    fn picture_of_an_iphone_gets_its_own_advice() {
        assert!(advice_for_other_format(b"\0\0\0\x18ftypheic").contains("export it as JPEG"));
        assert!(advice_for_other_format(b"MZ").contains("not a picture"));
    }
}
