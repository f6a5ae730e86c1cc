//! One thing that can be asked for by GET, ready to be sent: its bytes in every encoding, its validator, its headers.

use std::io::Write;
use std::sync::Arc;

use arc_swap::{ArcSwap, Guard};
use bytes::Bytes;
use sha2::{Digest, Sha256};

/// How long a browser may keep it without asking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CachePolicy {
    /// Its address changes with its bytes.
    Immutable,
    /// Ask each time; a 304 costs next to nothing.
    Revalidate,
    /// A day: icons and the like, whose address is fixed by convention.
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
    /// Only documents have one; everything else gets the strict default.
    pub csp: Option<String>,
    pub hash: String,
    encodings: ArcSwap<Encodings>,
}

/// The bytes in every encoding worth sending.
#[derive(Debug, Clone)]
pub struct Encodings {
    pub identity: Bytes,
    pub gzip: Option<Bytes>,
    pub brotli: Option<Bytes>,
    /// No smaller form is to be had.
    max_level: bool,
}

/// Fast enough to publish at once; the hard levels follow in the background.
const QUICK_BROTLI: u32 = 4;
const QUICK_GZIP: u32 = 5;
const HARD_BROTLI: u32 = 11;
const HARD_GZIP: u32 = 9;

impl Resource {
    /// Words and drawings: compressed quickly now, `compress_max` later.
    pub fn text(content_type: &'static str, cache_policy: CachePolicy, body: impl Into<Bytes>) -> Self {
        let identity = body.into();
        let encodings = compressed(&identity, QUICK_BROTLI, QUICK_GZIP);
        Self::new(content_type, cache_policy, encodings)
    }

    /// Bytes that are compressed already, or were compressed at build time.
    pub fn ready(content_type: &'static str, cache_policy: CachePolicy, encodings: Encodings) -> Self {
        Self::new(content_type, cache_policy, encodings)
    }

    fn new(content_type: &'static str, cache_policy: CachePolicy, encodings: Encodings) -> Self {
        let hash = Sha256::digest(&encodings.identity).iter().take(8).map(|byte| format!("{byte:02x}")).collect();
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
        if !encodings.max_level {
            let hard = compressed(&encodings.identity, HARD_BROTLI, HARD_GZIP);
            self.encodings.store(Arc::new(Encodings { max_level: true, ..hard }));
        }
    }
}

impl Encodings {
    /// Encodings that were made before, as well as could be.
    pub fn made(identity: impl Into<Bytes>, brotli: Option<Bytes>, gzip: Option<Bytes>) -> Self {
        Self { identity: identity.into(), gzip, brotli, max_level: true }
    }

    /// The smallest form among those the client takes.
    pub fn smallest(&self, accepts: impl Fn(Encoding) -> bool) -> (Encoding, &Bytes) {
        let candidates = [(Encoding::Brotli, &self.brotli), (Encoding::Gzip, &self.gzip)];
        candidates
            .into_iter()
            .filter_map(|(encoding, form)| form.as_ref().map(|form| (encoding, form)))
            .filter(|(encoding, _)| accepts(*encoding))
            .min_by_key(|(_, form)| form.len())
            .unwrap_or((Encoding::Identity, &self.identity))
    }
}

fn compressed(identity: &Bytes, brotli: u32, gzip: u32) -> Encodings {
    let smaller = |form: Vec<u8>| (form.len() < identity.len()).then(|| Bytes::from(form));
    Encodings {
        identity: identity.clone(),
        gzip: smaller(gzipped(identity, gzip)),
        brotli: smaller(brotlied(identity, brotli)),
        max_level: false,
    }
}

fn gzipped(bytes: &[u8], level: u32) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::new(level));
    encoder.write_all(bytes).and_then(|()| encoder.finish()).unwrap_or_else(|_| bytes.to_vec())
}

fn brotlied(bytes: &[u8], quality: u32) -> Vec<u8> {
    let mut form = Vec::new();
    let mut encoder = brotli::CompressorWriter::new(&mut form, 4096, quality, window(bytes.len()));
    let written = encoder.write_all(bytes);
    drop(encoder);
    if written.is_ok() { form } else { bytes.to_vec() }
}

/// The smallest window (in bits) that holds the whole: a larger one shrinks nothing further, and takes tens of megabytes
/// to search.
fn window(length: usize) -> u32 {
    (length + 16).next_power_of_two().ilog2().clamp(10, 22)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page() -> Resource {
        Resource::text("text/html", CachePolicy::Revalidate, "glasses and lenses ".repeat(200))
    }

    #[test]
    fn a_client_gets_the_smallest_form_it_takes() {
        let encodings = page().encodings();
        assert_eq!(encodings.smallest(|_| false).0, Encoding::Identity);
        assert_eq!(encodings.smallest(|encoding| encoding == Encoding::Gzip).0, Encoding::Gzip);
        assert!(encodings.smallest(|_| true).1.len() < encodings.identity.len() / 10);
    }

    #[test]
    fn hard_compression_changes_the_form_and_not_the_words() {
        let page = page();
        page.compress_max();
        let mut words = Vec::new();
        brotli::BrotliDecompress(&mut &page.encodings().brotli.clone().expect("brotli")[..], &mut words)
            .expect("valid");
        assert_eq!(words, page.encodings().identity);
    }

    #[test]
    fn a_window_holds_the_whole_and_no_more() {
        assert_eq!((window(0), window(1_008), window(1_009), window(60_000), window(1 << 30)), (10, 10, 11, 16, 22));
    }

    #[test]
    fn what_does_not_shrink_is_sent_as_it_is() {
        let encodings = Resource::text("text/plain", CachePolicy::OneDay, "ab").encodings();
        assert_eq!(encodings.smallest(|_| true).0, Encoding::Identity);
    }
}
