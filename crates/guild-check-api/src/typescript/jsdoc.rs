//! What a JSDoc comment says: its text, and its tags.

use guild_check::Span;

/// A comment of the form `/** … */`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Doc {
    /// The text before the first tag, with its line breaks.
    pub(super) text: String,
    /// Where the comment stands.
    pub(super) span: Span,
    pub(super) tags: Vec<Tag>,
}

/// A tag such as `@minimum 1`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tag {
    /// Its word in lower case, without the sign.
    pub(super) name: String,
    /// What follows it.
    pub(super) text: String,
    /// Where the tag stands, its first line.
    pub(super) span: Span,
}

impl Doc {
    /// Reads a comment; `start` is where it stands in the file.
    pub(super) fn parse(comment: &str, start: u32) -> Self {
        let mut doc = Self {
            span: span(start, 0, comment.len()),
            ..Self::default()
        };
        let inner = comment.strip_prefix("/**").unwrap_or(comment);
        let inner = inner.strip_suffix("*/").unwrap_or(inner);
        let mut at = comment.len() - comment.strip_prefix("/**").unwrap_or(comment).len();
        for line in inner.split('\n') {
            let text = line.trim_start();
            let text = text.strip_prefix('*').unwrap_or(text).trim();
            let offset = at + (text.as_ptr() as usize - line.as_ptr() as usize);
            doc.line(text, span(start, offset, text.len()));
            at += line.len() + 1;
        }
        let texts = doc.tags.iter_mut().map(|tag| &mut tag.text);
        for text in texts.chain([&mut doc.text]) {
            text.truncate(text.trim_end().len());
        }
        doc
    }

    /// Finds a tag.
    pub(super) fn tag(&self, name: &str) -> Option<&Tag> {
        self.tags.iter().find(|tag| tag.name == name)
    }

    /// Gives the first paragraph of the text, as one line.
    pub(super) fn summary(&self) -> Option<String> {
        let paragraph = self.text.split("\n\n").next()?.replace('\n', " ");
        (!paragraph.is_empty()).then_some(paragraph)
    }

    fn line(&mut self, line: &str, span: Span) {
        if let Some((name, rest)) = tag(line) {
            // Several may stand in one line: `@minimum 1 @maximum 100`.
            let next = rest
                .match_indices(" @")
                .find(|(at, _)| tag(&rest[at + 1..]).is_some());
            let end = next.map_or(rest.len(), |(at, _)| at);
            let length = line.len() - rest.len() + end;
            let (from, to) = (span.start as usize, span.end as usize);
            self.tags.push(Tag {
                name: name.to_ascii_lowercase(),
                text: rest[..end].trim().to_owned(),
                span: Span::new(from..from + length),
            });
            if let Some((at, _)) = next {
                let skipped = line.len() - rest.len() + at + 1;
                self.line(&rest[at + 1..], Span::new(from + skipped..to));
            }
            return;
        }
        let text = match self.tags.last_mut() {
            Some(tag) => &mut tag.text,
            None => &mut self.text,
        };
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(line);
    }
}

/// Splits a line that begins with a tag; `@minimum(1)` is not one.
fn tag(line: &str) -> Option<(&str, &str)> {
    let rest = line.strip_prefix('@')?;
    let end = rest
        .find(|character: char| !(character.is_ascii_alphanumeric() || "-_".contains(character)))
        .unwrap_or(rest.len());
    let (name, rest) = rest.split_at(end);
    let is_tag = !name.is_empty() && (rest.is_empty() || rest.starts_with(char::is_whitespace));
    is_tag.then_some((name, rest))
}

fn span(start: u32, offset: usize, length: usize) -> Span {
    let from = start as usize + offset;
    Span::new(from..from + length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_tags_are_told_apart_with_their_places() {
        let file = "  /**\n   * When it is due,\n   * in UTC.\n   * @format date-time\n   * @deprecated Replaced by\n   *   dueAt.\n   */";
        let doc = Doc::parse(&file[2..], 2);
        assert_eq!(doc.text, "When it is due,\nin UTC.");
        let format = doc.tag("format").unwrap();
        assert_eq!(format.text, "date-time");
        assert_eq!(&file[format.span.range()], "@format date-time");
        assert_eq!(doc.tag("deprecated").unwrap().text, "Replaced by\ndueAt.");
        let file = "/** @minimum 1 @maximum 20 */";
        let doc = Doc::parse(file, 0);
        let maximum = doc.tag("maximum").unwrap();
        assert_eq!(maximum.text, "20");
        assert_eq!(&file[maximum.span.range()], "@maximum 20");
        assert_eq!(doc.tag("minimum").unwrap().text, "1");
        assert_eq!(Doc::parse("/** One. */", 0).text, "One.");
    }
}
