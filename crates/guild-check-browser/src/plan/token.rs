//! The words of a line: plain words, quoted texts and code, each with its exact place.

use guild_check::{Source, Span};

/// A piece of a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    /// What it says: without quotes and backticks, escapes resolved, white space folded where a line was wrapped.
    pub(super) text: String,
    /// Where it stands, with its quotes or backticks.
    pub(super) span: Span,
}

/// What a piece of a line is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// A word or a number.
    #[default]
    Word,
    /// `"text"`
    Quoted,
    /// `` `code` ``
    Code,
    /// The colon that ends a line.
    Colon,
    /// A text in typographic quotes, which no form knows.
    Smart,
    /// A quote or a backtick that nothing closes.
    Unclosed,
}

const SMART: [char; 10] = ['“', '”', '„', '‟', '«', '»', '‘', '’', '‚', '″'];

/// Cuts a line into its pieces; a comment is none.
pub(super) fn tokens(source: &Source, line: Span) -> Vec<Token> {
    let mut lexer = Lexer {
        text: source.slice(line),
        start: line.start,
        at: 0,
    };
    std::iter::from_fn(|| lexer.next()).collect()
}

struct Lexer<'a> {
    text: &'a str,
    /// Where the text starts in its source.
    start: u32,
    at: usize,
}

impl Lexer<'_> {
    fn next(&mut self) -> Option<Token> {
        self.skip_blanks();
        let rest = &self.text[self.at..];
        let first = rest.chars().next()?;
        Some(match first {
            '"' => self.quoted(rest),
            '`' => self.code(rest),
            _ if SMART.contains(&first) => self.smart(rest),
            _ => self.word(rest),
        })
    }

    fn skip_blanks(&mut self) {
        loop {
            let rest = &self.text[self.at..];
            let words = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
            self.at += rest.len() - words.len();
            match words
                .strip_prefix("<!--")
                .and_then(|inside| inside.find("-->"))
            {
                Some(end) => self.at += "<!--".len() + end + "-->".len(),
                None => return,
            }
        }
    }

    fn token(&mut self, kind: TokenKind, text: String, length: usize) -> Token {
        let start = self.start as usize + self.at;
        self.at += length;
        Token {
            kind,
            text,
            span: Span::new(start..start + length),
        }
    }

    fn quoted(&mut self, rest: &str) -> Token {
        let mut text = String::new();
        let mut characters = rest.char_indices().skip(1).peekable();
        while let Some((at, character)) = characters.next() {
            match character {
                '"' => return self.token(TokenKind::Quoted, folded(&text), at + 1),
                '\\' => match characters.peek() {
                    Some(&(_, escaped @ ('"' | '\\'))) => {
                        text.push(escaped);
                        characters.next();
                    }
                    Some(_) | None => text.push('\\'),
                },
                _ => text.push(character),
            }
        }
        self.token(TokenKind::Unclosed, rest.trim_end().to_owned(), rest.len())
    }

    fn code(&mut self, rest: &str) -> Token {
        let inside = rest.trim_start_matches('`');
        let fence = rest.len() - inside.len();
        let mut at = 0;
        while let Some(found) = inside[at..].find('`') {
            let after = inside[at + found..].trim_start_matches('`');
            let length = inside.len() - at - found - after.len();
            if length == fence {
                let text = unpadded(&folded(&inside[..at + found]));
                return self.token(TokenKind::Code, text, fence * 2 + at + found);
            }
            at += found + length;
        }
        self.token(TokenKind::Unclosed, rest.trim_end().to_owned(), rest.len())
    }

    /// Takes what stands up to the next typographic quote, so that the straight form can be shown.
    fn smart(&mut self, rest: &str) -> Token {
        let mut inner = rest.char_indices().skip(1);
        let closing = inner.find(|(_, character)| SMART.contains(character) || *character == '"');
        let first = rest.chars().next().map_or(0, char::len_utf8);
        match closing {
            Some((at, last)) => {
                let text = folded(&rest[first..at]);
                self.token(TokenKind::Smart, text, at + last.len_utf8())
            }
            None => self.token(
                TokenKind::Smart,
                folded(rest[first..].trim_end()),
                rest.len(),
            ),
        }
    }

    fn word(&mut self, rest: &str) -> Token {
        let is_end = |c: char| c.is_whitespace() || c == '"' || c == '`' || SMART.contains(&c);
        // An apostrophe within a word is none of its quotes.
        let word = &rest[..rest.find(is_end).unwrap_or(rest.len())];
        match word.strip_suffix(':') {
            Some("") => self.token(TokenKind::Colon, ":".to_owned(), 1),
            Some(before) => self.token(TokenKind::Word, before.to_owned(), before.len()),
            None => self.token(TokenKind::Word, word.to_owned(), word.len()),
        }
    }
}

/// Where a line was wrapped, a blank stands.
fn folded(text: &str) -> String {
    if !text.contains(['\n', '\r']) {
        return text.to_owned();
    }
    let lines: Vec<&str> = text.split(['\n', '\r']).map(str::trim).collect();
    lines.join(" ").replace("  ", " ")
}

/// Takes away the one blank on both sides that lets code begin or end with a backtick (`CommonMark` 6.1).
fn unpadded(text: &str) -> String {
    let inner = text
        .strip_prefix(' ')
        .and_then(|text| text.strip_suffix(' '));
    match inner {
        Some(inner) if !inner.trim().is_empty() => inner.to_owned(),
        Some(_) | None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Vec<(TokenKind, String)> {
        let source = Source::new("PLAN.md", line);
        let tokens = tokens(&source, Span::new(0..line.len()));
        tokens
            .into_iter()
            .map(|token| (token.kind, token.text))
            .collect()
    }

    #[test]
    fn a_line_is_words_texts_and_code() {
        use TokenKind::{Code, Colon, Quoted, Smart, Unclosed, Word};
        let token = |kind, text: &str| (kind, text.to_owned());
        assert_eq!(
            read(r#"Fill `` a`b `` with "say \"hi\"" and body matches:"#),
            [
                token(Word, "Fill"),
                token(Code, "a`b"),
                token(Word, "with"),
                token(Quoted, "say \"hi\""),
                token(Word, "and"),
                token(Word, "body"),
                token(Word, "matches"),
                token(Colon, ":"),
            ]
        );
        assert_eq!(read("“Save”"), [token(Smart, "Save")]);
        assert_eq!(read("\"Save"), [token(Unclosed, "\"Save")]);
        assert_eq!(read("`` ` "), [token(Unclosed, "`` `")]);
    }
}
