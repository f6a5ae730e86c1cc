//! Pictures as phones, cameras, drawing programs and attackers make them, through the steps of an upload.

#[path = "support/picture_files.rs"]
mod picture_files;

use clinic_images::{Area, CARD, Format, PictureError, Size, clean_upload, inspect, render, render_card};
use image::{DynamicImage, GenericImageView};
use picture_files::*;

fn decoded(webp: &[u8]) -> DynamicImage {
    image::load_from_memory_with_format(webp, image::ImageFormat::WebP).expect("a WebP")
}

fn message(bytes: &[u8]) -> String {
    clean_upload(bytes).expect_err("refused").message()
}

fn rewritten(svg: &str) -> String {
    let picture = clean_upload(svg.as_bytes()).unwrap_or_else(|error| panic!("{}", error.message()));
    assert_eq!(picture.format, Format::Svg);
    let text = String::from_utf8(picture.bytes).expect("text");
    let again = inspect(text.as_bytes()).expect("still a drawing");
    assert_eq!(again.rewritten.as_deref(), Some(text.as_bytes()), "written again, it changes");
    assert!(again.active_content.is_none(), "{text}");
    text
}

#[test]
fn phone_photo_is_turned_upright_reduced_and_loses_its_metadata() {
    let photo = phone_photo();
    assert!(contains(&photo, b"Exif") && contains(&photo, GPS_PLACE) && contains(&photo, b"Jane's iPhone"));
    let picture = clean_upload(&photo).expect("accepted");
    assert_eq!((picture.format, picture.size), (Format::WebP, Size { width: 1440, height: 1920 }));
    for private in [&b"Exif"[..], b"EXIF", b"XMP", b"ICCP", GPS_PLACE, b"Jane's iPhone"] {
        assert!(!contains(&picture.bytes, private), "{private:?} is left");
    }
    let upright = decoded(&picture.bytes);
    assert_eq!(upright.dimensions(), (1440, 1920));
    // The camera's top left corner is red. Turned by 90 degrees it is at the top right.
    assert!(is_close(upright.get_pixel(1400, 40).0, [220, 20, 20]), "{:?}", upright.get_pixel(1400, 40));
    assert!(is_close(upright.get_pixel(40, 40).0, [20, 120, 200]), "{:?}", upright.get_pixel(40, 40));
}

#[test]
fn stored_picture_is_kept_as_it_is() {
    let picture = clean_upload(&phone_photo()).expect("accepted");
    let again = clean_upload(&picture.bytes).expect("accepted");
    assert_eq!(again, picture);
    assert!(inspect(&picture.bytes).expect("a picture").is_kept);
}

#[test]
fn widths_are_made_from_one_photo_and_never_enlarged() {
    let sizes = |bytes: &[u8]| -> Vec<_> {
        let sizes = inspect(bytes).expect("a picture").sizes;
        let rendered = render(bytes, None, &sizes).expect("rendered");
        rendered.iter().map(|webp| decoded(webp).dimensions()).collect()
    };
    assert_eq!(sizes(&phone_photo()), [(1440, 1920), (960, 1280), (480, 640)]);
    assert_eq!(sizes(&png(600, 300)), [(600, 300), (480, 240)]);
}

#[test]
fn only_the_pixels_of_a_part_are_published() {
    // Upright it is 3000 by 4000, and its upper right quarter is red.
    let photo = phone_photo();
    let (red, blue) = ([220, 20, 20], [20, 120, 200]);
    let part = |left, top, width, height| {
        let area = Area { left, top, width, height };
        let sizes = [Size { width: width / 2, height: height / 2 }];
        decoded(&render(&photo, Some(area), &sizes).expect("rendered")[0])
    };
    let quarter = part(1500, 0, 1500, 2000);
    assert_eq!(quarter.dimensions(), (750, 1000));
    for (x, y) in [(10, 10), (740, 10), (10, 990), (740, 990)] {
        assert!(is_close(quarter.get_pixel(x, y).0, red), "{x} {y}: {:?}", quarter.get_pixel(x, y));
    }
    let around_the_corner = part(1400, 1900, 200, 200);
    assert!(is_close(around_the_corner.get_pixel(75, 25).0, red), "{:?}", around_the_corner.get_pixel(75, 25));
    assert!(is_close(around_the_corner.get_pixel(25, 25).0, blue), "{:?}", around_the_corner.get_pixel(25, 25));
    assert!(is_close(around_the_corner.get_pixel(75, 75).0, blue), "{:?}", around_the_corner.get_pixel(75, 75));
}

#[test]
fn card_is_a_jpeg_of_its_size_with_the_pixels_of_the_part() {
    let photo = phone_photo();
    let card = |area: Area| {
        let bytes = render_card(&photo, area).expect("rendered");
        let inspection = inspect(&bytes).expect("a picture");
        assert_eq!((inspection.format, inspection.size), (Format::Jpeg, CARD));
        assert!(!contains(&bytes, b"Exif") && !contains(&bytes, GPS_PLACE));
        image::load_from_memory_with_format(&bytes, image::ImageFormat::Jpeg).expect("a JPEG")
    };
    let whole = Area { left: 0, top: 0, width: 3000, height: 4000 };
    let (top, bottom) = (card(whole.for_card(0.5, 0.0)), card(whole.for_card(0.5, 1.0)));
    assert!(is_close(top.get_pixel(1100, 100).0, [220, 20, 20]), "{:?}", top.get_pixel(1100, 100));
    assert!(is_close(bottom.get_pixel(1100, 100).0, [20, 120, 200]), "{:?}", bottom.get_pixel(1100, 100));
    // JPEG has no transparency: nothing shows the colours of invisible pixels.
    let bytes = render_card(&transparent_png(2000, 1000), Area { left: 0, top: 0, width: 2000, height: 1000 });
    let opaque = image::load_from_memory(&bytes.expect("rendered")).expect("a JPEG");
    assert!(is_close(opaque.get_pixel(10, 300).0, [255, 255, 255]), "{:?}", opaque.get_pixel(10, 300));
}

#[test]
fn transparency_is_kept_and_invisible_colours_do_not_show_at_edges() {
    let picture = clean_upload(&transparent_png(2001, 1000)).expect("accepted");
    let image = decoded(&picture.bytes);
    assert_eq!(image.get_pixel(10, 360).0[3], 0, "the left half is transparent");
    assert_eq!(image.get_pixel(1400, 360).0[3], 255, "the right half is not");
    let edge: Vec<_> = (700..740).map(|x| image.get_pixel(x, 360).0).filter(|pixel| pixel[3] > 60).collect();
    assert!(edge.iter().all(|pixel| is_close([pixel[0], pixel[1], pixel[2], 0], [240, 150, 40])), "{edge:?}");
}

#[test]
fn colours_of_a_wide_profile_are_converted() {
    // The same numbers mean a stronger red in Display P3 than in sRGB.
    let plain = decoded(&clean_upload(&jpeg_with_profile(None)).expect("accepted").bytes).get_pixel(100, 100).0;
    let profile = moxcms::ColorProfile::new_display_p3().encode().expect("a profile");
    let wide = decoded(&clean_upload(&jpeg_with_profile(Some(&profile))).expect("accepted").bytes);
    let wide = wide.get_pixel(100, 100).0;
    assert!(wide[0] > plain[0] + 5, "{plain:?} {wide:?}");
}

#[test]
fn bytes_decide_the_format_whatever_the_name_says() {
    assert_eq!(inspect(&png(60, 30)).expect("a picture").format, Format::Png);
    for other in [&b"<!DOCTYPE html><script>alert(1)</script>"[..], b"MZ\x90\0", b"GIF89a", b"%PDF-1.7", b""] {
        assert!(message(other).starts_with("This is not a picture that browsers can show, whatever its name says."));
    }
}

#[test]
fn more_than_forty_megapixels_are_refused_before_decoding() {
    let error = clean_upload(&plain_png(8200, 5000)).expect_err("refused");
    assert_eq!(error, PictureError::TooManyPixels { width: 8200, height: 5000 });
    assert!(error.message().contains("At most 40 million pixels"));
    // The header of a bomb: 65,500 by 65,500 pixels in a few bytes.
    for bomb in [jpeg_header(65_500, 65_500), png_header(2_000_000_000, 2_000_000_000)] {
        let error = clean_upload(&bomb).expect_err("refused");
        assert!(matches!(error, PictureError::TooManyPixels { .. }), "{error:?}");
    }
}

#[test]
fn forty_megapixels_are_accepted() {
    let picture = clean_upload(&plain_png(8000, 5000)).expect("accepted");
    assert_eq!(picture.size, Size { width: 1440, height: 900 });
}

#[test]
fn deep_colours_of_a_huge_picture_are_refused_for_their_memory() {
    assert_eq!(clean_upload(&png_with_16_bits(7000, 5000)), Err(PictureError::TooMuchMemory));
}

#[test]
fn truncated_pictures_are_refused() {
    for picture in [phone_photo(), png(600, 300), clean_upload(&png(600, 300)).expect("accepted").bytes] {
        for length in [picture.len() / 2, picture.len() - 1, 40] {
            assert_eq!(clean_upload(&picture[..length]), Err(PictureError::Truncated), "{length}");
        }
    }
}

#[test]
fn jpeg_with_too_few_bytes_for_its_size_is_refused_before_decoding() {
    assert_eq!(clean_upload(&jpeg_header(6000, 6000)), Err(PictureError::Truncated));
}

#[test]
fn damaged_picture_is_refused_or_shown_but_never_panics() {
    let mut picture = png(600, 300);
    let middle = picture.len() / 2;
    picture[middle..middle + 20].fill(0xaa);
    assert_eq!(clean_upload(&picture), Err(PictureError::Unreadable));
    assert!(message(&picture).contains("damaged"));
}

#[test]
fn files_over_twelve_megabytes_are_refused() {
    let mut picture = png(60, 30);
    picture.resize(12 * 1024 * 1024 + 1, 0);
    assert_eq!(clean_upload(&picture), Err(PictureError::TooLarge));
}

const OPEN: &str =
    "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' viewBox='0 0 40 30'>";

#[test]
fn drawing_keeps_shapes_and_text_and_loses_everything_active() {
    let text = rewritten(&format!(
        "<?xml-stylesheet href='https://evil.example/a.css'?>\
         <!DOCTYPE svg PUBLIC '-//W3C//DTD SVG 1.1//EN' 'http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd'>{OPEN}\
         <script>alert(1)</script>\
         <foreignObject><iframe xmlns='http://www.w3.org/1999/xhtml' src='https://evil.example'/></foreignObject>\
         <rect onload='alert(2)' width='4' height='3' fill='url(#g)'/>\
         <image href='https://evil.example/track.png'/>\
         <use href='https://evil.example/a.svg#x'/><use xlink:href='#here'/>\
         <a href='javascript:alert(3)'><circle id='here' r='5'/></a>\
         <set attributeName='href' to='javascript:alert(4)'/>\
         <path style='fill:url(https://evil.example/p.svg#p)' d='M0 0h1'/>\
         <linearGradient id='g'><stop stop-color='#084752'/></linearGradient>\
         <text x='1' y='9' font-family='Georgia'>Eyes &amp; lenses <tspan>éyá 视</tspan></text>\
         <title>Two lenses</title></svg>"
    ));
    for active in
        ["script", "alert", "evil", "foreign", "iframe", "onload", "javascript", "<a", "<set", "<image", "DOCTYPE"]
    {
        assert!(!text.contains(active), "{active} is left in {text}");
    }
    for drawing in [
        "<rect width=\"4\" height=\"3\" fill=\"url(#g)\"/>",
        "<circle id=\"here\" r=\"5\"/>",
        "<use href=\"#here\"/>",
        "<text x=\"1\" y=\"9\" font-family=\"Georgia\">Eyes &amp; lenses <tspan>éyá 视</tspan></text>",
        "<title>Two lenses</title>",
    ] {
        assert!(text.contains(drawing), "{drawing} is not in {text}");
    }
}

#[test]
fn plain_drawing_is_written_again_too() {
    let drawing = format!(
        "<?xml version='1.0' encoding='utf-8'?>{OPEN}\n  <!-- drawn by hand -->\n  <style>.a{{fill:url(#g)}} \
         @media print{{.a>.b{{fill:red}}}}</style>\n  <rect class='a' width='4' height='3'/>\n</svg>\n"
    );
    assert_eq!(
        rewritten(&drawing),
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 40 30\">\n  \n  <style>.a{fill:url(#g)} \
         @media print{.a&gt;.b{fill:red}}</style>\n  <rect class=\"a\" width=\"4\" height=\"3\"/>\n</svg>"
    );
}

#[test]
fn character_references_in_attributes_stay_what_they_are() {
    let text = rewritten(&format!("{OPEN}<text aria-label='one&#10;two&#9;three&#13;four&amp;'>&#13;</text></svg>"));
    assert!(text.contains("<text aria-label=\"one&#10;two&#9;three&#13;four&amp;\">&#13;</text>"), "{text}");
}

#[test]
fn one_plain_document_type_is_removed_and_any_other_is_refused() {
    let plain = "<!DOCTYPE svg PUBLIC '-//W3C//DTD SVG 1.1//EN' 'http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd'>";
    let entities = "<!DOCTYPE svg [<!ENTITY a '<g onload=\"alert(1)\"/>'>]>";
    for before in ["", "<?xml version='1.0'?>\n", "<!-- <!DOCTYPE svg [ -->\n", "<?note <!DOCTYPE svg> ?>\u{20}"] {
        assert!(!rewritten(&format!("{before}{plain}{OPEN}</svg>")).contains("DOCTYPE"), "{before}");
        for hostile in [
            format!("{before}{entities}{OPEN}&a;</svg>"),
            format!("{before}{plain}{entities}{OPEN}&a;</svg>"),
            format!("{before}<!-- <!DOCTYPE svg> -->{entities}{OPEN}&a;</svg>"),
            format!("{before}<!DOCTYPE svg SYSTEM '>'[<!ENTITY a '<g/>'>]>{OPEN}&a;</svg>"),
            format!("{before}<!DOCTYPE svg PUBLIC 'a' \"'>\" [<!ENTITY a '<g/>'>]>{OPEN}&a;</svg>"),
            format!("{before}<!DOCTYPE svg[]>{OPEN}</svg>"),
            format!("{before}{plain}{plain}{OPEN}</svg>"),
        ] {
            let message = message(hostile.as_bytes());
            assert!(message.contains("defines its own document type"), "{hostile}: {message}");
        }
    }
    assert!(message(format!("{OPEN}{plain}</svg>").as_bytes()).contains("not valid XML"));
    assert!(message(format!("{plain}{OPEN}&a;</svg>").as_bytes()).contains("not valid XML"));
}

#[test]
fn entities_never_expand() {
    // 100 MB of text from 600 kB.
    let entity = format!("<!ENTITY e '{}'>", "ha".repeat(250_000));
    for before in ["<!-- <!DOCTYPE a> <svg -->", "<?a <!DOCTYPE a> <svg ?>", "<!-- <svg -->"] {
        let bomb = format!("{before}<!DOCTYPE svg [{entity}]>{OPEN}<text>{}</text></svg>", "&e;".repeat(200));
        let message = message(bomb.as_bytes());
        assert!(message.contains("defines its own document type"), "{message}");
    }
}

#[test]
fn style_is_judged_by_all_its_text() {
    for hostile in [
        "<style>.a{fill:u<!-- -->rl(http:/<!-- -->/evil.example/a)}</style>",
        "<style>.a{fill:u<![CDATA[rl(http:/]]>/evil.example/a)}</style>",
        "<style>.a{fill:u<?x y?>rl(/<?x y?>a)}</style>",
        "<style>.a{fill:u<a>rl(/a)}</a></style>",
        "<style>.a{fill:u<metadata/>rl(/a)}</style>",
        "<style><x xmlns='http://example.com'/>.a{fill:red}</style>",
        "<style>@med<!-- -->ia{}@<!-- -->import '/a.css';</style>",
    ] {
        let message = message(format!("{OPEN}{hostile}</svg>").as_bytes());
        assert!(message.contains("stylesheet"), "{hostile}: {message}");
    }
    let text =
        rewritten(&format!("{OPEN}<style>@<!-- a -->media print{{<![CDATA[.a>.b]]>{{fill:red}}}}</style></svg>"));
    assert!(text.contains("<style>@media print{.a&gt;.b{fill:red}}</style>"), "{text}");
}

#[test]
fn only_spaces_that_browsers_skip_may_stand_before_a_reference() {
    for outside in ["<use href='&#xa0;#a'/>", "<rect fill='url(&#x2003;#a)'/>"] {
        let inspection = inspect(format!("{OPEN}{outside}</svg>").as_bytes()).expect("a drawing");
        assert!(inspection.active_content.is_some(), "{outside}");
    }
    let text = rewritten(&format!("{OPEN}<use href=' &#10;#a'/><rect fill='url( \"#a\")'/></svg>"));
    assert!(text.contains("#a\"/><rect fill"), "{text}");
}

#[test]
fn drawing_in_another_encoding_than_utf_8_is_refused() {
    let declared = |encoding: &str, text: &str| {
        format!("<?xml version='1.0' encoding = \"{encoding}\" standalone='no'?>{OPEN}<text>{text}</text></svg>")
    };
    for encoding in ["UTF-8", "utf-8", "US-ASCII", "iso-8859-1"] {
        let text = rewritten(&declared(encoding, "Eyes"));
        assert!(text.starts_with("<svg ") && text.contains("<text>Eyes</text>"), "{text}");
    }
    assert!(rewritten(&declared("UTF-8", "éyá")).contains("<text>éyá</text>"));
    // Browsers would read these bytes as other characters than the ones that were checked.
    for encoding in ["iso-8859-1", "UTF-16", "GB18030", "utf-88"] {
        let message = message(declared(encoding, "éyá").as_bytes());
        assert!(message.contains("not UTF-8 text"), "{encoding}: {message}");
    }
    let utf_16: Vec<u8> = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 4 3'/>"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    assert!(message(&utf_16).contains("not a picture"));
}

#[test]
fn notes_of_drawing_programs_are_removed() {
    let text = rewritten(
        "<svg xmlns='http://www.w3.org/2000/svg' xmlns:inkscape='http://www.inkscape.org/namespaces/inkscape' \
         viewBox='0 0 4 3' inkscape:export-filename='/home/jane/a.png'><metadata>Jane</metadata>\
         <inkscape:view/><path d='M0 0h1'/></svg>",
    );
    assert_eq!(text, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 4 3\"><path d=\"M0 0h1\"/></svg>");
}

#[test]
fn element_that_has_lost_its_content_is_written_as_an_empty_one() {
    let text = rewritten(&format!("{OPEN}<g><metadata/></g><g><!-- a --></g></svg>"));
    assert!(text.contains("<g/><g/></svg>"), "{text}");
}

#[test]
fn old_and_new_form_of_a_reference_become_one() {
    let text = rewritten(&format!("{OPEN}<use href='#a' xlink:href='#b'/><metadata/></svg>"));
    assert!(text.contains("<use href=\"#a\"/>"), "{text}");
}

#[test]
fn what_is_active_is_named() {
    for (part, name) in [
        ("<script/>", "a script"),
        ("<g onclick='a()'/>", "an event handler"),
        ("<foreignObject/>", "foreign content"),
        ("<a/>", "a link"),
        ("<animate/>", "an animation"),
        ("<image xlink:href='/a.png'/>", "a picture from elsewhere"),
        ("<g xml:base='https://evil.example/'/>", "a link to elsewhere"),
        ("<g fill='u\\72l(//evil.example/a)'/>", "a style that loads something"),
    ] {
        let inspection = inspect(format!("{OPEN}{part}</svg>").as_bytes()).expect("a drawing");
        assert_eq!(inspection.active_content.as_deref(), Some(name), "{part}");
    }
}

#[test]
fn drawings_that_cannot_be_cleaned_are_refused_with_a_sentence() {
    let laughs = "<!DOCTYPE svg [<!ENTITY a 'ha'><!ENTITY b '&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;'>]>";
    let attributes = "<!DOCTYPE svg [<!ATTLIST svg onload CDATA 'alert(1)'>]>";
    let deep = format!("{OPEN}{}{}</svg>", "<g>".repeat(20_000), "</g>".repeat(20_000));
    let many = format!("{OPEN}{}</svg>", "<g/>".repeat(60_000));
    let with_view_box = |numbers: &str| format!("<svg xmlns='http://www.w3.org/2000/svg' viewBox='{numbers}'/>");
    let cycle = format!("{OPEN}<g id='a'><use href='#a'/></g></svg>");
    for (drawing, sentence) in [
        (format!("{laughs}{OPEN}<text>&b;</text></svg>"), "defines its own document type"),
        (format!("{attributes}{OPEN}</svg>"), "defines its own document type"),
        (deep, "too many parts"),
        (many, "too many parts"),
        (nested_uses(6), "too many parts"),
        (nested_uses(30), "too many parts"),
        (cycle, "too many parts"),
        (format!("{OPEN}{}</svg>", " ".repeat(1024 * 1024)), "larger than 1 MB"),
        (format!("{OPEN}<metadata/><text>{}</text></svg>", "\"".repeat(1_000_000)), "larger than 1 MB"),
        (format!("{OPEN}<image href='data:image/png;base64,AAAA'/></svg>"), "contains a photograph"),
        (format!("{OPEN}<style>@import '/a.css';</style></svg>"), "stylesheet"),
        (format!("{OPEN}<g>"), "not valid XML"),
        ("<svg viewBox='0 0 4 3'/>".to_owned(), "is not svg with xmlns"),
        ("<svg xmlns='http://www.w3.org/2000/svg'/>".to_owned(), "size of this picture cannot be read"),
        (with_view_box("0 0 4"), "size of this picture cannot be read"),
        (with_view_box("0 0 4 3 2"), "size of this picture cannot be read"),
        (with_view_box("0 inf 4 3"), "size of this picture cannot be read"),
        (with_view_box("0image( 0 4 3"), "size of this picture cannot be read"),
    ] {
        assert!(message(drawing.as_bytes()).contains(sentence), "{sentence}: {}", message(drawing.as_bytes()));
    }
    assert!(message(b"<svg \xff").contains("not UTF-8 text"));
}
