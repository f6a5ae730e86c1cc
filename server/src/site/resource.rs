//! One thing that can be asked for by GET, ready to be sent: its bytes in every encoding, its validator, its headers.

use std::io::Write;
use std::sync::{Arc, OnceLock};

use arc_swap::{ArcSwap, Guard};
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use bytes::Bytes;
use sha2::{Digest, Sha256};

use crate::metrics::Tally;

/// How long a browser may keep it without asking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keep {
    /// Its address changes with its bytes.
    Forever,
    /// Ask each time; a 304 costs next to nothing.
    Revalidate,
    /// A day: icons and the like, whose address is fixed by convention.
    ADay,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    Identity,
    Gzip,
    Brotli,
    Zstd,
}

impl Encoding {
    pub const ALL: [Self; 4] = [Self::Identity, Self::Gzip, Self::Brotli, Self::Zstd];
}

#[derive(Debug)]
pub struct Resource {
    pub content_type: &'static str,
    pub keep: Keep,
    /// Only documents have one; everything else gets the strict default.
    pub csp: Option<String>,
    pub hash: String,
    /// Made by the door when it is first handed out.
    pub heads: OnceLock<Heads>,
    forms: ArcSwap<Forms>,
}

/// The heads of its answers, and where they are counted.
#[derive(Debug)]
pub struct Heads {
    /// When the client has it already.
    pub known: Head,
    pub whole: [Head; 4],
    pub known_tally: Tally,
    pub whole_tally: Tally,
}

impl Heads {
    pub fn whole(&self, encoding: Encoding) -> &Head {
        &self.whole[encoding as usize]
    }
}

/// All that is said of an answer but its status, its length and the time.
#[derive(Debug)]
pub struct Head {
    pub fields: HeaderMap,
    /// As it goes over the line.
    pub printed: Vec<u8>,
}

impl From<HeaderMap> for Head {
    fn from(fields: HeaderMap) -> Self {
        let line = |(name, value): (&HeaderName, &HeaderValue)| {
            [name.as_str().as_bytes(), b": ", value.as_bytes(), b"\r\n"].concat()
        };
        Self { printed: fields.iter().flat_map(line).collect(), fields }
    }
}

/// The bytes in every encoding worth sending.
#[derive(Debug, Clone)]
pub struct Forms {
    pub identity: Bytes,
    pub gzip: Option<Bytes>,
    pub brotli: Option<Bytes>,
    pub zstd: Option<Bytes>,
    /// No smaller form is to be had.
    hard: bool,
}

/// Fast enough to publish at once; the hard levels follow in the background.
const QUICK_BROTLI: u32 = 4;
const QUICK_GZIP: u32 = 5;
const QUICK_ZSTD: i32 = 6;
const HARD_BROTLI: u32 = 11;
const HARD_GZIP: u32 = 9;
const HARD_ZSTD: i32 = 19;

impl Resource {
    /// Words and drawings: compressed quickly now, `compress_hard` later.
    pub fn text(content_type: &'static str, keep: Keep, body: impl Into<Bytes>) -> Self {
        let identity = body.into();
        let forms = compressed(&identity, QUICK_BROTLI, QUICK_GZIP, QUICK_ZSTD);
        Self::new(content_type, keep, forms)
    }

    /// Bytes that are compressed already, or were compressed at build time.
    pub fn ready(content_type: &'static str, keep: Keep, forms: Forms) -> Self {
        Self::new(content_type, keep, forms)
    }

    fn new(content_type: &'static str, keep: Keep, forms: Forms) -> Self {
        let hash = Sha256::digest(&forms.identity).iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        Self { content_type, keep, csp: None, hash, heads: OnceLock::new(), forms: ArcSwap::from_pointee(forms) }
    }

    #[must_use]
    pub fn with_csp(mut self, csp: String) -> Self {
        self.csp = Some(csp);
        self
    }

    pub fn forms(&self) -> Guard<Arc<Forms>> {
        self.forms.load()
    }

    pub fn compress_hard(&self) {
        let forms = self.forms();
        if !forms.hard {
            let hard = compressed(&forms.identity, HARD_BROTLI, HARD_GZIP, HARD_ZSTD);
            self.forms.store(Arc::new(Forms { hard: true, ..hard }));
        }
    }
}

impl Forms {
    /// Forms that were made before, as well as could be.
    pub fn made(identity: impl Into<Bytes>, brotli: Option<Bytes>, gzip: Option<Bytes>) -> Self {
        Self { identity: identity.into(), gzip, brotli, zstd: None, hard: true }
    }

    /// The smallest form among those the client takes.
    pub fn best(&self, accepts: impl Fn(Encoding) -> bool) -> (Encoding, &Bytes) {
        let candidates = [(Encoding::Brotli, &self.brotli), (Encoding::Zstd, &self.zstd), (Encoding::Gzip, &self.gzip)];
        candidates
            .into_iter()
            .filter_map(|(encoding, form)| form.as_ref().map(|form| (encoding, form)))
            .filter(|(encoding, _)| accepts(*encoding))
            .min_by_key(|(_, form)| form.len())
            .unwrap_or((Encoding::Identity, &self.identity))
    }
}

fn compressed(identity: &Bytes, brotli: u32, gzip: u32, zstd: i32) -> Forms {
    let smaller = |form: Vec<u8>| (form.len() < identity.len()).then(|| Bytes::from(form));
    Forms {
        identity: identity.clone(),
        gzip: smaller(gzipped(identity, gzip)),
        brotli: smaller(brotlied(identity, brotli)),
        zstd: zstd::bulk::compress(identity, zstd).ok().and_then(smaller),
        hard: false,
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
        Resource::text("text/html", Keep::Revalidate, "glasses and lenses ".repeat(200))
    }

    #[test]
    fn a_client_gets_the_smallest_form_it_takes() {
        let forms = page().forms();
        assert_eq!(forms.best(|_| false).0, Encoding::Identity);
        assert_eq!(forms.best(|encoding| encoding == Encoding::Gzip).0, Encoding::Gzip);
        assert!(forms.best(|_| true).1.len() < forms.identity.len() / 10);
    }

    #[test]
    fn hard_compression_changes_the_form_and_not_the_words() {
        let page = page();
        page.compress_hard();
        let mut words = Vec::new();
        brotli::BrotliDecompress(&mut &page.forms().brotli.clone().expect("brotli")[..], &mut words).expect("valid");
        assert_eq!(words, page.forms().identity);
    }

    #[test]
    fn a_window_holds_the_whole_and_no_more() {
        assert_eq!((window(0), window(1_008), window(1_009), window(60_000), window(1 << 30)), (10, 10, 11, 16, 22));
    }

    #[test]
    fn what_does_not_shrink_is_sent_as_it_is() {
        let forms = Resource::text("text/plain", Keep::ADay, "ab").forms();
        assert_eq!(forms.best(|_| true).0, Encoding::Identity);
    }
}
