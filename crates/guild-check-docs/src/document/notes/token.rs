//! A note as fields, words and marks.

use std::collections::HashSet;

/// One piece of a note.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// A field of the answer, in code marks or not.
    Field(String),
    /// Any other word or piece of code, in lower case.
    Word(String),
    /// A mark that means something to a reader: a comma, a colon, a bracket, a dash.
    Mark(char),
    /// The end of a sentence, or a semicolon.
    End,
}

/// Splits a note; a word that is a field's name is that field.
pub(super) fn tokens(note: &str, fields: &HashSet<String>) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut rest = note;
    while let Some(first) = rest.chars().next() {
        let taken = match first {
            '`' => code(rest, fields, &mut tokens),
            _ if is_of_word(first) => word(rest, fields, &mut tokens),
            _ => {
                tokens.extend(mark(first, &rest[first.len_utf8()..]));
                first.len_utf8()
            }
        };
        rest = &rest[taken..];
    }
    tokens
}

fn is_of_word(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '_' | '\'' | '’' | '$')
}

fn mark(mark: char, after: &str) -> Option<Token> {
    let is_end = after.chars().next().is_none_or(char::is_whitespace);
    match mark {
        ';' => Some(Token::End),
        '.' | '!' | '?' if is_end => Some(Token::End),
        ',' | ':' | '(' | ')' | '/' | '=' | '—' | '–' => Some(Token::Mark(mark)),
        // A dash between blanks; one within a word joins it.
        '-' if is_end => Some(Token::Mark('—')),
        _ => None,
    }
}

/// Reads code, and gives how many bytes it takes.
fn code(rest: &str, fields: &HashSet<String>, tokens: &mut Vec<Token>) -> usize {
    let width = rest.bytes().take_while(|&byte| byte == b'`').count();
    let fence = &rest[..width];
    let Some(length) = rest[width..].find(fence) else {
        return width;
    };
    let text = rest[width..width + length].trim();
    match field(text, fields) {
        Some(name) => tokens.push(Token::Field(name)),
        None => tokens.push(Token::Word(text.to_lowercase())),
    }
    width * 2 + length
}

/// Gives the field that a path such as `items[].dueAt` leads to.
fn field(path: &str, fields: &HashSet<String>) -> Option<String> {
    if fields.contains(path) {
        return Some(path.to_owned());
    }
    let path = path.trim_matches(|edge| matches!(edge, '"' | '\'' | '?' | '$'));
    let mut steps = path.rsplit(['.', '[', ']', '/']);
    let last = steps.find(|step| !step.is_empty())?;
    fields.contains(last).then(|| last.to_owned())
}

/// Reads a word, and gives how many bytes it takes; emphasis in underscores is not part of it.
fn word(rest: &str, fields: &HashSet<String>, tokens: &mut Vec<Token>) -> usize {
    let end = rest.find(|character| !is_of_word(character));
    let end = end.unwrap_or(rest.len());
    let word = &rest[..end];
    let bare = word.trim_matches('_');
    if fields.contains(word) {
        tokens.push(Token::Field(word.to_owned()));
    } else if fields.contains(bare) {
        tokens.push(Token::Field(bare.to_owned()));
    } else if !bare.is_empty() {
        tokens.push(Token::Word(bare.to_lowercase()));
    }
    end
}
