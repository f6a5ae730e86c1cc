//! Cut and reduced forms of photos, kept in the data folder: each is made once, also when the server is restarted.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::{fs, io};

use bytes::Bytes;
use clinic_images::{PictureError, Size, inspect, render, render_card};

use clinic_content::picture::{PictureFile, Rendition};

#[derive(Debug, Clone)]
pub struct PictureCache {
    /// `None` makes every form again.
    folder: Option<PathBuf>,
}

impl PictureCache {
    pub fn in_data_folder(data: &Path) -> Self {
        Self { folder: Some(data.join("pictures")) }
    }

    pub fn none() -> Self {
        Self { folder: None }
    }

    /// Everything that is made from a picture, in the order of its `forms`. Slow when one is not in the cache.
    pub fn forms(&self, file: &PictureFile) -> Result<Vec<Bytes>, PictureError> {
        let cached: Option<Vec<_>> = file.forms().map(|rendition| self.load(rendition)).collect();
        if let Some(cached) = cached {
            return Ok(cached);
        }
        let sizes: Vec<Size> = file.renditions.iter().map(|rendition| rendition.size).collect();
        let mut rendered = render(&file.source, file.area, &sizes)?;
        if let Some(card) = &file.card {
            rendered.push(render_card(&file.source, card.area)?);
        }
        for (rendition, bytes) in file.forms().zip(&rendered) {
            // The site itself is fine; only the next start has to make it again.
            let _ = self.save(rendition, bytes).inspect_err(|error| {
                tracing::warn!("cannot keep a reduced picture in the data folder: {error}");
            });
        }
        Ok(rendered.into_iter().map(Bytes::from).collect())
    }

    /// The size of the largest reduced form. `None` when there is none, or it cannot be made.
    pub fn largest_bytes(&self, file: &PictureFile) -> Option<usize> {
        file.renditions.first()?;
        self.forms(file).ok()?.first().map(Bytes::len)
    }

    fn load(&self, rendition: &Rendition) -> Option<Bytes> {
        let bytes = fs::read(self.folder.as_ref()?.join(&rendition.cache_key)).ok()?;
        // A power cut may leave a file with other bytes.
        let is_whole = inspect(&bytes).is_ok_and(|inspection| inspection.size == rendition.size);
        is_whole.then(|| bytes.into())
    }

    fn save(&self, rendition: &Rendition, bytes: &[u8]) -> io::Result<()> {
        let Some(folder) = &self.folder else { return Ok(()) };
        fs::create_dir_all(folder)?;
        let path = folder.join(&rendition.cache_key);
        let unfinished = path.with_extension("new");
        fs::write(&unfinished, bytes)?;
        fs::rename(unfinished, path)
    }

    /// Deletes the forms of pictures that are no longer part of the content.
    pub fn delete_all_except<'a>(&self, files: impl Iterator<Item = &'a PictureFile>) {
        let Some(entries) = self.folder.as_ref().and_then(|folder| fs::read_dir(folder).ok()) else { return };
        let used: HashSet<&str> = files.flat_map(PictureFile::forms).map(|it| it.cache_key.as_str()).collect();
        for entry in entries.flatten() {
            if !entry.file_name().to_str().is_some_and(|name| used.contains(name)) {
                let _ = fs::remove_file(entry.path());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn photo(color: u8) -> PictureFile {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, 1000, 500);
        encoder.set_color(png::ColorType::Grayscale);
        let mut writer = encoder.write_header().expect("a header");
        writer.write_image_data(&vec![color; 500_000]).expect("pixels");
        writer.finish().expect("the end");
        PictureFile::read("a.png", &bytes.into()).expect("a picture's name").expect("a picture")
    }

    fn names(data: &Path) -> Vec<String> {
        let entries = fs::read_dir(data.join("pictures")).expect("the folder");
        entries.map(|entry| entry.expect("a file").file_name().into_string().expect("a name")).collect()
    }

    #[test]
    fn reduced_forms_are_made_once_and_again_when_their_file_is_damaged() {
        let data = tempfile::tempdir().expect("a folder");
        let cache = PictureCache::in_data_folder(data.path());
        let mut file = photo(90);
        let first = cache.forms(&file).expect("made");
        assert_eq!((first.len(), names(data.path()).len()), (3, 3));
        let source = std::mem::take(&mut file.source);
        assert_eq!(cache.forms(&file), Ok(first.clone()), "not taken from the cache");

        file.source = source;
        fs::write(data.path().join("pictures").join(&file.renditions[1].cache_key), b"RIFF").expect("damaged");
        assert_eq!(cache.forms(&file), Ok(first));
    }

    #[test]
    fn forms_of_removed_pictures_are_deleted() {
        let data = tempfile::tempdir().expect("a folder");
        let cache = PictureCache::in_data_folder(data.path());
        let (old, new) = (photo(90), photo(91));
        cache.forms(&old).expect("made");
        cache.forms(&new).expect("made");
        cache.delete_all_except([&new].into_iter());
        let kept = names(data.path());
        assert_eq!(kept.len(), 3);
        assert!(new.renditions.iter().all(|rendition| kept.contains(&rendition.cache_key)));
    }
}
