//! The examples: the subsections of `Examples` and the code in them.

use guild_check::Span;
use guild_check::markdown::{Block, CodeBlock};

use super::{Document, Role, prose, role};

/// One subsection of `Examples`, or the code that stands before the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// Its heading's words; empty if it has none.
    pub name: String,
    /// Which of the two that the contract asks for it is.
    pub kind: ExampleKind,
    /// Its heading, or where it starts.
    pub span: Span,
    /// The words around the code, as plain text.
    pub prose: Vec<String>,
    /// The code blocks in their order.
    pub blocks: Vec<ExampleBlock>,
}

/// Which of the two that the contract asks for an example is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExampleKind {
    /// `Basic`.
    Basic,
    /// `With optional features`.
    Optional,
    /// One more.
    Other,
}

/// A code block of an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExampleBlock {
    /// The block.
    pub code: CodeBlock,
}

impl ExampleBlock {
    /// Gives the language, in lower case; nothing if the fence names none.
    pub fn language(&self) -> String {
        self.code.language().to_lowercase()
    }

    /// Tells whether the block shows data or an answer and not something to run.
    pub fn is_data(&self) -> bool {
        matches!(
            self.language().as_str(),
            "json"
                | "jsonc"
                | "json5"
                | "yaml"
                | "yml"
                | "toml"
                | "xml"
                | "text"
                | "txt"
                | "plain"
                | "output"
                | "csv"
        )
    }
}

impl Document {
    /// Finds the first example of a kind.
    pub fn example(&self, kind: ExampleKind) -> Option<&Example> {
        self.examples.iter().find(|example| example.kind == kind)
    }
}

pub(super) fn read(document: &Document) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    for block in document.blocks(Role::Examples) {
        if let Block::Heading(heading) = block {
            examples.push(Example {
                name: heading.text.clone(),
                kind: kind(&heading.text),
                span: heading.text_span,
                prose: Vec::new(),
                blocks: Vec::new(),
            });
            continue;
        }
        let example = match examples.last_mut() {
            Some(example) => example,
            None => examples.push_mut(Example {
                name: String::new(),
                kind: ExampleKind::Other,
                span: block.span(),
                prose: Vec::new(),
                blocks: Vec::new(),
            }),
        };
        let list = std::slice::from_ref(block);
        let texts = prose::passages(list);
        example
            .prose
            .extend(texts.iter().map(|passage| passage.text.to_owned()));
        prose::walk(list, &mut |inner| {
            if let Block::Code(code) = inner {
                example.blocks.push(ExampleBlock { code: code.clone() });
            }
        });
    }
    examples.retain(|example| !example.name.is_empty() || !example.blocks.is_empty());
    examples
}

/// Tells the kind by the first words of a heading: `Basic: one task`, `1. With optional features`.
fn kind(name: &str) -> ExampleKind {
    let key = role::key(name);
    let key = key.trim_start_matches(|digit: char| digit.is_ascii_digit());
    if key.starts_with("basic") {
        ExampleKind::Basic
    } else if key.starts_with("withoptionalfeatures") || key.starts_with("withoption") {
        ExampleKind::Optional
    } else {
        ExampleKind::Other
    }
}
