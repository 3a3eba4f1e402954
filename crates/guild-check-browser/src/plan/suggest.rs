//! The nearest form to a line that is in none: what the line is to say, and what is wrong in it.

use guild_check::{Source, Span};

use super::align::{Fit, Op, align};
use super::filled::{Filled, Wrong};
use super::forms::{self, FORMS, Piece, pieces};
use super::print::{Code, Quoted};
use super::token::{Token, TokenKind, tokens};

/// A line of more pieces is no step that somebody mistyped.
const MOST_TOKENS: usize = 40;

const STARTS: &str = "a step begins with Navigate to, Click, Fill, Select, Check, Uncheck, Press, Hover, Upload, \
                      Scroll to, Accept dialog, Dismiss dialog, Assert or Screenshot";

/// Says what is wrong with a line that is in no form; `line` is all of it.
pub(super) fn suggest(line: Span, tokens: &[Token]) -> Wrong {
    let Some(first) = tokens.first() else {
        return Wrong::new(line, "the step is empty", STARTS);
    };
    if tokens.len() > MOST_TOKENS {
        return Wrong::new(line, "this is too long for a step", STARTS);
    }
    if matches!(
        first.text.to_lowercase().as_str(),
        "wait" | "sleep" | "pause"
    ) && tokens.len() < 4
    {
        let help =
            "take the line away: an assertion is retried until it holds or the step's time is up";
        return Wrong::new(line, "a plan does not wait for a time", help);
    }
    if let Some(open) = tokens
        .iter()
        .find(|token| token.kind == TokenKind::Unclosed)
    {
        let mark = if open.text.starts_with('"') {
            "quote"
        } else {
            "backtick"
        };
        let message = format!("this {mark} is never closed");
        return Wrong::new(
            open.span,
            message,
            format!("put the same {mark} at the end of the text"),
        );
    }
    if let Some(mended) = text_first(tokens) {
        let message = "the field stands before the text that is typed";
        let help = format!("did you mean: {mended}");
        return Wrong::new(tokens[1].span, message, help).instead(line, mended);
    }
    let all = pieces().iter().enumerate();
    let nearest = all
        .map(|(index, pieces)| (align(pieces, tokens), index))
        .min_by_key(|(alignment, _)| alignment.cost);
    let Some((alignment, index)) = nearest else {
        return Wrong::new(line, "this is no step", STARTS);
    };
    let shown = FORMS[index].shown;
    let form = &pieces()[index];
    if alignment.cost > 10 + 3 * form.len() {
        let message = "this is no step that can be run";
        return Wrong::new(
            line,
            message,
            format!("{STARTS}; the nearest form is: {shown}"),
        );
    }
    let (span, message) = defect(&alignment.ops, form, tokens, line);
    match mended(&alignment.ops, form, tokens) {
        Some(mended) => {
            let help = format!("did you mean: {mended}");
            Wrong::new(span, message, help).instead(line, mended)
        }
        None => Wrong::new(span, message, format!("the nearest form is: {shown}")),
    }
}

/// Mends `Type "text" into <target>`.
fn text_first(tokens: &[Token]) -> Option<String> {
    let [verb, text, into, rest @ ..] = tokens else {
        return None;
    };
    let is_typing = ["fill", "type", "enter", "input", "write", "put"]
        .contains(&verb.text.to_lowercase().as_str());
    let is_text = matches!(text.kind, TokenKind::Quoted | TokenKind::Smart);
    if !is_typing || !is_text || !["in", "into", "to", "on"].contains(&into.text.as_str()) {
        return None;
    }
    let pieces = [Piece::Target];
    let [Op::Fit { fit, length, .. }] = align(&pieces, rest).ops[..] else {
        return None;
    };
    let line = format!(
        "Fill {} with {}",
        target(fit, rest.get(..length)?)?,
        Quoted(&text.text)
    );
    is_readable(&line).then_some(line)
}

/// Says what the first thing is that differs, and where.
fn defect(ops: &[Op], form: &[Piece], tokens: &[Token], line: Span) -> (Span, String) {
    let mut end = line.start;
    for op in ops {
        match op {
            Op::Fit {
                fit: Fit::Exact,
                token,
                length,
                ..
            } => end = tokens[token + length - 1].span.end,
            Op::Fit {
                fit,
                piece,
                token,
                length,
            } => {
                let span = tokens[*token].span.to(tokens[token + length - 1].span);
                return (span, misfit(*fit, &form[*piece], &tokens[*token]));
            }
            Op::Missing(piece) => {
                let span = Span { start: end, end };
                return (span, format!("{} is missing here", named(&form[*piece])));
            }
            Op::Extra(token) => {
                let token = &tokens[*token];
                return (token.span, format!("{} is too much", written(token)));
            }
        }
    }
    (line, "this is no step".to_owned())
}

fn misfit(fit: Fit, piece: &Piece, token: &Token) -> String {
    let text = written(token);
    match (fit, piece, token.kind) {
        (_, _, TokenKind::Smart) => {
            format!("{text} stands in typographic quotes, which are not read")
        }
        (Fit::Swapped, _, _) => "the role stands before the name".to_owned(),
        (_, Piece::Word(word), _) => format!("{text} is to be `{word}`"),
        (_, Piece::Code(_), _) => format!("{text} is to stand in backticks"),
        (_, Piece::Text(_), _) => format!("{text} is to stand in straight quotes"),
        (_, Piece::Number(_), _) => format!("{text} is no number"),
        (_, Piece::Colon, _) => "the line ends with a colon".to_owned(),
        (Fit::Bare, Piece::Target, TokenKind::Quoted) => {
            format!("{text} stands without a role, such as button {text}")
        }
        (_, Piece::Target, _) => format!("{text} names no element"),
    }
}

/// Shows a piece of a line as it is written, cut to a bearable length.
fn written(token: &Token) -> String {
    let text: String = token.text.chars().take(40).collect();
    match token.kind {
        TokenKind::Quoted => Quoted(&text).to_string(),
        TokenKind::Word | TokenKind::Code | TokenKind::Colon => Code(&text).to_string(),
        TokenKind::Smart | TokenKind::Unclosed => format!("“{text}”"),
    }
}

fn named(piece: &Piece) -> String {
    match piece {
        Piece::Word(word) => format!("`{word}`"),
        Piece::Target => {
            "the target, such as button \"Save\" or a CSS selector in backticks,".to_owned()
        }
        Piece::Text(text) => format!("a text in straight quotes, such as {},", Quoted(text)),
        Piece::Code(code) => format!("something in backticks, such as `{code}`,"),
        Piece::Number(number) => format!("a number, such as {number},"),
        Piece::Colon => "the colon".to_owned(),
    }
}

/// Writes the line as its nearest form has it, if nothing in it is left to say and it can then be read.
fn mended(ops: &[Op], form: &[Piece], tokens: &[Token]) -> Option<String> {
    let mut words: Vec<String> = Vec::new();
    for op in ops {
        match op {
            Op::Extra(_) => {}
            Op::Missing(piece) => match &form[*piece] {
                Piece::Word(word) => words.push(word.clone()),
                Piece::Colon => push_colon(&mut words),
                Piece::Target | Piece::Text(_) | Piece::Code(_) | Piece::Number(_) => return None,
            },
            Op::Fit {
                fit,
                piece,
                token,
                length,
            } => match &form[*piece] {
                Piece::Word(word) => words.push(word.clone()),
                Piece::Colon => push_colon(&mut words),
                Piece::Text(_) => words.push(Quoted(&tokens[*token].text).to_string()),
                Piece::Code(_) => words.push(Code(&tokens[*token].text).to_string()),
                Piece::Number(_) => words.push(number(&tokens[*token].text)),
                Piece::Target => words.push(target(*fit, &tokens[*token..token + length])?),
            },
        }
    }
    let line = words.join(" ");
    is_readable(&line).then_some(line)
}

fn push_colon(words: &mut [String]) {
    if let Some(last) = words.last_mut() {
        last.push(':');
    }
}

/// Takes the unit off a number: `2500ms`, `3x`.
fn number(text: &str) -> String {
    text.trim_end_matches(|c: char| !c.is_ascii_digit())
        .replace(',', "")
}

fn target(fit: Fit, tokens: &[Token]) -> Option<String> {
    let [first, rest @ ..] = tokens else {
        return None;
    };
    let (role, name) = match (fit, rest) {
        (Fit::Swapped, [second, ..]) => (second, first),
        (_, [second, ..]) => (first, second),
        (_, []) if matches!(first.kind, TokenKind::Quoted | TokenKind::Smart) => {
            return Some(format!("text {}", Quoted(&first.text)));
        }
        (_, []) => return Some(Code(&first.text).to_string()),
    };
    let role = super::align::role(&role.text)?;
    Some(format!("{role} {}", Quoted(&name.text)))
}

/// Whether a line is in a form and can be built, so that no suggestion leads to the next refusal.
fn is_readable(line: &str) -> bool {
    let source = Source::new("line", line);
    let tokens = tokens(&source, Span::new(0..line.len()));
    let Some((index, Ok(mut filled))) = forms::fill(&tokens) else {
        return false;
    };
    let filled: &mut Filled = &mut filled;
    (FORMS[index].build)(filled).is_ok()
}
