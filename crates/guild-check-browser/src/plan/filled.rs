//! What a form of a step is filled with.

use guild_check::Span;
use guild_check::nearest::nearest;

use super::token::{Token, TokenKind};
use super::{Instead, Target, roles};
use crate::shape::Shape;

/// What stands where a form leaves room. No form leaves room for two targets, two texts or two numbers.
#[derive(Debug, Default)]
pub(super) struct Filled {
    pub(super) target: Option<Target>,
    pub(super) text: String,
    pub(super) first: Token,
    pub(super) second: Token,
    pub(super) third: Token,
    pub(super) number: Token,
    /// The JSON block below the line.
    pub(super) block: Option<Shape>,
}

/// Something that a form has no use for, though each piece is in its place.
#[derive(Clone, Debug)]
pub(super) struct Wrong {
    pub(super) span: Span,
    pub(super) message: String,
    pub(super) help: String,
    /// What to write, where that is known.
    pub(super) instead: Option<Instead>,
}

impl Wrong {
    pub(super) fn new(span: Span, message: impl Into<String>, help: impl Into<String>) -> Self {
        Self {
            span,
            message: message.into(),
            help: help.into(),
            instead: None,
        }
    }

    /// Says what to write in the place of a span.
    pub(super) fn instead(mut self, span: Span, text: impl Into<String>) -> Self {
        let text = text.into();
        self.instead = Some(Instead { span, text });
        self
    }
}

impl Filled {
    /// Gives the target; a form that has room for one is not filled without.
    pub(super) fn target(&mut self) -> Target {
        self.target
            .take()
            .unwrap_or_else(|| Target::Text(String::new()))
    }

    pub(super) fn push_code(&mut self, token: &Token) {
        let mut places = [&mut self.first, &mut self.second, &mut self.third].into_iter();
        if let Some(place) = places.find(|place| place.span.is_empty()) {
            *place = token.clone();
        }
    }
}

/// Gives the name that is closest to what was typed, whatever its case.
pub(super) fn near<'a>(typed: &str, names: &[&'a str]) -> Option<&'a str> {
    let lower: Vec<String> = names.iter().map(|name| name.to_lowercase()).collect();
    let lower: Vec<&str> = lower.iter().map(String::as_str).collect();
    let found = nearest(typed, &lower).first().copied()?;
    let index = lower.iter().position(|name| *name == found)?;
    names.get(index).copied()
}

/// Reads a target from the pieces of a line: code alone, or a word with a quoted text. Gives how many pieces it takes.
pub(super) fn target(tokens: &[Token]) -> Option<(usize, Result<Target, Wrong>)> {
    let first = tokens.first()?;
    match first.kind {
        TokenKind::Code => Some((1, selector(first))),
        TokenKind::Word => {
            let second = tokens.get(1)?;
            let is_text = second.kind == TokenKind::Quoted;
            is_text.then(|| (2, named(first, second)))
        }
        TokenKind::Quoted | TokenKind::Colon | TokenKind::Smart | TokenKind::Unclosed => None,
    }
}

fn selector(token: &Token) -> Result<Target, Wrong> {
    match unbalanced(&token.text) {
        Some(why) => Err(Wrong::new(
            token.span,
            format!("`{}` is no CSS selector: {why}", token.text),
            "write a selector such as `#task-list`, or a role with its name: button \"Save\"",
        )),
        None => Ok(Target::Selector(token.text.clone())),
    }
}

fn named(word: &Token, quoted: &Token) -> Result<Target, Wrong> {
    if word.text == "text" {
        return match quoted.text.trim().is_empty() {
            true => Err(Wrong::new(
                quoted.span,
                "the text is empty",
                "write the words that the page shows: text \"Saved\"",
            )),
            false => Ok(Target::Text(quoted.text.clone())),
        };
    }
    let name = quoted.text.clone();
    match role(word) {
        Ok(role) => Ok(Target::Role { role, name }),
        Err(wrong) => Err(wrong),
    }
}

/// Reads a role of ARIA.
pub(super) fn role(token: &Token) -> Result<String, Wrong> {
    if roles::ROLES.contains(&token.text.as_str()) {
        return Ok(token.text.clone());
    }
    let message = format!("`{}` is no role", token.text);
    let help = match roles::meant(&token.text) {
        Some(role) => format!("the role is called `{role}`"),
        None => match near(&token.text, roles::ROLES) {
            Some(role) => format!("did you mean `{role}`?"),
            None => {
                "name a role of ARIA such as `button`, `link`, `textbox` or `heading`, or write \
                     text \"…\" or a CSS selector in backticks"
                    .to_owned()
            }
        },
    };
    Err(Wrong::new(token.span, message, help))
}

/// Says what keeps a text from being a selector; only what no selector can be is told.
fn unbalanced(selector: &str) -> Option<&'static str> {
    if selector.trim().is_empty() {
        return Some("it is empty");
    }
    let mut open = Vec::new();
    let mut quote = None;
    let mut characters = selector.chars();
    while let Some(character) = characters.next() {
        match (quote, character) {
            (_, '\\') => {
                characters.next();
            }
            (Some(mark), _) if mark == character => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(character),
            (None, '(') => open.push(')'),
            (None, '[') => open.push(']'),
            (None, ')' | ']') if open.pop() != Some(character) => {
                return Some("a bracket is closed that nothing opens");
            }
            (None, '{' | '}' | ';') => return Some("it holds a style rule"),
            (None, _) => {}
        }
    }
    match (quote, open.is_empty()) {
        (Some(_), _) => Some("a quote is not closed"),
        (None, false) => Some("a bracket is not closed"),
        (None, true) => None,
    }
}
