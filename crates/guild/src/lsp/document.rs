//! An open document: its text as the editor has it.

use std::path::PathBuf;

use guild_check::{Finding, Source};
use lsp_types::{TextDocumentContentChangeEvent, Uri};
use percent_encoding::percent_decode_str;

use super::position;

/// A document that the editor has open.
#[derive(Debug)]
pub(super) struct Document {
    /// Its address, as the editor writes it.
    pub(super) uri: Uri,
    /// Where it lies; a document that was never saved lies nowhere.
    pub(super) path: Option<PathBuf>,
    /// The editor's number of this text.
    pub(super) version: i32,
    /// The text, under the path that settings know.
    pub(super) source: Source,
    /// What was found in it.
    pub(super) findings: Vec<Finding>,
    /// Whether the text was checked since it changed.
    pub(super) is_checked: bool,
}

impl Document {
    /// Follows the editor's changes, one after the other.
    pub(super) fn change(&mut self, version: i32, changes: Vec<TextDocumentContentChangeEvent>) {
        for change in changes {
            let text = match change.range {
                None => change.text,
                Some(range) => {
                    let start = position::to_offset(&self.source, range.start);
                    let end = position::to_offset(&self.source, range.end).max(start);
                    let mut text = self.source.text().to_owned();
                    text.replace_range(start..end, &change.text);
                    text
                }
            };
            self.source = Source::new(self.source.path(), text);
        }
        self.version = version;
        self.is_checked = false;
    }
}

/// Gives the path that an address stands for, if it is that of a file.
pub(super) fn path_of(uri: &str) -> Option<PathBuf> {
    let rest = uri.strip_prefix("file://")?;
    let path = &rest[rest.find('/')?..];
    let decoded = percent_decode_str(path).decode_utf8().ok()?;
    // `/C:/a.md` is how an address writes `C:\a.md`.
    let path = if cfg!(windows) {
        decoded.trim_start_matches('/')
    } else {
        &decoded
    };
    Some(PathBuf::from(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_a_path() {
        let path = |uri| path_of(uri).map(|path| path.display().to_string());
        assert_eq!(
            path("file:///a%20b/%C3%A4.md").as_deref(),
            Some("/a b/ä.md")
        );
        assert_eq!(path("file:///100%.md").as_deref(), Some("/100%.md"));
        assert_eq!(path("file:///a%+5.md").as_deref(), Some("/a%+5.md"));
        assert_eq!(path("untitled:one"), None);
    }
}
