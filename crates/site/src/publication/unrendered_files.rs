//! Files of a publication that are not rendered from a page: pictures, and files and lists for programs.

use bytes::Bytes;
use jiff::civil::Date;

use crate::documents::{files_for_programs, search_index};
use crate::front_end;
use crate::page_registry::BuiltPage;
use crate::resource::{CachePolicy, Encodings, Resource};
use clinic_content::model::Content;

pub struct UnrenderedFile {
    pub path: String,
    pub content_type: &'static str,
    pub cache_policy: CachePolicy,
    pub bytes: Bytes,
}

impl UnrenderedFile {
    pub fn resource(&self) -> Resource {
        let bytes = self.bytes.clone();
        let is_compressed_format =
            self.content_type.starts_with("image/") && !self.content_type.starts_with("image/svg+xml");
        if is_compressed_format {
            let encodings = Encodings::precompressed(bytes, None, None);
            Resource::precompressed(self.content_type, self.cache_policy, encodings)
        } else {
            Resource::text(self.content_type, self.cache_policy, bytes)
        }
    }
}

/// Drawings, and photos that are small enough as they are.
pub fn pictures(content: &Content) -> impl Iterator<Item = UnrenderedFile> {
    content.pictures.values().filter_map(|file| {
        Some(UnrenderedFile {
            path: file.picture.src.clone(),
            content_type: front_end::content_type(&file.picture.src),
            cache_policy: CachePolicy::Immutable,
            bytes: file.served.clone()?,
        })
    })
}

pub fn files_for_programs(
    content: &Content,
    pages: &[BuiltPage],
    site_url: &str,
    icon: &str,
    today: Date,
) -> impl Iterator<Item = UnrenderedFile> + use<> {
    [
        ("/sitemap.xml", "application/xml; charset=utf-8", files_for_programs::sitemap(pages, site_url)),
        ("/robots.txt", "text/plain; charset=utf-8", files_for_programs::robots(site_url)),
        ("/urgent.txt", "text/plain; charset=utf-8", files_for_programs::urgent_text(content)),
        ("/articles.atom", "application/atom+xml; charset=utf-8", files_for_programs::atom(content, site_url)),
        ("/search.json", "application/json", search_index::build(content, pages)),
        ("/manifest.webmanifest", "application/manifest+json", files_for_programs::manifest(content, icon)),
        (
            "/.well-known/security.txt",
            "text/plain; charset=utf-8",
            files_for_programs::security_txt(content, site_url, today),
        ),
    ]
    .into_iter()
    .map(|(path, content_type, body)| UnrenderedFile {
        path: path.to_owned(),
        content_type,
        cache_policy: CachePolicy::Revalidate,
        bytes: body.into(),
    })
}
