//! The built front end, embedded in the binary: its files, and which of them each page needs.

use std::borrow::Cow;
use std::collections::BTreeMap;

use bytes::Bytes;
use rust_embed::{EmbeddedFile, RustEmbed};
use serde::Deserialize;

use super::resource::{CachePolicy, Encodings, Resource};

const SERVICE_WORKER: &str = "sw.js";
/// A service worker has the policy of its own script, and must be able to fetch what it caches.
const SERVICE_WORKER_CSP: &str = "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'";

#[derive(RustEmbed)]
#[folder = "../../web/dist/client"]
struct ClientFiles;

#[derive(RustEmbed)]
#[folder = "../../web/dist/server"]
struct ServerFiles;

/// `pages.json`, written by the front end's build.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FrontEnd {
    pub build: String,
    pub entry: Chunk,
    /// Keyed by the kind of the page.
    pub pages: BTreeMap<String, Chunk>,
    /// The staff desk is an app of its own.
    pub desk: Chunk,
    pub fonts: Vec<String>,
    /// An inline script that runs before the first paint.
    pub before_first_paint: String,
    /// An inline script at the end of the document that loads the app. Its attributes name the files to load.
    pub load_app: String,
    /// The script for saving and slow connections, instead of the app.
    pub small: String,
}

/// A script with the styles and other scripts that it needs.
#[derive(Debug, Clone, Deserialize)]
pub struct Chunk {
    pub js: String,
    pub css: Vec<String>,
    pub imports: Vec<String>,
}

#[derive(Debug, thiserror::Error)]
#[error("The front end in web/dist is incomplete: {0}. Run `make build`.")]
pub struct FrontEndError(String);

impl FrontEnd {
    /// Fails when a page of one of these kinds was not built.
    pub fn embedded<'a>(kinds: impl IntoIterator<Item = &'a str>) -> Result<Self, FrontEndError> {
        let file = ClientFiles::get("pages.json").ok_or_else(|| FrontEndError("pages.json is missing".to_owned()))?;
        Self::parse(&file.data, kinds)
    }

    fn parse<'a>(pages_json: &[u8], kinds: impl IntoIterator<Item = &'a str>) -> Result<Self, FrontEndError> {
        let front_end: Self =
            serde_json::from_slice(pages_json).map_err(|error| FrontEndError(format!("pages.json: {error}")))?;
        match kinds.into_iter().find(|kind| !front_end.pages.contains_key(*kind)) {
            Some(kind) => Err(FrontEndError(format!("pages.json has no chunk for the page \"{kind}\""))),
            None => Ok(front_end),
        }
    }

    /// The style sheets of a page, in the order in which they apply.
    pub fn css_of(&self, kind: &str) -> Vec<&str> {
        let page = self.pages.get(kind).map(|chunk| chunk.css.as_slice()).unwrap_or_default();
        self.entry.css.iter().chain(page).map(String::as_str).collect()
    }

    /// All scripts of a page, to be fetched in parallel.
    pub fn scripts_of(&self, kind: &str) -> Vec<&str> {
        let page = self.pages.get(kind).into_iter().flat_map(|chunk| std::iter::once(&chunk.js).chain(&chunk.imports));
        self.entry.imports.iter().chain(page).map(String::as_str).collect()
    }
}

/// The script that renders pages on the server.
pub fn server_bundle() -> Result<String, FrontEndError> {
    let file =
        ServerFiles::get("entry-server.js").ok_or_else(|| FrontEndError("entry-server.js is missing".to_owned()))?;
    String::from_utf8(file.data.into_owned()).map_err(|error| FrontEndError(error.to_string()))
}

/// The text of a built file, by its path on the site.
pub fn file_text(path: &str) -> Result<String, FrontEndError> {
    let missing = || FrontEndError(format!("{path} is missing"));
    let file = ClientFiles::get(path.trim_start_matches('/')).ok_or_else(missing)?;
    String::from_utf8(file.data.into_owned()).map_err(|_| FrontEndError(format!("{path} is not text")))
}

/// All files that are served, with their paths.
pub fn resources() -> impl Iterator<Item = (String, Resource)> {
    ClientFiles::iter().filter_map(|path| {
        if path.ends_with(".br") || path.ends_with(".gz") || path == "pages.json" {
            return None;
        }
        let compressed = |extension: &str| ClientFiles::get(&format!("{path}{extension}")).map(bytes);
        let encodings = Encodings::precompressed(bytes(ClientFiles::get(&path)?), compressed(".br"), compressed(".gz"));
        let cache_policy = if path.starts_with("assets/") { CachePolicy::Immutable } else { CachePolicy::Revalidate };
        let resource = Resource::precompressed(content_type(&path), cache_policy, encodings);
        let is_service_worker = path == SERVICE_WORKER;
        let resource = if is_service_worker { resource.with_csp(SERVICE_WORKER_CSP.to_owned()) } else { resource };
        Some((format!("/{path}"), resource))
    })
}

fn bytes(file: EmbeddedFile) -> Bytes {
    match file.data {
        Cow::Borrowed(bytes) => Bytes::from_static(bytes),
        Cow::Owned(bytes) => Bytes::from(bytes),
    }
}

pub fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "html" => "text/html; charset=utf-8",
        "json" => "application/json",
        "svg" => "image/svg+xml; charset=utf-8",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "webp" => "image/webp",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn page_without_a_chunk_is_an_error_that_names_it() {
        let chunk = r#"{"js":"/a.js","css":[],"imports":[]}"#;
        let json = format!(
            r#"{{"build":"1","entry":{chunk},"pages":{{"home":{chunk}}},"desk":{chunk},"fonts":[],"beforeFirstPaint":"","loadApp":"","small":"/s.js"}}"#
        );
        assert!(FrontEnd::parse(json.as_bytes(), ["home"]).is_ok());
        let error = FrontEnd::parse(json.as_bytes(), ["home", "about-us"]).expect_err("an error").to_string();
        assert!(error.contains("no chunk for the page \"about-us\"") && error.contains("make build"), "{error}");
    }
}
