//! An uploaded picture: refused with a sentence, or stored in a form that is accepted again and has nothing active.

use clinic_images::{Area, CARD, Format, MAX_FILE_BYTES, clean_upload, inspect, render, render_card};

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
        Format::Svg => check_svg(&picture.bytes, inspection.rewritten.as_deref()),
        Format::WebP => {
            let sizes = render(&picture.bytes, None, &inspection.sizes).expect("what was stored can be shown");
            assert_eq!(sizes.len(), inspection.sizes.len());
            let card = render_card(&picture.bytes, Area::whole(inspection.size).for_card(0.5, 0.5));
            assert_eq!(inspect(&card.expect("what was stored can be shared")).expect("a picture").size, CARD);
        }
        Format::Jpeg | Format::Png => panic!("stored as it was uploaded"),
    }
}

fn check_svg(bytes: &[u8], rewritten: Option<&[u8]>) {
    let text = std::str::from_utf8(bytes).expect("text").to_ascii_lowercase();
    assert_eq!(rewritten, Some(bytes), "written again, it changes: {text}");
    assert!(text.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""), "{text}");
    for active in ["<script", "<foreignobject", "<iframe", "<image", "<a ", "<a>", "<set", "<animate", "<!", "<?"] {
        assert!(!text.contains(active), "{active} is left in {text}");
    }
    for stylesheet in text.split("<style").skip(1).filter_map(|rest| rest.split_once('>')) {
        let (css, _) = stylesheet.1.split_once('<').expect("an end");
        assert!(!css.contains("@import") && !css.contains("//") && !css.contains('\\'), "{css}");
        let is_internal = |after: &str| {
            after.trim_ascii_start().trim_start_matches("&quot;").trim_start_matches('\'').starts_with('#')
        };
        assert!(css.split("url(").skip(1).all(is_internal), "{css}");
    }
}
