//! Formatted text as a tree that React renders as elements, so that no page needs `innerHTML`.

use serde::Serialize;
use utoipa::ToSchema;

use crate::picture::Picture;

#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Block {
    Heading {
        level: u8,
        id: String,
        content: Vec<Inline>,
    },
    Paragraph {
        content: Vec<Inline>,
    },
    List {
        ordered: bool,
        #[schema(no_recursion)]
        items: Vec<Vec<Block>>,
    },
    Quote {
        #[schema(no_recursion)]
        blocks: Vec<Block>,
    },
    Image {
        picture: Picture,
        alt: String,
    },
    Table {
        header: Vec<Vec<Inline>>,
        rows: Vec<Vec<Vec<Inline>>>,
    },
    Rule,
}

#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Inline {
    Text {
        text: String,
    },
    Strong {
        #[schema(no_recursion)]
        content: Vec<Inline>,
    },
    Emphasis {
        #[schema(no_recursion)]
        content: Vec<Inline>,
    },
    Link {
        href: String,
        #[schema(no_recursion)]
        content: Vec<Inline>,
    },
    Break,
}

/// The text without formatting.
pub fn plain_text(inlines: &[Inline]) -> String {
    inlines
        .iter()
        .map(|inline| match inline {
            Inline::Text { text } => text.clone(),
            Inline::Strong { content } | Inline::Emphasis { content } | Inline::Link { content, .. } => {
                plain_text(content)
            }
            Inline::Break => " ".to_owned(),
        })
        .collect()
}
