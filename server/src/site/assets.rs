//! The front end as it was built: which files each page needs, and the files themselves, embedded in the binary.

use std::collections::BTreeMap;

use bytes::Bytes;
use rust_embed::{EmbeddedFile, RustEmbed};
use serde::Deserialize;

use super::resource::{CachePolicy, Encodings, Resource};

/// A service worker lives under the policy of its own script, and must be able to fetch what it keeps.
const WORKER: &str = "sw.js";
const WORKER_POLICY: &str = "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'";

#[derive(RustEmbed)]
#[folder = "../web/dist/client"]
struct Client;

#[derive(RustEmbed)]
#[folder = "../web/dist/server"]
struct Server;

/// `pages.json` as the front end's build writes it.
#[derive(Debug, Clone, Deserialize)]
pub struct FrontEnd {
    pub build: String,
    pub entry: Chunk,
    pub pages: BTreeMap<String, Chunk>,
    /// The staff's own app, which shares nothing with the entry but what both import.
    pub desk: Chunk,
    pub fonts: Vec<String>,
    pub boot: String,
}

/// A script with the styles and other scripts that it cannot do without.
#[derive(Debug, Clone, Deserialize)]
pub struct Chunk {
    pub js: String,
    pub css: Vec<String>,
    pub imports: Vec<String>,
}

#[derive(Debug, thiserror::Error)]
#[error("the front end is not whole ({0}); build it anew with `make build`")]
pub struct AssetError(String);

impl FrontEnd {
    pub fn embedded() -> Result<Self, AssetError> {
        let file = Client::get("pages.json").ok_or_else(|| AssetError("pages.json is missing".to_owned()))?;
        serde_json::from_slice(&file.data).map_err(|error| AssetError(format!("pages.json: {error}")))
    }

    /// The styles that a page of this kind needs, in the order they must be applied.
    pub fn css_of(&self, kind: &str) -> Vec<&str> {
        let page = self.pages.get(kind).map(|chunk| chunk.css.as_slice()).unwrap_or_default();
        self.entry.css.iter().chain(page).map(String::as_str).collect()
    }

    /// The scripts to fetch at once, so that the browser does not discover them one after the other.
    pub fn scripts_of(&self, kind: &str) -> Vec<&str> {
        let page = self.pages.get(kind).into_iter().flat_map(|chunk| std::iter::once(&chunk.js).chain(&chunk.imports));
        self.entry.imports.iter().chain(page).map(String::as_str).collect()
    }
}

/// The bundle that renders pages.
pub fn server_bundle() -> Result<String, AssetError> {
    let file = Server::get("entry-server.js").ok_or_else(|| AssetError("entry-server.js is missing".to_owned()))?;
    String::from_utf8(file.data.into_owned()).map_err(|error| AssetError(error.to_string()))
}

/// The text of a built file, by its address.
pub fn text(address: &str) -> Result<String, AssetError> {
    let missing = || AssetError(format!("{address} is missing"));
    let file = Client::get(address.trim_start_matches('/')).ok_or_else(missing)?;
    String::from_utf8(file.data.into_owned()).map_err(|_| missing())
}

/// Everything the front end serves, by address.
pub fn resources() -> impl Iterator<Item = (String, Resource)> {
    Client::iter().filter_map(|path| {
        if path.ends_with(".br") || path.ends_with(".gz") || path == "pages.json" {
            return None;
        }
        let compressed = |ending: &str| Client::get(&format!("{path}{ending}")).map(bytes);
        let encodings = Encodings::made(bytes(Client::get(&path)?), compressed(".br"), compressed(".gz"));
        let cache_policy = if path.starts_with("assets/") { CachePolicy::Immutable } else { CachePolicy::Revalidate };
        let resource = Resource::ready(content_type(&path), cache_policy, encodings);
        let resource = if path == WORKER { resource.with_csp(WORKER_POLICY.to_owned()) } else { resource };
        Some((format!("/{path}"), resource))
    })
}

fn bytes(file: EmbeddedFile) -> Bytes {
    match file.data {
        std::borrow::Cow::Borrowed(bytes) => Bytes::from_static(bytes),
        std::borrow::Cow::Owned(bytes) => Bytes::from(bytes),
    }
}

pub fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "html" => "text/html; charset=utf-8",
        "json" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "webp" => "image/webp",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
