//! One file of a skill.

use std::sync::OnceLock;

use guild_check::Source;
use guild_check::markdown::Markdown;

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
    markdown: OnceLock<Markdown>,
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
            markdown: OnceLock::new(),
        }
    }

    /// Gives the text, if it is text.
    pub fn source(&self) -> Option<&Source> {
        match &self.content {
            Content::Text(source) => Some(source),
            Content::Binary { .. } | Content::TooLarge | Content::Link => None,
        }
    }

    /// Gives the text with the letters `A` to `Z` in lower case: a place in it is a place in the text.
    pub fn lower(&self) -> &str {
        let text = self.source().map_or("", Source::text);
        self.lower.get_or_init(|| text.to_ascii_lowercase())
    }

    /// Gives the text read as Markdown.
    pub fn markdown(&self) -> &Markdown {
        self.markdown.get_or_init(|| {
            let empty = || Source::new(self.path.clone(), "");
            Markdown::parse(&self.source().cloned().unwrap_or_else(empty))
        })
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
