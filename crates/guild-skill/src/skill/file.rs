//! One file of a skill.

use std::sync::{Arc, OnceLock};

use guild_check::Source;
use guild_check::markdown::Markdown;

use super::outline::Outline;
use super::signals::{self, Hit};

/// A file of a skill.
#[derive(Debug)]
pub struct File {
    /// The path in the skill's folder, with `/` between its parts.
    pub path: String,
    /// The size in bytes.
    pub size_bytes: u64,
    /// Whether it may be run.
    pub is_executable: bool,
    /// What it holds.
    pub content: Content,
    lower: OnceLock<String>,
    hits: OnceLock<Vec<Hit>>,
    is_odd: OnceLock<bool>,
    markdown: Arc<OnceLock<Arc<Markdown>>>,
    outline: OnceLock<Outline>,
}

/// What a file holds, as far as a reader can tell.
#[derive(Debug)]
pub enum Content {
    /// UTF-8 text.
    Text(Source),
    /// Bytes that are no UTF-8 text.
    Binary {
        /// The first bytes, by which a kind is known.
        head: Vec<u8>,
        /// The first byte that is not UTF-8.
        offset: usize,
    },
    /// More bytes than are read.
    TooLarge,
    /// A link, which is not followed.
    Link,
    /// A device, a pipe or a socket, which is not opened.
    Special,
    /// Not read: its name is not Unicode.
    Unnameable,
}

impl File {
    /// Takes a file's bytes; `shown` is the path that reports show.
    pub fn new(path: String, shown: String, bytes: Vec<u8>) -> Self {
        let size_bytes = bytes.len() as u64;
        let content = match String::from_utf8(bytes) {
            Ok(text) => Content::Text(Source::new(shown, text)),
            Err(error) => Content::Binary {
                offset: error.utf8_error().valid_up_to(),
                head: error.as_bytes().iter().take(16).copied().collect(),
            },
        };
        Self::of(path, size_bytes, content)
    }

    /// Makes a file of what is known of it.
    pub fn of(path: String, size_bytes: u64, content: Content) -> Self {
        Self {
            path,
            size_bytes,
            is_executable: false,
            content,
            lower: OnceLock::new(),
            hits: OnceLock::new(),
            is_odd: OnceLock::new(),
            markdown: Arc::default(),
            outline: OnceLock::new(),
        }
    }

    /// Gives the text, if it is text.
    pub fn source(&self) -> Option<&Source> {
        match &self.content {
            Content::Text(source) => Some(source),
            Content::Binary { .. }
            | Content::TooLarge
            | Content::Link
            | Content::Special
            | Content::Unnameable => None,
        }
    }

    /// Gives the text with the letters `A` to `Z` in lower case: a place in it is a place in the text.
    pub fn lower(&self) -> &str {
        let text = self.source().map_or("", Source::text);
        self.lower.get_or_init(|| text.to_ascii_lowercase())
    }

    /// Gives the words in it that are worth a second look, in the order of their places.
    pub fn hits(&self) -> &[Hit] {
        self.hits
            .get_or_init(|| signals::hits(self.source().map_or("", Source::text)))
    }

    /// Tells whether the text may hold characters that are not seen or that turn its order.
    pub fn may_be_odd(&self) -> bool {
        let text = self.source().map_or("", Source::text);
        *self.is_odd.get_or_init(|| may_be_odd(text.as_bytes()))
    }

    /// Gives the text read as Markdown.
    pub fn markdown(&self) -> &Arc<Markdown> {
        self.markdown.get_or_init(|| {
            let empty = || Source::new(self.path.clone(), "");
            Arc::new(Markdown::parse(
                &self.source().cloned().unwrap_or_else(empty),
            ))
        })
    }

    /// Gives the place where its Markdown is kept once it is read, for whoever reads the same file.
    pub(super) fn markdown_cell(&self) -> Arc<OnceLock<Arc<Markdown>>> {
        Arc::clone(&self.markdown)
    }

    /// Gives where its headings and its code are, if it is Markdown.
    pub fn outline(&self) -> &Outline {
        self.outline.get_or_init(|| Outline::of(self.markdown()))
    }

    /// Tells whether the name ends in one of these extensions, given in lower case.
    pub fn has_extension(&self, extensions: &[&str]) -> bool {
        let name = self.path.rsplit('/').next().unwrap_or("");
        let Some((_, extension)) = name.rsplit_once('.') else {
            return false;
        };
        extensions
            .iter()
            .any(|wanted| extension.eq_ignore_ascii_case(wanted))
    }

    /// Tells whether the file is Markdown by its name.
    pub fn is_markdown(&self) -> bool {
        self.has_extension(&["md", "markdown", "mdx"])
    }
}

/// Looks at the first bytes of the characters in question. Dashes, quotation marks and letters pass, most emoji do too.
fn may_be_odd(bytes: &[u8]) -> bool {
    /// As many bytes at once as make the first look cheap and the second short.
    const BLOCK: usize = 64;
    let is_plain = |byte: u8| matches!(byte, b' '..=b'~' | b'\n' | b'\r' | b'\t');
    let mut blocks = bytes.chunks(BLOCK).enumerate();
    blocks.any(|(index, block)| {
        // Without a way out, so that many bytes are looked at together.
        let all_plain = block.iter().fold(true, |all, &byte| all & is_plain(byte));
        let at = |(offset, _): (usize, &u8)| starts_odd(&bytes[index * BLOCK + offset..]);
        !all_plain && block.iter().enumerate().any(at)
    })
}

fn starts_odd(bytes: &[u8]) -> bool {
    matches!(
        bytes,
        [0x00..=0x08 | 0x0b | 0x0e..=0x1f | 0x7f, ..]
            | [0xc2, 0x80..=0x9f | 0xad, ..]
            | [0xcd, 0x8f, ..]
            | [0xd8, 0x9c, ..]
            | [0xe1, 0x85 | 0x9e | 0xa0, ..]
            | [0xe2, 0x80, 0x8b..=0x8f | 0xaa..=0xae, ..]
            | [0xe2, 0x81, 0xa0..=0xaf, ..]
            | [0xe3, 0x85, 0xa4, ..]
            | [0xef, 0xb8 | 0xbb | 0xbe | 0xbf, ..]
            | [0xf0, 0x9d, 0x85, ..]
            | [0xf3, ..]
    )
}
