//! The document within a skill's template or example, and the gaps of a template.

use std::collections::HashSet;
use std::ops::Range;

use crate::Source;
use crate::markdown::Markdown;

/// The longest text between angle brackets that counts as a gap.
const LONGEST: usize = 400;

/// Gives the document that a page shows: its first fenced block of the language `markdown`, or else the page itself.
///
/// What stands before the block is blanked, so that a finding names the line of the page.
pub fn document(page: &Source) -> Source {
    let markdown = Markdown::parse(page);
    let is_document = |language: &str| matches!(language, "markdown" | "md");
    let block = markdown
        .code_blocks()
        .find(|code| code.is_fenced && is_document(code.language()));
    let Some(block) = block else {
        return page.clone();
    };
    let line = page.position(block.content_span.start).line;
    let before = "\n".repeat(line.saturating_sub(1) as usize);
    Source::new(page.path(), before + &block.content)
}

/// Collects the gaps of a template, as they are written.
pub fn gaps_of(template: &Source) -> HashSet<String> {
    let text = template.text();
    gaps(text).map(|gap| text[gap].to_owned()).collect()
}

/// Finds what looks like a gap: several words in angle brackets on one line, such as `<the id of the task>`.
pub(super) fn gaps(text: &str) -> impl Iterator<Item = Range<usize>> {
    let opens = text.match_indices('<').map(|(at, _)| at);
    opens.filter_map(|start| {
        let end = text.floor_char_boundary(start + LONGEST);
        let inside = &text[start + 1..end];
        let length = inside.find(['>', '<', '\n', '\r'])?;
        let is_closed = inside[length..].starts_with('>');
        let words = &inside[..length];
        let is_gap = is_closed
            && words.starts_with(char::is_alphabetic)
            && words.trim_end().contains(char::is_whitespace);
        is_gap.then_some(start..start + length + 2)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_block_of_markdown_is_the_document() {
        let page = Source::new(
            "t.md",
            "# Page\n\n````markdown\n# T\n\n```sh\nls\n```\n````\n",
        );
        let document = document(&page);
        assert_eq!(document.text(), "\n\n\n# T\n\n```sh\nls\n```\n");
        let plain = Source::new("t.md", "# T\n\n```sh\nls\n```\n");
        assert_eq!(super::document(&plain).text(), plain.text());
    }

    #[test]
    fn gaps_have_several_words() {
        let template = Source::new(
            "t.md",
            "<the id> `<id>` Vec<T> <a\nb> </end of> <no <yes it>",
        );
        let mut gaps: Vec<String> = gaps_of(&template).into_iter().collect();
        gaps.sort();
        assert_eq!(gaps, ["<the id>", "<yes it>"]);
    }
}
