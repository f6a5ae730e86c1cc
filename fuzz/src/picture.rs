//! An uploaded picture: refused with a sentence, or stored in a form that is accepted again and has nothing active.

use clinic_images::{Format, MAX_FILE_BYTES, clean_upload, inspect, render};

pub fn check(data: &[u8]) {
    let picture = match clean_upload(data) {
        Ok(picture) => picture,
        Err(error) => return assert!(error.message().ends_with('.'), "{error:?}"),
    };
    let inspection = inspect(&picture.bytes).unwrap_or_else(|error| panic!("stored, but not accepted: {error:?}"));
    assert_eq!(inspection.sizes[0], picture.size);
    assert!(inspection.active_content.is_none(), "{:?} is left", inspection.active_content);
    assert!(picture.bytes.len() <= MAX_FILE_BYTES && picture.size.width > 0 && picture.size.height > 0);
    match picture.format {
        Format::Svg => check_svg(&picture.bytes, inspection.is_kept),
        Format::WebP => {
            let sizes = render(&picture.bytes, &inspection.sizes).expect("what was stored can be shown");
            assert_eq!(sizes.len(), inspection.sizes.len());
        }
        Format::Jpeg | Format::Png => panic!("stored as it was uploaded"),
    }
}

fn check_svg(bytes: &[u8], is_kept: bool) {
    assert!(is_kept, "what was rewritten is rewritten again");
    let text = std::str::from_utf8(bytes).expect("text").to_ascii_lowercase();
    // These may say anything, because nothing in them is an element.
    if ["<!--", "<![cdata[", "<?"].iter().any(|start| text.contains(start)) {
        return;
    }
    for active in ["<script", "<foreignobject", "<iframe", "<image", "<a ", "<a>", "<set", "<animate", "<!entity"] {
        assert!(!text.contains(active), "{active} is left in {text}");
    }
}
