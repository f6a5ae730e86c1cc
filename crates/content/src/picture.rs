//! A picture of the content folder: the addresses and sizes in which it is published. Only its header is read here;
//! publishing cuts it and makes the reduced forms.

pub mod descriptions;
pub mod extension;
pub mod framing;
pub mod index;
pub mod names_in_text;
pub mod usage;

use bytes::Bytes;
use clinic_images::{Area, CARD, Format, PictureError, Size, inspect, sizes_of};
use data_encoding::HEXLOWER;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Serialize;
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

use framing::Framing;

/// The size is part of the page, so that the layout does not shift when the picture arrives.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Picture {
    /// `/pictures/name.HASH.svg`, percent-encoded.
    pub src: String,
    pub width: u32,
    pub height: u32,
    /// The sizes among which the browser chooses, for photos that have several.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub srcset: Option<String>,
    /// The value of `object-position`, for a picture with a point that must stay visible where a page cuts it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub position: Option<String>,
    /// The address of its form for link previews. Only the head of a document names it.
    #[serde(skip)]
    pub card: Option<String>,
}

impl Picture {
    /// In the place of one that is not known.
    pub fn without_file(src: String) -> Self {
        Self { src, width: 1, height: 1, srcset: None, position: None, card: None }
    }
}

#[derive(Debug, Clone)]
pub struct PictureFile {
    pub picture: Picture,
    /// Published under the picture's address. `None` for a photo that is published only in reduced forms.
    pub served: Option<Bytes>,
    /// The forms to make from the source, the largest first.
    pub renditions: Vec<Rendition>,
    /// Of a photo for which somebody has chosen what is shown.
    pub card: Option<Card>,
    /// The part that the reduced forms show. `None` for all of it.
    pub area: Option<Area>,
    /// Of the whole picture.
    pub size: Size,
    /// The file in the folder. Empty when nothing is made from it.
    pub source: Bytes,
}

/// A reduced form of a photo.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rendition {
    /// Its address.
    pub path: String,
    pub size: Size,
    /// The name of its bytes in a cache: the whole hash of the source, and the width.
    pub cache_key: String,
}

/// The form of a photo for link previews.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Card {
    pub form: Rendition,
    pub area: Area,
}

/// Part of the hash of reduced forms. A new number gives them new addresses after a change of how they are made.
const RECIPE: &[u8] = b"1";

/// Everything except the unreserved characters of RFC 3986. Browsers send such a path back unchanged, so that it can be
/// looked up without decoding.
const ESCAPED_IN_PATH: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');

impl PictureFile {
    /// `None` when the file's name does not end like a picture's.
    pub fn read(name: &str, bytes: &Bytes) -> Option<Result<Self, PictureError>> {
        let (stem, _) = name.rsplit_once('.').filter(|_| extension::is_supported(name))?;
        Some(Self::of(stem, &extension::of(name), bytes))
    }

    fn of(stem: &str, extension: &str, bytes: &Bytes) -> Result<Self, PictureError> {
        let inspection = inspect(bytes)?;
        let named = Format::of_extension(extension).unwrap_or(inspection.format);
        if named != inspection.format {
            return Err(PictureError::WrongExtension { name: named.name(), bytes: inspection.format.name() });
        }
        if let Some(what) = inspection.active_content {
            return Err(PictureError::active_content(what));
        }
        let stem = utf8_percent_encode(stem, ESCAPED_IN_PATH).to_string();
        let Size { width, height } = inspection.sizes[0];
        let (area, card, size) = (None, None, inspection.size);
        let picture = |src| Picture { src, width, height, srcset: None, position: None, card: None };
        if let Some(served) = inspection.rewritten {
            let picture = picture(format!("/pictures/{stem}.{}.svg", fingerprint(&served)));
            let (renditions, source) = (Vec::new(), Bytes::new());
            return Ok(Self { picture, served: Some(served.into()), renditions, card, area, size, source });
        }
        let hash = HEXLOWER.encode(&Sha256::new().chain_update(RECIPE).chain_update(bytes).finalize());
        let mut renditions: Vec<_> = inspection.sizes.iter().map(|size| rendition(&stem, &hash, *size)).collect();
        let served = inspection.is_kept.then(|| bytes.clone());
        if let Some(bytes) = &served {
            renditions[0].path = format!("/pictures/{stem}.{}.webp", fingerprint(bytes));
        }
        let mut picture = picture(renditions[0].path.clone());
        picture.srcset = (renditions.len() > 1).then(|| srcset(&renditions));
        if served.is_some() {
            renditions.remove(0);
        }
        let source = if renditions.is_empty() { Bytes::new() } else { bytes.clone() };
        Ok(Self { picture, served, renditions, card, area, size, source })
    }

    /// As it is shown when somebody has chosen a part and a point of it. `bytes` is what this was read from, with their
    /// SHA-256 in hex digits.
    #[must_use]
    pub fn framed(&self, stem: &str, (bytes, hash): (&Bytes, &str), framing: &Framing) -> Self {
        let mut framed = self.clone();
        framed.picture.position = framing.position();
        let is_drawing = self.renditions.is_empty() && extension::of(&self.picture.src) == "svg";
        if is_drawing || framing.is_empty() {
            return framed;
        }
        let stem = utf8_percent_encode(stem, ESCAPED_IN_PATH).to_string();
        let hash_of = |part: Area| {
            let Area { left, top, width, height } = part;
            let hash = Sha256::new().chain_update(RECIPE).chain_update(hash);
            HEXLOWER.encode(&hash.chain_update(format!(" {left} {top} {width} {height}")).finalize())
        };
        if let Some(crop) = framing.crop {
            let area = crop.area(self.size);
            let hash = hash_of(area);
            let sizes = sizes_of(area.size()).into_iter();
            framed.renditions = sizes.map(|size| rendition(&stem, &hash, size)).collect();
            framed.served = None;
            framed.area = Some(area);
            let forms = &framed.renditions;
            let Size { width, height } = forms[0].size;
            let srcset = (forms.len() > 1).then(|| srcset(forms));
            framed.picture = Picture { src: forms[0].path.clone(), width, height, srcset, ..framed.picture };
        }
        let (left, top) = framing.point_in_part();
        let area = framed.area.unwrap_or(Area::whole(self.size)).for_card(left, top);
        let hash = hash_of(area);
        let path = format!("/pictures/{stem}.{}.jpg", &hash[..8]);
        framed.picture.card = Some(path.clone());
        framed.card = Some(Card { form: Rendition { path, size: CARD, cache_key: format!("{hash}-card") }, area });
        framed.source = bytes.clone();
        framed
    }

    /// Everything that is made from the source.
    pub fn forms(&self) -> impl Iterator<Item = &Rendition> {
        self.renditions.iter().chain(self.card.iter().map(|card| &card.form))
    }
}

/// The hash lets browsers cache the picture for a year: another source gets another address.
fn rendition(stem: &str, hash: &str, size: Size) -> Rendition {
    let path = format!("/pictures/{stem}.{}-{}.webp", &hash[..8], size.width);
    Rendition { path, size, cache_key: format!("{hash}-{}", size.width) }
}

/// For example `/pictures/a.HASH-480.webp 480w, /pictures/a.HASH-960.webp 960w`.
fn srcset(renditions: &[Rendition]) -> String {
    let candidates: Vec<_> =
        renditions.iter().rev().map(|form| format!("{} {}w", form.path, form.size.width)).collect();
    candidates.join(", ")
}

/// Eight hexadecimal digits of the SHA-256 hash.
pub fn fingerprint(bytes: &[u8]) -> String {
    HEXLOWER.encode(&Sha256::digest(bytes)[..4])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::ContentFile;

    const OPEN: &str = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 4 3'>";

    #[test]
    fn changed_bytes_change_the_address() {
        let src = |text: &str| match PictureFile::read("a.svg", &text.to_owned().into()) {
            Some(Ok(file)) => file.picture.src,
            other => panic!("not a picture: {other:?}"),
        };
        let (first, second) = (src(&format!("{OPEN}</svg>")), src(&format!("{OPEN} </svg>")));
        assert!(first.starts_with("/pictures/a."), "{first}");
        assert_ne!(first, second);
    }

    #[test]
    fn spaces_and_letters_outside_ascii_are_encoded_and_extensions_may_have_any_case() {
        let Some(Ok(file)) = PictureFile::read("my phöto.SVG", &format!("{OPEN}</svg>").into()) else {
            panic!("not a picture")
        };
        let src = file.picture.src;
        assert!(src.starts_with("/pictures/my%20ph%C3%B6to."), "{src}");
        assert_eq!(src.rsplit_once('.').map(|(_, extension)| extension), Some("svg"));
    }

    #[test]
    fn other_files_are_not_pictures() {
        assert!(PictureFile::read("game.toml", &Bytes::new()).is_none());
        assert!(matches!(
            PictureFile::read("a.png", &Bytes::from_static(b"not a PNG")),
            Some(Err(PictureError::NotAPicture(_)))
        ));
    }

    fn refused(name: &str, bytes: impl Into<Bytes>) -> String {
        PictureFile::read(name, &bytes.into()).expect("a picture's name").expect_err("refused").message()
    }

    fn png(width: u32, height: u32) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, width, height);
        encoder.set_color(png::ColorType::Grayscale);
        let mut writer = encoder.write_header().expect("a header");
        writer.write_image_data(&vec![128; (width * height) as usize]).expect("pixels");
        writer.finish().expect("the end");
        bytes
    }

    #[test]
    fn renamed_picture_is_rejected_with_the_name_it_should_have() {
        let message = refused("photo.jpg", png(4, 3));
        assert!(message.contains("ends in .jpg, but its content is PNG") && message.contains(".png"), "{message}");
    }

    #[test]
    fn drawing_with_a_script_is_rejected() {
        let message = refused("a.svg", format!("{OPEN}<script>alert(1)</script></svg>"));
        assert!(message.starts_with("This drawing contains a script."), "{message}");
    }

    #[test]
    fn photo_has_an_address_for_each_size() {
        let Some(Ok(file)) = PictureFile::read("a.png", &png(1000, 500).into()) else { panic!("not a picture") };
        assert!(file.served.is_none());
        assert_eq!((file.picture.width, file.picture.height), (1000, 500));
        let paths: Vec<_> = file.renditions.iter().map(|form| form.path.as_str()).collect();
        assert_eq!(file.picture.src, paths[0]);
        assert_eq!(file.picture.srcset, Some(format!("{} 480w, {} 960w, {} 1000w", paths[2], paths[1], paths[0])));
    }

    fn framed(left: f64, width: f64, point: Option<(f64, f64)>) -> PictureFile {
        let file = ContentFile::new(png(1000, 500));
        let Some(Ok(whole)) = file.picture("a.png") else { panic!("not a picture") };
        let crop = framing::Crop { left, top: 0.0, width, height: 100.0 };
        let focal_point = point.map(|(left, top)| framing::FocalPoint { left, top });
        whole.framed("a", (&file.bytes, &file.hash), &Framing { crop: (width < 100.0).then_some(crop), focal_point })
    }

    #[test]
    fn part_of_a_photo_has_addresses_and_sizes_of_its_own() {
        let half = framed(50.0, 50.0, None);
        assert_eq!((half.picture.width, half.picture.height), (500, 500));
        assert_eq!(half.area, Some(Area { left: 500, top: 0, width: 500, height: 500 }));
        assert_eq!(half.renditions.iter().map(|form| form.size.width).collect::<Vec<_>>(), [500, 480]);
        let other = framed(49.0, 50.0, None);
        assert_ne!(half.picture.src, other.picture.src);
        assert_ne!(half.picture.card, other.picture.card);
        assert_eq!(half.card.map(|card| card.area), Some(Area { left: 500, top: 119, width: 500, height: 262 }));
    }

    #[test]
    fn point_alone_changes_no_address_of_the_picture() {
        let whole = framed(0.0, 100.0, None);
        assert_eq!((whole.picture.position.as_ref(), whole.picture.card.as_ref()), (None, None));
        let pointed = framed(0.0, 100.0, Some((20.0, 30.0)));
        assert_eq!(pointed.picture.position.as_deref(), Some("20% 30%"));
        assert_eq!((&pointed.picture.src, &pointed.picture.srcset), (&whole.picture.src, &whole.picture.srcset));
        assert!(pointed.picture.card.is_some());
    }

    #[test]
    fn drawing_with_a_point_stays_as_it_is() {
        let file = ContentFile::new(format!("{OPEN}</svg>"));
        let Some(Ok(whole)) = file.picture("a.svg") else { panic!("not a picture") };
        let focal_point = Some(framing::FocalPoint { left: 0.0, top: 50.0 });
        let pointed = whole.framed("a", (&file.bytes, &file.hash), &Framing { crop: None, focal_point });
        assert_eq!(pointed.picture.position.as_deref(), Some("0% 50%"));
        assert_eq!((&pointed.picture.src, &pointed.served, pointed.card), (&whole.picture.src, &whole.served, None));
    }

    #[test]
    fn drawings_and_small_pictures_have_one_size() {
        let Some(Ok(file)) = PictureFile::read("a.png", &png(400, 200).into()) else { panic!("not a picture") };
        assert_eq!((file.picture.srcset, file.renditions.len()), (None, 1));
        let Some(Ok(file)) = PictureFile::read("a.svg", &format!("{OPEN}</svg>").into()) else {
            panic!("not a picture")
        };
        assert_eq!((file.picture.srcset, file.renditions.len()), (None, 0));
    }
}
