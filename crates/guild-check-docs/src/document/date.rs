//! The line that says when the document was changed.

use guild_check::Span;
use guild_check::contract::Date;
use guild_check::markdown::{Block, Markdown};

/// The line `Last updated: <date>`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LastUpdated {
    /// What stands after the colon.
    pub text: String,
    /// The paragraph that holds the line.
    pub span: Span,
    /// The day, if the text is one.
    pub date: Option<Date>,
}

/// Finds the last paragraph that says it.
pub(super) fn find(markdown: &Markdown) -> Option<LastUpdated> {
    let said = |block: &Block| {
        let paragraph = block.as_paragraph()?;
        let at = paragraph.text.to_ascii_lowercase().rfind("last updated")?;
        let text = paragraph.text.get(at + "last updated".len()..)?;
        let text = text.trim_start_matches([':', ' ', '*', '_']);
        let text = text.trim_end_matches(['.', ' ', '*', '_']);
        Some(LastUpdated {
            text: text.to_owned(),
            span: paragraph.span,
            date: Date::parse(text).ok(),
        })
    };
    // It stands last; what is far above is about something else.
    markdown.blocks.iter().rev().take(8).find_map(said)
}

#[cfg(test)]
mod tests {
    use super::*;
    use guild_check::Source;

    #[test]
    fn the_line_is_found_in_any_style() {
        for text in [
            "Last updated: 2026-11-20",
            "*Last updated: 2026-11-20.*",
            "x\n**Last Updated:** Nov 20, 2026\n",
        ] {
            let markdown = Markdown::parse(&Source::new("a.md", text));
            let found = find(&markdown).unwrap();
            assert_eq!(found.date, Date::new(2026, 11, 20), "{text}");
        }
    }
}
