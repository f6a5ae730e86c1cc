//! A response body that is ready to be served: its bytes in every encoding, its hash and its caching rule.

use std::sync::Arc;

use arc_swap::{ArcSwap, Guard};
use bytes::Bytes;
use clinic_compression::{self as compression, FAST, Levels, MAX};
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

/// How long a browser may use a cached response without asking again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CachePolicy {
    /// For a year: the address contains a hash of the bytes.
    Immutable,
    /// Not at all: it has to ask, and gets a 304 when nothing changed.
    Revalidate,
    /// For a day: icons and other files whose address is fixed by convention.
    OneDay,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    Identity,
    Gzip,
    Brotli,
}

impl Encoding {
    pub const ALL: [Self; 3] = [Self::Identity, Self::Gzip, Self::Brotli];
}

#[derive(Debug)]
pub struct Resource {
    pub content_type: &'static str,
    pub cache_policy: CachePolicy,
    /// Documents have a Content-Security-Policy of their own. Everything else gets the default.
    pub csp: Option<String>,
    /// Of the unencoded bytes, for entity tags.
    pub hash: String,
    encodings: ArcSwap<Encodings>,
}

/// The bytes, and their compressed forms where these are smaller.
#[derive(Debug, Clone)]
pub struct Encodings {
    pub identity: Bytes,
    pub gzip: Option<Bytes>,
    pub brotli: Option<Bytes>,
    is_max_level: bool,
}

impl Resource {
    /// Text is compressed at a fast level. `compress_max` replaces that later.
    pub fn text(content_type: &'static str, cache_policy: CachePolicy, body: impl Into<Bytes>) -> Self {
        let body = body.into();
        Self::new(content_type, cache_policy, Encodings::compress(&body, FAST))
    }

    /// For bytes in a compressed format, and for files that were compressed at build time.
    pub fn precompressed(content_type: &'static str, cache_policy: CachePolicy, encodings: Encodings) -> Self {
        Self::new(content_type, cache_policy, encodings)
    }

    fn new(content_type: &'static str, cache_policy: CachePolicy, encodings: Encodings) -> Self {
        let hash = HEXLOWER.encode(&Sha256::digest(&encodings.identity)[..8]);
        Self { content_type, cache_policy, csp: None, hash, encodings: ArcSwap::from_pointee(encodings) }
    }

    #[must_use]
    pub fn with_csp(mut self, csp: String) -> Self {
        self.csp = Some(csp);
        self
    }

    pub fn encodings(&self) -> Guard<Arc<Encodings>> {
        self.encodings.load()
    }

    pub fn compress_max(&self) {
        let encodings = self.encodings();
        if !encodings.is_max_level {
            self.encodings.store(Arc::new(Encodings::compress(&encodings.identity, MAX)));
        }
    }
}

impl Encodings {
    pub fn precompressed(identity: impl Into<Bytes>, brotli: Option<Bytes>, gzip: Option<Bytes>) -> Self {
        Self { identity: identity.into(), gzip, brotli, is_max_level: true }
    }

    #[must_use]
    pub fn compress(identity: &Bytes, levels: Levels) -> Self {
        let (brotli, gzip) = (compression::brotli(identity, levels), compression::gzip(identity, levels));
        Self { identity: identity.clone(), gzip, brotli, is_max_level: levels == MAX }
    }

    /// The smallest encoding that the client accepts.
    pub fn smallest(&self, accepts: impl Fn(Encoding) -> bool) -> (Encoding, &Bytes) {
        let candidates = [(Encoding::Brotli, &self.brotli), (Encoding::Gzip, &self.gzip)];
        candidates
            .into_iter()
            .filter_map(|(encoding, bytes)| bytes.as_ref().map(|bytes| (encoding, bytes)))
            .filter(|(encoding, _)| accepts(*encoding))
            .min_by_key(|(_, bytes)| bytes.len())
            .unwrap_or((Encoding::Identity, &self.identity))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page() -> Resource {
        Resource::text("text/html", CachePolicy::Revalidate, "glasses and lenses ".repeat(200))
    }

    #[test]
    fn client_gets_the_smallest_encoding_it_accepts() {
        let encodings = page().encodings();
        assert_eq!(encodings.smallest(|_| false).0, Encoding::Identity);
        assert_eq!(encodings.smallest(|encoding| encoding == Encoding::Gzip).0, Encoding::Gzip);
        assert!(encodings.smallest(|_| true).1.len() < encodings.identity.len() / 10);
    }

    #[test]
    fn maximum_compression_keeps_the_text() {
        let page = page();
        assert!(!page.encodings().is_max_level);
        page.compress_max();
        assert!(page.encodings().is_max_level);
        let mut text = Vec::new();
        let compressed = page.encodings().brotli.clone().expect("brotli");
        brotli::BrotliDecompress(&mut &compressed[..], &mut text).expect("valid");
        assert_eq!(text, page.encodings().identity);
    }

    #[test]
    fn text_that_does_not_shrink_is_served_unencoded() {
        let encodings = Resource::text("text/plain", CachePolicy::OneDay, "ab").encodings();
        assert_eq!(encodings.smallest(|_| true).0, Encoding::Identity);
    }
}
