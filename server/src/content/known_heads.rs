//! What a list shows of documents. The text of a document is read again only when it has changed.

use std::collections::HashMap;
use std::sync::Arc;

use super::document_kind::{DocumentHead, DocumentKind};
use super::file::ContentFile;

/// Keyed by path.
#[derive(Debug, Default)]
pub struct KnownHeads(HashMap<String, KnownHead>);

#[derive(Debug)]
struct KnownHead {
    hash: String,
    kind: DocumentKind,
    head: Arc<DocumentHead>,
}

impl KnownHeads {
    /// `None` when a file at this path is no part of the content.
    pub fn read(&mut self, path: &str, file: &ContentFile) -> Option<(DocumentKind, Arc<DocumentHead>)> {
        if let Some(known) = self.0.get(path).filter(|known| known.hash == file.hash) {
            return Some((known.kind, Arc::clone(&known.head)));
        }
        let kind = DocumentKind::of(path)?;
        let text = std::str::from_utf8(file).ok().filter(|_| kind != DocumentKind::Picture);
        let head = Arc::new(text.map_or_else(DocumentHead::default, DocumentHead::read));
        let known = KnownHead { hash: file.hash.clone(), kind, head: Arc::clone(&head) };
        self.0.insert(path.to_owned(), known);
        Some((kind, head))
    }

    /// Forgets documents that are not in a list of `count` when there are many of them.
    pub fn forget_others(&mut self, count: usize, is_listed: impl Fn(&str) -> bool) {
        if self.0.len() > count {
            self.0.retain(|path, _| is_listed(path));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn title(heads: &mut KnownHeads, path: &str, text: &str) -> Option<String> {
        heads.read(path, &text.into()).expect("a document").1.title.clone()
    }

    #[test]
    fn changed_text_has_its_new_title() {
        let mut heads = KnownHeads::default();
        for name in ["One", "Two", "One"] {
            let text = format!("+++\ntitle = \"{name}\"\n+++\n");
            assert_eq!(title(&mut heads, "articles/a.md", &text).as_deref(), Some(name));
        }
        assert_eq!(title(&mut heads, "articles/b.md", "no keys"), None);
        assert!(heads.read("articles/A.txt", &"x".into()).is_none());
    }

    #[test]
    fn documents_that_are_gone_are_forgotten() {
        let mut heads = KnownHeads::default();
        for path in ["articles/a.md", "articles/b.md"] {
            heads.read(path, &"text".into());
        }
        heads.forget_others(2, |path| path == "articles/b.md");
        assert_eq!(heads.0.len(), 2);
        heads.forget_others(1, |path| path == "articles/b.md");
        assert_eq!(heads.0.keys().collect::<Vec<_>>(), ["articles/b.md"]);
    }
}
